import { createHash, randomBytes } from 'node:crypto'
import { type Permission, permissionsOf, type StaffTypeCode } from 'contract'
import { compileOnce } from './compile-once.ts'
import type { Root, Tx } from './database.ts'

/** The one who makes a call: minted here, from a session that holds. */
export type Actor = {
  readonly _id: string
  readonly hospitalId: string
  readonly staffType: StaffTypeCode
  readonly isFormUser: boolean
  readonly permissions: ReadonlySet<Permission>
  readonly tokenHash: Buffer
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** How stale `last_seen_at` may grow before a call freshens it: most calls then write no session row. */
const freshenAfterMs = 60_000

const sessionOf = compileOnce((root, given: { tokenHash: Buffer; seenAfter: string }) =>
  root
    .selectFrom('sessions')
    .innerJoin('staff', 'staff.id', 'sessions.staff_id')
    .innerJoin('staff_types', 'staff_types.id', 'staff.staff_type_id')
    .select([
      'sessions.staff_id',
      'sessions.hospital_id',
      'sessions.last_seen_at',
      'staff_types.code',
      'staff.is_form_user',
    ])
    .where('sessions.token_hash', '=', given.tokenHash)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.last_seen_at', '>', given.seenAfter)
    .where('staff.status', '=', 'approved'),
)

/** The actor behind a token, or nothing when it is unknown, ended, idle for too long, or its user is not approved. */
export async function findActor(
  root: Root,
  token: string,
  now: Date,
  idleMs: number,
): Promise<Actor | undefined> {
  const tokenHash = hashToken(token)
  const seenAfter = new Date(now.getTime() - idleMs).toISOString()
  const [found] = await sessionOf(root, { tokenHash, seenAfter })
  if (!found) return undefined
  if (now.getTime() - Date.parse(found.last_seen_at) > Math.min(freshenAfterMs, idleMs / 4)) {
    await root
      .updateTable('sessions')
      .set({ last_seen_at: now.toISOString() })
      .where('token_hash', '=', tokenHash)
      .execute()
  }
  const staffType = found.code as StaffTypeCode
  return {
    _id: found.staff_id,
    hospitalId: found.hospital_id,
    staffType,
    isFormUser: found.is_form_user,
    permissions: new Set(permissionsOf(staffType, found.is_form_user)),
    tokenHash,
  }
}

/** A new session; the token is 256 random bits and exists nowhere but in the reply. */
export async function openSession(
  tx: Tx,
  session: { hospitalId: string; staffId: string; address: string; now: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      hospital_id: session.hospitalId,
      staff_id: session.staffId,
      address: session.address,
      created_at: session.now,
      last_seen_at: session.now,
    })
    .execute()
  return token
}

export async function endSession(tx: Tx, tokenHash: Buffer, now: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .execute()
}
