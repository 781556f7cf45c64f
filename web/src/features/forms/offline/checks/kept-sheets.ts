import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import { CallError, EquipmentSheet, equipment, findShift, type Result } from 'contract'
import { ask, queryClient } from '../../../../api/client.ts'
import { callsLostAt } from '../../../../api/connection.ts'
import { deleteCopy, listCopies, putCopy, readCopy } from '../copies.ts'
import { readServerTime } from '../outbox.ts'
import { vaultState } from '../vault/vault.ts'
import { forgetDraftsBut } from './check-drafts.ts'

export const vehiclesAsked = ask(equipment.vehicles, {}, true)
export const askSheet = (vehicleId: string) => ask(equipment.sheet, { _id: vehicleId }, true)

type Vehicles = Result<typeof equipment.vehicles>

const vehiclesName = 'vehicles'
const nameSheet = (vehicleId: string) => `sheet:${vehicleId}`

/** Keeps the vehicles as they are seen, and forgets the sheets and drafts of those that are gone. */
export async function keepVehicles({ vehicles, ...rest }: Vehicles, seenAt: number): Promise<void> {
  if (!(await putCopy(vehiclesName, { ...rest, vehicles }, seenAt))) return
  const ids = vehicles.map(({ _id }) => _id)
  const names = ids.map(nameSheet)
  for (const name of await listCopies(nameSheet(''))) if (!names.includes(name)) await deleteCopy(name)
  await forgetDraftsBut(ids)
}

export const keepSheet = (sheet: EquipmentSheet, seenAt: number): Promise<boolean> =>
  putCopy(nameSheet(sheet.vehicle._id), sheet, seenAt)

/** The server may have answered meanwhile, or the vault is locked again. */
const isWanted = (key: readonly unknown[]): boolean =>
  vaultState.get() === 'open' && queryClient.getQueryData(key) === undefined

/** Shows the vehicles as they were last seen. */
export async function showKeptVehicles(): Promise<void> {
  const kept = await readCopy(vehiclesName)
  // One that an earlier version of the app kept may lack what this one shows.
  const read = equipment.vehicles.reply.safeParse(kept?.value)
  const { queryKey } = vehiclesAsked
  if (kept && read.success && isWanted(queryKey))
    queryClient.setQueryData(queryKey, read.data, { updatedAt: kept.kept_at })
}

/** Shows what a vehicle is checked against as it was last seen, of the shift that it is by now. */
export async function showKeptSheet(vehicleId: string): Promise<void> {
  const kept = await readCopy(nameSheet(vehicleId))
  const read = EquipmentSheet.safeParse(kept?.value)
  const { queryKey } = askSheet(vehicleId)
  if (!kept || !read.success) return
  const { day, name: shift } = findShift((await readServerTime()).toISOString(), read.data.shift_hours)
  if (isWanted(queryKey))
    queryClient.setQueryData(queryKey, { ...read.data, day, shift }, { updatedAt: kept.kept_at })
}

/** What was shown as it was is asked for again once there is a signal. */
callsLostAt.subscribe(() => {
  if (callsLostAt.get() !== undefined) return
  for (const { path } of [equipment.vehicles, equipment.sheet])
    void queryClient.invalidateQueries({ queryKey: [path] })
})

/** When its copy is older than this, a sheet is asked for again. */
const freshMs = 10 * 60_000

/** Keeps the sheets of all vehicles, one after the other, while there is a signal. */
export async function keepSheets(): Promise<void> {
  const read = async <Answer, Key extends QueryKey>(
    asked: FetchQueryOptions<Answer, CallError, Answer, Key>,
  ) => {
    const data = await queryClient.fetchQuery({ ...asked, staleTime: freshMs })
    return { data, seenAt: queryClient.getQueryState(asked.queryKey)?.dataUpdatedAt ?? Date.now() }
  }
  try {
    const list = await read(vehiclesAsked)
    await keepVehicles(list.data, list.seenAt)
    for (const { _id } of list.data.vehicles) {
      if (vaultState.get() !== 'open') return
      const { data, seenAt } = await read(askSheet(_id))
      await keepSheet(data, seenAt)
    }
  } catch (error) {
    // The copies that are kept stay as they are.
    if (!(error instanceof CallError)) throw error
  }
}
