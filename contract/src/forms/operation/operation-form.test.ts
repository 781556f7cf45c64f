import { expect, test } from 'vitest'
import { holds } from '../conditions.ts'
import { type Answers, findField, listFields } from '../form.ts'
import { listMissing, parseAnswer } from '../schema.ts'
import { operationForm } from './operation-form.ts'

/** The names of the fields that a unit of this level sees of an illness, with those of its vital signs. */
function listShown(unit_level: string): Set<string> {
  const answers: Answers = { unit_level, result: 'FOUND', case_kind: 'ILLNESS', is_transported: true }
  return new Set(
    listFields(operationForm).flatMap(([name, field, section]) => {
      if (!holds(section.shown, answers) || !holds(field.shown, answers)) return []
      if (field.kind !== 'rows') return [name]
      const inner = Object.entries(field.fields).filter(([, one]) =>
        holds(one.shown, answers, { id: '', values: {} }),
      )
      return [name, ...inner.map(([key]) => `${name}/${key}`)]
    }),
  )
}

test.each(['FR', 'BLS'])('a %s crew sees what is on its own sheet', (level) => {
  const shown = listShown(level)
  for (const name of [
    'unit_name',
    'complaint',
    'payer',
    'breathing',
    'effort',
    'airway_care',
    'outcome',
    'hospital',
  ])
    expect(shown, name).toContain(name)
  for (const name of [
    'zone',
    'delays',
    'address',
    'relative_phone',
    'exposure',
    'medical',
    'other_care',
    'alert_text',
  ])
    expect(shown, name).not.toContain(name)
  expect(shown).toContain('vitals/basic_consciousness')
  for (const name of ['vitals/eye', 'vitals/etco2', 'vitals/capillary_refill'])
    expect(shown, name).not.toContain(name)
})

test('an advanced crew sees all but the words of a basic one for consciousness', () => {
  const [advanced, basic] = [listShown('ALS'), listShown('BLS')]
  expect([...basic].filter((name) => !advanced.has(name))).toEqual(['vitals/basic_consciousness'])
})

test('a basic crew needs its words for consciousness, and an advanced one the GCS', () => {
  const row = '0192f0c0-0000-7000-8000-000000000001'
  const listNeeded = (unit_level: string) =>
    listMissing(operationForm, { unit_level, result: 'FOUND', vitals: { [row]: {} } })
      .map(({ field }) => field.split('/'))
      .flatMap(([field, , inner]) => (field === 'vitals' && inner ? [inner] : []))
  expect(listNeeded('BLS')).toEqual(['measured_at', 'basic_consciousness'])
  expect(listNeeded('ALS')).toEqual(['measured_at', 'eye', 'verbal', 'motor'])
})

test.each(['medical', 'obstetric', 'paediatric', 'surgical', 'other_illness'])(
  'none of a kind of illness stands beside no other answer: %s',
  (path) => {
    const field = findField(operationForm, path)
    if (field?.kind !== 'choices') throw new Error('it is a choice of several')
    expect(parseAnswer(operationForm, path, ['NONE'])).toEqual({ answer: ['NONE'] })
    const other = path === 'other_illness' ? 'EYE' : 'OTHER'
    expect(parseAnswer(operationForm, path, ['NONE', other])).toEqual({
      problem: { field: path, message: 'none-beside-others' },
    })
  },
)
