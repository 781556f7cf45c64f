import { type Group, type groups, listChanges } from 'contract'
import { Failure } from '../../core/failure.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { findStaff } from '../../identity/find-staff.ts'
import {
  checkGroupContent,
  insertGroup,
  listGroups,
  lockGroup,
  replaceGroupContent,
  updateGroup,
} from './queries.ts'

/** A selection list shows at most this many. */
const shownCandidates = 30

export const groupHandlers: Handlers<typeof groups> = {
  list: async ({ tx }) => ({ groups: await listGroups(tx) }),

  candidates: async ({ tx }, { search_value }) => ({
    staff: await findStaff(tx, search_value, shownCandidates),
  }),

  async save(context, { _id, version, name, note, escalation, ward_ids, member_ids }) {
    const { tx, newId, now, actor, addAuditDetail } = context
    const content = { wardIds: ward_ids, staffIds: member_ids }
    const { areWards, areUsers } = await checkGroupContent(tx, content)
    const fields = [...(areWards ? [] : ['ward_ids']), ...(areUsers ? [] : ['member_ids'])]
    if (fields.length > 0)
      throw new Failure('invalid', { fields: fields.map((field) => ({ field, message: 'choice-invalid' })) })

    const by = { hospitalId: actor.hospitalId, staffId: actor._id, now }
    const id = _id ?? newId()
    addAuditDetail({ group: id })
    const kept = { name, note, escalation }
    if (_id === undefined) {
      await insertGroup(tx, id, kept, by)
      addAuditDetail({ changes: listChanges({ name: null, note: null, escalation: null }, kept) })
    } else {
      const held = await lockGroupVersion(context, id, version)
      await updateGroup(tx, id, kept, by)
      addAuditDetail({ changes: listChanges(held, kept) })
    }
    addAuditDetail(await replaceGroupContent(tx, id, { hospitalId: actor.hospitalId, ...content }))
    return { group: await requireGroup(context, id) }
  },

  async delete(context, { _id, version }) {
    const { tx, now, actor, addAuditDetail } = context
    addAuditDetail({ group: _id })
    await lockGroupVersion(context, _id, version)
    await updateGroup(tx, _id, { deleted_at: now }, { hospitalId: actor.hospitalId, staffId: actor._id, now })
    addAuditDetail({ is_deleted: true })
    return {}
  },
}

/** Locks a group until the transaction ends; throws if it was changed since the user saw it. */
async function lockGroupVersion(context: Context, id: string, version: number | undefined) {
  const held = await lockGroup(context.tx, id)
  if (held === undefined) throw new Failure('not-found')
  if (held.version !== version) {
    throw new Failure('changed-meanwhile', { detail: { group: await requireGroup(context, id) } })
  }
  return held
}

async function requireGroup({ tx }: Context, id: string): Promise<Group> {
  const [group] = await listGroups(tx, id)
  if (!group) throw new Failure('not-found')
  return group
}
