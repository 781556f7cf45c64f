import type { VehicleClass, VehicleStatus } from 'contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/database.ts'

type VehicleFitness = {
  fitness: Exclude<VehicleStatus, 'ON_MISSION'>
  class: VehicleClass
  has_ventilator: boolean
  has_incubator: boolean
  has_negative_pressure: boolean
}

/**
 * Whether a vehicle in use could go, wherever it is; undefined if there is no such vehicle. One that is on its way for
 * somebody else is refused elsewhere.
 */
export async function findVehicleFitness(
  tx: Tx,
  vehicleId: string,
  today: string,
  checkCutoff: RawBuilder<string | null>,
): Promise<VehicleFitness | undefined> {
  const { rows } = await sql<VehicleFitness>`
    select vehicle_fitness(v, ${today}, ${checkCutoff}) as fitness, v.class, v.has_ventilator,
      v.has_incubator, v.has_negative_pressure
    from vehicles v where v.id = ${vehicleId} and v.deactivated_at is null`.execute(tx)
  return rows[0]
}
