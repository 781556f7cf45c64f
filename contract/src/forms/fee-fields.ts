import { computeFee } from '../ambulance/fee.ts'
import { listRows, readNumberAnswer } from './answers.ts'
import { type AnswerField, type Answers, defineLine, needed, type Row, type Section } from './form.ts'
import { refine, replaceFields } from './operation/refine-fields.ts'

const baht = {
  kind: 'number',
  decimals: 2,
  possible: [0, 9_999_999],
  unit: '฿',
} as const satisfies AnswerField

/** What a mission costs, and whether it is paid. */
export const feeFields = {
  fee_code: defineLine(40),
  fee_description: defineLine(200),
  price: baht,
  price_reason: defineLine(200),
  fee_km: { kind: 'number', decimals: 1, possible: [0, 9999], unit: 'km' },
  km_rate: baht,
  extras: {
    kind: 'rows',
    most: 20,
    fields: { extra: { ...defineLine(120), ...needed }, extra_price: { ...baht, ...needed } },
  },
  discount: baht,
  discount_reason: defineLine(200),
  payment: { kind: 'choice', options: 'payment' },
  payment_channel: {
    kind: 'choice',
    options: 'payment-channel',
    shown: { field: 'payment', of: ['PAID'] },
    ...needed,
  },
  receipt_number: { ...defineLine(60), shown: { field: 'payment', of: ['PAID'] } },
  paid_to: { ...defineLine(120), shown: { field: 'payment', of: ['PAID'] } },
} as const satisfies Section['fields']

const changedPrice = { marked: { rule: 'changed-price' } } as const
const hasDiscount = { marked: { rule: 'discount' } } as const

/** The fee with the price of the operation beside it: another price and a discount have a reason. */
export const statedFeeFields = {
  ...feeFields,
  fee_code: { ...feeFields.fee_code, filled: 'fee_code' },
  fee_description: { ...feeFields.fee_description, filled: 'fee_description' },
  list_price: { ...baht, filled: 'price', isKnown: true },
  price: { ...baht, filled: 'price' },
  price_reason: { ...feeFields.price_reason, shown: changedPrice, ...needed },
  km_rate: { ...baht, filled: 'km_rate' },
  discount_reason: { ...feeFields.discount_reason, shown: hasDiscount, ...needed },
} as const satisfies Section['fields']

/** The same with the price of a kilometre of the operation: another one has the reason of a changed price, too. */
export const checkedFeeFields = replaceFields(statedFeeFields, {
  km_rate: {
    list_km_rate: { ...baht, filled: 'km_rate', isKnown: true },
    ...refine(statedFeeFields, 'km_rate', {})['km_rate'],
  },
})

/** What the fee of the sixth transfer sheet and the fifth operation form says beside its fields. */
export const feeCalculations = [
  { rule: 'fee-km' },
  { rule: 'changed-price' },
  { rule: 'fee' },
  { rule: 'discount' },
] as const satisfies Section['calculations']

/** Baht of the extras that have a price. */
export const listExtraPrices = (rows: readonly (readonly [id: string, row: Row])[]): number[] =>
  rows.flatMap(([, { extra_price }]) => (typeof extra_price === 'number' ? [extra_price] : []))

/** What a sheet says of its fee, in baht and kilometres; `extras` is their sum, and `total` null without a price. */
export function readFee(answers: Answers) {
  const [price, km, km_rate, discount] = [
    readNumberAnswer(answers['price']),
    readNumberAnswer(answers['fee_km']),
    readNumberAnswer(answers['km_rate']),
    readNumberAnswer(answers['discount']),
  ]
  const fee = computeFee({
    price: price ?? 0,
    km: km ?? 0,
    km_rate: km_rate ?? 0,
    extras: listExtraPrices(listRows(answers, 'extras')),
    discount: discount ?? 0,
  })
  return { price, km, km_rate, discount, extras: fee.extras, total: price === null ? null : fee.total }
}
