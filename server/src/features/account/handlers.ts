import { type account, type Body, problemsOfNewPassword } from 'contract'
import { Failure } from '../../core/failure.ts'
import { changeOfPicture, type Photo, photoOf } from '../../core/photo.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import {
  changesBetween,
  findAccountPhoto,
  listChangesSince,
  lockAccount,
  replacePassword,
  saveChanges,
  withPhoneInFull,
} from '../../identity/accounts.ts'
import { hashPassword } from '../../identity/password.ts'
import { endSessionsOf, holdSession } from '../../identity/session.ts'
import { knownForMs } from '../../identity/user-agent.ts'
import { confirmSignIn, endOne, getAccount, listAlerts, listSessions } from './queries.ts'

type Changed = {
  fields: Omit<Body<typeof account.update>, 'photo'>
  photo: Photo | null | undefined
}

export const accountHandlers: Handlers<typeof account> = {
  get: async ({ tx, actor }) => ({ account: await getAccount(tx, actor._id) }),

  async getPhoto({ tx, actor }, { size }) {
    const photo = await findAccountPhoto(tx, actor._id, size)
    if (!photo) throw new Failure('not-found')
    return { type: 'image/jpeg', content: photo }
  },

  update: {
    prepare: async ({ photo, ...fields }): Promise<Changed> => ({ fields, photo: await photoOf(photo) }),
    async handle(context, { fields: { version, ...given }, photo }: Changed) {
      const { tx, actor, remark } = context
      const { _id } = actor
      await lockAccount(tx, _id)
      const held = await getAccount(tx, _id)
      if (version !== held.version) {
        const changes = await listChangesSince(tx, _id, version)
        throw new Failure('changed-meanwhile', { detail: { account: held, changes } })
      }
      const changes = [
        ...changesBetween(held, withPhoneInFull(held, given)),
        ...changeOfPicture('photo', held.photo_id, photo),
      ]
      if (changes.length === 0) return { account: held }
      await saveChanges(context, held, changes, photo)
      remark({ changed: changes.map(({ field }) => field) })
      return { account: await getAccount(tx, _id) }
    },
  },

  changePassword: {
    async prepare({ present_password, password, confirm_password }, { prove }): Promise<{ hash: string }> {
      const { email } = await prove(present_password)
      const fields = problemsOfNewPassword({ password, confirm_password, email })
      if (password === present_password) fields.push({ field: 'password', message: 'password-same' })
      if (fields.length > 0) throw new Failure('invalid', { fields })
      return { hash: await hashPassword(password) }
    },
    async handle(context, { hash }: { hash: string }) {
      const { tx, actor, remark } = context
      await lockAccount(tx, actor._id)
      await holdSession(tx, actor)
      await replacePassword(context, actor._id, { hash, mustChange: false, but: actor.tokenHash })
      remark({ password: 'changed' })
      return {}
    },
  },

  async sessions({ tx, actor, now, limits }) {
    const before = (ms: number) => new Date(Date.parse(now) - ms).toISOString()
    return {
      sessions: await listSessions(tx, actor._id, {
        tokenHash: actor.tokenHash,
        usedSince: before(limits.sessionIdleMs),
        openedSince: before(limits.sessionMaxMs),
      }),
    }
  },

  async endSession({ tx, actor, now, announce, remark }, { _id }) {
    if (!(await endOne(tx, actor._id, _id, now))) throw new Failure('not-found')
    announce({ kind: 'sessions', staff_id: actor._id })
    remark({ session: 'ended' })
    return {}
  },

  async endSessions(context, { but_this }) {
    const { actor, remark } = context
    await endSessionsOf(context, actor._id, {
      by: actor._id,
      ...(but_this ? { but: actor.tokenHash } : {}),
    })
    remark({ sessions: 'ended' })
    return {}
  },

  alerts: async (context) => ({ alerts: await listAlerts(context.tx, context.actor._id, askedBy(context)) }),

  async confirmSignIn(context, { _id }) {
    const { tx, actor, remark } = context
    if (!(await confirmSignIn(tx, actor._id, _id, askedBy(context)))) throw new Failure('not-found')
    remark({ sign_in: 'confirmed' })
    return {}
  },
}

function askedBy({ actor, now }: Context) {
  return { tokenHash: actor.tokenHash, since: new Date(Date.parse(now) - knownForMs).toISOString() }
}
