import { type Drug, type DrugCode, drugCodes, drugList } from '../../clinical/emergency/drug-list.ts'
import type { VehicleClass } from '../codes.ts'
import type { VehicleDocument } from '../vehicles.ts'

export const equipmentGroups = [
  'RESUSCITATION',
  'OXYGEN',
  'IMMOBILISE',
  'WOUNDS',
  'INFECTION',
  'DELIVERY',
  'OTHER',
  'DRUGS',
  'FLUIDS',
  'VEHICLE',
] as const
export type EquipmentGroup = (typeof equipmentGroups)[number]

/**
 * Lists what must be written of the batch of an item that was found: when it expires, and the lot of a drug or of what
 * is sterile, by which it is called back.
 */
export function listNeededBatchFields(item: string): readonly ('lot' | 'expires_on')[] {
  const properties = equipmentItems[item]
  if (!properties?.expires) return []
  return properties.drug !== undefined || properties.sterile ? ['lot', 'expires_on'] : ['expires_on']
}

/** Whether the charge of an item that was found, and is not broken, must be read: of what is vital. */
export function needsCharge(item: string): boolean {
  const properties = equipmentItems[item]
  return properties?.vital === true && properties.charge === true
}

/** The classes that have numbers of their own; a special vehicle carries what one of advanced life support does. */
export const equippedClasses = ['ALS', 'BLS', 'FR'] as const
export type EquippedClass = (typeof equippedClasses)[number]

/** The least number of an item by class; 0 is not carried. */
export type Least = Readonly<Record<EquippedClass, number>>

/**
 * `vital`: without it the vehicle is not ready. `charge`: in percent, of a battery or a tank. `pressure`: in psi, of
 * the emptiest cylinder. `expires`: it has a lot and a date. `sterile`: so does each packet of it. `document`: the date
 * is that of the vehicle's profile. `controlled`: two people count it. A `drug` is called what the list of drugs calls
 * it.
 */
export type EquipmentItem = {
  group: EquipmentGroup
  least: Least
  vital?: true
  charge?: true
  pressure?: true
  expires?: true
  sterile?: true
  document?: VehicleDocument
  controlled?: true
  drug?: DrugCode
}

type Properties = Omit<EquipmentItem, 'group' | 'least'>

const carry =
  (group: EquipmentGroup) =>
  (ALS: number, BLS: number, FR: number, properties: Properties = {}): EquipmentItem => ({
    group,
    least: { ALS, BLS, FR },
    ...properties,
  })

const resuscitation = carry('RESUSCITATION')
const oxygen = carry('OXYGEN')
const moving = carry('IMMOBILISE')
const wounds = carry('WOUNDS')
const infection = carry('INFECTION')
const delivery = carry('DELIVERY')
const other = carry('OTHER')
const fluid = carry('FLUIDS')
const vehicle = carry('VEHICLE')

/** Sterile in its packet until a date. */
const sealed: Properties = { expires: true, sterile: true }

