import { describe, expect, test } from 'vitest'
import { isClinician } from './forms/options.ts'
import {
  buildPermissionMatrix,
  diffPermissionMatrices,
  isGranted,
  listMissingPermissions,
  setPermissionCell,
} from './permissions.ts'
import {
  computePermissions,
  type Permission,
  permissions,
  type StaffTypeCode,
  staffTypes,
} from './wire/access.ts'

const standard = buildPermissionMatrix([])
const types = Object.keys(staffTypes) as StaffTypeCode[]

test('without changes of the hospital the table is the standard', () => {
  for (const type of types) expect([...(standard.get(type) ?? [])]).toEqual(computePermissions(type, false))
  expect(diffPermissionMatrices(standard, buildPermissionMatrix([]))).toEqual([])
  expect(listMissingPermissions(standard)).toEqual([])
})

test('the difference between two tables turns one into the other', () => {
  const changed = [
    { staff_type: 'nurse', permission: 'patient:export', is_granted: false },
    { staff_type: 'driver', permission: 'patient:read', is_granted: true },
  ] as const
  const matrix = buildPermissionMatrix(changed)
  expect(isGranted(matrix, 'nurse', 'patient:export')).toBe(false)
  expect(isGranted(matrix, 'driver', 'patient:read')).toBe(true)
  expect(buildPermissionMatrix(diffPermissionMatrices(standard, matrix))).toEqual(matrix)
})

test('the later of two changes of the same cell holds', () => {
  const cell = { staff_type: 'driver', permission: 'patient:read' } as const
  const matrix = buildPermissionMatrix([
    { ...cell, is_granted: true },
    { ...cell, is_granted: false },
  ])
  expect(diffPermissionMatrices(standard, matrix)).toEqual([])
})

test('a driver goes out with a crew and is no clinician, whereas a paramedic with nothing but forms is', () => {
  const driver = computePermissions('driver', false)
  expect(driver).toEqual(['form:use', 'mission:crew', 'equipment:check'])
  expect(computePermissions('driver', true)).toEqual(driver)
  const mayCare = (given: readonly Permission[]) => isClinician((one) => given.includes(one))
  expect(mayCare(driver)).toBe(false)
  expect(mayCare(computePermissions('paramedic', true))).toBe(true)
  // Where a hospital lets nobody of them go out, nobody of them cares for anybody on the way.
  expect(mayCare(computePermissions('paramedic', true, { 'mission:crew': false }))).toBe(false)
})

test('a permission that this version does not know changes nothing', () => {
  expect(computePermissions('driver', false, { 'ward:paint': true })).toEqual(
    computePermissions('driver', false),
  )
})

describe('a cell that is changed on the screen', () => {
  const every = types.flatMap((staff_type) => permissions.map((permission) => ({ staff_type, permission })))

  test('never leaves a permission granted without the one it needs', () => {
    for (const cell of every) {
      for (const is_granted of [true, false]) {
        const matrix = setPermissionCell(standard, { ...cell, is_granted })
        expect(listMissingPermissions(matrix)).toEqual([])
        expect(isGranted(matrix, cell.staff_type, cell.permission)).toBe(is_granted)
      }
    }
  })

  test('grants what it needs, step by step, and for one staff type alone', () => {
    const matrix = setPermissionCell(standard, {
      staff_type: 'driver',
      permission: 'clinical:update',
      is_granted: true,
    })
    const granted: Permission[] = ['patient:read', 'patient:update', 'clinical:update']
    expect(diffPermissionMatrices(standard, matrix)).toEqual(
      granted.map((permission) => ({ staff_type: 'driver', permission, is_granted: true })),
    )
  })
})
