import type { AlarmSeverity, LineChoice } from 'contract'
import type { Tx } from '../../db/database.ts'
import type { LineFlow } from '../../identity/line-login.ts'

export async function findLinkState(tx: Tx, staffId: string) {
  return tx
    .selectFrom('staff')
    .select(['line_linked_at', 'line_choice', 'line_least_severity', 'line_consent_at'])
    .where('id', '=', staffId)
    .executeTakeFirst()
}

type LinkCodeEntry = {
  hash: Buffer
  hospitalId: string
  staffId: string
  by: string
  now: string
  expiresAt: string
}

/** Stores a code and ends the unused earlier ones. */
export async function replaceLinkCode(tx: Tx, code: LinkCodeEntry): Promise<void> {
  await tx
    .updateTable('line_codes')
    .set({ used_at: code.now })
    .where('staff_id', '=', code.staffId)
    .where('used_at', 'is', null)
    .execute()
  await tx
    .insertInto('line_codes')
    .values({
      code_hash: code.hash,
      hospital_id: code.hospitalId,
      staff_id: code.staffId,
      created_by: code.by,
      created_at: code.now,
      expires_at: code.expiresAt,
    })
    .execute()
}

/** Finds the user whose account a code links; undefined if it was used or expired, or they may not sign in. */
export async function findLinkAccount(tx: Tx, hash: Buffer, now: string) {
  return tx
    .selectFrom('line_codes')
    .innerJoin('staff', 'staff.id', 'line_codes.staff_id')
    .innerJoin('hospitals', 'hospitals.id', 'staff.hospital_id')
    .select(['staff.first_name', 'staff.last_name', 'hospitals.name_en', 'hospitals.name_th'])
    .where('line_codes.code_hash', '=', hash)
    .where('line_codes.used_at', 'is', null)
    .where('line_codes.expires_at', '>', now)
    .where('staff.status', '=', 'approved')
    .executeTakeFirst()
}

/** Uses up a code and returns its user; undefined if it was used, has expired, or the user may not sign in any more. */
export async function consumeLinkCode(
  tx: Tx,
  hash: Buffer,
  now: string,
): Promise<{ id: string; hospital_id: string; first_name: string } | undefined> {
  // Locks the account before the code, in the same order as ending both does.
  const person = await tx
    .selectFrom('line_codes')
    .innerJoin('staff', 'staff.id', 'line_codes.staff_id')
    .select(['staff.id', 'staff.hospital_id', 'staff.first_name'])
    .where('line_codes.code_hash', '=', hash)
    .where('staff.status', '=', 'approved')
    .forNoKeyUpdate('staff')
    .executeTakeFirst()
  const used = await tx
    .updateTable('line_codes')
    .set({ used_at: now })
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n ? person : undefined
}

type FlowEntry = LineFlow & {
  secretHash: Buffer
  codeHash: Buffer | null
  network: string
  now: string
  expiresAt: string
}

export async function insertFlow(tx: Tx, stateHash: Buffer, flow: FlowEntry): Promise<void> {
  await tx.deleteFrom('line_flows').where('expires_at', '<', flow.now).execute()
  await tx
    .insertInto('line_flows')
    .values({
      state_hash: stateHash,
      secret_hash: flow.secretHash,
      nonce: flow.nonce,
      verifier: flow.verifier,
      code_hash: flow.codeHash,
      address: flow.network,
      created_at: flow.now,
      expires_at: flow.expiresAt,
    })
    .execute()
}

/** How many sign-ins at LINE are under way from this network. */
export async function countFlows(tx: Tx, network: string, now: string): Promise<number> {
  const { count } = await tx
    .selectFrom('line_flows')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('address', '=', network)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return count
}

/** Removes a flow and returns it: only to the browser that began it, once, and until it expires. */
export async function consumeFlow(tx: Tx, stateHash: Buffer, secretHash: Buffer, now: string) {
  return tx
    .deleteFrom('line_flows')
    .where('state_hash', '=', stateHash)
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now)
    .returning(['nonce', 'verifier', 'code_hash'])
    .executeTakeFirst()
}

/** The user with this LINE account, locked until the transaction ends. */
export async function lockLineAccountHolder(tx: Tx, lineUserId: string) {
  return tx
    .selectFrom('staff')
    .select(['id', 'hospital_id', 'status'])
    .where('line_user_id', '=', lineUserId)
    .where('status', '<>', 'deleted')
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Whether a user is linked with another LINE account than this one. */
export async function hasOtherLineAccount(tx: Tx, staffId: string, lineUserId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('staff')
    .select('id')
    .where('id', '=', staffId)
    .where('line_user_id', '<>', lineUserId)
    .executeTakeFirst()
  return row !== undefined
}

export async function linkLineAccount(
  tx: Tx,
  staffId: string,
  lineUserId: string,
  now: string,
): Promise<void> {
  await tx
    .updateTable('staff')
    .set({ line_user_id: lineUserId, line_linked_at: now })
    .where('id', '=', staffId)
    .execute()
}

/** Whether an account was linked; this also ends its messages from LINE. */
export async function unlinkLineAccount(tx: Tx, staffId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('staff')
    .set({ line_user_id: null, line_linked_at: null, line_choice: 'none', line_consent_at: null })
    .where('id', '=', staffId)
    .where('line_user_id', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateLineChoice(
  tx: Tx,
  staffId: string,
  chosen: { choice: LineChoice; leastSeverity: AlarmSeverity; consentAt: string | null },
): Promise<void> {
  await tx
    .updateTable('staff')
    .set({
      line_choice: chosen.choice,
      line_least_severity: chosen.leastSeverity,
      line_consent_at: chosen.consentAt,
    })
    .where('id', '=', staffId)
    .execute()
}

type Consent = {
  id: string
  hospitalId: string
  staffId: string
  at: string
  isGiven: boolean
  version: string
}

export async function recordConsent(tx: Tx, consent: Consent): Promise<void> {
  await tx
    .insertInto('line_consents')
    .values({
      id: consent.id,
      hospital_id: consent.hospitalId,
      staff_id: consent.staffId,
      at: consent.at,
      purpose: 'alarms',
      is_given: consent.isGiven,
      version: consent.version,
    })
    .execute()
}
