import {
  controlledItems,
  equipmentItems,
  findShift,
  judgeCheck,
  listNeeded,
  listNeededBatchFields,
  standardTimes,
  type VehicleClass,
  writeSignedCheck,
  writeSignedCounts,
} from 'contract'
import { hashSigned } from '../ambulance/hash-signed.ts'
import type { Calendar } from './calendar.ts'
import { demoHospital } from './hospital.ts'
import { demoId } from './ids.ts'
import type { Days } from './persona.ts'
import { demoStaff, demoStaffId, type StaffKey } from './staff.ts'

const hospital_id = demoHospital.id

type DemoCheck = {
  /** The vehicle, by its place in the list of vehicles. */
  vehicle: number
  class: VehicleClass
  at: Days
  by: StaffKey
  /** Who counted the controlled drugs as well; null if nobody did. */
  second: StaffKey | null
  odometer: number
  faults: Record<string, { found: number; status: 'LOW' | 'BROKEN'; note: string }>
}

/** The first vehicle is ready with faults, the second was checked the day before, the third is ready. */
const checks: DemoCheck[] = [
  {
    vehicle: 2,
    class: 'ALS',
    at: 1.2,
    by: 'crewLeader',
    second: 'erAssistant',
    odometer: 131_045,
    faults: {},
  },
  {
    vehicle: 1,
    class: 'ALS',
    at: 0.02,
    by: 'paramedic',
    second: 'erNurse',
    odometer: 84_210,
    faults: {
      chest_seal: { found: 1, status: 'LOW', note: 'เบิกแล้ว รอพัสดุ' },
      thermometer: { found: 1, status: 'BROKEN', note: 'หน้าจอไม่ติด' },
    },
  },
  { vehicle: 3, class: 'BLS', at: 0.01, by: 'driver', second: null, odometer: 206_388, faults: {} },
]

/** A signature like that of somebody in a hurry. */
const strokes =
  'M90 120L110 60L128 60L120 120L132 138L160 90L176 90L184 130L210 84L226 84L232 128L262 100L300 118L360 96L430 110'

const usualPressure = 1800
const usualCharge = 90

/** The checks of the vehicles, with the faults that are open. */
export function buildEquipmentRows(calendar: Calendar) {
  const made = checks.map((check, index) => {
    const id = demoId('equipment-check', index + 1)
    const rows = listNeeded(check.class, {}).map(({ item, needed }) => {
      const fault = check.faults[item]
      const properties = equipmentItems[item]
      return {
        hospital_id,
        check_id: id,
        item,
        needed,
        found: fault?.found ?? needed,
        defect: fault?.status === 'BROKEN' ? fault.status : null,
        status: fault?.status ?? 'READY',
        lot: listNeededBatchFields(item).includes('lot') ? `L${index + 1}-0426` : null,
        expires_on: properties?.expires ? calendar.date(-200) : null,
        charge: properties?.charge ? usualCharge : null,
        pressure: properties?.pressure ? usualPressure : null,
        note: fault?.note ?? null,
      } as const
    })
    const checked_at = calendar.instant(check.at)
    const shift = findShift(checked_at, standardTimes)
    const stated = {
      vehicle_id: demoId('vehicle', check.vehicle),
      day: shift.day,
      shift: shift.name,
      kind: 'SHIFT',
      odometer: check.odometer,
      note: null,
    }
    return { ...check, id, rows, checked_at, stated }
  })
  return {
    equipment_checks: made.map(({ id, rows, checked_at, by, stated, class: vehicleClass }) => ({
      hospital_id,
      id,
      ...stated,
      result: judgeCheck(rows),
      needs_second: vehicleClass === 'ALS',
      checked_by: demoStaffId(by),
      checked_at,
      ...sign(by, writeSignedCheck({ ...stated, rows })),
    })),
    equipment_rows: made.flatMap(({ rows }) => rows),
    equipment_seconds: made.flatMap(({ id, by, second, rows, checked_at }) => {
      if (second === null) return []
      const counts = rows
        .filter(({ item }) => controlledItems.includes(item))
        .map(({ item, found }) => ({ item, found }))
      const who = { checked_by: demoStaffId(by), staff_id: demoStaffId(second), at: checked_at }
      const signature = sign(second, writeSignedCounts(id, counts))
      return [{ hospital_id, check_id: id, ...who, ...signature, counts }]
    }),
    equipment_faults: made.flatMap(({ id, vehicle, faults }) =>
      Object.keys(faults).map((item) => ({
        hospital_id,
        vehicle_id: demoId('vehicle', vehicle),
        item,
        opened_by: id,
      })),
    ),
  }
}

/** Writes the hash as the database reads it from text. */
function sign(by: StaffKey, text: string) {
  const { firstName, lastName } = demoStaff[by]
  const content_hash = `\\x${hashSigned(text).toString('hex')}`
  return { signer_name: `${firstName} ${lastName}`, strokes, content_hash }
}
