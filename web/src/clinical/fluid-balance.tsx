import type { FluidSum } from 'contract'
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
