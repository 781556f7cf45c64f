import {
  equipmentItems,
  findShift,
  judgeCheck,
  listNeeded,
  listNeededMarks,
  standardTimes,
  type VehicleClass,
} from 'contract'
import type { Calendar } from './calendar.ts'
import { demoHospital } from './hospital.ts'
import { demoId } from './ids.ts'
import type { Days } from './persona.ts'
import { demoStaffId, type StaffKey } from './staff.ts'

const hospital_id = demoHospital.id

type DemoCheck = {
  /** By its place in the list of vehicles. */
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

const usualPressure = 1800
const usualCharge = 90

/** The checks of the vehicles, with the faults that are open. */
export function buildEquipmentRows(calendar: Calendar) {
  const made = checks.map((check, index) => {
    const id = demoId('equipment-check', index + 1)
    const rows = listNeeded(check.class, {}).map(({ item, needed }) => {
      const fault = check.faults[item]
      const marks = equipmentItems[item]
      return {
        hospital_id,
        check_id: id,
        item,
        needed,
        found: fault?.found ?? needed,
        status: fault?.status ?? 'READY',
        lot: listNeededMarks(item).includes('lot') ? `L${index + 1}-0426` : null,
        expires_on: marks?.expires ? calendar.date(-200) : null,
        charge: marks?.charge ? usualCharge : null,
        pressure: marks?.pressure ? usualPressure : null,
        note: fault?.note ?? null,
      } as const
    })
    return { ...check, id, rows, checked_at: calendar.instant(check.at) }
  })
  return {
    equipment_checks: made.map(({ id, vehicle, rows, checked_at, by, odometer, class: vehicleClass }) => {
      const shift = findShift(checked_at, standardTimes)
      return {
        hospital_id,
        id,
        vehicle_id: demoId('vehicle', vehicle),
        day: shift.day,
        shift: shift.name,
        kind: 'SHIFT',
        odometer,
        result: judgeCheck(rows),
        needs_second: vehicleClass === 'ALS',
        checked_by: demoStaffId(by),
        checked_at,
      }
    }),
    equipment_rows: made.flatMap(({ rows }) => rows),
    equipment_seconds: made.flatMap(({ id, by, second, checked_at }) =>
      second === null
        ? []
        : [
            {
              hospital_id,
              check_id: id,
              checked_by: demoStaffId(by),
              staff_id: demoStaffId(second),
              at: checked_at,
            },
          ],
    ),
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
