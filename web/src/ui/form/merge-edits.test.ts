import { listChangedFields } from 'contract'
import { describe, expect, test } from 'vitest'
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
    { inseparable: [['province', 'district', 'sub_district', 'zipcode']] },
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

describe('a list that is merged by entry', () => {
  const bed = (id: string, label: string, is_closed = false) => ({ _id: id, key: id, label, is_closed })
  const [one, two, three] = [bed('a', '01'), bed('b', '02'), bed('c', '03')]
  const merge = (mine: object[], theirs: object[]) =>
    mergeEdits(
      { before: { beds: [one, two] }, mine: { beds: mine }, theirs: { beds: theirs } },
      {
        mergedByEntry: ['beds'],
      },
    )

  test('has the changes of both users in the same entry', () => {
    const { merged, clashes } = merge([bed('a', 'A1'), two], [bed('a', '01', true), two, three])
    expect(merged).toEqual({ beds: [bed('a', 'A1', true), two, three] })
    expect(clashes).toEqual([])
  })

  test('keeps what the user typed where both changed it, and tells it', () => {
    const { merged, base, clashes } = merge([bed('a', 'A1'), two], [bed('a', 'B1'), two])
    expect(merged).toEqual({ beds: [bed('a', 'A1'), two] })
    expect(base).toEqual({ beds: [one, two] })
    expect(clashes).toMatchObject([{ fields: ['label'], mine: { label: 'A1' }, theirs: { label: 'B1' } }])
  })

  test('has what both added, and drops what the other removed', () => {
    const added = { key: 'new', label: '09', is_closed: false }
    expect(merge([one, two, added], [two, three]).merged).toEqual({ beds: [two, three, added] })
  })

  test('keeps the order of the user who moved an entry', () => {
    expect(merge([two, one], [one, bed('b', 'B2'), three]).merged).toEqual({
      beds: [bed('b', 'B2'), one, three],
    })
    expect(merge([bed('a', 'A1'), two], [two, one]).merged).toEqual({ beds: [two, bed('a', 'A1')] })
  })
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
