import type { FluidSum, FluidTotals } from 'contract'
import { useTranslation } from 'react-i18next'

/** What went in less what came out, calculated, with its sign. */
export function Balance({ sum: { balance } }: { sum: Pick<FluidSum, 'balance'> }) {
  const { i18n } = useTranslation()
  return (
    <strong>
      ={'\u00a0'}
      {balance.toLocaleString(i18n.language, { signDisplay: 'exceptZero' })}
    </strong>
  )
}

type ShiftTotalsProps = { sum: FluidTotals; before?: string; after?: string }

/** What went in and out in a shift: a dash where nobody wrote anything down, which is no 0; nothing if nobody did. */
export function ShiftTotals({ sum: { into, out }, before, after }: ShiftTotalsProps) {
  const { i18n } = useTranslation()
  if (into === null && out === null) return null
  const write = (sign: string, ml: number | null) =>
    ml === null ? '–' : `${sign}${ml.toLocaleString(i18n.language)}`
  return (
    <span>
      {before} {write('+', into)} {write('−', out)} <Balance sum={{ balance: (into ?? 0) - (out ?? 0) }} />{' '}
      {after}
    </span>
  )
}
