import {
  CallError,
  equipment,
  errorCodes,
  formDelivery,
  formRecords,
  packPart,
  photoProblems,
  type SealedPart,
  unpackPart,
} from 'contract'
import { v7 as newId } from 'uuid'
import { call, queryClient } from '../../../api/client.ts'
import { outdatedByCheck } from '../../../clinical/ambulance/outdated-by-check.ts'
import { session } from '../../../session/session.ts'
import { formCalls } from '../calls.ts'
import { getDeviceName } from '../device-name.ts'
import type { KeptPart } from './database.ts'
import {
  deletePart,
  listParts,
  type PlainPart,
  putOwn,
  putPart,
  readContent,
  unstoredParts,
  updatePart,
} from './kept-parts.ts'
import {
  findSeal,
  noteSent,
  noteServerTime,
  type OperationPlace,
  readClock,
  readClockOffset,
  refreshState,
  triedUnreadable,
} from './outbox.ts'
import { isOfCheck, isStep, isToBeSent } from './saving-rules.ts'
import { decryptOwnBytes, encryptOwnBytes, vaultState } from './vault/vault.ts'

type WithoutAuthor<Part> = Part extends unknown ? Omit<Part, 'by' | 'token'> : never
/** A part as its author can read it where there is no signal. */
export type OwnPart = WithoutAuthor<SealedPart>
type Stamped = 'op_id' | 'at' | 'clock_offset_ms' | 'clock_went_back'
type Made<Part> = Part extends unknown
  ? Omit<Part, Stamped | 'form' | 'form_version' | 'mission_id' | 'device'>
  : never
/** What somebody has made just now. */
export type MadePart = Made<OwnPart>
/** What is sealed of a part, but when and by whom it was made. `at`: an instant before now. */
type Described<Kind extends string = string> = { op_id: string; kind: Kind; at?: string }

/** What was made in this page, for whoever made it: without a PIN nothing can be read again. */
const madeHere = new Map<string, { by: string; described: unknown; picture: Blob }>()
vaultState.subscribe(() => vaultState.get() === 'locked' && madeHere.clear())
session.subscribe(() => {
  const user = session.get()
  // Whoever signs in again after their session ended reads what they made; nobody else does.
  if (user) for (const [opId, { by }] of madeHere) if (by !== user._id) madeHere.delete(opId)
})
vaultState.subscribe(() => vaultState.get() === 'open' && void encryptMade())

/** Makes readable for whoever made them, once this page is closed, what they made before they unlocked. */
async function encryptMade(): Promise<void> {
  for (const [opId, { by, described, picture }] of madeHere) {
    if (by !== session.get()?._id) continue
    const content = await readContent(opId)
    if (!content || content.own) continue
    const own = await encryptOwnBytes(packPart(described, new Uint8Array(await picture.arrayBuffer())))
    if (own) await putOwn(opId, own)
  }
}

/**
 * Keeps a part of a record until the server has it. `picture` is empty for a signature. False if it can neither be
 * sealed nor sent as it is.
 */
export function keepPart(
  { record_id, form, form_version, mission }: OperationPlace,
  made: MadePart,
  picture: File,
): Promise<boolean> {
  const mission_id = mission?._id ?? null
  const device = getDeviceName()
  const described = { ...made, op_id: newId(), form, form_version, mission_id, device }
  return keepSealed(
    record_id,
    described,
    picture,
    made.kind === 'photo' ? { plain: { picture, caption: made.caption, row_id: made.row_id } } : {},
  )
}

/** The same of what is made beside forms. `plain`: what its author sends where nothing can be sealed. */
export async function keepSealed(
  record_id: string,
  made: Described<KeptPart['kind']>,
  picture: File,
  { plain = null, ...more }: Pick<KeptPart, 'is_pressed'> & { plain?: PlainPart | null } = {},
): Promise<boolean> {
  const { op_id, kind } = made
  const bytes = new Uint8Array(await picture.arrayBuffer())
  const { user, kept_at, described, sealed } = await sealMade(record_id, made, bytes)
  if (!sealed && !plain) return false
  const own = await encryptOwnBytes(packPart(described, bytes))
  const part: KeptPart = {
    op_id,
    record_id,
    by: user._id,
    hospital_id: user.hospital._id,
    kind,
    kept_at,
    may_have_arrived: 0,
    problem: null,
    ...more,
  }
  madeHere.set(op_id, { by: user._id, described, picture })
  if (!sealed || !(await putPart(part, { op_id, sealed, own })))
    unstoredParts.push({ ...part, own, sealed: sealed ?? null, plain })
  await refreshState()
  return true
}

