import { maxSavedViews, type savedViews } from 'contract'
import { createInvalidFieldFailure, Failure } from '../../core/failure.ts'
import type { Handlers } from '../../http/handler.ts'
import { lockAccount } from '../../identity/accounts.ts'
import { deleteSavedView, insertSavedView, listSavedViews, renameSavedView } from './queries.ts'

export const savedViewHandlers: Handlers<typeof savedViews> = {
  list: async ({ tx, actor }, { list }) => ({ views: await listSavedViews(tx, actor._id, list) }),

  async add({ tx, actor, now, newId }, draft) {
    // One after the other, so that no two calls of a user pass the limit together.
    await lockAccount(tx, actor._id)
    const kept = await listSavedViews(tx, actor._id, draft.list)
    if (kept.length >= maxSavedViews) throw createInvalidFieldFailure('name', 'too-many-views')
    const view = { _id: newId(), ...draft }
    await insertSavedView(tx, { ...view, hospitalId: actor.hospitalId, staffId: actor._id, now })
    return { view }
  },

  async rename({ tx, actor }, { _id, name }) {
    if (!(await renameSavedView(tx, actor._id, _id, name))) throw new Failure('not-found')
    return {}
  },

  async remove({ tx, actor }, { _id }) {
    if (!(await deleteSavedView(tx, actor._id, _id))) throw new Failure('not-found')
    return {}
  },
}
