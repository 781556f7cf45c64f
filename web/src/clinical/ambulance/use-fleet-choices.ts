import { useQuery } from '@tanstack/react-query'
import { fleet, type Result } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'

const hourMs = 60 * 60_000
/** The clock of this device may be ahead of the server's. */
const aheadMs = 60_000

/**
 * The vehicles, teams and operations in use, and how each vehicle stands. A check falls due when a shift or a day
 * begins, which no event tells: each begins at a full hour.
 */
export const askFleetChoices = () => ({
  ...ask(fleet.choices, {}, true),
  refetchInterval: () => hourMs - ((Date.now() - aheadMs) % hourMs),
})

type Standing = Pick<Result<typeof fleet.choices>['vehicles'][number], 'status' | 'faults'>

/** How a vehicle stands, with how many faults of its equipment are open. */
export function useVehicleStanding() {
  const { t } = useTranslation('fleet')
  return ({ status, faults }: Standing): string =>
    [t(`status.${status}`), ...(faults > 0 ? [t('check.faults', { count: faults })] : [])].join(', ')
}

/**
 * The vehicles, teams and operations in use, as options of a selection; a vehicle that is not ready or has faults says
 * so.
 */
export function useFleetChoices() {
  const describe = useVehicleStanding()
  const { data } = useQuery(askFleetChoices())
  const toOption = ({ _id, name }: { _id: string; name: string }) => ({ value: _id, label: name })
  const vehicles = data?.vehicles.map(({ _id, name, status, faults }) => ({
    value: _id,
    label: status === 'READY' && faults === 0 ? name : `${name} · ${describe({ status, faults })}`,
  }))
  /** The operation of a vehicle's level, if there is exactly one. */
  const findOperation = (vehicleId: string): string => {
    const level = data?.vehicles.find(({ _id }) => _id === vehicleId)?.class
    const fitting = data?.operations.filter(({ unit_level }) => unit_level === level) ?? []
    return fitting.length === 1 ? (fitting[0]?._id ?? '') : ''
  }
  return {
    vehicles: vehicles ?? [],
    teams: data?.teams.map(toOption) ?? [],
    operations: data?.operations.map(toOption) ?? [],
    findVehicle: (id: string) => data?.vehicles.find(({ _id }) => _id === id),
    findOperation,
  }
}
