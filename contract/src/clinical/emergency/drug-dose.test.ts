import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Age } from '../age.ts'
import {
  checkAllergies,
  checkDose,
  checkOtherAllergies,
  computeReferenceDose,
  type DosePatient,
  findDoseWeight,
  type GivenDose,
  listDrugAllergies,
  listDrugUnits,
} from './drug-dose.ts'
import {
  type Drug,
  type DrugCode,
  type DrugIndication,
  type DrugUse,
  drugCodes,
  drugList,
} from './drug-list.ts'

const years = (count: number): Age => ({ years: count, months: 0, days: 0 })
const patient = (age: Age | null, kg: number | null): DosePatient => ({
  age,
  weight: findDoseWeight(kg, age),
  isPregnant: false,
})
const adult = { ...patient(years(40), 60), allergies: [] as string[] }
const pregnant = { ...adult, isPregnant: true }

function findUse(code: DrugCode, indication: DrugIndication): DrugUse {
  const { uses }: Drug = drugList[code]
  const use = uses.find((one) => one.for === indication)
  if (!use) throw new Error(`${code} is not given for ${indication}`)
  return use
}

describe('the weight for a dose', () => {
  test.each<[Age, number | null]>([
    [{ years: 0, months: 11, days: 30 }, null],
    [years(1), 10],
    [{ years: 1, months: 11, days: 0 }, 10],
    [years(5), 18],
    [{ years: 10, months: 11, days: 30 }, 28],
    [years(11), null],
    [years(40), null],
  ])('at %o is estimated as %s kg', (age, kg) => {
    expect(findDoseWeight(null, age)).toEqual(kg === null ? null : { kg, isEstimated: true })
  })

  test('is the measured one if there is one', () => {
    expect(findDoseWeight(14.2, years(5))).toEqual({ kg: 14.2, isEstimated: false })
    expect(findDoseWeight(70, null)).toEqual({ kg: 70, isEstimated: false })
    expect(findDoseWeight(null, null)).toBeNull()
  })
})

