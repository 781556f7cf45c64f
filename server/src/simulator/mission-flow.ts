import {
  ambulanceRequests,
  fleet,
  formRecords,
  type InboundRow,
  inbound,
  type Mission,
  type MissionStage,
  missions,
} from 'contract'
import { v7 as newId } from 'uuid'
import { demoHospital } from '../demo/hospital.ts'
import { isPast, type PatientFlowOptions, type Step } from './flow-steps.ts'
import { hashToFraction } from './noise.ts'
import { minute } from './plan.ts'

/** Calls that the simulated ambulance answers, one after the other. */
const calls = [
  {
    pick_up: 'บ้านเดื่อ หมู่ 3 ตำบลหาดคำ',
    landmark: 'ข้างวัด',
    complaint: 'แน่นหน้าอก เหงื่อแตก 30 นาที',
    group: '6',
    colour: 'RED',
    told: { systolic: 98, diastolic: 60, pulse: 112, respiration_rate: 24, spo2: 93 },
    tracks: ['STEMI'],
    lat: 17.93,
    lang: 102.83,
  },
  {
    pick_up: 'โรงเรียนบ้านกวนวัน ตำบลกวนวัน',
    landmark: 'สนามกีฬา',
    complaint: 'หายใจเหนื่อย หอบหืดเดิม',
    group: '4',
    colour: 'YELLOW',
    told: { systolic: 132, diastolic: 80, pulse: 108, respiration_rate: 28, spo2: 94 },
    tracks: [],
    lat: 17.83,
    lang: 102.68,
  },
  {
    pick_up: 'ตลาดท่าเสด็จ ถนนริมโขง',
    landmark: 'ประตู 2',
    complaint: 'หกล้ม ปวดสะโพกขวา เดินไม่ได้',
    group: '23',
    colour: 'YELLOW',
    told: { systolic: 148, diastolic: 86, pulse: 92, respiration_rate: 20, spo2: 97 },
    tracks: [],
    lat: 17.89,
    lang: 102.75,
  },
] as const

/** How long each step lasts until the next one. */
const lasts: Partial<Record<MissionStage, [next: MissionStage, minutes: number]>> = {
  DISPATCHED: ['EN_ROUTE', 2],
  EN_ROUTE: ['AT_SCENE', 9],
  AT_SCENE: ['LEFT_SCENE', 11],
  LEFT_SCENE: ['AT_DESTINATION', 11],
  AT_DESTINATION: ['HANDED_OVER', 8],
  HANDED_OVER: ['BACK_AT_BASE', 4],
}

/** The vehicle and the team that drive by themselves; the others wait for whoever tries the demo. */
const driven = { callSign: 'ริมโขง 2', team: 'ALS 2 บ่าย-ดึก' }
const restMs = 12 * minute

/** Lets one ambulance drive through its missions, each step after its time, and say where it is. */
export async function planMissions(options: PatientFlowOptions): Promise<Step[]> {
  const { staff } = options
  const [{ missions: own }, { missions: board }, { rows }] = await Promise.all([
    staff.crew(missions.mine, {}),
    staff.nurse(missions.board, {}),
    staff.nurse(inbound.board, {}),
  ])
  const mission = own.find(({ vehicle }) => vehicle?.call_sign === driven.callSign)
  const over = board.filter(
    ({ vehicle, state }) => vehicle?.call_sign === driven.callSign && state === 'BACK_AT_BASE',
  )
  return [
    ...over.map(
      ({ _id }): Step =>
        () =>
          staff.nurse(missions.dispatch, { _id, event_id: newId(), step: 'CLOSED', note: onPaperNote }),
    ),
    ...(mission
      ? drive(
          options,
          mission,
          rows.find(({ _id }) => _id === mission._id),
        )
      : [call(options, board)]),
  ]
}

const findCall = ({ pick_up }: Mission) => calls.find((one) => one.pick_up === pick_up)

