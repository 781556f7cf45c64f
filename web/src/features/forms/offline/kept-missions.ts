import { Mission } from 'contract'
import { session } from '../../../session/session.ts'
import { openForms } from './database.ts'
import { decryptOwn, encryptOwn } from './vault/vault.ts'

const listKeys = async (): Promise<[string, string][]> => {
  const by = session.get()?._id
  const db = await openForms()
  return (by && (await db?.getAllKeys('missions', IDBKeyRange.bound([by], [by, []])))) || []
}

export const hasKeptMissions = async (): Promise<boolean> => (await listKeys()).length > 0

/** Keeps the user's missions as the server says they are. What is over is forgotten, also while the vault is locked. */
export async function keepMissions(missions: readonly Mission[], seen_at: number): Promise<void> {
  const by = session.get()?._id
  const db = await openForms()
  if (!by || !db) return
  for (const key of await listKeys())
    if (!missions.some(({ _id }) => _id === key[1])) await db.delete('missions', key)
  for (const mission of missions) {
    const own = await encryptOwn(mission)
    // A full storage is no reason to stop: the mission is with the server.
    if (own) await db.put('missions', { by, mission_id: mission._id, seen_at, own }).catch(() => undefined)
  }
}

/** As they were last seen, and when; undefined if none can be read. */
export async function readKeptMissions(): Promise<{ missions: Mission[]; seenAt: number } | undefined> {
  const db = await openForms()
  const kept = await Promise.all((await listKeys()).map((key) => db?.get('missions', key)))
  const found = kept.filter((one) => one !== undefined)
  const read = await Promise.all(found.map(({ own }) => decryptOwn<unknown>(own)))
  // One that an earlier version of the app kept may lack what this one shows.
  const missions = read.flatMap((one) => Mission.safeParse(one).data ?? [])
  if (missions.length === 0) return undefined
  return { missions, seenAt: Math.min(...found.map(({ seen_at }) => seen_at)) }
}
