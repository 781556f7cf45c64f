import * as z from 'zod/mini'
import type { ReferralRisk } from '../clinical/emergency/referral-risk.ts'
import { isolationKinds } from '../patient-flow/admission-codes.ts'
import { type CrewLevel, crewLevels, type UnitLevel, unitLevels, vehicleClasses } from './codes.ts'

/**
 * How urgent a call is, as the call-taker says (IDC) and as the crew finds on scene (RC). `BLACK` is another public
 * service and not death. `UNKNOWN` is of the call-taker alone.
 */
export const severityColours = ['RED', 'YELLOW', 'GREEN', 'WHITE', 'BLACK', 'UNKNOWN'] as const
/** The colours that a code of the dispatch protocol can have. */
export const dispatchCodeColours = ['RED', 'YELLOW', 'GREEN', 'WHITE', 'BLACK'] as const
export type SeverityColour = (typeof severityColours)[number]

const suggested: Readonly<Record<SeverityColour, readonly UnitLevel[]>> = {
  RED: ['ALS'],
  YELLOW: ['ALS', 'BLS'],
  GREEN: ['BLS', 'FR'],
  WHITE: ['BLS', 'FR'],
  BLACK: [],
  UNKNOWN: [],
}

/**
 * The levels of a unit that suit a call, the best first; none where the colour does not say. Default of the panel: a
 * hospital may send others.
 */
export function suggestUnitLevels(colour: SeverityColour): readonly UnitLevel[] {
  return suggested[colour]
}

export const transportKit = [
  'VENTILATOR',
  'DEFIBRILLATOR_MONITOR',
  'ETCO2',
  'PUMP',
  'SUCTION',
  'AIRWAY_SET',
  'BLOOD',
  'MONITOR',
  'OXIMETER',
  'OXYGEN',
  'BVM',
  'FIRST_AID',
] as const
export type TransportKit = (typeof transportKit)[number]

/** A place in a crew: everybody of these levels may fill it. */
export const CrewPlace = z.array(z.enum(crewLevels)).check(z.minLength(1, 'option-needed'))
export type CrewPlace = z.output<typeof CrewPlace>

/** What no level says: one of the crew can intubate, a doctor can be called. */
export const crewBesides = ['CAN_INTUBATE', 'DOCTOR_ON_CALL'] as const

/** How many of a piece of equipment: one a drip, or only where it is needed. */
export const kitCounts = [1, 2, 3, 4, 'PER_DRIP', 'IF_NEEDED'] as const

/** What a referral of a risk needs at least. */
export const TransportPlan = z.object({
  /** Beside the driver; each place needs a person of its own. */
  crew: z.array(CrewPlace).check(z.maxLength(6, 'too-many')),
  besides: z.array(z.enum(crewBesides)),
  unit: z.enum(vehicleClasses),
  kit: z
    .array(z.object({ item: z.enum(transportKit), count: z.literal([...kitCounts]) }))
    .check(z.maxLength(transportKit.length, 'too-many')),
  /** Vital signs are measured at least so often; null is at the start and at the end. */
  vitals_minutes: z.nullable(
    z.int('number-invalid').check(z.gte(1, 'number-range'), z.lte(240, 'number-range')),
  ),
})
export type TransportPlan = z.output<typeof TransportPlan>
export type TransportPlans = Record<ReferralRisk, TransportPlan>

const doctor: CrewPlace = ['EP', 'MD']
const nurse: CrewPlace = ['ENP', 'RN', ...doctor]
const paramedicOrNurse: CrewPlace = ['PARAMEDIC', ...nurse]
const advanced: CrewPlace = ['AEMT', ...paramedicOrNurse]
const technician: CrewPlace = ['EMT', ...advanced]

/**
 * The plans by risk. Somebody with more training may fill the place of one with less. The kit and who goes along are
 * after the Guide for Interfacility Patient Transfer (NHTSA 2006). Default of the panel: a hospital may change them.
 */
