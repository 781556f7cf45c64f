import { listChangedFields } from 'contract'
import { expect, test } from 'vitest'
import { mergeEdits } from './merge-edits.ts'

const latex = { _id: 'a', substance: 'Latex', severity: 'mild' }
const penicillin = { substance: 'Penicillin', severity: 'severe' }
const shrimp = { _id: 'b', substance: 'Shrimp', severity: 'mild' }

test('a value that was typed and changed back is no change', () => {
  expect(listChangedFields({ road: null, soi: 'Ari 1' }, { road: ' ', soi: 'Ari 1 ' })).toEqual([])
  expect(listChangedFields({ road: null }, { road: 'Phahonyothin' })).toEqual(['road'])
})

test("a field that only the other user changed takes the other user's value", () => {
  const before = { mobile: '0810000000', contact_name: null }
  const { merged, taken, clashes } = mergeEdits({
    before,
    mine: { ...before, contact_name: 'Somsri' },
    theirs: { ...before, mobile: '0899999999' },
  })
  expect(merged).toEqual({ mobile: '0899999999', contact_name: 'Somsri' })
  expect(taken).toEqual(['mobile'])
  expect(clashes).toEqual([])
})

test('a field that both changed keeps the typed value until the user has chosen', () => {
  const { merged, clashes } = mergeEdits({
    before: { mobile: '081' },
    mine: { mobile: '082' },
    theirs: { mobile: '083' },
  })
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
  expect(
    mergeEdits({ before: { mobile: '081' }, mine: { mobile: '082' }, theirs: { mobile: '082' } }).clashes,
  ).toEqual([])
})

test('a sub-district from one save is never combined with the province of another', () => {
  const before = { province: '10', district: '1001', sub_district: '100101', zipcode: '10200', road: null }
  const { clashes } = mergeEdits(
    {
      before,
      mine: { ...before, sub_district: '100102' },
      theirs: { ...before, province: '50', district: '5001', sub_district: null, zipcode: '50000' },
    },
    [['province', 'district', 'sub_district', 'zipcode']],
  )
  expect(clashes.map(({ fields }) => fields)).toEqual([['province', 'district', 'sub_district', 'zipcode']])
})

test('allergies that two users added can be joined into one list', () => {
  const { clashes } = mergeEdits({
    before: { allergies: [latex] },
    mine: { allergies: [latex, penicillin] },
    theirs: { allergies: [latex, shrimp] },
  })
  expect(clashes[0]?.both).toEqual({ allergies: [latex, shrimp, penicillin] })
})

test('an allergy that the other user removed stays removed when both lists are joined', () => {
  const { clashes } = mergeEdits({
    before: { allergies: [latex] },
    mine: { allergies: [latex, penicillin] },
    theirs: { allergies: [] },
  })
  expect(clashes[0]?.both).toEqual({ allergies: [penicillin] })
})

test('lists in which both changed the same entry are not joined', () => {
  const { clashes } = mergeEdits({
    before: { allergies: [latex] },
    mine: { allergies: [{ ...latex, severity: 'severe' }] },
    theirs: { allergies: [{ ...latex, _id: 'c', severity: 'moderate' }] },
  })
  expect(clashes[0]?.both).toBeUndefined()
})

test("a second merge takes up what the first left: a value that was taken over is not the user's own", () => {
  const before = { mobile: '081', name: 'Somsak' }
  const mine = { mobile: '082', name: 'Somsak' }
  const first = mergeEdits({ before, mine, theirs: { mobile: '083', name: 'Somchai' } })
  const second = mergeEdits({
    before: first.base,
    mine: first.merged,
    theirs: { mobile: '083', name: 'Sompong' },
  })
  expect(second.merged).toEqual({ mobile: '082', name: 'Sompong' })
  expect(second.clashes.map(({ fields }) => fields)).toEqual([['mobile']])
})
