import { useQuery } from '@tanstack/react-query'
import { fleet } from 'contract'
import { ask } from '../../api/client.ts'

/** The vehicles and teams in use, as options of a selection. */
export function useFleetChoices() {
  const { data } = useQuery(ask(fleet.choices, {}, true))
  const toOption = ({ _id, name }: { _id: string; name: string }) => ({ value: _id, label: name })
  return { vehicles: data?.vehicles.map(toOption) ?? [], teams: data?.teams.map(toOption) ?? [] }
}