export const standardTransportPlans: TransportPlans = {
  U: {
    crew: [doctor, nurse, ['PARAMEDIC', ...doctor]],
    besides: [],
    unit: 'ALS',
    kit: [
      { item: 'VENTILATOR', count: 1 },
      { item: 'DEFIBRILLATOR_MONITOR', count: 1 },
      { item: 'ETCO2', count: 1 },
      { item: 'PUMP', count: 2 },
      { item: 'SUCTION', count: 2 },
      { item: 'AIRWAY_SET', count: 1 },
      { item: 'BLOOD', count: 'IF_NEEDED' },
    ],
    vitals_minutes: 5,
  },
  H: {
    crew: [nurse, paramedicOrNurse],
    besides: ['CAN_INTUBATE', 'DOCTOR_ON_CALL'],
    unit: 'ALS',
    kit: [
      { item: 'VENTILATOR', count: 1 },
      { item: 'DEFIBRILLATOR_MONITOR', count: 1 },
      { item: 'PUMP', count: 'PER_DRIP' },
      { item: 'SUCTION', count: 1 },
    ],
    // Every 5 to 10 minutes: from 10 on they are late.
    vitals_minutes: 10,
  },
  M: {
    crew: [nurse, technician],
    besides: [],
    unit: 'BLS',
    kit: [
      { item: 'MONITOR', count: 1 },
      { item: 'PUMP', count: 1 },
    ],
    vitals_minutes: 15,
  },
  L: {
    crew: [advanced],
    besides: [],
    unit: 'BLS',
    kit: [
      { item: 'OXIMETER', count: 1 },
      { item: 'OXYGEN', count: 1 },
      { item: 'BVM', count: 1 },
    ],
    vitals_minutes: 30,
  },
  N: {
    crew: [['NA', ...technician]],
    besides: [],
    unit: 'FR',
    kit: [{ item: 'FIRST_AID', count: 1 }],
    vitals_minutes: null,
  },
}

/** From the least to the most that a unit can do. A vehicle for special patients has all that an advanced one has. */
const unitRank: Readonly<Record<UnitLevel, number>> = { FR: 0, BLS: 1, ILS: 2, ALS: 3, SPECIAL: 3 }

/**
 * Whether a vehicle of this class does less than is asked for. An advanced one has no incubator and no boat: whoever
 * asks for a special unit asks for what it alone has.
 */
const doesLess = (sent: UnitLevel, asked: UnitLevel | undefined): boolean =>
  asked !== undefined && (unitRank[sent] < unitRank[asked] || (asked === 'SPECIAL' && sent !== 'SPECIAL'))

/**
 * What a vehicle lacks of what is asked for: its class is below that of the request or of the plan, or it has no such
 * equipment.
 */
export const vehicleLacks = ['CLASS', 'VENTILATOR', 'INCUBATOR', 'NEGATIVE_PRESSURE'] as const

type Asked = { equipment: readonly string[]; isolation: readonly string[] }

/** What more than standard precautions the request and the referral ask for. */
export const listAskedIsolation = ({
  isolation,
  referral,
}: {
  isolation: readonly string[]
  referral: Pick<Asked, 'isolation'> | null
}): (typeof isolationKinds)[number][] =>
  isolationKinds.filter(
    (kind) =>
      kind !== 'STANDARD' && (isolation.includes(kind) || referral?.isolation.includes(kind) === true),
  )

/** What the request, the referral and the plan of its risk, as far as there are, ask for and the vehicle lacks. */
export function listVehicleLacks(
  plan: Pick<TransportPlan, 'unit' | 'kit'> | undefined,
  request: Asked & { unit_level: string | null; referral: Asked | null },
  vehicle: {
    class: UnitLevel
    has_ventilator: boolean
    has_incubator: boolean
    has_negative_pressure: boolean
  },
): (typeof vehicleLacks)[number][] {
  const asks = (list: keyof Asked, what: string) =>
    request[list].includes(what) || request.referral?.[list].includes(what) === true
  const asksForVentilator =
    plan?.kit.some(({ item }) => item === 'VENTILATOR') === true || asks('equipment', 'VENTILATOR')
  const lacks = {
    CLASS:
      doesLess(vehicle.class, plan?.unit) ||
      doesLess(
        vehicle.class,
        unitLevels.find((level) => level === request.unit_level),
      ),
    VENTILATOR: asksForVentilator && !vehicle.has_ventilator,
    INCUBATOR: asks('equipment', 'INCUBATOR') && !vehicle.has_incubator,
    NEGATIVE_PRESSURE: asks('isolation', 'AIRBORNE') && !vehicle.has_negative_pressure,
  }
  return vehicleLacks.filter((what) => lacks[what])
}

/**
 * The places that a crew leaves empty, each member in one place: as few as possible. Who fills a place may leave it for
 * another that only they can fill.
 */
export function findEmptyPlaces(places: readonly CrewPlace[], crew: readonly CrewLevel[]): CrewPlace[] {
  const placeOfMember = new Map<number, number>()
  const fill = (place: number, tried: Set<number>): boolean =>
    crew.some((level, member) => {
      if (tried.has(member) || !places[place]?.includes(level)) return false
      tried.add(member)
      const taken = placeOfMember.get(member)
      if (taken !== undefined && !fill(taken, tried)) return false
      placeOfMember.set(member, place)
      return true
    })
  return places.filter((_, place) => !fill(place, new Set()))
}
