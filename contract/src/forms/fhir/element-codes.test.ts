import { describe, expect, test } from 'vitest'
import { listFields } from '../form.ts'
import { type FormName, formNames } from '../form-names.ts'
import { findForm } from '../forms.ts'
import { listElementCodes, listElementFields } from './element-codes.ts'

function listNames(name: FormName): string[] {
  const form = findForm(name)
  if (!form) throw new Error(`${name} is no form`)
  return listFields(form).flatMap(([field, one]) =>
    one.kind === 'rows' ? Object.keys(one.fields).map((inner) => `${field}.${inner}`) : [field],
  )
}

describe.each(formNames)('the elements of %s', (name) => {
  test('are of fields that the form has', () => {
    expect(listElementFields(name).filter((field) => !listNames(name).includes(field))).toEqual([])
  })

  test('are each of one field', () => {
    const codes = listNames(name).flatMap((field) => listElementCodes(name, field).map(({ code }) => code))
    expect(codes.length).toBeGreaterThan(0)
    expect(codes.toSorted()).toEqual([...new Set(codes)].toSorted())
  })
})

test('a vital sign has its code of LOINC, too', () => {
  const codes = (linkId: string) => listElementCodes('operation-form', linkId).map(({ code }) => code)
  expect(codes('vitals.systolic')).toEqual(['8480-6', 'eVitals.06'])
  expect(codes('vitals.motor')).toEqual(['9268-4', 'eVitals.21'])
  expect(codes('weight_kg')).toEqual(['29463-7', 'eExam.01'])
  expect(codes('handed_over')).toEqual(['eTimes.12'])
  expect(codes('lysis_risks')).toEqual(['eVitals.31'])
  expect(codes('plate')).toEqual([])
})
