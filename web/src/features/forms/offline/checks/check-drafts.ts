import type { CheckDraft } from '../../../../clinical/ambulance/check-draft.ts'
import { session } from '../../../../session/session.ts'
import { deleteCopy, listCopies, putCopy, readBytes, readCopy } from '../copies.ts'
import { vaultState } from '../vault/vault.ts'

type KeptDraft = CheckDraft & { kept_at: number }

const nameDraft = (vehicleId: string) => `check:${vehicleId}`
const namePhotos = (vehicleId: string) => `check-photo:${vehicleId}:`

/** The drafts of the user who is or was last signed in, by vehicle. Without a PIN only this page has them. */
const drafts = new Map<string, KeptDraft>()
/** The vehicles whose stored drafts this page has read. */
const takenIn = new Set<string>()
/** The photos of each draft that are stored. */
const storedPhotos = new Map<string, Record<string, File>>()
let draftsOf: string | undefined

/** Whoever signs in again after their session ended goes on with what they typed; nobody else sees it. */
function forgetOthers(): string | undefined {
  const by = session.get()?._id
  if (by !== undefined && by !== draftsOf) {
    for (const known of [drafts, takenIn, storedPhotos]) known.clear()
    draftsOf = by
  }
  return by
}
session.subscribe(forgetOthers)
vaultState.subscribe(() => {
  if (vaultState.get() !== 'open') storedPhotos.clear()
  else for (const vehicleId of drafts.keys()) void takeTurn(vehicleId, store)
})

/** What nobody went on with in this time says nothing of the vehicle any more. */
const longestKeptMs = 24 * 60 * 60_000
const isStale = ({ kept_at }: Pick<KeptDraft, 'kept_at'>): boolean => Date.now() - kept_at > longestKeptMs

/** The draft that this page has. */
function peekDraft(vehicleId: string): KeptDraft | undefined {
  const draft = forgetOthers() === undefined ? undefined : drafts.get(vehicleId)
  if (!draft || !isStale(draft)) return draft
  dropDraft(vehicleId)
  return undefined
}

/** The user's draft, of this page or an earlier one; undefined if there is none, or none that can be read. */
async function readDraft(vehicleId: string): Promise<KeptDraft | undefined> {
  await takeTurn(vehicleId, takeIn)
  return peekDraft(vehicleId)
}

/** Keeps what is typed at once. */
function keepDraft(vehicleId: string, draft: CheckDraft): void {
  forgetOthers()
  drafts.set(vehicleId, { ...draft, kept_at: Date.now() })
  planStoring(vehicleId)
}

function dropDraft(vehicleId: string): void {
  drafts.delete(vehicleId)
  planStoring(vehicleId)
}

/** Waits until a draft that was kept is stored, where anything is. */
export async function settleDraft(vehicleId: string): Promise<void> {
  await takeTurn(vehicleId, store)
}

/** What a screen keeps of a check while it is made. */
export const checkDrafts = { peekDraft, readDraft, keepDraft, dropDraft }

let turn: Promise<unknown> = Promise.resolve()
const planned = new Set<string>()

/** One after the other, and never for another user than the one who typed it. */
function takeTurn(vehicleId: string, work: (vehicleId: string) => Promise<void>): Promise<unknown> {
  const by = forgetOthers()
  const own = async () => {
    if (by !== undefined && by === session.get()?._id) await work(vehicleId)
  }
  turn = turn.then(own, own)
  return turn
}

/** Keys that are pressed before its turn share it. */
function planStoring(vehicleId: string): void {
  if (planned.has(vehicleId)) return
  planned.add(vehicleId)
  void takeTurn(vehicleId, async () => {
    planned.delete(vehicleId)
    await store(vehicleId)
  }).finally(() => planned.delete(vehicleId))
}

/** Takes in what an earlier page stored: what is typed here stands over it. */
async function takeIn(vehicleId: string): Promise<void> {
  if (takenIn.has(vehicleId) || vaultState.get() !== 'open') return
  const stored = await readStored(vehicleId)
  takenIn.add(vehicleId)
  if (!stored) return
  const here = drafts.get(vehicleId)
  drafts.set(vehicleId, {
    ...stored,
    typed: {
      head: { ...stored.typed.head, ...here?.typed.head },
      entries: { ...stored.typed.entries, ...here?.typed.entries },
    },
    photos: { ...stored.photos, ...here?.photos },
  })
}

async function readStored(vehicleId: string): Promise<KeptDraft | undefined> {
  const kept = await readCopy(nameDraft(vehicleId))
  if (!kept) return undefined
  if (isStale(kept)) {
    await deleteStored(vehicleId)
    return undefined
  }
  const prefix = namePhotos(vehicleId)
  const photos: Record<string, File> = {}
  for (const name of await listCopies(prefix)) {
    const bytes = await readBytes(name)
    if (bytes) photos[name.slice(prefix.length)] = new File([bytes], 'photo.jpg', { type: 'image/jpeg' })
  }
  storedPhotos.set(vehicleId, photos)
  return { ...(kept.value as Pick<CheckDraft, 'check_id' | 'typed'>), photos, kept_at: kept.kept_at }
}

async function deleteStored(vehicleId: string): Promise<void> {
  for (const name of [nameDraft(vehicleId), ...(await listCopies(namePhotos(vehicleId)))])
    await deleteCopy(name)
}

/** Forgets what is stored of checks of vehicles that are gone. */
export async function forgetDraftsBut(vehicleIds: readonly string[]): Promise<void> {
  const prefix = nameDraft('')
  for (const name of await listCopies(prefix)) {
    const vehicleId = name.slice(prefix.length)
    if (!vehicleIds.includes(vehicleId)) await takeTurn(vehicleId, deleteStored)
  }
}

/** Stores a draft as it is by now, or that there is none. */
async function store(vehicleId: string): Promise<void> {
  await takeIn(vehicleId)
  if (!takenIn.has(vehicleId)) return
  const draft = drafts.get(vehicleId)
  const { check_id, typed, kept_at, photos = {} } = draft ?? {}
  if (draft) await putCopy(nameDraft(vehicleId), { check_id, typed }, kept_at)
  else await deleteCopy(nameDraft(vehicleId))
  const prefix = namePhotos(vehicleId)
  for (const name of await listCopies(prefix))
    if (!(name.slice(prefix.length) in photos)) await deleteCopy(name)
  const known = storedPhotos.get(vehicleId) ?? {}
  const written: Record<string, File> = {}
  for (const [item, photo] of Object.entries(photos)) {
    const isStored =
      known[item] === photo || (await putCopy(prefix + item, new Uint8Array(await photo.arrayBuffer())))
    if (isStored) written[item] = photo
  }
  storedPhotos.set(vehicleId, written)
}