describe('the reference dose', () => {
  const reference = (code: DrugCode, indication: DrugIndication, who: DosePatient) =>
    computeReferenceDose(findUse(code, indication), who)

  test('of an adult needs no weight where the list has none', () => {
    expect(reference('ADRENALINE', 'ARREST', patient(years(40), null))).toEqual({
      low: 1,
      high: 1,
      unit: 'mg',
      isEstimated: false,
    })
  })

  test('by weight is none without one', () => {
    expect(reference('LIDOCAINE', 'ARREST', patient(years(40), null))).toBeNull()
    expect(reference('LIDOCAINE', 'ARREST', patient(years(40), 60))).toMatchObject({ low: 60, high: 90 })
  })

  test('is that of a child under 15 years, and of an adult from 15 years and at an unknown age', () => {
    const child = { years: 14, months: 11, days: 30 }
    expect(reference('IPRATROPIUM', 'BRONCHOSPASM', patient(child, null))?.high).toBe(0.25)
    expect(reference('IPRATROPIUM', 'BRONCHOSPASM', patient(years(15), null))?.high).toBe(0.5)
    expect(reference('IPRATROPIUM', 'BRONCHOSPASM', patient(null, null))?.high).toBe(0.5)
  })

  test('of a child says if the weight is estimated, and only if it uses the weight', () => {
    expect(reference('ADRENALINE', 'ARREST', patient(years(5), null))).toEqual({
      low: 0.18,
      high: 0.18,
      unit: 'mg',
      isEstimated: true,
    })
    expect(reference('ADRENALINE', 'ARREST', patient(years(5), 18))?.isEstimated).toBe(false)
    expect(reference('IPRATROPIUM', 'BRONCHOSPASM', patient(years(5), null))?.isEstimated).toBe(false)
  })

  test.each([
    ['atropine at least 0.1 mg', 'ATROPINE', 'BRADYCARDIA', 4, 0.1],
    ['atropine at 5 kg, where the least ends', 'ATROPINE', 'BRADYCARDIA', 5, 0.1],
    ['atropine at 6 kg', 'ATROPINE', 'BRADYCARDIA', 6, 0.12],
    ['atropine at 25 kg, where the most begins', 'ATROPINE', 'BRADYCARDIA', 25, 0.5],
    ['atropine at most 0.5 mg', 'ATROPINE', 'BRADYCARDIA', 26, 0.5],
    ['adrenaline at 29 kg', 'ADRENALINE', 'ANAPHYLAXIS', 29, 0.29],
    ['adrenaline at most 0.3 mg', 'ADRENALINE', 'ANAPHYLAXIS', 31, 0.3],
    ['adenosine at most 6 mg', 'ADENOSINE', 'SVT_FIRST', 61, 6],
    ['salbutamol at least 2.5 mg', 'SALBUTAMOL', 'BRONCHOSPASM', 10, 2.5],
    ['salbutamol at 20 kg', 'SALBUTAMOL', 'BRONCHOSPASM', 20, 3],
    ['salbutamol at most as an adult', 'SALBUTAMOL', 'BRONCHOSPASM', 50, 5],
    ['furosemide at most as an adult', 'FUROSEMIDE', 'LUNG_OEDEMA', 41, 40],
    ['tranexamic acid at most as an adult', 'TRANEXAMIC_ACID', 'BLEEDING', 70, 1000],
  ] as const)('of a child: %s (%s for %s at %d kg) is at most %d', (_what, code, indication, kg, high) => {
    expect(reference(code, indication, patient(years(12), kg))?.high).toBe(high)
  })

  test.each([
    [12.9, null],
    [13, 5],
    [40, 5],
    [40.1, 10],
  ])('of midazolam in a muscle at %d kg is %s mg', (kg, high) => {
    for (const age of [years(6), years(40)])
      expect(reference('MIDAZOLAM', 'SEIZURE', patient(age, kg))?.high ?? null).toBe(high)
  })

  test('is none for children where the list has none', () => {
    expect(reference('ASPIRIN', 'CORONARY', patient(years(14), 40))).toBeNull()
    expect(reference('GLUCOSE_10', 'HYPOGLYCAEMIA', patient(years(40), 60))).toBeNull()
  })

  test('of a child is never above that of an adult, nor outside its own bounds', () => {
    const uses = drugCodes.flatMap((code) => (drugList[code] as Drug).uses).filter(({ child }) => child)
    fc.assert(
      fc.property(fc.constantFrom(...uses), fc.integer({ min: 1, max: 150 }), (use, kg) => {
        const dose = computeReferenceDose(use, patient(years(12), kg))
        if (dose === null) return
        expect(dose.low).toBeLessThanOrEqual(dose.high)
        const rule = use.child?.rules[0]
        expect(dose.high).toBeLessThanOrEqual(rule?.max ?? Number.POSITIVE_INFINITY)
        expect(dose.low).toBeGreaterThanOrEqual(rule?.min ?? 0)
        const grown = use.adult?.rules.find(({ unit }) => unit === dose.unit)
        if (grown && !grown.perKg && !grown.weightKg) expect(dose.high).toBeLessThanOrEqual(grown.high)
      }),
    )
  })
})

const now = '2026-11-05T16:58:00.000Z'
const ago = (minutes: number, ms = 0) => new Date(Date.parse(now) - minutes * 60_000 + ms).toISOString()
const give = (drug: DrugCode, amount: number | null, told: Partial<GivenDose> = {}): GivenDose => ({
  drug,
  amount,
  unit: amount === null ? null : 'mg',
  route: 'IV',
  at: now,
  ...told,
})