const things = {
  defibrillator: resuscitation(1, 0, 0, { vital: true, charge: true }),
  aed: resuscitation(0, 1, 1, { vital: true, charge: true }),
  pads_adult: resuscitation(2, 2, 1, { expires: true }),
  pads_child: resuscitation(1, 1, 0, { expires: true }),
  ecg_cable: resuscitation(1, 0, 0),
  ventilator: resuscitation(1, 0, 0, { charge: true }),
  bvm_adult: resuscitation(1, 1, 1, { vital: true }),
  bvm_child: resuscitation(1, 1, 0),
  bvm_infant: resuscitation(1, 1, 0),
  laryngoscope: resuscitation(1, 0, 0),
  tracheal_tubes: resuscitation(2, 0, 0, sealed),
  stylet: resuscitation(1, 0, 0),
  bougie: resuscitation(1, 0, 0),
  magill: resuscitation(1, 0, 0),
  supraglottic: resuscitation(1, 1, 0, sealed),
  oral_airways: resuscitation(1, 1, 1),
  nasal_airways: resuscitation(1, 1, 0),
  capnograph: resuscitation(1, 0, 0),
  suction_fixed: resuscitation(1, 1, 0),
  suction_portable: resuscitation(1, 1, 1, { vital: true, charge: true }),
  suction_catheters: resuscitation(1, 1, 1, sealed),
  pocket_mask: resuscitation(1, 1, 1),
  cpr_board: resuscitation(1, 1, 0),
  decompression_needle: resuscitation(2, 0, 0, sealed),
  intraosseous: resuscitation(1, 0, 0, sealed),

  cylinder_fixed: oxygen(2, 1, 0, { vital: true, pressure: true }),
  cylinder_portable: oxygen(1, 1, 1, { vital: true, pressure: true }),
  regulator: oxygen(2, 2, 1),
  cannula: oxygen(5, 5, 2),
  mask: oxygen(5, 5, 2),
  reservoir_mask: oxygen(5, 3, 2),
  nebuliser: oxygen(3, 1, 0),
  venturi_mask: oxygen(2, 0, 0),

  stretcher: moving(1, 1, 0, { vital: true }),
  scoop: moving(1, 1, 0),
  long_board: moving(1, 1, 1),
  head_blocks: moving(1, 1, 1),
  collars: moving(2, 2, 1),
  extrication_device: moving(1, 1, 0),
  splints: moving(1, 1, 1),
  traction_splint: moving(1, 0, 0),
  pelvic_binder: moving(1, 1, 0),
  stair_chair: moving(1, 1, 0),
  slide_sheet: moving(2, 2, 1),

  gauze: wounds(20, 20, 10, sealed),
  elastic_bandage: wounds(6, 6, 4),
  pressure_dressing: wounds(4, 4, 2, sealed),
  tourniquet: wounds(2, 2, 1),
  haemostatic_gauze: wounds(2, 1, 0, sealed),
  chest_seal: wounds(2, 1, 0, sealed),
  burn_sheet: wounds(2, 2, 1, sealed),
  irrigation: wounds(2, 2, 1, sealed),
  shears: wounds(1, 1, 1),
  triangular_bandage: wounds(6, 6, 4),

  gloves: infection(1, 1, 1),
  surgical_masks: infection(1, 1, 1),
  respirators: infection(10, 5, 2, { expires: true }),
  gowns: infection(5, 5, 2),
  face_shields: infection(4, 4, 2),
  hand_gel: infection(1, 1, 1, { expires: true }),
  disinfectant: infection(1, 1, 1, { expires: true }),
  sharps_box: infection(1, 1, 1),
  red_bags: infection(1, 1, 1),

  delivery_set: delivery(1, 1, 0, sealed),
  cord_clamps: delivery(2, 2, 0, sealed),
  bulb_suction: delivery(1, 1, 0),
  warm_blanket: delivery(2, 2, 1),
  infant_cap: delivery(1, 1, 0),

  blood_pressure_cuffs: other(1, 1, 1),
  oximeter: other(1, 1, 1),
  thermometer: other(1, 1, 1),
  glucometer: other(1, 1, 0, { expires: true }),
  penlight: other(1, 1, 1),
  stethoscope: other(1, 1, 1),
  infusion_pump: other(2, 0, 0, { charge: true }),
  syringe_pump: other(1, 0, 0, { charge: true }),
  infusion_sets: other(5, 0, 0, sealed),
  venous_cannulas: other(5, 0, 0, sealed),
  gastric_tubes: other(2, 0, 0, sealed),
  urinary_catheters: other(2, 0, 0, sealed),
  restraints: other(1, 1, 0),
  triage_tags: other(20, 20, 10),
  paper_forms: other(1, 1, 1),
  tablet: other(1, 1, 1, { charge: true }),

  saline: fluid(4, 2, 0, sealed),
  ringer: fluid(4, 0, 0, sealed),
  dextrose_saline: fluid(2, 0, 0, sealed),
  dextrose_water: fluid(2, 0, 0, sealed),

  siren: vehicle(1, 1, 1),
  lights: vehicle(1, 1, 1, { vital: true }),
  brakes: vehicle(1, 1, 1, { vital: true }),
  tyres: vehicle(1, 1, 1, { vital: true }),
  spare_tyre: vehicle(1, 1, 1),
  vehicle_battery: vehicle(1, 1, 1, { vital: true }),
  air_conditioner: vehicle(1, 1, 1),
  inverter: vehicle(1, 1, 1),
  radio: vehicle(1, 1, 1),
  position_receiver: vehicle(1, 1, 1),
  extinguisher: vehicle(1, 1, 1, { expires: true }),
  warning_triangle: vehicle(1, 1, 1),
  seat_belts: vehicle(1, 1, 1),
  fuel: vehicle(1, 1, 1, { vital: true, charge: true }),
  act_paper: vehicle(1, 1, 1, { document: 'act_expires_on' }),
  insurance_paper: vehicle(1, 1, 1, { document: 'insurance_expires_on' }),
  tax_paper: vehicle(1, 1, 1, { document: 'tax_expires_on' }),
  emergency_light_permit: vehicle(1, 1, 1, { expires: true }),
} satisfies Record<string, EquipmentItem>

