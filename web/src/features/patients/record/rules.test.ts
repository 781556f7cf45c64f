import { expect, test } from 'vitest'
import { compareLists, listChangedFields, mergeEdits } from './rules.ts'

const latex = { _id: 'a', substance: 'Latex', severity: 'mild' }
const penicillin = { substance: 'Penicillin', severity: 'severe' }
const shrimp = { _id: 'b', substance: 'Shrimp', severity: 'mild' }

test('a value that was typed and changed back is no change', () => {
  expect(listChangedFields({ road: null, soi: 'Ari 1' }, { road: ' ', soi: 'Ari 1 ' })).toEqual([])
  expect(listChangedFields({ road: null }, { road: 'Phahonyothin' })).toEqual(['road'])
})

test("a field that only the other user changed takes the other user's value", () => {
  const before = { mobile: '0810000000', contact_name: null }
  const { merged, taken, clashes } = mergeEdits(
    before,
    { ...before, contact_name: 'Somsri' },
    { ...before, mobile: '0899999999' },
  )
  expect(merged).toEqual({ mobile: '0899999999', contact_name: 'Somsri' })
  expect(taken).toEqual(['mobile'])
  expect(clashes).toEqual([])
})

test('a field that both changed keeps the typed value until the user has chosen', () => {
  const { merged, clashes } = mergeEdits({ mobile: '081' }, { mobile: '082' }, { mobile: '083' })
  expect(merged).toEqual({ mobile: '082' })
  expect(clashes).toEqual([
    {
      fields: ['mobile'],
      before: { mobile: '081' },
      mine: { mobile: '082' },
      theirs: { mobile: '083' },
    },
  ])
})

test('two users who enter the same value do not have to choose', () => {
  expect(mergeEdits({ mobile: '081' }, { mobile: '082' }, { mobile: '082' }).clashes).toEqual([])
})

test('a sub-district from one save is never combined with the province of another', () => {
  const before = { province: '10', district: '1001', sub_district: '100101', zipcode: '10200', road: null }
  const { clashes } = mergeEdits(
    before,
    { ...before, sub_district: '100102' },
    { ...before, province: '50', district: '5001', sub_district: null, zipcode: '50000' },
  )
  expect(clashes.map(({ fields }) => fields)).toEqual([['province', 'district', 'sub_district', 'zipcode']])
})

test('allergies that two users added can be joined into one list', () => {
  const { clashes } = mergeEdits(
    { allergies: [latex] },
    { allergies: [latex, penicillin] },
    { allergies: [latex, shrimp] },
  )
  expect(clashes[0]?.both).toEqual({ allergies: [latex, shrimp, penicillin] })
})

test('an allergy that the other user removed stays removed when both lists are joined', () => {
  const { clashes } = mergeEdits(
    { allergies: [latex] },
    { allergies: [latex, penicillin] },
    { allergies: [] },
  )
  expect(clashes[0]?.both).toEqual({ allergies: [penicillin] })
})

test('lists in which both changed the same entry are not joined', () => {
  const { clashes } = mergeEdits(
    { allergies: [latex] },
    { allergies: [{ ...latex, severity: 'severe' }] },
    { allergies: [{ ...latex, _id: 'c', severity: 'moderate' }] },
  )
  expect(clashes[0]?.both).toBeUndefined()
})

test('a list names the added, the removed and the changed entries', () => {
  const worse = { ...latex, severity: 'severe' }
  expect(compareLists([latex, shrimp], [worse, penicillin])).toEqual({
    added: [penicillin],
    removed: [shrimp],
    changed: [{ from: latex, to: worse }],
  })
})
