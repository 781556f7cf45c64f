import { useTranslation } from 'react-i18next'
import { FluidSums } from './fluid-sums.tsx'
import classes from './fluids.module.css'
import { type FluidSpan, useFluids } from './queries.ts'

type SpanFluidsProps = { patientId: string; span: FluidSpan; isPrinted?: boolean }

/** Intake and output in the days of a flowsheet; nothing if nobody wrote any down. */
export function SpanFluids({ patientId, span, isPrinted = false }: SpanFluidsProps) {
  const { t } = useTranslation('fluids')
  const { data } = useFluids(patientId, span)
  if (!data || data.inShifts.length === 0) return null
  return (
    <section className={classes.part}>
      <h2 className={classes.title}>{t('title')}</h2>
      <FluidSums fluids={data} isPrinted={isPrinted} />
    </section>
  )
}
