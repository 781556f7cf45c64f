import { useQuery } from '@tanstack/react-query'
import { fleet, type Vehicle } from 'contract'
import { ask } from '../../api/client.ts'
import { usePhotoUrl } from '../../api/photo.ts'

/** A vehicle and a team name each other. */
export const outdatedByVehicleOrTeam = [fleet.vehicles, fleet.teams, fleet.choices]
export const outdatedByOperation = [fleet.operations, fleet.operationChanges]

export function useVehiclePhoto(
  { _id, photo_id }: Pick<Vehicle, '_id' | 'photo_id'>,
  size: 'small' | 'large',
): string | undefined {
  return usePhotoUrl(fleet.vehiclePhoto, { _id, photo_id }, size)
}

/** The vehicles and teams in use, as options of a selection. */
export function useFleetChoices() {
  const { data } = useQuery(ask(fleet.choices, {}, true))
  const toOption = ({ _id, name }: { _id: string; name: string }) => ({ value: _id, label: name })
  return { vehicles: data?.vehicles.map(toOption) ?? [], teams: data?.teams.map(toOption) ?? [] }
}
