import { createHash, randomBytes } from 'node:crypto'
import { computePermissions, type ErrorCode, type Permission, type StaffTypeCode } from 'contract'
import { type SqlBool, sql } from 'kysely'
import { Failure } from '../core/failure.ts'
import { compileOnce } from '../db/compile-once.ts'
import type { Root, Tx } from '../db/database.ts'
import type { SessionsEnded } from '../live/events.ts'
import { staffPermissionChanges } from './permissions.ts'
import { type NamedRecordCheck, type OutsideRecord, selectOutsideRecords } from './record-access.ts'
import { parseUserAgent } from './user-agent.ts'

/** The user who makes a call. Only this module makes one, from a valid session. */
export type Actor = {
  readonly _id: string
  readonly hospitalId: string
  readonly staffType: StaffTypeCode
  readonly isFormUser: boolean
  readonly permissions: ReadonlySet<Permission>
  /** Runs the panel, and not one hospital alone. */
  readonly isSystemAdmin: boolean
  readonly tokenHash: Buffer
  /** The failures with which calls are refused for now, except calls that allow them; the first one counts. */
  readonly blockedBy: readonly ErrorCode[]
}

/** The token in a header `Authorization: Bearer …`. */
export function parseBearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +(.+)$/i.exec(authorization ?? '')?.[1]
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Update `last_seen_at` at most once a minute: most calls then write no session row. */
const freshenAfterMs = 60_000

/**
 * In a query over staff and their types: whether the command line made the user a system admin who is still an admin.
 */
export const isSystemAdmin = sql<boolean>`(staff_types.code = 'admin' and not staff.is_form_user
  and exists (select from system_admins s where s.staff_id = staff.id))`

const selectSession = (root: Root, given: { tokenHash: Buffer }) =>
  root
    .selectFrom('sessions')
    .innerJoin('staff', 'staff.id', 'sessions.staff_id')
    .innerJoin('staff_types', 'staff_types.id', 'staff.staff_type_id')
    .select([
      'sessions.token_hash',
      'sessions.staff_id',
      'sessions.hospital_id',
      'sessions.created_at',
      'sessions.last_seen_at',
      'sessions.ended_at',
      'staff.status',
      'staff_types.code',
      'staff.is_form_user',
      'sessions.locked_at',
      // Checked only for sessions that began without a required factor.
      sql<boolean>`case when sessions.must_add_factor
        then not exists (select from staff_factors f where f.staff_id = sessions.staff_id) else false end`.as(
        'lacks_factor',
      ),
      staffPermissionChanges.as('changed_permissions'),
      isSystemAdmin.as('is_system_admin'),
      'staff.must_change_password',
    ])
    .where('sessions.token_hash', '=', given.tokenHash)

const querySession = compileOnce(selectSession)

const querySessionWithRecord = compileOnce(
  (root, given: { tokenHash: Buffer; patientId: string; now: string }) => {
    const user = { staffId: sql.ref<string>('sessions.staff_id'), now: given.now }
    const isAsked = sql<SqlBool>`p.id = ${given.patientId} and p.hospital_id = sessions.hospital_id`
    return selectSession(root, given)
      .leftJoinLateral(sql<OutsideRecord>`(${selectOutsideRecords(user, isAsked)})`.as('outside'), (join) =>
        join.onTrue(),
      )
      .select([
        'outside.patient_id',
        'outside.hn',
        'outside.ward',
        'outside.until',
        sql<boolean>`exists (select from patients p where ${isAsked})`.as('is_patient'),
        sql<string | null>`(select p.merged_into from patients p where ${isAsked})`.as('merged_into'),
      ])
  },
)

/** How long a session stays valid unused, and how long at most. */
export type SessionLimits = { readonly sessionIdleMs: number; readonly sessionMaxMs: number }

type Session = Awaited<ReturnType<typeof querySession>>[number]