describe('a dose', () => {
  test('in order has no warning', () => {
    expect(checkDose(give('ADRENALINE', 1), adult, [])).toEqual([])
    expect(checkDose(give('MORPHINE', 4), adult, [give('ADRENALINE', 1)])).toEqual([])
  })

  test.each<[string, GivenDose, DosePatient, number | null]>([
    ['morphine of an adult', give('MORPHINE', 4), adult, null],
    ['morphine of an adult', give('MORPHINE', 4.1), adult, 4],
    ['adrenaline in a vein', give('ADRENALINE', 1), adult, null],
    ['adrenaline in a vein', give('ADRENALINE', 1.01), adult, 1],
    ['adrenaline in a muscle', give('ADRENALINE', 0.5, { route: 'IM' }), adult, null],
    ['adrenaline in a muscle', give('ADRENALINE', 1, { route: 'IM' }), adult, 0.5],
    ['adrenaline in a muscle in pregnancy', give('ADRENALINE', 0.3, { route: 'IM' }), pregnant, null],
    ['adrenaline in a muscle in pregnancy', give('ADRENALINE', 0.31, { route: 'IM' }), pregnant, 0.3],
    ['adrenaline in a vein in pregnancy', give('ADRENALINE', 1), pregnant, null],
    ['morphine in pregnancy', give('MORPHINE', 4), pregnant, null],
    ['lidocaine at 60 kg', give('LIDOCAINE', 90), adult, null],
    ['lidocaine at 60 kg', give('LIDOCAINE', 91), adult, 90],
    ['lidocaine without a weight', give('LIDOCAINE', 500), patient(years(40), null), null],
    ['adrenaline of a child, as it is shown', give('ADRENALINE', 0.167), patient(years(5), 16.67), null],
    ['adrenaline of a child', give('ADRENALINE', 0.17), patient(years(5), 16.67), 0.167],
    ['adrenaline of a child without a weight', give('ADRENALINE', 1.1), patient(years(12), null), 1],
    ['aspirin of a child', give('ASPIRIN', 400, { route: 'PO' }), patient(years(14), 40), 325],
    ['a route that the list does not have', give('ASPIRIN', 400, { route: 'IV' }), adult, 325],
    ['amiodarone', give('AMIODARONE', 300), adult, null],
    ['amiodarone', give('AMIODARONE', 301), adult, 300],
    ['midazolam in a muscle at 60 kg', give('MIDAZOLAM', 10, { route: 'IM' }), adult, null],
    ['midazolam in a muscle at 30 kg', give('MIDAZOLAM', 10, { route: 'IM' }), patient(years(9), 30), 5],
    [
      'midazolam in a muscle without a weight',
      give('MIDAZOLAM', 11, { route: 'IM' }),
      patient(null, null),
      10,
    ],
    [
      'a rate of norepinephrine',
      give('NOREPINEPHRINE', 0.6, { unit: 'mcg/kg/min' }),
      patient(null, null),
      0.5,
    ],
    ['atropine, which a poisoning may need', give('ATROPINE', 20), adult, null],
  ])('of %s, %o for %o, is above the most that is given: %s', (_what, given, who, most) => {
    expect(checkDose(given, { ...who, allergies: [] }, [])).toEqual(
      most === null ? [] : [{ warning: 'ABOVE_MAX', most, unit: given.unit }],
    )
  })

  test('is compared with what it is given for, if somebody says that', () => {
    expect(checkDose(give('AMIODARONE', 300), adult, [], { indication: 'VT_PULSE' })).toEqual([
      { warning: 'ABOVE_MAX', most: 150, unit: 'mg' },
    ])
    expect(checkDose(give('ATROPINE', 1.1), adult, [], { indication: 'BRADYCARDIA' })).toEqual([
      { warning: 'ABOVE_MAX', most: 1, unit: 'mg' },
    ])
  })

  test.each([
    ['2 minutes ago', ago(2), true],
    ['a millisecond less than 3 minutes ago', ago(3, 1), true],
    ['3 minutes ago', ago(3), false],
  ])('after one %s (%s): too soon is %s', (_when, otherAt, isTooSoon) => {
    expect(checkDose(give('ADRENALINE', 1), adult, [give('ADRENALINE', 1, { at: otherAt })])).toEqual(
      isTooSoon ? [{ warning: 'TOO_SOON', minutes: 3, otherAt }] : [],
    )
  })

  test('that was written down late is compared with the one after it as well', () => {
    const other = give('ADRENALINE', 1, { at: ago(-1) })
    expect(checkDose(give('ADRENALINE', 1), adult, [give('ADRENALINE', 1, { at: ago(60) }), other])).toEqual([
      { warning: 'TOO_SOON', minutes: 3, otherAt: other.at },
    ])
  })

  test('of a drug without an interval may be repeated at once', () => {
    expect(checkDose(give('FUROSEMIDE', 20), adult, [give('FUROSEMIDE', 20)])).toEqual([])
  })

  test('is counted: a fourth tablet is one too many', () => {
    const tablet = (minutes: number) => give('ISDN', 1, { unit: 'tablet', route: 'SL', at: ago(minutes) })
    expect(checkDose(tablet(0), adult, [tablet(10), tablet(5)])).toEqual([])
    expect(checkDose(tablet(0), adult, [tablet(15), tablet(10), tablet(5)])).toEqual([
      { warning: 'TOO_MANY', mostDoses: 3 },
    ])
  })

  test('is summed up: 3 mg of atropine in all for a slow heart', () => {
    const earlier = [give('ATROPINE', 1, { at: ago(10) }), give('ATROPINE', 1, { at: ago(5) })]
    expect(checkDose(give('ATROPINE', 1), adult, earlier, { indication: 'BRADYCARDIA' })).toEqual([])
    const more = [...earlier, give('ATROPINE', 0.6, { at: ago(15) })]
    expect(checkDose(give('ATROPINE', 0.6), adult, more, { indication: 'BRADYCARDIA' })).toEqual([
      { warning: 'ABOVE_TOTAL', most: 3, unit: 'mg' },
    ])
    expect(checkDose(give('ATROPINE', 0.4), adult, more, { indication: 'BRADYCARDIA' })).toEqual([])
  })

  test('of unknown amount counts in the interval and in the number of doses', () => {
    const otherAt = ago(2)
    expect(checkDose(give('ADRENALINE', 1), adult, [give('ADRENALINE', null, { at: otherAt })])).toEqual([
      { warning: 'TOO_SOON', minutes: 3, otherAt },
    ])
    expect(checkDose(give('ADRENALINE', 1), adult, [give('ADRENALINE', null, { at: ago(3) })])).toEqual([])
    const tablet = (minutes: number, amount: number | null) =>
      give('ISDN', amount, { unit: amount === null ? null : 'tablet', route: 'SL', at: ago(minutes) })
    expect(checkDose(tablet(0, 1), adult, [tablet(10, null), tablet(5, 1)])).toEqual([])
    const three = [tablet(15, null), tablet(10, null), tablet(5, 1)]
    for (const amount of [1, null])
      expect(checkDose(tablet(0, amount), adult, three)).toEqual([{ warning: 'TOO_MANY', mostDoses: 3 }])
  })

  test('of unknown amount leaves the total unknown, and has itself no amount or unit that is wrong', () => {
    const slow = { indication: 'BRADYCARDIA' } as const
    const earlier = [give('ATROPINE', null, { at: ago(10) }), give('ATROPINE', 1, { at: ago(5) })]
    expect(checkDose(give('ATROPINE', 1), adult, earlier, slow)).toEqual([
      { warning: 'UNKNOWN_TOTAL', most: 3, unit: 'mg' },
    ])
    const more = [...earlier, give('ATROPINE', 1, { at: ago(15) }), give('ATROPINE', 0.6, { at: ago(20) })]
    expect(checkDose(give('ATROPINE', 0.6), adult, more, slow)).toEqual([
      { warning: 'ABOVE_TOTAL', most: 3, unit: 'mg' },
    ])
    expect(checkDose(give('ATROPINE', null), adult, [give('ATROPINE', 1, { at: ago(5) })], slow)).toEqual([])
  })

  test('in a unit that is not the drug’s is not compared with its amounts', () => {
    expect(checkDose(give('FENTANYL', 50), adult, [])).toEqual([{ warning: 'WRONG_UNIT', units: ['mcg'] }])
    expect(checkDose(give('ADRENALINE', 5, { unit: 'mcg/min' }), adult, [])).toEqual([])
    expect(checkDose(give('ADRENALINE', 11, { unit: 'mcg/min' }), adult, [])).toEqual([
      { warning: 'ABOVE_MAX', most: 10, unit: 'mcg/min' },
    ])
  })

  test('with several faults has a warning for each', () => {
    const warnings = checkDose(give('MORPHINE', 10), { ...adult, allergies: ['Morphine'] }, [
      give('MORPHINE', 4, { at: ago(1) }),
    ])
    expect(warnings.map(({ warning }) => warning)).toEqual(['ALLERGY', 'ABOVE_MAX', 'TOO_SOON'])
  })

  test('as the reference says has no warning', () => {
    const doses = drugCodes.flatMap((code) => (drugList[code] as Drug).uses.map((use) => ({ code, use })))
    fc.assert(
      fc.property(
        fc.constantFrom(...doses),
        fc.integer({ min: 0, max: 90 }),
        fc.double({ min: 2, max: 150, noNaN: true }),
        ({ code, use }, age, kg) => {
          const who = patient(years(age), kg)
          const dose = computeReferenceDose(use, who)
          if (dose === null) return
          for (const route of use.routes)
            expect(
              checkDose(
                { drug: code, amount: dose.high, unit: dose.unit, route, at: now },
                { ...who, allergies: [] },
                [],
                { indication: use.for },
              ),
            ).toEqual([])
        },
      ),
    )
  })
})

