import { expect, test } from 'vitest'
import { mayHold } from '../conditions.ts'
import { findField, findFormSection, listFields } from '../form.ts'
import { findForm, releasedForms } from '../forms.ts'
import { arrangePrint } from './print-plan.ts'

test.each(releasedForms.map((form) => [`${form.name} ${form.version}`, form] as const))(
  'the printout of %s has each field once',
  (_, form) => {
    const printed = arrangePrint(form).flatMap(({ parts }) =>
      parts.flatMap(({ sections }) =>
        sections.flatMap(({ name, fields }) => Object.keys(fields).map((field) => `${name}/${field}`)),
      ),
    )
    const written = listFields(form).map(([name, , section]) => `${section.name}/${name}`)
    expect(printed.toSorted()).toEqual(written.toSorted())
  },
)

const listParts = (name: Parameters<typeof findForm>[0]) => {
  const form = findForm(name)
  if (!form) throw new Error('the form is released')
  return arrangePrint(form).map(({ sheet, parts }) => [
    sheet,
    parts.map(({ heading, sections }) => heading ?? sections[0]?.name),
  ])
}

test('the run sheet has the six parts of the official one, and single illnesses and the fee apart', () => {
  const [main, continuation, fees] = listParts('operation-form')
  expect(main).toEqual(['main', ['unit', 'times', 'patient', 'decision', 'appraisal', 'result']])
  expect(continuation?.[0]).toBe('continuation')
  expect(continuation?.[1]).toContain('satisfaction')
  expect(fees).toEqual(['fees', ['fees']])
})

test('the journey and the care on it are two sheets of one record', () => {
  expect(listParts('transportation-treatment').map(([sheet]) => sheet)).toEqual(['recording', 'treatment'])
})

test('a referral is read as SBAR', () => {
  const [[, parts] = []] = listParts('ambulance-referral')
  expect(parts?.slice(2, 6)).toEqual(['situation', 'background', 'assessment', 'recommendation'])
})

test('a blank sheet asks what can still be asked: a basic unit has no tube and no illness of its own', () => {
  const form = findForm('operation-form')
  if (!form) throw new Error('the form is released')
  const mayBeAsked = (field: string, unit_level: string) =>
    mayHold(form, findFormSection(form, field)?.shown, { unit_level }) &&
    mayHold(form, findField(form, field)?.shown, { unit_level })
  for (const field of ['et_size', 'pain_story', 'gestation_weeks', 'medical']) {
    expect(mayBeAsked(field, 'ALS')).toBe(true)
    expect(mayBeAsked(field, 'BLS')).toBe(false)
  }
  // Resuscitation is for every unit, and so is what depends on its outcome.
  expect(mayBeAsked('first_rhythm', 'BLS')).toBe(true)
  expect(mayBeAsked('death_at', 'FR')).toBe(true)
})

test('the plan on the way stands under the recommendation of a referral', () => {
  const form = findForm('ambulance-referral') ?? expect.fail('the form is released')
  const part = arrangePrint(form)[0]?.parts.find(({ heading }) => heading === 'recommendation')
  expect(part?.sections.flatMap(({ fields }) => Object.keys(fields))).toEqual([
    'recommendation',
    'plan_en_route',
    'limits_of_care',
  ])
})
