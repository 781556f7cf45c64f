import { type Client, type ErrorCode, erBoard, neededTriageVitals, opd, triage, visits } from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testNow } from '../src/testing.ts'
import { startTestBedside, type TestBedside } from './support/bedside.ts'
import { getErrorName } from './support/refusal.ts'

let bedside: TestBedside
let nurse: Client
let clinicId: string
beforeAll(async () => {
  bedside = await startTestBedside()
  nurse = bedside.nurse
  const admin = await bedside.panel.as('admin')
  const added = await admin(opd.saveClinic, { code: 'A', name_en: 'Clinic A', name_th: 'คลินิก A' })
  clinicId = added.clinic._id
})
afterAll(() => bedside.panel.close())

type Here = { patient_id: string; visit_id: string }
type Act = () => Promise<unknown>
type Prepare = (here: Here) => Promise<Act>

const end: Prepare = async (here) => () => nurse(visits.end, { ...here, disposition: 1 })

const voidVisit: Prepare = async (here) => () => nurse(visits.void, { ...here, reason: 'WRONG_PATIENT' })

const recordTriage: Prepare = async (here) => () =>
  nurse(triage.record, {
    ...here,
    last_triage: null,
    decision: {
      complaint: 'หายใจเหนื่อย',
      infection_signs: ['NONE'],
      is_accident: false,
      is_onset_unknown: true,
      values: { pulse: 96 },
      level: 'YELLOW',
      zone: 'ACUTE',
      fast_tracks: [],
      resources: [],
      missing: neededTriageVitals.map((vital) => ({ vital, reason: 'UNABLE' as const })),
      override: 'LOOKS_WORSE',
    },
  })

const findEntry = async ({ patient_id }: Here) => {
  const { rows } = await nurse(opd.queue, {})
  const row =
    rows.find(({ patient }) => patient._id === patient_id) ?? expect.fail('the patient is in the queue')
  return { patient_id, entry_id: row._id, state: row.state }
}

const sendHome: Prepare = async (here) => {
  await nurse(opd.enqueue, { ...here, clinic_id: clinicId })
  const entry = await findEntry(here)
  return () => nurse(opd.send, { ...entry, to: 'HOME' })
}

const takeBack: Prepare = async (here) => {
  await (await sendHome(here))()
  const { patient_id, entry_id } = await findEntry(here)
  return () => nurse(opd.takeBack, { patient_id, entry_id })
}

const undoEnd: Prepare = async (here) => {
  const { act_id } = await nurse(visits.end, { ...here, disposition: 1 })
  return () => nurse(erBoard.undo, { ...here, act_id })
}

/** The first reading of a device, by which it connects. */
const connect: Prepare = async ({ patient_id }) => {
  const [id, mac] = [newId(), newId().replaceAll('-', '').slice(-12)]
  const { root } = bedside.panel
  const hospital_id = bedside.hospitalId
  await root
    .insertInto('devices')
    .values({ id, hospital_id, mac, kind: 'cuff', name: mac, registered_at: testNow })
    .execute()
  await root
    .insertInto('device_assignments')
    .values({ id: newId(), hospital_id, device_id: id, patient_id, during: `[${testNow},)` })
    .execute()
  const pressure = { kind: 'blood_pressure', systolic: 124, diastolic: 82, pulse: 76 }
  return () => bedside.send([{ device: mac, measured_at: bedside.at(), ...pressure }])
}

test.each<[string, 'ER' | 'OPD', Prepare, Prepare]>([
  ['the end of a visit and a triage', 'ER', end, recordTriage],
  ['the undoing of an end and another end', 'ER', undoEnd, end],
  ['the way home from a clinic and a triage', 'OPD', sendHome, recordTriage],
  ['the cancelling of a visit and its end', 'ER', voidVisit, end],
  ['the cancelling of a visit and the way home from a clinic', 'OPD', voidVisit, sendHome],
  ['the cancelling of a visit and the undoing of its end', 'ER', voidVisit, undoEnd],
  ['a triage and a device that connects', 'ER', recordTriage, connect],
  ['the taking back of the way home and the end', 'OPD', takeBack, end],
])(
  '%s at once wait for each other, and neither is told that the panel is busy',
  async (_what, kind, one, other) => {
    const told = new Set<ErrorCode | undefined>()
    for (let round = 0; round < 20; round += 1) {
      const { id: patient_id } = await bedside.addPatient()
      const { _id: visit_id } = await bedside.arrive({ id: patient_id }, { kind })
      const acts = [await one({ patient_id, visit_id }), await other({ patient_id, visit_id })]
      // Each begins first in half of the rounds.
      for (const name of await Promise.all(
        (round % 2 ? acts : acts.toReversed()).map((act) => getErrorName(act())),
      ))
        told.add(name)
    }
    expect(told).not.toContain('busy')
    expect(told).toContain(undefined)
  },
)
