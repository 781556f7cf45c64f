import {
  type FieldTriageInput,
  type RedTraumaSign,
  suggestFieldTriage,
  type YellowTraumaSign,
} from '../../clinical/emergency/field-triage.ts'
import { readNumberAnswer, readTextAnswer, sortMeasured } from '../answers.ts'
import type { Row } from '../form.ts'
import { writeFindings } from './findings.ts'
import { type Calculated, calculated, type InputReader, type Phrase } from './phrases.ts'
import { readComa } from './readers.ts'

/** What breathes for somebody who does not breathe enough. */
const respiratorySupport: ReadonlySet<string> = new Set(['AMBU_BAG', 'POCKET_MASK', 'SGA', 'ET', 'VENT'])

/** The signs that somebody ticked, and those that the sheet says elsewhere. */
function readSigns(read: InputReader): (RedTraumaSign | YellowTraumaSign)[] {
  const ticked = [...(read.list('red_signs') ?? []), ...(read.list('yellow_signs') ?? [])]
  const bleedingCare = read.list('bleeding_care') ?? []
  const said: Partial<Record<RedTraumaSign | YellowTraumaSign, boolean>> = {
    CHEST_WALL: read.list('chest')?.includes('FLAIL') === true,
    BLEEDING: bleedingCare.includes('TOURNIQUET') || bleedingCare.includes('PACKING'),
    RESPIRATORY_DISTRESS: (read.list('airway_care') ?? []).some((one) => respiratorySupport.has(one)),
    ENTRAPMENT: (read.number('trapped_minutes') ?? 0) > 0,
  }
  const written = Object.entries(said).flatMap(([sign, isSaid]) => (isSaid ? [sign] : []))
  return [...ticked, ...written] as (RedTraumaSign | YellowTraumaSign)[]
}

/** The pulse and the pressure of one measurement: two of different times say nothing about each other. */
function readPulseWithPressure(read: InputReader): { value: number; systolic: number } | null {
  const [value, systolic] = read.together('pulse', 'systolic') ?? []
  return value === undefined || systolic === undefined ? null : { value, systolic }
}

/** What one row alone says. */
function readRow(
  row: Row,
): Pick<FieldTriageInput, 'motor' | 'respiration_rate' | 'spo2' | 'systolic' | 'pulse'> {
  const number = (name: string) => readNumberAnswer(row[name])
  const [pulse, systolic] = [number('pulse'), number('systolic')]
  const motor = readTextAnswer(row['motor'])
  return {
    motor: motor === null ? null : Number(motor),
    respiration_rate: number('respiration_rate'),
    spo2: number('spo2'),
    systolic,
    pulse: pulse === null || systolic === null ? null : { value: pulse, systolic },
  }
}

/** A limit that some row broke, with when the first one did. */
function listBroken(read: InputReader, age: FieldTriageInput['age']) {
  const rows = sortMeasured(read.rows('vitals'))
  const found = rows.flatMap(([, row]) =>
    suggestFieldTriage({ signs: [], fall_height: null, age, ...readRow(row) }).red.map((finding) => ({
      finding,
      at: readTextAnswer(row['measured_at']),
    })),
  )
  return found.filter(
    ({ finding: { of } }, place) => found.findIndex(({ finding }) => finding.of === of) === place,
  )
}

/** The alert of an injury by what is so now. */
export const describeFieldTriage = (read: InputReader): Calculated | null => describeAlert(read, [])

/**
 * The same with what earlier rows said, apart from what is so now: values that recover do not take the alert back.
 */
export const describeFieldTriageCourse = (read: InputReader): Calculated | null =>
  describeAlert(read, listBroken(read, read.age()))

function describeAlert(read: InputReader, broken: ReturnType<typeof listBroken>): Calculated | null {
  const age = read.age()
  const { alert, red, yellow } = suggestFieldTriage({
    signs: readSigns(read),
    motor: readComa(read).motor,
    respiration_rate: read.number('respiration_rate'),
    spo2: read.number('spo2'),
    systolic: read.number('systolic'),
    pulse: readPulseWithPressure(read),
    fall_height: read.number('fall_height'),
    age,
  })
  const past = broken.filter(({ finding }) => !red.some(({ of }) => of === finding.of))
  if (red.length === 0 && past.length === 0)
    return alert === null ? null : calculated(true, { key: 'field-triage.YELLOW' }, ...writeFindings(yellow))
  const since = broken.find(({ at }) => at !== null)?.at
  return calculated(
    true,
    { key: 'field-triage.RED' },
    ...writeFindings(red),
    ...(since ? [{ key: 'field-triage-since', values: { at: { instant: since } } }] : []),
    ...[...Map.groupBy(past, ({ at }) => at)].map(([at, found]): Phrase => {
      const what = writeFindings(found.map(({ finding }) => finding))
      return at === null
        ? { key: 'field-triage-past', values: { what } }
        : { key: 'field-triage-past-at', values: { what, at: { instant: at } } }
    }),
  )
}