describe('an allergy on record', () => {
  test.each<[DrugCode, string, boolean]>([
    ['ASPIRIN', 'Aspirin', true],
    ['ASPIRIN', 'NSAIDs (ibuprofen)', true],
    ['ASPIRIN', 'แพ้ยาแอสไพริน', true],
    ['ASPIRIN', 'ASA', true],
    ['ASPIRIN', 'nasal spray', false],
    ['ASPIRIN', 'Penicillin', false],
    ['DIAZEPAM', 'midazolam', false],
    ['DIAZEPAM', 'Benzodiazepines', true],
    ['ADRENALINE', 'norepinephrine', false],
    ['LIDOCAINE', 'local anaesthetics', true],
  ])('to %s is what “%s” says: %s', (drug, substance, isNamed) => {
    expect(listDrugAllergies(drug, [substance])).toEqual(isNamed ? [substance] : [])
  })

  test.each([
    ['Ceftriaxone 1 g', 'ceftriaxone', true],
    ['ceftriaxone', 'Cef-3, Ceftriaxone (rash)', true],
    ['เซฟไตรอะโซน', 'แพ้ยาเซฟไตรอะโซน', true],
    ['Paracetamol 1000 mg', 'Latex 1000', false],
    ['Amoxicillin', 'sulfa', false],
    ['Amiodarone', 'แพ้Amiodarone', true],
    ['', 'ceftriaxone', false],
  ])('to a drug that is not on the list, “%s”, is what “%s” says: %s', (drug, substance, isNamed) => {
    expect(checkOtherAllergies(drug, [substance])).toEqual(
      isNamed ? [{ warning: 'ALLERGY', substances: [substance] }] : [],
    )
  })

  test('to a drug of the class says so once, with all its entries, and nothing twice', () => {
    const cross = { drugClass: 'CEPHALOSPORIN', allergyClass: 'PENICILLIN' }
    expect(checkOtherAllergies(' Ceftriaxone 2 g ', ['Penicillin', 'sulfa', 'Cloxacillin (rash)'])).toEqual([
      {
        warning: 'CROSS_REACTION',
        drug: 'Ceftriaxone 2 g',
        substances: ['Penicillin', 'Cloxacillin (rash)'],
        ...cross,
      },
    ])
    expect(checkOtherAllergies('Ceftriaxone', ['ceftriaxone', 'cefazolin'])).toEqual([
      { warning: 'ALLERGY', substances: ['ceftriaxone'] },
      {
        warning: 'SAME_CLASS',
        drug: 'Ceftriaxone',
        substances: ['cefazolin'],
        drugClass: 'CEPHALOSPORIN',
        allergyClass: 'CEPHALOSPORIN',
      },
    ])
    expect(checkAllergies('ASPIRIN', ['Ibuprofen', 'NSAIDs'])).toEqual([
      { warning: 'ALLERGY', substances: ['NSAIDs'] },
      {
        warning: 'SAME_CLASS',
        drug: { en: drugList.ASPIRIN.name_en, th: drugList.ASPIRIN.name_th },
        substances: ['Ibuprofen'],
        drugClass: 'NSAID',
        allergyClass: 'NSAID',
      },
    ])
    expect(checkAllergies('FUROSEMIDE', ['sulfa'])).toEqual([])
  })

  test('names the entries, and nothing without any', () => {
    expect(checkDose(give('MORPHINE', 2), { ...adult, allergies: ['Latex', 'Opiates'] }, [])).toEqual([
      { warning: 'ALLERGY', substances: ['Opiates'] },
    ])
    expect(listDrugAllergies('MORPHINE', [])).toEqual([])
  })
})

test('the units of a drug are those of its doses', () => {
  expect(listDrugUnits('ADRENALINE')).toEqual(['mg', 'mcg/min'])
  for (const code of drugCodes) expect(listDrugUnits(code).length).toBeGreaterThan(0)
})
