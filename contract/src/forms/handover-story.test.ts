import { describe, expect, test } from 'vitest'
import { type Answers, findField, listFields } from './form.ts'
import { findForm } from './forms.ts'
import {
  chooseMissionScheme,
  chooseScheme,
  collectStory,
  cutText,
  handoverStoryField,
  joinStory,
  listStoryFields,
} from './handover-story.ts'
import { operationForm } from './operation/operation-form.ts'

const answers: Answers = {
  unit_level: 'ALS',
  result: 'FOUND',
  case_kind: 'TRAUMA',
  age_years: 34,
  sex: '1',
  complaint: 'รถจักรยานยนต์ล้ม',
  mechanism: ['TRAFFIC'],
  wounds: ['LACERATION'],
  bones: ['NONE'],
  allergies: { reason: 'UNABLE' },
  medical: ['CHEST_PAIN'],
  airway_care: ['NONE'],
  takes_anticoagulant: false,
  vitals: {
    '0191-1': { measured_at: '2026-03-01T03:20:00.000Z', systolic: 80, pulse: 130 },
    '0191-2': { measured_at: '2026-03-01T03:10:00.000Z', systolic: 92 },
    '0191-3': { measured_at: '2026-03-01T03:30:00.000Z', systolic: 20, is_struck_out: true },
  },
  drugs: {
    '0191-4': { drug: 'TRANEXAMIC', dose: 1, dose_unit: 'G', route: 'IV' },
    '0191-5': { drug: 'FENTANYL', dose: 50, dose_unit: 'MCG', route: 'IV' },
  },
}
const list = (scheme: 'ATMIST' | 'ISBAR', given: Answers = answers) =>
  Object.fromEntries(
    collectStory(operationForm, given, scheme).map(({ part, lines }) => [
      part,
      lines.map(({ items }) => items.map((item) => ('name' in item ? [item.name, item.answer] : 'computed'))),
    ]),
  )

