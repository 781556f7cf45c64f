import { listOdometerProblems, odometerStations } from '../ambulance/distances.ts'
import { listDisorderedStamps, missionStamps } from '../ambulance/mission-times.ts'
import type { FieldProblem } from '../wire/endpoint.ts'
import type { Calculation, CalculationRule } from './calculations/calculations.ts'
import type { Answers, Form } from './form.ts'

/** What a form computes by a rule also says what contradicts itself in it: the names of the fields with why. */
const contradictionRules: {
  readonly [Rule in CalculationRule]?: (read: (name: string) => unknown) => FieldProblem[]
} = {
  intervals: (read) =>
    listDisorderedStamps(
      Object.fromEntries(missionStamps.map((stamp) => [stamp, readText(read(stamp))])),
    ).map(({ stamp }) => ({ field: stamp, message: 'step-time' })),
  distances: (read) =>
    listOdometerProblems(
      Object.fromEntries(
        odometerStations.map((station) => [station, readNumber(read(`odometer_${station}`))]),
      ),
    ).flatMap(({ station, problem }) =>
      problem === 'falls' ? [{ field: `odometer_${station}`, message: 'odometer-falls' }] : [],
    ),
}

const readText = (answer: unknown) => (typeof answer === 'string' ? answer : null)
const readNumber = (answer: unknown) => (typeof answer === 'number' ? answer : null)

/** What cannot be true together, such as an odometer that falls: a draft may hold it, a complete record may not. */
export function listContradictions(form: Form, answers: Answers): FieldProblem[] {
  return form.sections.flatMap(({ calculations = [] }) =>
    calculations.flatMap(({ rule, named = {} }: Calculation) => {
      const toFieldName = (asked: string) => named[asked] ?? asked
      const found = contradictionRules[rule]?.((name) => answers[toFieldName(name)]) ?? []
      return found.map(({ field, message }) => ({ field: toFieldName(field), message }))
    }),
  )
}
