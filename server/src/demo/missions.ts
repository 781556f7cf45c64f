import type { Calendar } from './calendar.ts'
import { demoHospital } from './hospital.ts'
import { demoId } from './ids.ts'
import { buildPastMissionRows } from './past-missions.ts'
import type { Days } from './persona.ts'
import { demoStaffId } from './staff.ts'

const hospital_id = demoHospital.id
const minutes = (count: number): Days => count / (24 * 60)

/** Numbers forms by month, in the order in which they are asked for. */
function createNumbering(calendar: Calendar) {
  const last = new Map<string, { hospital_id: string; kind: string; year: number; last: number }>()
  return {
    take: (kind: string, ago: Days): string => {
      const year = Number(calendar.buddhistDay(ago).slice(0, 4))
      const key = `${kind} ${year}`
      const next = (last.get(key)?.last ?? 0) + 1
      last.set(key, { hospital_id, kind, year, last: next })
      return `${year}-${String(next).padStart(4, '0')}`
    },
    list: () => [...last.values()],
  }
}

/** Missions that are over, and somebody hurt on a road, for whom the demo's paramedic is to set out. */
export function buildMissionRows(calendar: Calendar) {
  const numbering = createNumbering(calendar)
  const past = buildPastMissionRows(calendar, numbering.take)
  const called = calendar.instant(minutes(9))
  const completed = calendar.instant(minutes(8))
  const id = demoId('mission', 1)
  const number = numbering.take('ambulance-request', minutes(9))
  const nurse = demoStaffId('erNurse')
  const crew = {
    vehicle_id: demoId('vehicle', 1),
    team_id: demoId('team', 1),
    operation_id: demoId('operation', 1),
  }
  const nothing = { vehicle_id: null, team_id: null, operation_id: null }
  const steps = [
    { step: 'ACCEPTED', at: calendar.instant(minutes(7)), ...nothing },
    { step: 'ASSIGNED', at: calendar.instant(minutes(5)), ...crew },
    { step: 'DISPATCHED', at: calendar.instant(minutes(4)), ...nothing },
  ]
  return {
    form_records: [
      ...past.form_records,
      {
        hospital_id,
        id,
        form: 'ambulance-request',
        form_version: 1,
        number,
        state: 'complete',
        answers: {
          received_at: called,
          channel: '1669',
          reporter: 'PUBLIC',
          reporter_name: 'เจ้าของร้านค้าใกล้ที่เกิดเหตุ',
          reporter_phone: '0812340001',
          kind: 'SCENE',
          event: 'TRAFFIC',
          symptom_groups: ['25'],
          colour: 'RED',
          is_breathing: true,
          is_conscious: true,
          bleeds_severely: true,
          has_chest_pain: false,
          complaint: 'รถจักรยานยนต์ล้ม ขาผิดรูป เลือดออกมาก',
          patient_count: 1,
          pick_up: 'ทางหลวง 212 หน้าตลาดบ้านดอนหมู',
          landmark: 'ป้อมตำรวจ',
          latitude: 17.92,
          longitude: 102.79,
          hazards: ['TRAFFIC'],
          patient_name: 'ชายไทย อายุประมาณ 25 ปี',
          sex: '1',
          age_years: 25,
          unit_level: 'ALS',
          position: 'LIE',
          urgency: 'E',
        },
        later_answers: {},
        mission_id: null,
        version: 2,
        created_at: called,
        created_by: nurse,
        changed_at: completed,
        changed_by: nurse,
        completed_at: completed,
        completed_by: nurse,
      },
    ],
    missions: [
      ...past.missions,
      {
        hospital_id,
        id,
        number,
        called_at: called,
        state: 'DISPATCHED',
        ...crew,
        ended_at: null,
        version: steps.length + 1,
      },
    ],
    mission_events: [
      ...past.mission_events,
      ...steps.map((event, index) => ({
        hospital_id,
        id: demoId('mission-event', index + 1),
        mission_id: id,
        position: index + 1,
        recorded_at: event.at,
        source: 'DESK',
        staff_id: nurse,
        ...event,
      })),
    ],
    sheets: past.sheets,
    form_finishes: past.form_finishes,
    form_operations: past.form_operations,
    number_series: numbering.list(),
  }
}