function isSessionValid(
  { ended_at, status, ...session }: Session,
  now: Date,
  limits: SessionLimits,
): boolean {
  return (
    ended_at === null &&
    status === 'approved' &&
    now.getTime() - Date.parse(session.last_seen_at) < limits.sessionIdleMs &&
    now.getTime() - Date.parse(session.created_at) < limits.sessionMaxMs
  )
}

/**
 * The actor behind a token. `ended` is a former session: signed out, idle or open for too long, or of a user who is not
 * approved. `unknown` never was one.
 */
export async function findActor(
  root: Root,
  token: string,
  now: Date,
  limits: SessionLimits,
): Promise<Actor | 'ended' | 'unknown'> {
  const [session] = await querySession(root, { tokenHash: hashToken(token) })
  return toActor(root, session, now, limits)
}

/** The actor behind a token, and in the same statement what is to be checked of the record that their call names. */
export async function findActorAndRecord(
  root: Root,
  { token, patientId }: { token: string; patientId: string },
  now: Date,
  limits: SessionLimits,
): Promise<{ actor: Actor | 'ended' | 'unknown'; record: NamedRecordCheck }> {
  const asked = { tokenHash: hashToken(token), patientId, now: now.toISOString() }
  const [found] = await querySessionWithRecord(root, asked)
  const { patient_id, hn, ward, until } = found ?? {}
  const outside = patient_id && hn && ward ? { patient_id, hn, ward, until: until ?? null } : undefined
  const record = {
    patientId,
    outside,
    isPatient: found?.is_patient ?? false,
    mergedIntoId: found?.merged_into ?? null,
  }
  return { actor: await toActor(root, found, now, limits), record }
}

async function toActor(
  root: Root,
  session: Session | undefined,
  now: Date,
  limits: SessionLimits,
): Promise<Actor | 'ended' | 'unknown'> {
  if (!session) return 'unknown'
  if (!isSessionValid(session, now, limits)) return 'ended'
  const freshenMs = Math.min(freshenAfterMs, limits.sessionIdleMs / 4)
  if (now.getTime() - Date.parse(session.last_seen_at) > freshenMs) {
    await root
      .updateTable('sessions')
      .set({ last_seen_at: now.toISOString() })
      .where('token_hash', '=', session.token_hash)
      .execute()
  }
  return {
    _id: session.staff_id,
    hospitalId: session.hospital_id,
    staffType: session.code as StaffTypeCode,
    isFormUser: session.is_form_user,
    permissions: getSessionPermissions(session),
    isSystemAdmin: session.is_system_admin,
    tokenHash: session.token_hash,
    blockedBy: listBlocks(session),
  }
}

/** Whether an actor's session is still open, with the same permissions as before; checking does not keep it open. */
export async function getSessionState(
  root: Root,
  { tokenHash, permissions, blockedBy }: Pick<Actor, 'tokenHash' | 'permissions' | 'blockedBy'>,
  now: Date,
  limits: SessionLimits,
): Promise<'same' | 'changed' | 'ended'> {
  const [found] = await querySession(root, { tokenHash })
  if (!found || !isSessionValid(found, now, limits)) return 'ended'
  const allowed = getSessionPermissions(found)
  const isSame =
    allowed.size === permissions.size &&
    [...allowed].every((one) => permissions.has(one)) &&
    listBlocks(found).join() === blockedBy.join()
  return isSame ? 'same' : 'changed'
}

function listBlocks({ locked_at, must_change_password, lacks_factor }: Session): ErrorCode[] {
  return [
    ...(locked_at === null ? [] : (['session-locked'] as const)),
    ...(must_change_password ? (['password-must-change'] as const) : []),
    ...(lacks_factor ? (['second-factor-needed'] as const) : []),
  ]
}

function getSessionPermissions({ code, is_form_user, changed_permissions }: Session): Set<Permission> {
  return new Set(computePermissions(code as StaffTypeCode, is_form_user, changed_permissions))
}

export type NewSession = {
  hospitalId: string
  staffId: string
  ipAddress: string
  now: string
  userAgent?: string
  isUnknown?: boolean
  /** The digest of the browser's token. */
  deviceHash?: Buffer
  mustAddFactor?: boolean
}

