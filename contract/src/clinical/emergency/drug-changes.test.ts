import { describe, expect, test } from 'vitest'
import { listNotes, writeDosage } from './dosage-text.ts'
import {
  DrugChanges,
  dosedPatients,
  dropUnknownDrugs,
  findDrugs,
  nameDrug,
  type RuleChange,
  validateDrugChanges,
} from './drug-changes.ts'
import { checkDose, computeReferenceDose, findDoseWeight, type GivenDose } from './drug-dose.ts'
import { type Drug, type DrugCode, type DrugIndication, drugCodes, drugList } from './drug-list.ts'

const change = (
  code: DrugCode,
  indication: DrugIndication,
  who: (typeof dosedPatients)[number],
  ...rules: RuleChange[]
): DrugChanges => ({ [code]: { uses: { [indication]: { [who]: rules } } } })
const bradycardia = (rule: RuleChange) => change('ATROPINE', 'BRADYCARDIA', 'adult', rule)
const findUse = (changes: DrugChanges, code: DrugCode, indication: DrugIndication) =>
  findDrugs(changes)[code].uses.find((use) => use.for === indication) ?? expect.fail('there is no such use')

const at = '2026-11-23T08:00:00.000Z'
const minutesBefore = (minutes: number) => new Date(Date.parse(at) - minutes * 60_000).toISOString()
const give = (amount: number, more: Partial<GivenDose> = {}): GivenDose => ({
  drug: 'ATROPINE',
  amount,
  unit: 'mg',
  route: 'IV',
  at,
  ...more,
})
const adult = { age: { years: 40, months: 0, days: 0 }, weight: null, isPregnant: false, allergies: [] }
const warn = (changes: DrugChanges, given: GivenDose, others: GivenDose[] = []) =>
  checkDose(given, adult, others, { drugs: findDrugs(changes), indication: 'BRADYCARDIA' }).map(
    ({ warning }) => warning,
  )

describe('a dose is judged by the limit of the hospital', () => {
  test('the largest dose, at the limit and above it', () => {
    expect(warn({}, give(1.1))).toEqual(['ABOVE_MAX'])
    expect(warn(bradycardia({ high: 1.2 }), give(1.2))).toEqual([])
    expect(warn(bradycardia({ high: 1.2 }), give(1.3))).toEqual(['ABOVE_MAX'])
    expect(warn(bradycardia({ high: 0.6 }), give(0.7))).toEqual(['ABOVE_MAX'])
  })

  test('the interval, at its end and before it', () => {
    const earlier = (minutes: number) => [give(0.6, { at: minutesBefore(minutes) })]
    expect(warn({}, give(0.6), earlier(3))).toEqual([])
    expect(warn(bradycardia({ every_minutes: 5 }), give(0.6), earlier(5))).toEqual([])
    expect(warn(bradycardia({ every_minutes: 5 }), give(0.6), earlier(4))).toEqual(['TOO_SOON'])
  })

  test('how many doses, and how much of all together', () => {
    const earlier = [give(1, { at: minutesBefore(10) }), give(1, { at: minutesBefore(5) })]
    expect(warn({}, give(1), earlier)).toEqual([])
    expect(warn(bradycardia({ most_doses: 2 }), give(1), earlier)).toEqual(['TOO_MANY'])
    expect(warn(bradycardia({ most_total: 2.9 }), give(1), earlier)).toEqual(['ABOVE_TOTAL'])
    expect(warn(bradycardia({ most_total: 3 }), give(1), earlier)).toEqual([])
  })

  test('the bound of a dose by weight, and for a child never more than an adult gets', () => {
    const child = {
      age: { years: 5, months: 0, days: 0 },
      weight: findDoseWeight(40, null),
      isPregnant: false,
    }
    const dose = (changes: DrugChanges) =>
      computeReferenceDose(findUse(changes, 'ATROPINE', 'BRADYCARDIA'), child)?.high
    expect(dose({})).toBe(0.5)
    expect(dose(change('ATROPINE', 'BRADYCARDIA', 'child', { max: 0.6 }))).toBe(0.6)
    const both = {
      ATROPINE: { uses: { BRADYCARDIA: { child: [{ max: 0.6 }], adult: [{ low: 0.4, high: 0.4 }] } } },
    }
    expect(dose(both)).toBe(0.4)
  })

  test('one of several rules by weight, and the others as they are', () => {
    const changes = change('MIDAZOLAM', 'SEIZURE', 'adult', {}, { high: 12 })
    expect(findUse(changes, 'MIDAZOLAM', 'SEIZURE').adult).toMatchObject({
      rules: [
        { low: 5, high: 5 },
        { low: 10, high: 12 },
      ],
      text_en: '5 mg, 13–40 kg; 10–12 mg, over 40 kg',
      text_th: '5 mg ถ้าหนัก 13–40 kg; 10–12 mg ถ้าหนักกว่า 40 kg',
    })
  })
})

