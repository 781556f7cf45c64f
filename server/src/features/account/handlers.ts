import { type account, type Body, listChanges, validateNewPassword } from 'contract'
import { Failure } from '../../core/failure.ts'
import { describePictureChange, type Photo, readPhoto } from '../../core/photo.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import {
  completeSentPhone,
  findAccountPhoto,
  listLaterAccountChanges,
  lockAccount,
  replacePassword,
  saveChanges,
} from '../../identity/accounts.ts'
import { hashPassword } from '../../identity/password.ts'
import { endAllSessions, requireOpenSession } from '../../identity/session.ts'
import { knownForMs } from '../../identity/user-agent.ts'
import { confirmSignIn, endOwnSession, getAccount, listAlerts, listSessions } from './queries.ts'

type PreparedAccountUpdate = {
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
    prepare: async ({ photo, ...fields }): Promise<PreparedAccountUpdate> => ({
      fields,
      photo: await readPhoto(photo),
    }),
    async handle(context, { fields: { version, ...given }, photo }: PreparedAccountUpdate) {
      const { tx, actor, addAuditDetail } = context
      const { _id } = actor
      await lockAccount(tx, _id)
      const held = await getAccount(tx, _id)
      if (version !== held.version) {
        const changes = await listLaterAccountChanges(tx, _id, version)
        throw new Failure('changed-meanwhile', { detail: { account: held, changes } })
      }
      const changes = [
        ...listChanges(held, completeSentPhone(held, given)),
        ...describePictureChange('photo', held.photo_id, photo),
      ]
      if (changes.length === 0) return { account: held }
      await saveChanges(context, held, changes, photo)
      addAuditDetail({ changed: changes.map(({ field }) => field) })
      return { account: await getAccount(tx, _id) }
    },
  },

  changePassword: {
    async prepare(
      { present_password, password, confirm_password },
      { checkPassword },
    ): Promise<{ hash: string }> {
      const { email } = await checkPassword(present_password)
      const fields = validateNewPassword({ password, confirm_password, email })
      if (password === present_password) fields.push({ field: 'password', message: 'password-same' })
      if (fields.length > 0) throw new Failure('invalid', { fields })
      return { hash: await hashPassword(password) }
    },
    async handle(context, { hash }: { hash: string }) {
      const { tx, actor, addAuditDetail } = context
      await lockAccount(tx, actor._id)
      await requireOpenSession(tx, actor)
      await replacePassword(context, actor._id, { hash, mustChange: false, but: actor.tokenHash })
      addAuditDetail({ password: 'changed' })
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

  async endSession({ tx, actor, now, emit, addAuditDetail }, { _id }) {
    if (!(await endOwnSession(tx, actor._id, _id, now))) throw new Failure('not-found')
    emit({ kind: 'sessions', staff_id: actor._id })
    addAuditDetail({ session: 'ended' })
    return {}
  },

  async endSessions(context, { but_this }) {
    const { actor, addAuditDetail } = context
    await endAllSessions(context, actor._id, {
      by: actor._id,
      ...(but_this ? { but: actor.tokenHash } : {}),
    })
    addAuditDetail({ sessions: 'ended' })
    return {}
  },

  alerts: async (context) => ({
    alerts: await listAlerts(context.tx, context.actor._id, buildAlertQuery(context)),
  }),

  async confirmSignIn(context, { _id }) {
    const { tx, actor, addAuditDetail } = context
    if (!(await confirmSignIn(tx, actor._id, _id, buildAlertQuery(context)))) throw new Failure('not-found')
    addAuditDetail({ sign_in: 'confirmed' })
    return {}
  },
}

function buildAlertQuery({ actor, now }: Context) {
  return { tokenHash: actor.tokenHash, since: new Date(Date.parse(now) - knownForMs).toISOString() }
}