/** Opens a session; its token is 256 random bits and exists only in the reply. */
export async function openSession(tx: Tx, session: NewSession): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      hospital_id: session.hospitalId,
      staff_id: session.staffId,
      address: session.ipAddress,
      user_agent: session.userAgent ?? null,
      ...parseUserAgent(session.userAgent ?? ''),
      is_unknown: session.isUnknown ?? false,
      device_hash: session.deviceHash ?? null,
      must_add_factor: session.mustAddFactor ?? false,
      created_at: session.now,
      last_seen_at: session.now,
    })
    .execute()
  return token
}

/**
 * Ends every session of a user except the one in `but`, and everything begun in their name that would open one: a
 * sign-in that waits for its second step, a code for LINE. The user's browsers become unknown, except that of the kept
 * session. The event that ends their streams is emitted when this has committed.
 */
export async function endAllSessions(
  { tx, now, emit }: { tx: Tx; now: string; emit: (event: SessionsEnded) => void },
  staffId: string,
  { by, but }: { by: string; but?: Buffer },
): Promise<void> {
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: now, ended_by: by })
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .$if(but !== undefined, (query) => query.where('token_hash', '<>', but ?? Buffer.of()))
    .executeTakeFirst()
  await tx
    .updateTable('sign_in_challenges')
    .set({ used_at: now })
    .where('staff_id', '=', staffId)
    .where('purpose', '=', 'second-step')
    .where('used_at', 'is', null)
    .execute()
  await tx
    .updateTable('line_codes')
    .set({ used_at: now })
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .execute()
  await tx
    .deleteFrom('device_cookies')
    .where('staff_id', '=', staffId)
    .where(
      sql<boolean>`token_hash is distinct from (select device_hash from sessions where token_hash = ${but ?? null})`,
    )
    .execute()
  if (ended.numUpdatedRows > 0n) emit({ kind: 'sessions', staff_id: staffId })
}

/**
 * Locks the session that makes a call until the transaction ends, for changes that outlive it: a user who was signed
 * out since the call began leaves nothing behind. Lock the account first, as ending sessions does.
 */
export async function requireOpenSession(tx: Tx, { tokenHash }: Pick<Actor, 'tokenHash'>): Promise<void> {
  const held = await tx
    .selectFrom('sessions')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!held) throw new Failure('session-ended')
}

/** The user whose session a token began, with their present permissions, whether the session still lasts or not. */
export type TokenOwner = {
  readonly _id: string
  readonly permissions: ReadonlySet<Permission>
  readonly begunAt: string
  readonly endedAt: string | null
}

/** The owners of these tokens in the hospital of the transaction, by token. */
export async function findTokenOwners(tx: Tx, tokens: Iterable<string>): Promise<Map<string, TokenOwner>> {
  const byHash = new Map([...tokens].map((token) => [hashToken(token).toString('hex'), token]))
  if (byHash.size === 0) return new Map()
  const found = await tx
    .selectFrom('sessions')
    .innerJoin('staff', 'staff.id', 'sessions.staff_id')
    .innerJoin('staff_types', 'staff_types.id', 'staff.staff_type_id')
    .select([
      'sessions.token_hash',
      'sessions.staff_id',
      'sessions.created_at',
      'sessions.ended_at',
      'staff_types.code',
      'staff.is_form_user',
      staffPermissionChanges.as('changed_permissions'),
    ])
    .where(
      'sessions.token_hash',
      'in',
      [...byHash.keys()].map((hash) => Buffer.from(hash, 'hex')),
    )
    .execute()
  return new Map(
    found.map(({ token_hash, staff_id, created_at, ended_at, code, is_form_user, changed_permissions }) => [
      byHash.get(token_hash.toString('hex')) ?? '',
      {
        _id: staff_id,
        permissions: new Set(computePermissions(code as StaffTypeCode, is_form_user, changed_permissions)),
        begunAt: created_at,
        endedAt: ended_at,
      },
    ]),
  )
}

export async function endSession(tx: Tx, tokenHash: Buffer, now: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .execute()
}
