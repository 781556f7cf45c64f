import {
  cellsBetween,
  keyPermissions,
  lackingIn,
  type Matrix,
  matrixOf,
  type PermissionCell,
  type permissionMatrix,
  permissionNeeds,
} from 'contract'
import { Failure } from '../../core/failure.ts'
import type { Handlers } from '../../http/handler.ts'
import { changedCells, hasAnyOf, staffTypesWith, takeTurn } from '../../identity/permissions.ts'
import { countUnseenGlass } from '../../identity/record-access.ts'
import {
  findGlassBroken,
  insertVersion,
  listChanges,
  listGlassBroken,
  markSeen,
  replaceChanged,
  versionOf,
} from './queries.ts'

/** How many changes are shown. */
const shownChanges = 50

const standard = matrixOf([])

export const permissionHandlers: Handlers<typeof permissionMatrix> = {
  get: async ({ tx }) => ({
    changed: await changedCells(tx),
    version: await versionOf(tx),
    history: await listChanges(tx, shownChanges),
  }),

  async update({ tx, now, newId, actor, hospitalId, announce, remark }, { version, cells, reason }) {
    await takeTurn(tx)
    const held = await versionOf(tx)
    const changed = await changedCells(tx)
    if (held !== version) throw new Failure('changed-meanwhile', { detail: { changed, version: held } })
    const before = matrixOf(changed)
    const after = matrixOf([...changed, ...cells])
    const made = cellsBetween(before, after)
    if (made.length === 0) return { changed, version }
    refuseLacking(cells, after)

    const next = cellsBetween(standard, after)
    await replaceChanged(tx, hospitalId, next)
    if (!(await hasAnyOf(tx, await staffTypesWith(tx, ...keyPermissions))))
      throw new Failure('locks-everyone-out')
    const changes = made.map(({ staff_type, permission, is_granted }) => ({
      staff_type,
      permission,
      from: !is_granted,
      to: is_granted,
    }))
    remark({ changes, reason })
    const written = { id: newId(), hospitalId, now, staffId: actor._id }
    await insertVersion(tx, { ...written, version: version + 1, reason, changes })
    announce({ kind: 'permissions' })
    return { changed: next, version: version + 1 }
  },

  async glassBroken({ tx, concerns }, query) {
    const page = await listGlassBroken(tx, query)
    concerns(page.rows.map(({ patient }) => patient._id))
    return page
  },

  unseenGlass: async ({ tx }) => ({ unseen: await countUnseenGlass(tx) }),

  async seeGlassBroken({ tx, actor, now, concerns, announce }, { _id }) {
    await markSeen(tx, _id, actor._id, now)
    const found = await findGlassBroken(tx, _id)
    if (!found) throw new Failure('not-found')
    concerns(found.patient._id)
    announce({ kind: 'glass-broken', unseen: await countUnseenGlass(tx), is_new: false })
    return { glass_broken: found }
  },
}

/** A change must not leave a permission without the one that it needs. */
function refuseLacking(cells: readonly PermissionCell[], after: Matrix): void {
  const lacking = lackingIn(after)
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