describe('what the crew reads', () => {
  test('is written from the changed rule, and of what is not changed as it was', () => {
    const use = findUse(bradycardia({ high: 1.2, every_minutes: 5 }), 'ATROPINE', 'BRADYCARDIA')
    expect(use.adult?.text_en).toBe('0.6–1.2 mg, at least 5 min apart, at most 3 mg in all')
    expect(use.adult?.text_th).toBe('0.6–1.2 mg ห่างกันอย่างน้อย 5 นาที รวมไม่เกิน 3 mg')
    const [{ child }] = drugList.ATROPINE.uses
    expect(use.child).toEqual(child)
  })

  test('names no ampoule that the hospital does not have', () => {
    const use = findUse({ ATROPINE: { strength: '1 mg/mL', uses: {} } }, 'ATROPINE', 'BRADYCARDIA')
    expect(use.adult?.text_en).toBe('0.6–1 mg, at least 3 min apart, at most 3 mg in all')
  })

  test('keeps what the list says beside the numbers', () => {
    const { adult: slow } = findUse(
      change('DIAZEPAM', 'SEIZURE', 'adult', { high: 20 }),
      'DIAZEPAM',
      'SEIZURE',
    )
    expect(slow).toMatchObject({ text_en: '5–20 mg; slowly', text_th: '5–20 mg; ฉีดช้า' })
  })

  const listWords = (text: string) =>
    text
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((word) => word.length > 2)
  /** Words of the sentences around a number: these sentences are written anew. */
  const ofNumbers = new Set([
    'every',
    'most',
    'doses',
    'all',
    'least',
    'ampoule',
    'first',
    'tablet',
    'from',
    'under',
  ])
  const dosages = drugCodes.flatMap((code) =>
    (drugList[code] as Drug).uses.flatMap((use) =>
      dosedPatients.flatMap((who) => {
        const dosage = use[who]
        return dosage ? [[`${code} ${use.for} ${who}`, code, use.for, who, dosage] as const] : []
      }),
    ),
  )

  test.each(dosages)(
    '%s says all its numbers and loses no word of advice',
    (_, code, indication, who, dosage) => {
      const { text_en, text_th } = writeDosage([code, indication, who], dosage.rules)
      for (const rule of dosage.rules) {
        const { low, high, min, max, everyMinutes, mostDoses, mostTotal } = rule
        for (const told of [low, high, min, max, everyMinutes, mostDoses, mostTotal])
          if (told !== undefined)
            for (const text of [text_en, text_th])
              expect([...text.matchAll(/\d+(\.\d+)?/g)].map(([number]) => Number(number))).toContain(told)
      }
      const told = new Set(listWords(text_en))
      expect(listWords(dosage.text_en).filter((word) => !told.has(word) && !ofNumbers.has(word))).toEqual([])
    },
  )

  test('has no note of a dosage that is not in the list', () => {
    for (const [code, indication, who] of listNotes())
      expect((drugList[code] as Drug).uses.find((use) => use.for === indication)?.[who]).toBeDefined()
  })
})

test('without changes, or with those that change nothing, the list is that of the panel', () => {
  expect(findDrugs({})).toBe(drugList)
  expect(findDrugs(bradycardia({ low: 0.6, high: 1 }))).toEqual(drugList)
  expect(findDrugs({ REMOVED: { uses: {} } })).toBe(drugList)
})

test('a label has the strength of the hospital', () => {
  const own = {
    ATROPINE: { strength: '1 mg/mL', uses: {} },
    KETAMINE: { strength: '500 mg/10 mL', uses: {} },
  }
  expect(nameDrug('Atropine 0.6 mg/mL', 'ATROPINE', own)).toBe('Atropine 1 mg/mL')
  expect(nameDrug('Ketamine', 'KETAMINE', own)).toBe('Ketamine 500 mg/10 mL')
  expect(nameDrug('Morphine 10 mg/mL', 'MORPHINE', own)).toBe('Morphine 10 mg/mL')
  expect(nameDrug('Other', 'OTHER', own)).toBe('Other')
})

