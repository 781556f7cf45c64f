import type { TransportKit, TransportPlan } from '../../ambulance/mission-suggestion.ts'
import type { Answer } from '../form.ts'
import type { optionLists } from '../options.ts'

type Equipment = (typeof optionLists)['transport-equipment'][number]

/** What of a plan's kit the form has a name for; the rest belongs to every vehicle of the class. */
const equipmentByKit: { readonly [Kit in TransportKit]?: Equipment } = {
  VENTILATOR: 'VENTILATOR',
  DEFIBRILLATOR_MONITOR: 'MONITOR',
  MONITOR: 'MONITOR',
  PUMP: 'PUMP',
  SUCTION: 'SUCTION',
  OXYGEN: 'OXYGEN',
}

/** The equipment that a plan asks for, as an answer. */
export function listPlannedEquipment({ kit }: TransportPlan): Answer {
  const listed = [...new Set(kit.flatMap(({ item }) => equipmentByKit[item] ?? []))]
  return listed.length > 0 ? listed : ['NONE']
}
