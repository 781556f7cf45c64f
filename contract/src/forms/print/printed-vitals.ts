import { computeGlasgowComa } from '../../clinical/emergency/glasgow-coma-scale.ts'
import { computeNews2, type News2Input } from '../../clinical/scores/news2.ts'
import { isReason, readTextAnswer, sortMeasured } from '../answers.ts'
import { usesOxygen } from '../calculations/readers.ts'
import type { Row } from '../form.ts'

export type MeasuredRow = readonly [id: string, row: Row]

/** `rest`: what has no place in the three rows of the official sheet, in the order of measurement. */
export type PrintedVitals = {
  first: MeasuredRow | undefined
  worst: MeasuredRow | undefined
  last: MeasuredRow | undefined
  rest: MeasuredRow[]
}

/** Values that score nothing stand for those that were not measured. */
const unremarkable: News2Input = {
  respiration_rate: 16,
  spo2: 98,
  oxygen: false,
  systolic: 120,
  pulse: 80,
  consciousness: 'A',
  temperature: 37,
}

/**
 * The measurements that stand on the three rows of a Thai run sheet: the first, the worst and the last. The worst is
 * the one with the most points of NEWS2 between the first and the last, which are printed anyway: so the worst of all
 * is always on the sheet. An incomplete set counts by the points of what was measured, without a level of consciousness
 * by its coma scale. Of equal ones the lower coma scale counts, then the earlier. The points only rank the rows of one
 * patient, also where there is no such score (children, pregnancy). Default of the panel: no source says which
 * measurement is the worst.
 */
export function pickPrintedVitals(rows: readonly MeasuredRow[]): PrintedVitals {
  const measured = sortMeasured(rows)
  const [first, ...others] = measured
  const last = others.at(-1)
  const between = others.slice(0, -1)
  const worst = between.reduce<MeasuredRow | undefined>(
    (found, row) => (found === undefined || isWorse(row[1], found[1]) ? row : found),
    undefined,
  )
  return { first, worst, last, rest: between.filter((row) => row !== worst) }
}

function isWorse(one: Row, other: Row): boolean {
  const points = scoreMeasured(one) - scoreMeasured(other)
  return points > 0 || (points === 0 && (readComa(one) ?? most) < (readComa(other) ?? most))
}

const most = 15

function readComa(row: Row): number | null {
  const score = (name: string) => {
    const answer = row[name]
    return typeof answer === 'string' && /^\d$/.test(answer) ? Number(answer) : null
  }
  return computeGlasgowComa({ eye: score('eye'), verbal: score('verbal'), motor: score('motor') })
}

/** The points of NEWS2 of what was measured. */
function scoreMeasured(row: Row): number {
  const number = (name: 'respiration_rate' | 'spo2' | 'systolic' | 'pulse' | 'temperature') =>
    typeof row[name] === 'number' ? row[name] : unremarkable[name]
  return (
    computeNews2({
      respiration_rate: number('respiration_rate'),
      spo2: number('spo2'),
      oxygen: usesOxygen(readTextAnswer(row['oxygen_device'])) ?? unremarkable.oxygen,
      systolic: number('systolic'),
      pulse: number('pulse'),
      consciousness: readConsciousness(row),
      temperature: number('temperature'),
    })?.total ?? 0
  )
}

/** As a basic unit says it, or by the coma scale, where nobody said it in the words of NEWS2. */
function readConsciousness(row: Row): News2Input['consciousness'] {
  const said = row['consciousness']
  if (typeof said === 'string') return said as News2Input['consciousness']
  const basic = row['basic_consciousness']
  if (basic !== undefined && !isReason(basic)) return basic === 'GOOD' ? 'A' : 'V'
  return (readComa(row) ?? most) < most ? 'V' : 'A'
}

/** A pupil as the run sheet has it: its size, and whether it reacts (Y, also slowly) or not (N). */
export function writePupil(size: unknown, reaction: unknown): string {
  const reacts = { BRISK: 'Y', SLUGGISH: 'Y', FIXED: 'N' }[String(reaction)]
  return [typeof size === 'number' ? String(size) : undefined, reacts].filter(Boolean).join(' ')
}
