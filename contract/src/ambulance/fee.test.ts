import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeFee, type FeeInput, validateFee } from './fee.ts'

const fee = (told: Partial<FeeInput> = {}): FeeInput => ({
  price: 500,
  km: 20,
  km_rate: 4,
  extras: [],
  discount: 0,
  ...told,
})
const noReasons = { price_reason: null, discount_reason: null }

describe('the fee', () => {
  test('adds price, distance and extras, less the discount', () => {
    expect(computeFee(fee({ extras: [100, 49.5], discount: 29.5 }))).toEqual({
      price: 500,
      distance: 80,
      extras: 149.5,
      subtotal: 729.5,
      total: 700,
    })
  })

  test('of a way of no kilometres is the price', () => {
    expect(computeFee(fee({ km: 0 })).total).toBe(500)
  })

  test('is exact to the satang', () => {
    expect(computeFee(fee({ price: 0.1, km: 0, extras: [0.2] })).total).toBe(0.3)
    expect(computeFee(fee({ price: 0, km: 0.3, km_rate: 3.35 })).distance).toBe(1.01)
    expect(computeFee(fee({ price: 0, km: 0.3, km_rate: 3.34 })).distance).toBe(1)
  })

  test('is never below zero', () => {
    expect(computeFee(fee({ discount: 580 })).total).toBe(0)
    expect(computeFee(fee({ discount: 579.99 })).total).toBe(0.01)
    expect(computeFee(fee({ discount: 600 })).total).toBe(0)
  })

  test('and its discount make the subtotal again, in whole satang', () => {
    const baht = fc.integer({ min: 0, max: 1_000_000 }).map((satang) => satang / 100)
    fc.assert(
      fc.property(baht, baht, fc.array(baht, { maxLength: 5 }), baht, (price, km_rate, extras, discount) => {
        const found = computeFee({ price, km: 12.3, km_rate, extras, discount })
        expect(Number.isInteger(Math.round(found.total * 1e6) / 1e4)).toBe(true)
        if (discount <= found.subtotal) expect(found.total + discount).toBeCloseTo(found.subtotal, 6)
        else expect(found.total).toBe(0)
      }),
    )
  })
})

describe('the reasons of a fee', () => {
  const reason = 'Agreed with the payer'

  test('a changed price needs one, in both directions, and the price of the code none', () => {
    expect(validateFee(fee(), { price: 500, km_rate: null }, noReasons)).toEqual([])
    for (const price of [499.99, 500.01]) {
      expect(validateFee(fee({ price }), { price: 500, km_rate: null }, noReasons)).toEqual([
        { field: 'price_reason', message: 'reason-required' },
      ])
      expect(
        validateFee(fee({ price }), { price: 500, km_rate: null }, { ...noReasons, price_reason: reason }),
      ).toEqual([])
    }
    expect(validateFee(fee({ price: 900 }), { price: null, km_rate: null }, noReasons)).toEqual([])
  })

  test('a changed price of a kilometre needs one, and that of the code none', () => {
    const listed = { price: 500, km_rate: 4 }
    expect(validateFee(fee(), listed, noReasons)).toEqual([])
    expect(validateFee(fee({ km_rate: 5 }), listed, noReasons)).toEqual([
      { field: 'price_reason', message: 'reason-required' },
    ])
    expect(validateFee(fee({ km_rate: 5 }), listed, { ...noReasons, price_reason: reason })).toEqual([])
  })

  test('a discount needs one', () => {
    expect(validateFee(fee({ discount: 0.01 }), { price: 500, km_rate: null }, noReasons)).toEqual([
      { field: 'discount_reason', message: 'reason-required' },
    ])
    expect(
      validateFee(
        fee({ discount: 0.01 }),
        { price: 500, km_rate: null },
        { ...noReasons, discount_reason: reason },
      ),
    ).toEqual([])
  })

  test('a discount may be all of it and no more', () => {
    const reasons = { ...noReasons, discount_reason: reason }
    expect(validateFee(fee({ discount: 580 }), { price: 500, km_rate: null }, reasons)).toEqual([])
    expect(validateFee(fee({ discount: 580.01 }), { price: 500, km_rate: null }, reasons)).toEqual([
      { field: 'discount', message: 'number-range' },
    ])
  })
})
