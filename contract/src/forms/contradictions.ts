import { listOdometerProblems, odometerStations } from '../ambulance/distances.ts'
import { computeFee } from '../ambulance/fee.ts'
import { listDisorderedStamps, missionStamps } from '../ambulance/mission-times.ts'
import type { FieldProblem } from '../wire/endpoint.ts'
import { listRows, readNumberAnswer, readTextAnswer } from './answers.ts'
import type { Calculation, CalculationRule } from './calculations/calculations.ts'
import { listExtraPrices } from './fee-fields.ts'
import type { Answers, Form, Rows } from './form.ts'

/** What a form computes by a rule also says what contradicts itself in it: the names of the fields with why. */
const contradictionRules: {
  readonly [Rule in CalculationRule]?: (read: (name: string) => unknown) => FieldProblem[]
} = {
  intervals: (read) =>
    listDisorderedStamps(
      Object.fromEntries(missionStamps.map((stamp) => [stamp, readTextAnswer(read(stamp))])),
    ).map(({ stamp }) => ({ field: stamp, message: 'step-time' })),
  distances: (read) =>
    listOdometerProblems(
      Object.fromEntries(
        odometerStations.map((station) => [station, readNumberAnswer(read(`odometer_${station}`))]),
      ),
    ).flatMap(({ station, problem }) =>
      problem === 'falls' ? [{ field: `odometer_${station}`, message: 'odometer-falls' }] : [],
    ),
  fee: (read) => {
    const [price, discount] = [readNumberAnswer(read('price')), readNumberAnswer(read('discount')) ?? 0]
    if (price === null) return []
    const extras = listExtraPrices(listRows({ extras: (read('extras') ?? {}) as Rows }, 'extras'))
    const [km, km_rate] = [readNumberAnswer(read('fee_km')) ?? 0, readNumberAnswer(read('km_rate')) ?? 0]
    const { subtotal } = computeFee({ price, km, km_rate, extras, discount })
    return discount > subtotal ? [{ field: 'discount', message: 'number-range' }] : []
  },
}

/**
 * What cannot be true together, such as an odometer that falls or a discount above the fee: a draft may hold it, a
 * complete record may not.
 */
export function listContradictions(form: Form, answers: Answers): FieldProblem[] {
  return form.sections.flatMap(({ calculations = [] }) =>
    calculations.flatMap(({ rule, named = {} }: Calculation) => {
      const toFieldName = (asked: string) => named[asked] ?? asked
      const found = contradictionRules[rule]?.((name) => answers[toFieldName(name)]) ?? []
      return found.map(({ field, message }) => ({ field: toFieldName(field), message }))
    }),
  )
}