/** Seals what the user has made, as theirs and of now; `sealed` is undefined if nothing can be sealed. */
async function sealMade(record_id: string, made: Described, bytes: Uint8Array) {
  const user = session.get()
  if (!user) throw new Error('nobody is signed in')
  const found = await findSeal()
  const { kept_at, clock_went_back } = await readClock()
  const described = {
    at: new Date().toISOString(),
    ...made,
    clock_offset_ms: await readClockOffset(),
    clock_went_back,
  }
  const authored = packPart({ ...described, by: user._id, token: user.server_token }, bytes)
  const { op_id } = made
  // A browser may refuse its cryptography.
  const message = await found
    ?.seal(authored, { key_id: found.key_id, record_id, op_id })
    .catch(() => undefined)
  const sealed = found && message && { key_id: found.key_id, message }
  return { user, kept_at, described, sealed }
}

/** A part as its author reads it; undefined if it cannot be read here. */
export async function readOwnPart<Own = OwnPart>(
  opId: string,
): Promise<{ described: Own; picture: Blob } | undefined> {
  const made = madeHere.get(opId)
  if (made && made.by === session.get()?._id)
    return { described: made.described as Own, picture: made.picture }
  const plain = await decryptOwnBytes((await readContent(opId))?.own ?? null)
  if (!plain) return undefined
  const { described, picture } = unpackPart(plain)
  return { described: described as Own, picture: new Blob([picture], { type: 'image/jpeg' }) }
}

/** Forgets a part, and what was read of it. */
export async function forgetPart(opId: string): Promise<void> {
  await deletePart(opId)
  madeHere.delete(opId)
  await refreshState()
}

/** Takes a part away that cannot have arrived. */
export async function removePart({ op_id, may_have_arrived }: KeptPart): Promise<void> {
  if (may_have_arrived === 1) return
  await forgetPart(op_id)
}

/**
 * Sends all parts of this hospital but steps, whoever made them, one after the other. Throws if one could not be sent;
 * it is sent again.
 */
export async function sendParts(): Promise<void> {
  for (;;) {
    const user = session.get()
    const parts = await listParts()
    // A photo goes behind its check, which may have been refused.
    const part = parts.find(
      (one) =>
        !isStep(one) &&
        isToBeSent(one, user, triedUnreadable) &&
        !parts.some(({ op_id }) => op_id === one.record_id),
    )
    if (!part || !user) return
    await sendPart(part)
  }
}

async function sendPart(part: KeptPart): Promise<void> {
  await updatePart(part, { may_have_arrived: 1 })
  await refreshState()
  const problem = await deliver(part)
  if (problem === null) {
    // The record is shown with it before it is no more shown as unsent.
    const lists = isOfCheck(part) ? outdatedByCheck : Object.values(formCalls).map(({ list }) => list)
    await Promise.all(lists.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })))
    await forgetPart(part.op_id)
    return
  }
  if (problem === 'unreadable') triedUnreadable.add(part.op_id)
  await updatePart(part, { may_have_arrived: 1, problem })
  await refreshState()
}

/** Why the server cannot store it; null if it has it, or keeps it for a person. */
async function deliver(part: KeptPart): Promise<string | null> {
  const { op_id, record_id } = part
  const content = await readContent(op_id)
  if (!content?.sealed) return sendPlain(part)
  const { key_id, message } = content.sealed
  const sealed = new File([message], 'part')
  const delivered = { op_id, record_id, key_id, sealed }
  const reply = isOfCheck(part)
    ? await call(equipment.deliver, delivered)
    : await call(formDelivery.applyPart, delivered)
  await noteServerTime(reply.now)
  const isWaiting = reply.outcome === 'waiting'
  if (!isWaiting && reply.outcome !== 'applied') return reply.problem?.message ?? reply.outcome
  await noteSent(isWaiting ? 1 : 0)
  return null
}

/** Where the browser seals nothing, only whoever took a photo sends it. */
async function sendPlain({ op_id: new_id, record_id: _id, by }: KeptPart): Promise<string | null> {
  const { plain } = unstoredParts.find(({ op_id }) => op_id === new_id) ?? {}
  if (!plain || 'pressed' in plain || by !== session.get()?._id) return 'unreadable'
  const { picture: photo, caption, row_id } = plain
  const described = { ...(caption !== null && { caption }), ...(row_id !== null && { row_id }) }
  try {
    await call(formRecords.addPhoto, { _id, new_id, photo, ...described })
    return null
  } catch (error) {
    const refused = [...photoProblems, 'form-closed', 'not-found', 'invalid'] as const
    const code = error instanceof CallError && refused.find((name) => errorCodes[name] === error.code)
    if (!code) throw error
    return code
  }
}