type ThingCode = keyof typeof things
export const thingCodes = Object.keys(things) as ThingCode[]

const listDrugs = (): [string, EquipmentItem][] =>
  drugCodes.map((drug) => [
    `drug.${drug}`,
    {
      group: 'DRUGS',
      least: { ALS: 1, BLS: 0, FR: 0 },
      expires: true,
      drug,
      ...((drugList[drug] as Drug).controlled && { controlled: true }),
    },
  ])

/**
 * What a vehicle carries, by code, in the order in which it is checked. The groups are those of the Bangkok EMS
 * standard for vehicles of advanced life support. The items, their least numbers by class, and what is vital are a
 * default of the panel after common practice; of drugs it is one of each on a vehicle of advanced life support. Each
 * hospital sets its own.
 */
export const equipmentItems: Readonly<Record<string, EquipmentItem>> = Object.fromEntries([
  ...Object.entries(things as Record<string, EquipmentItem>).filter(([, { group }]) => isBeforeDrugs(group)),
  ...listDrugs(),
  ...Object.entries(things as Record<string, EquipmentItem>).filter(([, { group }]) => !isBeforeDrugs(group)),
])

function isBeforeDrugs(group: EquipmentGroup): boolean {
  return equipmentGroups.indexOf(group) < equipmentGroups.indexOf('DRUGS')
}

export const equipmentCodes = Object.keys(equipmentItems) as [string, ...string[]]

/** What two people count: nobody but the first reads a count until the second has counted. */
export const controlledItems = equipmentCodes.filter((code) => equipmentItems[code]?.controlled)

/** The most of an item that a hospital can ask for. */
export const mostOfItem = 999

/** What a hospital asks for instead of the default, by item. */
export type ParLevels = Readonly<Record<string, Least>>

const toEquippedClass = (vehicleClass: VehicleClass): EquippedClass =>
  vehicleClass === 'SPECIAL' ? 'ALS' : vehicleClass

/** How many of an item a vehicle of this class needs at least. */
export function findNeeded(code: string, vehicleClass: VehicleClass, levels: ParLevels): number {
  const least = levels[code] ?? equipmentItems[code]?.least
  return least?.[toEquippedClass(vehicleClass)] ?? 0
}

/** The items that a vehicle of this class carries, in their order. */
export function listNeeded(
  vehicleClass: VehicleClass,
  levels: ParLevels,
): { item: string; needed: number }[] {
  return equipmentCodes
    .map((item) => ({ item, needed: findNeeded(item, vehicleClass, levels) }))
    .filter(({ needed }) => needed > 0)
}
