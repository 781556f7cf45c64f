import { type DutyPattern, listDutySlots, type TeamMemberDraft, type VehicleClass } from 'contract'
import { formatMultirange } from '../db/multirange.ts'
import type { Calendar } from './calendar.ts'
import { demoHospital } from './hospital.ts'
import { demoId } from './ids.ts'
import type { Days } from './persona.ts'
import { demoStaffId, type StaffKey } from './staff.ts'

const hospital_id = demoHospital.id

type DemoVehicle = {
  plate: string
  callSign: string
  class: VehicleClass
  brand: string
  model: string
  year: number
  odometer: number
  /** In how many days each document runs out. */
  certificate: Days
  act: Days
  tax: Days
  insurance: Days
  /** The team that usually drives it, by its place in the list. */
  team: number | null
  stretchers?: number
  hasVentilator?: boolean
  hasIncubator?: boolean
  hasNegativePressure?: boolean
  out?: { reason: string; until: Days }
}

const vehicles: DemoVehicle[] = [
  {
    plate: 'กข 4311',
    callSign: 'ริมโขง 1',
    class: 'ALS',
    brand: 'Toyota',
    model: 'Commuter',
    year: 2022,
    odometer: 84_210,
    certificate: 410,
    act: 160,
    tax: 160,
    insurance: 155,
    team: 1,
    hasVentilator: true,
    hasNegativePressure: true,
  },
  {
    plate: 'กข 4312',
    callSign: 'ริมโขง 2',
    class: 'ALS',
    brand: 'Mercedes-Benz',
    model: 'Sprinter',
    year: 2020,
    odometer: 131_045,
    certificate: 17,
    act: 240,
    tax: 240,
    insurance: 236,
    team: 2,
    hasVentilator: true,
    hasIncubator: true,
  },
  {
    plate: 'นข 1150',
    callSign: 'ริมโขง 3',
    class: 'BLS',
    brand: 'Toyota',
    model: 'Hiace',
    year: 2017,
    odometer: 206_388,
    certificate: 300,
    act: 95,
    tax: 95,
    insurance: 90,
    team: 3,
  },
  {
    plate: 'ผข 77',
    callSign: 'ริมโขง 4',
    class: 'FR',
    brand: 'Isuzu',
    model: 'D-Max',
    year: 2015,
    odometer: 248_902,
    certificate: 200,
    act: 60,
    tax: 60,
    insurance: 58,
    team: null,
    out: { reason: 'ซ่อมระบบเบรก', until: 4 },
  },
]

type DemoTeam = DutyPattern & {
  name: string
  vehicle: number
  members: (Pick<TeamMemberDraft, 'role' | 'level'> & { who: StaffKey; certificate: Days | null })[]
}

const teams: DemoTeam[] = [
  {
    name: 'ALS 1 เช้า',
    shifts: ['morning'],
    weekdays: ['MON', 'TUE', 'WED', 'THU', 'FRI'],
    vehicle: 1,
    members: [
      { who: 'erNurse', role: 'LEADER', level: 'RN', certificate: 820 },
      { who: 'paramedic', role: 'CARE', level: 'PARAMEDIC', certificate: 22 },
      { who: 'driver', role: 'DRIVER', level: 'EMT', certificate: 400 },
    ],
  },
  {
    name: 'ALS 2 บ่าย-ดึก',
    shifts: ['night', 'evening'],
    weekdays: [],
    vehicle: 2,
    members: [
      { who: 'crewLeader', role: 'LEADER', level: 'PARAMEDIC', certificate: 610 },
      { who: 'erAssistant', role: 'CARE', level: 'EMT', certificate: 505 },
      { who: 'nightDriver', role: 'DRIVER', level: 'DRIVER', certificate: null },
    ],
  },
  {
    name: 'BLS เสาร์-อาทิตย์',
    shifts: ['morning'],
    weekdays: ['SAT', 'SUN'],
    vehicle: 3,
    members: [
      { who: 'paramedic', role: 'LEADER', level: 'PARAMEDIC', certificate: 22 },
      { who: 'wardAssistant', role: 'CARE', level: 'NA', certificate: null },
      { who: 'driver', role: 'DRIVER', level: 'EMT', certificate: 400 },
    ],
  },
]