describe('the story of a hand-over', () => {
  test('reads fields that every version of the form has', () => {
    const { form, field } = handoverStoryField
    const newest = findForm(form)
    expect(newest && findField(newest, field)).toMatchObject({ kind: 'text' })
    const known = listFields(operationForm).flatMap(([name, one]) =>
      one.kind === 'rows' ? Object.keys(one.fields).map((inner) => `${name}/${inner}`) : [name],
    )
    for (const { rows, name } of listStoryFields())
      expect(known).toContain(rows === undefined ? name : `${rows}/${name}`)
  })

  test('of an injury is ATMIST, of anything else ISBAR', () => {
    expect(chooseScheme(answers)).toBe('ATMIST')
    expect(chooseScheme({ ...answers, case_kind: 'ILLNESS' })).toBe('ISBAR')
    expect(chooseScheme({})).toBe('ISBAR')
  })

  test.each([
    ['TRAUMA', 'SICK', ['17'], 'ATMIST'],
    ['ILLNESS', 'TRAFFIC', ['25'], 'ISBAR'],
    [null, 'TRAFFIC', ['17'], 'ATMIST'],
    [null, 'OTHER_ACCIDENT', [], 'ATMIST'],
    [null, 'SICK', ['7', '21'], 'ATMIST'],
    [null, 'DISASTER', ['5'], 'ISBAR'],
    [null, null, [], 'ISBAR'],
  ])(
    'of a mission is by its sheet (%s), else by its request (%s, %j): %s',
    (case_kind, event, groups, scheme) => {
      expect(chooseMissionScheme({ case_kind, event, symptom_groups: groups })).toBe(scheme)
    },
  )

  test('has what was found, the newest values that count, and each drug', () => {
    expect(list('ATMIST')).toEqual({
      age: [['computed'], [['sex', '1']]],
      mechanism: [[['mechanism', ['TRAFFIC']]]],
      injuries: [[['wounds', ['LACERATION']]]],
      signs: [
        [
          ['measured_at', '2026-03-01T03:20:00.000Z'],
          ['systolic', 80],
          ['pulse', 130],
        ],
      ],
      treatment: [
        [
          ['drug', 'TRANEXAMIC'],
          ['dose', 1],
          ['dose_unit', 'G'],
          ['route', 'IV'],
        ],
        [
          ['drug', 'FENTANYL'],
          ['dose', 50],
          ['dose_unit', 'MCG'],
          ['route', 'IV'],
        ],
      ],
    })
  })

  test('of an injury has the burns and whether anything protected them', () => {
    const burned: Answers = {
      ...answers,
      wounds: ['BURN'],
      burn_depth: '2',
      burn_inhalation: true,
      burn_palms: 9,
      protection: ['HELMET'],
    }
    const { injuries, mechanism } = list('ATMIST', burned)
    expect(injuries?.slice(1)).toEqual([['computed'], [['burn_depth', '2']], [['burn_inhalation', true]]])
    expect(mechanism).toContainEqual([['protection', ['HELMET']]])
    expect(list('ATMIST', { ...burned, protection: ['NONE'] })['mechanism']).toContainEqual([
      ['protection', ['NONE']],
    ])
  })

  test('of an illness has what its block asks: stroke, poison, labour, danger', () => {
    const ill: Answers = {
      ...answers,
      case_kind: 'ILLNESS',
      sex: '2',
      blocks: ['STROKE', 'POISONING', 'LABOUR', 'PSYCHIATRIC'],
      face: true,
      face_side: 'LEFT',
      arm: false,
      speech: false,
      substance: 'ยาฆ่าหญ้า',
      poison_route: 'SWALLOWED',
      gestation_weeks: 38,
      is_crowning: true,
      danger_to: ['OTHERS'],
      weapon: 'มีด',
    }
    const { situation, assessment } = list('ISBAR', ill)
    for (const told of [
      [['substance', 'ยาฆ่าหญ้า']],
      [['poison_route', 'SWALLOWED']],
      [['gestation_weeks', 38]],
      [['is_crowning', true]],
      [['danger_to', ['OTHERS']]],
      [['weapon', 'มีด']],
    ])
      expect(situation).toContainEqual(told)
    expect(assessment).toContainEqual(['computed'])
    expect(assessment).toContainEqual([['face', true]])
    expect(JSON.stringify(assessment)).not.toContain('speech')
  })

  test('says why nobody knows how much of a drug or a fluid was given', () => {
    const reason = { reason: 'UNABLE' } as const
    const given_at = '2026-03-01T03:25:00.000Z'
    const drugs = { '0191-4': { drug: 'MORPHINE', dose: reason, dose_unit: 'mg', route: 'IV', given_at } }
    const fluids = { '0191-5': { fluid: 'NSS', hung_ml: reason } }
    const { treatment } = list('ATMIST', { ...answers, drugs, fluids })
    expect(treatment).toEqual([
      [
        ['drug', 'MORPHINE'],
        ['dose', reason],
        ['route', 'IV'],
        ['given_at', given_at],
      ],
      [
        ['fluid', 'NSS'],
        ['hung_ml', reason],
      ],
    ])
  })

  test('leaves out what the form hides, what was not asked and a no', () => {
    const told = list('ISBAR')
    expect(told['background']).toBeUndefined()
    // The problem of an illness is hidden while it is an injury.
    expect(JSON.stringify(told['assessment'])).not.toContain('CHEST_PAIN')
    expect(list('ISBAR', { ...answers, case_kind: 'ILLNESS' })['assessment']).toContainEqual([
      ['medical', ['CHEST_PAIN']],
    ])
  })

  test('has the coma scale of the newest values', () => {
    const vitals = {
      '0191-1': { measured_at: '2026-03-01T03:20:00.000Z', eye: '4', verbal: '5', motor: '6' },
    }
    expect(list('ATMIST', { ...answers, vitals })['signs']).toEqual([
      [['measured_at', '2026-03-01T03:20:00.000Z'], 'computed'],
    ])
  })

  test('tells a newborn by days, and that an age is a guess', () => {
    const newborn = { age_years: 0, age_months: 0, age_days: 5, is_age_estimated: true }
    const [age] = collectStory(operationForm, { ...answers, ...newborn }, 'ATMIST')
    const days = { key: 'age.days', values: { count: 5 } }
    expect(age?.lines[0]?.items).toEqual([
      { computed: { isWarning: false, phrases: [{ key: 'age-estimated', values: { age: [days] } }] } },
    ])
  })

  test('of an illness has the care in the assessment, and what limits it before the rest of the background', () => {
    const told = list('ISBAR', { ...answers, airway_care: ['SUCTION'], has_advance_directive: true })
    expect(told['assessment']).toEqual(
      expect.arrayContaining([
        [['airway_care', ['SUCTION']]],
        expect.arrayContaining([['drug', 'TRANEXAMIC']]),
      ]),
    )
    const medicines = 'Warfarin'
    expect(list('ISBAR', { ...answers, medicines, has_advance_directive: true })['background']).toEqual([
      [['has_advance_directive', true]],
      [['medicines', medicines]],
    ])
  })

  test('of an injury has what limits the care, too', () => {
    const limits = { has_advance_directive: true, is_palliative: true }
    expect(list('ATMIST', { ...answers, ...limits })['age']?.slice(-2)).toEqual([
      [['has_advance_directive', true]],
      [['is_palliative', true]],
    ])
  })

  test('of an injury has what decides which drug and blood to give, the longest last', () => {
    const told = list('ATMIST', { ...answers, takes_anticoagulant: true, allergies: 'Penicillin' })
    expect(told['age']?.slice(-2)).toEqual([[['takes_anticoagulant', true]], [['allergies', 'Penicillin']]])
  })

  test.each([
    ['ATMIST', 'age'],
    ['ISBAR', 'background'],
  ] as const)(
    'by %s has the allergies of the record where the crew was told others, and each once',
    (scheme, part) => {
      const say = (more: Answers) =>
        list(scheme, { ...answers, ...more })[part]?.filter(([item]) =>
          JSON.stringify(item).includes('allergies'),
        )
      const known_allergies = 'Penicillin'
      expect(say({ known_allergies, allergies: { reason: 'UNABLE' } })).toEqual([
        [['known_allergies', 'Penicillin']],
      ])
      expect(say({ known_allergies, allergies: 'กุ้ง' })).toEqual([
        [['known_allergies', 'Penicillin']],
        [['allergies', 'กุ้ง']],
      ])
      expect(say({ known_allergies, allergies: 'Penicillin' })).toEqual([[['allergies', 'Penicillin']]])
    },
  )

  test('of a stroke has the anticoagulant that its part of the form names, and when it was last taken', () => {
    const stroke_last_dose_at = '2026-03-01T01:00:00.000Z'
    const stroke = {
      case_kind: 'ILLNESS',
      blocks: ['STROKE'],
      stroke_anticoagulant: true,
      stroke_last_dose_at,
    }
    expect(list('ISBAR', { ...answers, ...stroke })['background']).toEqual([
      [['stroke_anticoagulant', true]],
      [['stroke_last_dose_at', stroke_last_dose_at]],
    ])
  })

  test('has each procedure with its time among the treatments, and says which did not succeed', () => {
    const done_at = '2026-03-01T03:25:00.000Z'
    const procedures = {
      '0191-6': { procedure: 'IO', procedure_detail: 'แข้งขวา', done_at, done_by: 'A', was_successful: true },
      '0191-7': { procedure: 'IV', done_at, tries: 3, was_successful: false },
    }
    const told = [
      [
        ['procedure', 'IO'],
        ['procedure_detail', 'แข้งขวา'],
        ['done_at', done_at],
      ],
      [
        ['procedure', 'IV'],
        ['was_successful', false],
        ['done_at', done_at],
      ],
    ]
    expect(list('ATMIST', { ...answers, procedures })['treatment']).toEqual(expect.arrayContaining(told))
    expect(list('ISBAR', { ...answers, procedures })['assessment']).toEqual(expect.arrayContaining(told))
  })

  test('has the bleeding of an illness before its values', () => {
    const bleeds = { case_kind: 'ILLNESS', bleeding: 'INTERNAL', bleeding_ml: 500 }
    expect(list('ISBAR', { ...answers, ...bleeds })['assessment']?.slice(0, 2)).toEqual([
      [['bleeding', 'INTERNAL']],
      [['bleeding_ml', 500]],
    ])
  })

  test('has the oxygen, the pupils and the rhythm of the newest values, the shocks and what came of an arrest', () => {
    const at = '2026-03-01T03:20:00.000Z'
    const more = {
      oxygen_device: 'BVM',
      oxygen_flow: 10,
      etco2: 38,
      right_pupil: 3,
      right_reaction: 'BRISK',
      left_pupil: 5,
      left_reaction: 'FIXED',
    }
    const arrest = {
      case_kind: 'ILLNESS',
      blocks: ['ARREST'],
      vitals: { '0191-1': { measured_at: at, beyond: 'below', rhythm: 'AF', ...more } },
      cpr: 'AED_DF',
      first_rhythm: 'VF',
      shocks: { '0191-6': { shocked_at: at, energy: 200, rhythm_after: 'PEA' } },
      has_rosc: true,
      circulation_changes: { '0191-7': { circulation: 'ROSC', circulation_at: at } },
      arrest_outcome: 'ROSC',
    }
    const shock = [
      ['energy', 200],
      ['rhythm_after', 'PEA'],
      ['shocked_at', at],
    ]
    for (const [scheme, values, care] of [
      ['ATMIST', 'signs', 'treatment'],
      ['ISBAR', 'assessment', 'assessment'],
    ] as const) {
      const told = list(scheme, { ...answers, ...arrest })
      expect(told[values]).toEqual(
        expect.arrayContaining([
          [
            ['measured_at', at],
            ['beyond', 'below'],
            ['rhythm', 'AF'],
          ],
          Object.entries(more),
          [['first_rhythm', 'VF']],
          [['has_rosc', true]],
          [
            ['circulation', 'ROSC'],
            ['circulation_at', at],
          ],
          [['arrest_outcome', 'ROSC']],
        ]),
      )
      expect(told[care]).toEqual(expect.arrayContaining([[['cpr', 'AED_DF']], shock]))
    }
  })

  test('is cut where it is longer than may be stored, and says so', () => {
    expect(cutText('abc', 3)).toBe('abc')
    expect(cutText('abcd', 3)).toBe('ab…')
  })

  test('as one text is shortened where it is longest, and never where it says what was found and done', () => {
    const found = 'F'.repeat(700)
    const text = joinStory(
      [
        ['identify', 'I'.repeat(60)],
        ['situation', 'S'.repeat(500)],
        ['background', 'B'.repeat(1_500)],
        ['assessment', found],
      ],
      2_000,
    )
    const [identify, situation, background, assessment] = text.split('\n')
    expect(text).toHaveLength(2_000)
    expect(identify).toBe('I'.repeat(60))
    expect(situation).toBe('S'.repeat(500))
    expect(background).toMatch(/^B+…$/)
    expect(assessment).toBe(found)
  })

  test('as one text stays as it is where it fits, and keeps who it is where what was done does not', () => {
    const short = [
      ['age', 'A: 34'],
      ['treatment', 'T: O2'],
    ] as const
    expect(joinStory(short, 11)).toBe('A: 34\nT: O2')
    const text = joinStory(
      [
        ['age', 'A: 34'],
        ['mechanism', 'M'.repeat(900)],
        ['treatment', 'T'.repeat(3_000)],
      ],
      2_000,
    )
    expect(text).toMatch(/^A: 34\nM{79}…\nT+…$/)
    expect(text).toHaveLength(2_000)
  })
})
