import {
  buildPermissionMatrix,
  diffPermissionMatrices,
  keyPermissions,
  listMissingPermissions,
  type PermissionCell,
  type PermissionMatrix,
  type PermissionsChangedMeanwhile,
  type permissionMatrix,
  permissionNeeds,
} from 'contract'
import type * as z from 'zod/mini'
import { Failure } from '../../core/failure.ts'
import type { Handlers } from '../../http/handler.ts'
import {
  hasActiveStaff,
  listChangedCells,
  listGrantedStaffTypes,
  lockAdministration,
} from '../../identity/permissions.ts'
import { countUnseenBreakGlass } from '../../identity/record-access.ts'
import { findBreakGlass, listBreakGlass, markBreakGlassSeen } from './queries/break-glass.ts'
import {
  getPermissionVersion,
  insertPermissionVersion,
  listPermissionChanges,
  replaceChangedCells,
} from './queries/matrix.ts'

/** How many changes are shown. */
const shownChanges = 50

const standard = buildPermissionMatrix([])

export const permissionHandlers: Handlers<typeof permissionMatrix> = {
  async get({ tx }) {
    const [changed, version, history] = await Promise.all([
      listChangedCells(tx),
      getPermissionVersion(tx),
      listPermissionChanges(tx, shownChanges),
    ])
    return { changed, version, history }
  },

  async update({ tx, now, newId, actor, hospitalId, emit, addAuditDetail }, { version, cells, reason }) {
    await lockAdministration(tx)
    const held = await getPermissionVersion(tx)
    const changed = await listChangedCells(tx)
    if (held !== version) {
      const changes = await listPermissionChanges(tx, Math.min(Math.max(held - version, 0), shownChanges))
      const detail: z.input<typeof PermissionsChangedMeanwhile> = { changed, version: held, changes }
      throw new Failure('changed-meanwhile', { detail })
    }
    const before = buildPermissionMatrix(changed)
    const after = buildPermissionMatrix([...changed, ...cells])
    const made = diffPermissionMatrices(before, after)
    if (made.length === 0) return { changed, version }
    requireNeededPermissions(cells, after)

    const next = diffPermissionMatrices(standard, after)
    await replaceChangedCells(tx, hospitalId, next)
    if (!(await hasActiveStaff(tx, await listGrantedStaffTypes(tx, ...keyPermissions))))
      throw new Failure('locks-everyone-out')
    const changes = made.map(({ staff_type, permission, is_granted }) => ({
      staff_type,
      permission,
      from: !is_granted,
      to: is_granted,
    }))
    addAuditDetail({ changes, reason })
    const written = { id: newId(), hospitalId, now, staffId: actor._id }
    await insertPermissionVersion(tx, { ...written, version: version + 1, reason, changes })
    emit({ kind: 'permissions' })
    return { changed: next, version: version + 1 }
  },

  async glassBroken({ tx, auditPatients }, query) {
    const page = await listBreakGlass(tx, query)
    auditPatients(page.rows.map(({ patient }) => patient._id))
    return page
  },

  unseenGlass: async ({ tx }) => ({ unseen: await countUnseenBreakGlass(tx) }),

  async seeGlassBroken({ tx, actor, now, auditPatients, emit }, { _id }) {
    await markBreakGlassSeen(tx, _id, actor._id, now)
    const found = await findBreakGlass(tx, _id)
    if (!found) throw new Failure('not-found')
    auditPatients(found.patient._id)
    emit({ kind: 'glass-broken', unseen: await countUnseenBreakGlass(tx), is_new: false })
    return { glass_broken: found }
  },
}

/** A change must not leave a permission without the one that it needs. */
function requireNeededPermissions(cells: readonly PermissionCell[], after: PermissionMatrix): void {
  const lacking = listMissingPermissions(after)
  const fields = cells.flatMap(({ staff_type, permission, is_granted }, at) =>
    lacking.some(
      (one) =>
        one.staff_type === staff_type &&
        (is_granted ? one.permission === permission : permissionNeeds[one.permission] === permission),
    )
      ? [{ field: `cells.${at}.permission`, message: 'permission-lacks' }]
      : [],
  )
  if (fields.length > 0) throw new Failure('invalid', { fields })
}