const operations = [
  {
    code: 'ALS',
    name: 'ออกเหตุฉุกเฉินระดับสูง',
    unit_level: 'ALS',
    fee_code: 'EMS-ALS',
    price: 1000,
    km_rate: null,
    forms: ['REQUEST', 'ALS_RECORD', 'EQUIPMENT_CHECK'],
    protocols: 'ประเมินที่เกิดเหตุ ABCDE ปรึกษาแพทย์อำนวยการก่อนให้ยาควบคุม',
  },
  {
    code: 'BLS',
    name: 'ออกเหตุฉุกเฉินระดับพื้นฐาน',
    unit_level: 'BLS',
    fee_code: 'EMS-BLS',
    price: 500,
    km_rate: null,
    forms: ['REQUEST', 'OPERATION', 'EQUIPMENT_CHECK'],
    protocols: null,
  },
  {
    code: 'FR',
    name: 'ออกเหตุเบื้องต้น',
    unit_level: 'FR',
    fee_code: 'EMS-FR',
    price: 350,
    km_rate: null,
    forms: ['REQUEST', 'OPERATION'],
    protocols: null,
  },
  {
    code: 'REFER',
    name: 'ส่งต่อผู้ป่วยระหว่างโรงพยาบาล',
    unit_level: 'ALS',
    fee_code: 'REFER',
    price: 800,
    km_rate: 12,
    forms: ['REFERRAL', 'TAKE_SHIFT', 'TRANSFER_RECORDING', 'TRANSPORTATION_TREATMENT'],
    protocols: 'ตรวจออกซิเจนให้พอสำหรับสองเท่าของเวลาเดินทาง',
  },
] as const

/**
 * Since when the hospital has its ambulance service in the panel, and when it raised the price of the first operation.
 */
const begun: Days = 300
const raised: Days = 40
const formerPrice = 900

/** The ambulance service as rows of its tables, in an order in which they can be inserted. */
export function buildFleetRows(calendar: Calendar) {
  const stamp = { updated_at: calendar.instant(begun), updated_by: demoStaffId('admin') }
  const ahead = (days: Days | null) => (days === null ? null : calendar.date(-days))
  const change = { hospital_id, by_staff_id: demoStaffId('admin') }
  const base = {
    base_name: 'ห้องฉุกเฉิน',
    latitude: demoHospital.latitude,
    longitude: demoHospital.longitude,
  }
  return {
    teams: teams.map(({ name, shifts, weekdays, vehicle }, index) => ({
      id: demoId('team', index + 1),
      hospital_id,
      name,
      shifts,
      weekdays,
      ...base,
      default_vehicle_id: demoId('vehicle', vehicle),
      version: 1,
      ...stamp,
    })),
    vehicles: vehicles.map(
      ({ callSign, team, out, certificate, act, tax, insurance, ...vehicle }, index) => ({
        id: demoId('vehicle', index + 1),
        hospital_id,
        plate: vehicle.plate,
        province: '43',
        call_sign: callSign,
        class: vehicle.class,
        brand: vehicle.brand,
        model: vehicle.model,
        year: vehicle.year,
        certificate_number: `สพฉ.${String(4300 + index)}`,
        certificate_expires_on: ahead(certificate),
        act_expires_on: ahead(act),
        tax_expires_on: ahead(tax),
        insurance_expires_on: ahead(insurance),
        odometer: vehicle.odometer,
        stretchers: vehicle.stretchers ?? 1,
        has_negative_pressure: vehicle.hasNegativePressure ?? false,
        has_ventilator: vehicle.hasVentilator ?? false,
        has_incubator: vehicle.hasIncubator ?? false,
        ...base,
        default_team_id: team === null ? null : demoId('team', team),
        out_reason: out?.reason ?? null,
        out_until: ahead(out?.until ?? null),
        version: 1,
        ...stamp,
      }),
    ),
    team_members: teams.flatMap((team, index) =>
      team.members.map(({ who, role, level, certificate }, place) => ({
        hospital_id,
        team_id: demoId('team', index + 1),
        staff_id: demoStaffId(who),
        position: place + 1,
        role,
        level,
        certificate_number: certificate === null ? null : `${level}-${1000 + certificate}`,
        certificate_expires_on: ahead(certificate),
        duty: formatMultirange(listDutySlots(team)),
      })),
    ),
    operations: operations.map((operation, index) => ({
      id: demoId('operation', index + 1),
      hospital_id,
      ...operation,
      version: index === 0 ? 2 : 1,
      ...stamp,
      ...(index === 0 && { updated_at: calendar.instant(raised) }),
    })),
    operation_changes: [
      ...operations.map((_, index) => ({
        id: demoId('operation-change', index + 1),
        ...change,
        operation_id: demoId('operation', index + 1),
        at: calendar.instant(begun),
        version: 1,
        field: 'is_active',
        from_value: null,
        to_value: true,
      })),
      {
        id: demoId('operation-change', operations.length + 1),
        ...change,
        operation_id: demoId('operation', 1),
        at: calendar.instant(raised),
        version: 2,
        field: 'price',
        from_value: formerPrice,
        to_value: operations[0].price,
      },
    ],
  }
}
