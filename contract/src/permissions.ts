import * as z from 'zod/mini'
import {
  computePermissions,
  limitToForms,
  type Permission,
  permissionNeeds,
  permissions,
  type StaffTypeCode,
  staffTypes,
} from './wire/access.ts'
import { ById, definePage, type Endpoints, emptyReply, Id, PageRequest } from './wire/endpoint.ts'
import { Instant, requiredProse } from './wire/fields.ts'
import { PatientLabel, PlaceLabel, StaffLabel } from './wire/labels.ts'

const staffTypeCodes = Object.keys(staffTypes) as [StaffTypeCode, ...StaffTypeCode[]]

export const PermissionCell = z.object({
  staff_type: z.enum(staffTypeCodes),
  permission: z.enum(permissions),
  is_granted: z.boolean(),
})
export type PermissionCell = z.output<typeof PermissionCell>

export const PermissionChange = z.object({
  _id: Id,
  at: Instant,
  by: z.nullable(StaffLabel),
  reason: z.string(),
  changes: z.array(
    z.object({
      staff_type: z.enum(staffTypeCodes),
      permission: z.enum(permissions),
      from: z.boolean(),
      to: z.boolean(),
    }),
  ),
})
export type PermissionChange = z.output<typeof PermissionChange>

/** Which staff type may do what in one hospital: the panel's standard with the hospital's changes. */
export type PermissionMatrix = ReadonlyMap<StaffTypeCode, ReadonlySet<Permission>>

export function buildPermissionMatrix(changed: readonly PermissionCell[]): PermissionMatrix {
  return new Map(
    staffTypeCodes.map((staffType) => {
      const cells = changed.filter(({ staff_type }) => staff_type === staffType)
      const changes = Object.fromEntries(cells.map(({ permission, is_granted }) => [permission, is_granted]))
      return [staffType, new Set(computePermissions(staffType, false, changes))]
    }),
  )
}

/** The permissions of a user of this staff type, with the hospital's changes. */
export function getGranted(
  matrix: PermissionMatrix,
  staffType: StaffTypeCode,
  isFormUser: boolean,
): readonly Permission[] {
  const granted = matrix.get(staffType)
  return isFormUser ? limitToForms((permission) => granted?.has(permission) ?? false) : [...(granted ?? [])]
}

export function isGranted(
  matrix: PermissionMatrix,
  staffType: StaffTypeCode,
  permission: Permission,
): boolean {
  return matrix.get(staffType)?.has(permission) ?? false
}

/** The cells in which two tables differ, with the value of the second. */
export function diffPermissionMatrices(before: PermissionMatrix, after: PermissionMatrix): PermissionCell[] {
  return staffTypeCodes.flatMap((staff_type) =>
    permissions.flatMap((permission) => {
      const is_granted = isGranted(after, staff_type, permission)
      return is_granted === isGranted(before, staff_type, permission)
        ? []
        : [{ staff_type, permission, is_granted }]
    }),
  )
}

/** Permissions that are granted without the permission that they need. */
export function listMissingPermissions(matrix: PermissionMatrix): Omit<PermissionCell, 'is_granted'>[] {
  return [...matrix].flatMap(([staff_type, granted]) =>
    [...granted].flatMap((permission) => {
      const needed = permissionNeeds[permission]
      return needed === undefined || granted.has(needed) ? [] : [{ staff_type, permission }]
    }),
  )
}

/** The table with one cell changed: granting a permission grants what it needs, removing one removes what needs it. */
export function setPermissionCell(
  matrix: PermissionMatrix,
  { staff_type, permission, is_granted }: PermissionCell,
): PermissionMatrix {
  const granted = new Set(matrix.get(staff_type))
  const grant = (one: Permission) => {
    granted.add(one)
    const needed = permissionNeeds[one]
    if (needed) grant(needed)
  }
  const take = (one: Permission) => {
    granted.delete(one)
    for (const other of granted) if (permissionNeeds[other] === one) take(other)
  }
  if (is_granted) grant(permission)
  else take(permission)
  return new Map(matrix).set(staff_type, granted)
}

/**
 * A record that was opened by exception: by whom, until when it stays open to them, and the patient's ward at that
 * time. `seen_at` is when somebody who manages users took note of it.
 */
export const BreakGlassAccess = z.object({
  _id: Id,
  at: Instant,
  until: Instant,
  by: StaffLabel,
  patient: PatientLabel,
  ward: z.nullable(PlaceLabel),
  reason: z.string(),
  seen_at: z.nullable(Instant),
  seen_by: z.nullable(StaffLabel),
})
export type BreakGlassAccess = z.output<typeof BreakGlassAccess>

const cells = z.array(PermissionCell)

/** What is stated with a change of the table. */
export const PermissionsDraft = z.object({ reason: requiredProse('reason-required', 500) })

/** `detail` of the failure `changed-meanwhile`: the table, and what others changed since the sent version. */
export const PermissionsChangedMeanwhile = z.object({
  changed: cells,
  version: z.int(),
  changes: z.array(PermissionChange),
})

export const permissionMatrix = {
  get: {
    path: '/admin/get_permissions',
    summary: "Where the hospital's table of who may do what differs from the standard, and who changed what",
    access: 'user:manage',
    patientData: false,
    byItself: true,
    body: emptyReply,
    reply: z.object({ changed: cells, version: z.int(), history: z.array(PermissionChange) }),
  },
  update: {
    path: '/admin/update_permissions',
    summary: "Grant permissions to staff types, or remove them, with effect from everybody's next call",
    access: 'permission:manage',
    patientData: false,
    body: z.object({
      version: z.int().check(z.gte(0), z.lte(2_147_483_647)),
      cells: cells.check(z.minLength(1, 'field-required'), z.maxLength(1000, 'too-many')),
      ...PermissionsDraft.shape,
    }),
    reply: z.object({ changed: cells, version: z.int() }),
    errors: ['changed-meanwhile', 'locks-everyone-out'],
    success: 'permissions-updated',
  },
  glassBroken: {
    path: '/admin/get_glass_broken',
    summary: 'Records that were opened by exception, newest first',
    access: 'user:manage',
    patientData: true,
    opensRecord: false,
    byItself: true,
    body: PageRequest,
    reply: definePage(BreakGlassAccess),
  },
  unseenGlass: {
    path: '/admin/count_unseen_glass_broken',
    summary: 'How many records were opened by exception that nobody has seen',
    access: 'user:manage',
    patientData: false,
    byItself: true,
    body: emptyReply,
    reply: z.object({ unseen: z.int() }),
  },
  seeGlassBroken: {
    path: '/admin/see_glass_broken',
    summary: 'Mark as seen that a record was opened by exception',
    access: 'user:manage',
    patientData: true,
    opensRecord: false,
    body: ById,
    reply: z.object({ glass_broken: BreakGlassAccess }),
    errors: ['not-found'],
  },
} satisfies Endpoints