describe('a change is refused', () => {
  const path = 'ATROPINE.uses.BRADYCARDIA.adult.0'
  const child = (rule: RuleChange) => change('ATROPINE', 'BRADYCARDIA', 'child', rule)
  const ofChild = 'ATROPINE.uses.BRADYCARDIA.child.0'
  test.each<[string, DrugChanges, [string, string][]]>([
    ['not within its bounds', bradycardia({ low: 0.5, high: 5, most_total: 15 }), []],
    ['not at the ends of its bounds', bradycardia({ low: 0.03, high: 5, most_total: 5 }), []],
    ['of a drug that is not in the list', { VASOPRESSIN: { uses: {} } }, [['VASOPRESSIN', 'choice-invalid']]],
    ['of a name that every object has', { constructor: { uses: {} } }, [['constructor', 'choice-invalid']]],
    [
      'of a use that the drug does not have',
      change('ATROPINE', 'PAIN', 'adult', { high: 1 }),
      [['ATROPINE.uses.PAIN', 'choice-invalid']],
    ],
    [
      'of a dose for children that the list does not have',
      change('ATROPINE', 'ORGANOPHOSPHATE', 'child', { high: 1 }),
      [['ATROPINE.uses.ORGANOPHOSPHATE.child', 'choice-invalid']],
    ],
    [
      'of a second rule where there is one',
      change('ATROPINE', 'BRADYCARDIA', 'adult', {}, { high: 1 }),
      [['ATROPINE.uses.BRADYCARDIA.adult', 'choice-invalid']],
    ],
    [
      'of a bound of a dose that is not by weight',
      bradycardia({ max: 2 }),
      [[`${path}.max`, 'field-unknown']],
    ],
    [
      'of an interval of an infusion',
      change('ADRENALINE', 'INFUSION', 'adult', { every_minutes: 5 }),
      [['ADRENALINE.uses.INFUSION.adult.0.every_minutes', 'field-unknown']],
    ],
    ['that is a slip of the point', bradycardia({ high: 10 }), [[`${path}.high`, 'dose-far']]],
    ['just above five times', bradycardia({ high: 5.01 }), [[`${path}.high`, 'dose-far']]],
    ['below a twentieth', bradycardia({ low: 0.02 }), [[`${path}.low`, 'dose-far']]],
    ['of a total that is far', bradycardia({ most_total: 15.1 }), [[`${path}.most_total`, 'dose-far']]],
    ['with a least above the most', bradycardia({ low: 1.1 }), [[`${path}.low`, 'dose-order']]],
    ['with a most below the least', bradycardia({ high: 0.5 }), [[`${path}.high`, 'dose-order']]],
    [
      'with less in all than in one dose',
      bradycardia({ most_total: 0.9 }),
      [[`${path}.most_total`, 'dose-order']],
    ],
    ['with a bound that is the least', child({ max: 0.1 }), [[`${ofChild}.max`, 'dose-order']]],
    [
      'of a new bound that nobody weighs enough for',
      change('AMIODARONE', 'ARREST_FIRST', 'child', { max: 1_501 }),
      [['AMIODARONE.uses.ARREST_FIRST.child.0.max', 'dose-far']],
    ],
    ['not of a new bound', change('AMIODARONE', 'ARREST_FIRST', 'child', { max: 300 }), []],
  ])('%s', (_, changes, problems) => {
    expect(validateDrugChanges(changes, 'drugs')).toEqual(
      problems.map(([field, message]) => ({ field: `drugs.${field}`, message })),
    )
  })

  test.each<[string, RuleChange | object, string]>([
    ['zero', { high: 0 }, 'number-range'],
    ['a negative number', { most_total: -1 }, 'number-range'],
    ['no number', { high: null }, 'number-invalid'],
    ['half a minute', { every_minutes: 0.5 }, 'number-invalid'],
    ['more than a day', { every_minutes: 1_441 }, 'number-range'],
    ['no dose at all', { most_doses: 0 }, 'number-range'],
  ])('if it says %s', (_, rule, message) => {
    const [name = ''] = Object.keys(rule)
    expect(DrugChanges.safeParse(bradycardia(rule)).error?.issues).toMatchObject([
      { path: ['ATROPINE', 'uses', 'BRADYCARDIA', 'adult', 0, name], message },
    ])
  })

  test('if it changes anything else of the list', () => {
    expect(DrugChanges.safeParse(bradycardia({ unit: 'mcg' } as RuleChange)).success).toBe(false)
    expect(DrugChanges.safeParse({ ATROPINE: { allergens: [] } }).success).toBe(false)
    expect(DrugChanges.safeParse({ ATROPINE: { strength: '  ', uses: {} } }).success).toBe(false)
  })
})

test('what an earlier version stored and this one would refuse goes, and the rest stays', () => {
  const earlier: DrugChanges = {
    REMOVED: { strength: '1 mg', uses: {} },
    ATROPINE: {
      strength: '1 mg/mL',
      uses: {
        REMOVED: { adult: [{ high: 1 }] },
        BRADYCARDIA: { adult: [{ high: 1.2 }], child: [{ max: 100 }] },
      },
    },
    KETAMINE: { uses: { PAIN: { adult: [{ high: 30 }] } } },
  }
  const kept = dropUnknownDrugs(earlier)
  expect(kept).toEqual({
    ATROPINE: { strength: '1 mg/mL', uses: { BRADYCARDIA: { adult: [{ high: 1.2 }] } } },
  })
  expect(dropUnknownDrugs(kept)).toEqual(kept)
  expect(validateDrugChanges(kept, '')).toEqual([])
})
