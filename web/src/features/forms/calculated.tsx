import {
  type Answers,
  type Calculation,
  type CalculationPlace,
  calculate,
  findTransportPlans,
  isHint,
  type Rows,
  readsPlans,
} from 'contract'
import { usePlanSettings } from '../../clinical/ambulance/use-form-settings.ts'
import { useNow } from '../../ui/date/use-now.ts'
import classes from './forms.module.css'
import { usePhrases } from './use-phrases.ts'
import { useRecord } from './use-record.ts'

const minuteMs = 60_000

type CalculatedProps = {
  calculations: readonly Calculation[] | undefined
  row?: { field: string; id: string }
  /** Whether nobody writes here: then hints are left out. */
  isWritten?: boolean
}

/** What the answers of the open record come to: computed while somebody writes, and stored nowhere. */
export function Calculations(props: CalculatedProps) {
  // Whoever reads the answers is drawn again at each keystroke.
  return props.calculations ? <DraftTexts {...props} /> : null
}

function DraftTexts({ calculations, row, isWritten = false }: CalculatedProps) {
  const answers = useRecord((store) => store.getAnswers())
  const values = row && (answers[row.field] as Rows | undefined)?.[row.id]
  const place = row && values ? { row: { id: row.id, values } } : {}
  return <CalculationTexts {...{ calculations, answers, place, isWritten }} />
}

type TextsProps = {
  calculations: readonly Calculation[] | undefined
  answers: Answers
  place?: CalculationPlace
  isWritten?: boolean
}

export function CalculationTexts(props: TextsProps) {
  const readsHospital = props.calculations?.some(({ rule }) => readsPlans(rule))
  return readsHospital ? <PlannedTexts {...props} /> : <PlacedTexts {...props} />
}

/** Calculates with the plans of the hospital. */
function PlannedTexts({ place, ...texts }: TextsProps) {
  const plans = findTransportPlans(usePlanSettings())
  return <PlacedTexts {...texts} place={{ ...place, plans }} />
}

function PlacedTexts({ calculations = [], answers, place = {}, isWritten = true }: TextsProps) {
  const write = usePhrases()
  const now = new Date(useNow(minuteMs)).toISOString()
  const found = calculations.flatMap((one) => {
    if (isWritten && isHint(one.rule)) return []
    const result = calculate(one, answers, { ...place, now })
    return result ? [{ rule: one.rule, ...result }] : []
  })
  if (found.length === 0) return null
  return (
    <div className={classes.calculated} role="status">
      {found.map(({ rule, phrases, isWarning }) => (
        <ul key={rule} data-warning={isWarning || undefined}>
          {phrases.map((phrase) => {
            const text = write(phrase)
            return <li key={text}>{text}</li>
          })}
        </ul>
      ))}
    </div>
  )
}