function drive(options: PatientFlowOptions, mission: Mission, row: InboundRow | undefined): Step[] {
  const { staff, now } = options
  const { _id, state, events } = mission
  const since = events.at(-1)?.at ?? mission.called_at
  const [next, minutes] = lasts[state as MissionStage] ?? []
  const told = findCall(mission)
  const steps: Step[] = []
  if (told && minutes !== undefined) {
    const place = locate(told, state, Math.min(1, (now - Date.parse(since)) / (minutes * minute)))
    steps.push(() => staff.crew(missions.position, { _id, ...place }))
  }
  if (state === 'LEFT_SCENE' && told && !mission.pre_alert)
    steps.push(() => staff.crew(inbound.preAlert, toPreAlert(_id, told)))
  const alert = row?.pre_alert
  if (alert && !row.acknowledged && isPast(options, alert.at, minute))
    steps.push(() => staff.nurse(inbound.acknowledge, { _id, pre_alert_id: alert._id }))
  if (next !== undefined && minutes !== undefined && isPast(options, since, minutes * minute))
    steps.push(() => staff.nurse(missions.dispatch, { _id, event_id: newId(), step: next as 'EN_ROUTE' }))
  return steps
}

const base = { lat: demoHospital.latitude, lang: demoHospital.longitude }

/** Where the ambulance is after a share of its way out or back. */
function locate(scene: { lat: number; lang: number }, state: Mission['state'], share: number) {
  const out = state === 'EN_ROUTE' ? share : state === 'AT_SCENE' ? 1 : state === 'LEFT_SCENE' ? 1 - share : 0
  return {
    lat: base.lat + (scene.lat - base.lat) * out,
    lang: base.lang + (scene.lang - base.lang) * out,
  }
}

const toPreAlert = (_id: string, { colour, complaint, told, tracks }: (typeof calls)[number]) => ({
  _id,
  pre_alert_id: newId(),
  colour,
  scheme: 'ISBAR' as const,
  story: { situation: complaint, recommendation: 'เตรียมรับที่ห้องฉุกเฉิน' },
  eta_minutes: 11,
  fast_tracks: [...tracks],
  values: { ...told, consciousness: 'A' as const },
})

/** Why a mission is closed although the panel has no operation form of it. */
const onPaperNote = 'บันทึกในแบบฟอร์มกระดาษแล้ว'

/** Why a vehicle goes that is due for its check. */
const uncheckedNote = 'ออกเหตุฉุกเฉิน ตรวจอุปกรณ์เมื่อกลับถึงฐาน'

/** The next call, after a rest: a request, its vehicle and its team, and the order to set out. */
function call({ staff, seed, now }: PatientFlowOptions, board: readonly Mission[]): Step {
  const ends = board
    .filter(({ vehicle }) => vehicle?.call_sign === driven.callSign)
    .map(({ events }) => Date.parse(events.at(-1)?.at ?? ''))
  if (ends.some((end) => now - end < restMs)) return undefined
  return async () => {
    const told = calls[Math.floor(hashToFraction(seed, `call ${now}`) * calls.length)]
    const { vehicles, teams } = await staff.nurse(fleet.choices, {})
    const vehicle = vehicles.find(({ name }) => name.includes(driven.callSign))
    const team = teams.find(({ name }) => name.includes(driven.team))
    if (!told || !vehicle || !team) return
    const at = new Date(now).toISOString()
    const { pick_up, landmark, complaint, group, colour, lat, lang } = told
    const answers = {
      received_at: at,
      channel: '1669',
      reporter: 'PUBLIC',
      reporter_phone: '0812340002',
      kind: 'SCENE',
      event: 'SICK',
      symptom_groups: [group],
      colour,
      is_breathing: true,
      is_conscious: true,
      bleeds_severely: false,
      has_chest_pain: colour === 'RED',
      complaint,
      patient_count: 1,
      pick_up,
      landmark,
      latitude: lat,
      longitude: lang,
      hazards: ['NONE'],
      unit_level: 'ALS',
      position: 'LIE',
      urgency: 'E',
    }
    const operations = Object.entries(answers).map(([path, answer]) => ({
      op_id: newId(),
      path,
      answer,
      at,
      device: 'simulator',
    }))
    const _id = newId()
    const { record } = await staff.nurse(ambulanceRequests.add, { new_id: _id, operations })
    await staff.nurse(formRecords.complete, { _id, version: record.version })
    const assigned = {
      vehicle_id: vehicle._id,
      team_id: team._id,
      note: vehicle.status === 'READY' ? null : uncheckedNote,
    }
    await staff.nurse(missions.dispatch, { _id, event_id: newId(), step: 'ASSIGNED', ...assigned })
    await staff.nurse(missions.dispatch, { _id, event_id: newId(), step: 'DISPATCHED' })
  }
}
