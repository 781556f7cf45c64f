import {
  ambulanceRequests,
  type Client,
  fleet,
  formRecords,
  type Input,
  type MissionStep,
  missions,
  type SessionToken,
} from 'contract'
import { v7 as newId } from 'uuid'
import { type TestPanel, testNow } from '../../src/testing.ts'

type Answers = Record<string, unknown>
type Sent = Input<typeof ambulanceRequests.edit>['operations'][number]

/** Answers as a device sends them, one operation each. Null leaves one out. */
export const answerAll = (answers: Answers, at = testNow): Sent[] =>
  Object.entries(answers)
    .filter(([, answer]) => answer !== null)
    .map(([path, answer]) => ({ op_id: newId(), path, answer, at, device: 'test' }))

/** A whole request for a transport that was planned. */
export const plannedRequest: Answers = {
  received_at: testNow,
  channel: 'WARD',
  reporter: 'HOSPITAL',
  reporter_phone: '1669',
  kind: 'DISCHARGE_HOME',
  patient_count: 1,
  pick_up: 'ตึก 3',
  destination: 'บ้าน',
  needed_at: testNow,
  unit_level: 'BLS',
  position: 'SIT',
  urgency: 'N',
  is_patient_unknown: true,
}

/** A whole request of somebody hurt on a road. */
export const sceneRequest: Answers = {
  received_at: testNow,
  channel: '1669',
  reporter: 'PUBLIC',
  reporter_phone: '0812345678',
  kind: 'SCENE',
  event: 'TRAFFIC',
  symptom_groups: ['25'],
  colour: 'YELLOW',
  is_breathing: true,
  is_conscious: true,
  bleeds_severely: false,
  has_chest_pain: false,
  patient_count: 1,
  is_mass_casualty: false,
  pick_up: 'แยกหน้าตลาด',
  hazards: ['TRAFFIC'],
  complaint: 'รถล้ม',
  unit_level: 'ALS',
  position: 'LIE',
  urgency: 'E',
}

const dayMs = 24 * 60 * 60_000

/** Completes a request, which begins a mission of its id. That a call of days ago is right, somebody has to say. */
export async function requestAmbulance(client: Client, answers: Answers): Promise<string> {
  const new_id = newId()
  const { received_at } = answers
  const isOld = typeof received_at === 'string' && Date.parse(testNow) - Date.parse(received_at) > dayMs
  const operations = answerAll({ ...answers, ...(isOld && { 'received_at/confirmed': received_at }) })
  const { record } = await client(ambulanceRequests.add, { new_id, operations })
  await client(formRecords.complete, { _id: new_id, version: record.version })
  return new_id
}

type Class = Input<typeof fleet.saveVehicle>['class']

/** Nobody is on duty in a team or out on a mission of another test. */
export async function freeEverybody({ root }: Pick<TestPanel, 'root'>): Promise<void> {
  await root.updateTable('team_members').set({ duty: null }).execute()
  await root.updateTable('mission_crews').set({ is_taken: false }).execute()
}

/** A vehicle, and a team of its own that this person leads and that is on duty. */
export async function addCrew(
  panel: TestPanel,
  leader: { session: SessionToken },
  vehicleClass: Class = 'ALS',
): Promise<{ vehicle_id: string; team_id: string; call_sign: string }> {
  const admin = await panel.as('admin')
  const driver = await panel.asNew({ staffType: 'driver' })
  const suffix = newId().slice(-6)
  await freeEverybody(panel)
  const { team } = await admin(fleet.saveTeam, {
    name: `Team ${suffix}`,
    members: [
      { staff_id: leader.session.user_id, role: 'LEADER', level: 'PARAMEDIC' },
      { staff_id: driver.session.user_id, role: 'DRIVER', level: 'DRIVER' },
    ],
  })
  const { vehicle } = await admin(fleet.saveVehicle, {
    plate: suffix,
    province: '10',
    call_sign: `R-${suffix}`,
    class: vehicleClass,
  })
  return { vehicle_id: vehicle._id, team_id: team._id, call_sign: vehicle.call_sign }
}

/** A dispatcher notes steps of a mission, each at an instant. */
export async function takeSteps(
  dispatcher: Client,
  _id: string,
  steps: readonly {
    step: MissionStep
    at?: string
    vehicle_id?: string
    team_id?: string
    operation_id?: string | null
    note?: string
  }[],
): Promise<void> {
  for (const step of steps) await dispatcher(missions.dispatch, { _id, event_id: newId(), ...step })
}
