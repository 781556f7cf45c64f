import { Mission } from 'contract'
import { session } from '../../../session/session.ts'
import { type KeptMission, openForms } from './database.ts'
import { decryptOwn, encryptOwn } from './vault/vault.ts'

/** The user's own. */
async function listKept(): Promise<KeptMission[]> {
  const by = session.get()?._id
  const db = await openForms()
  if (!by || !db) return []
  return db.getAll('missions', IDBKeyRange.bound([by], [by, []]))
}

export const hasKeptMissions = async (): Promise<boolean> => (await listKept()).length > 0

/** Keeps the user's missions as the server says they are. What is over is forgotten, also while the vault is locked. */
export async function keepMissions(missions: readonly Mission[], seen_at: number): Promise<void> {
  const by = session.get()?._id
  const db = await openForms()
  if (!by || !db) return
  for (const { mission_id } of await listKept())
    if (!missions.some(({ _id }) => _id === mission_id)) await db.delete('missions', [by, mission_id])
  for (const mission of missions) {
    const own = await encryptOwn(mission)
    // A full storage is no reason to stop: the mission is with the server.
    if (own) await db.put('missions', { by, mission_id: mission._id, seen_at, own }).catch(() => undefined)
  }
}

/** The earlier version of the app kept none of these. */
type KeptSince = 'colour_number' | 'life_threats' | 'corrections'
type ReadMission = Omit<Mission, KeptSince | 'events'> &
  Partial<Pick<Mission, KeptSince>> & {
    events: (Omit<Mission['events'][number], 'crew'> & Partial<Pick<Mission['events'][number], 'crew'>>)[]
  }

/** A crew that has no signal when the app is updated still has its address. */
const fillIn = (kept: ReadMission): Mission => ({
  colour_number: null,
  life_threats: [],
  corrections: [],
  ...kept,
  events: kept.events.map((event) => ({ crew: null, ...event })),
})

/** As they were last seen, and when; undefined if none can be read. */
export async function readKeptMissions(): Promise<{ missions: Mission[]; seenAt: number } | undefined> {
  const found = await listKept()
  const read = await Promise.all(found.map(({ own }) => decryptOwn<ReadMission>(own)))
  // One that a still earlier version of the app kept may lack more.
  const missions = read.flatMap((one) => (one && Mission.safeParse(fillIn(one)).data) ?? [])
  if (missions.length === 0) return undefined
  return { missions, seenAt: Math.min(...found.map(({ seen_at }) => seen_at)) }
}
