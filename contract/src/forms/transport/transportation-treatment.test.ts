import { expect, test } from 'vitest'
import { omitHidden } from '../conditions.ts'
import type { Answers } from '../form.ts'
import { findForm } from '../forms.ts'
import { listMissing, parseAnswer } from '../schema.ts'

const form = findForm('transportation-treatment') ?? expect.fail('the form is not released')
const listLacks = (answers: Answers) => listMissing(form, answers).map(({ field }) => field)

test('somebody says whether the patient has lines or tubes, and which if there are', () => {
  expect(listLacks({})).toContain('has_lines')
  expect(listLacks({ has_lines: false })).not.toContain('lines')
  expect(listLacks({ has_lines: true })).toContain('lines')
})

test('the transfer of a dead body asks neither for lines nor for what a hospital took over', () => {
  const asked = ['has_lines', 'devices_taken_back', 'documents']
  for (const field of asked) expect(listLacks({ request_kind: 'BODY' }), field).not.toContain(field)
  const row = '0191f3a0-0000-7000-8000-000000000001'
  const { omitted } = omitHidden(form, {
    request_kind: 'BODY',
    has_lines: true,
    lines: { [row]: { line_kind: 'IV' } },
  })
  expect(omitted).toEqual(expect.arrayContaining(['has_lines', 'lines']))
})

test.each(['devices_taken_back', 'documents'])(
  'a hospital is given, or keeps, something or nothing: %s',
  (field) => {
    expect(listLacks({ request_kind: 'REFER_OUT' })).toContain(field)
    expect(listLacks({ request_kind: 'REFER_OUT', [field]: { reason: 'NOT_APPLICABLE' } })).not.toContain(
      field,
    )
    expect(listLacks({ request_kind: 'DISCHARGE_HOME' })).not.toContain(field)
  },
)

test('an incident is told in words, and an exposure in its report', () => {
  expect(listLacks({ incidents: ['FALL'] })).toContain('incident_detail')
  expect(listLacks({ incidents: ['NONE'] })).not.toContain('incident_detail')
  expect(listLacks({ incidents: ['EXPOSURE'] })).not.toContain('incident_detail')
  expect(listLacks({ incidents: ['EXPOSURE'] })).toContain('exposure_report')
})

test('an older unit of the intermediate level writes its transport, too', () => {
  expect(parseAnswer(form, 'unit_level', 'ILS')).toEqual({ answer: 'ILS' })
})
