import { beyondTexts, type LatestValue, quantities, type ReadingValues, type ToldValues } from 'contract'
import { useTranslation } from 'react-i18next'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import classes from './told-values.module.css'

type Values = Readonly<Record<string, unknown>>

/** Values of the ambulance in one line; each stays together with its name and unit. */
function useValuesText() {
  const { t } = useTranslation('inbound')
  return (values: Values) => {
    const { systolic, diastolic, beyond } = values as ReadingValues
    const shown: Values = beyond ? { ...values, blood_glucose: beyondTexts[beyond] } : values
    const others = ['pulse', 'respiration_rate', 'spo2', 'temperature', 'blood_glucose'] as const
    const write = (name: (typeof others)[number] | 'consciousness') => {
      const value = shown[name]
      if (value == null) return false
      const unit = name === 'consciousness' || typeof value !== 'number' ? '' : ` ${quantities[name].unit}`
      return `${t(`vital.${name}`)} ${String(value as string | number)}${unit}`
    }
    return [
      systolic != null && `BP ${systolic}/${diastolic ?? '–'} ${quantities.systolic.unit}`,
      ...others.map(write),
      write('consciousness'),
    ].flatMap((text) => (typeof text === 'string' ? [text.replaceAll(' ', '\u00a0')] : []))
  }
}

/** What a crew told of the values, and how long ago they were measured. */
export function ToldLine({ told }: { told: Pick<ToldValues, 'measured_at'> & { values: Values } }) {
  const text = useValuesText()
  return (
    <p className={classes.values}>
      <strong>{text(told.values).join(' · ')}</strong>{' '}
      <span className={classes.age}>
        <TimeAgo at={told.measured_at} />
      </span>
    </p>
  )
}

/** The newest readings of a known patient since the call: those of one time in a line, with its age. */
export function LatestLines({ latest }: { latest: readonly LatestValue[] }) {
  const text = useValuesText()
  const byTime = Map.groupBy(latest, ({ measured_at }) => measured_at)
  return [...byTime]
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .map(([measured_at, measured]) => {
      const values = Object.fromEntries(
        measured.flatMap(({ vital, value, second }) =>
          vital === 'blood_pressure'
            ? [
                ['systolic', value],
                ['diastolic', second],
              ]
            : [[vital, value]],
        ),
      )
      return text(values).length > 0 && <ToldLine key={measured_at} told={{ values, measured_at }} />
    })
}
