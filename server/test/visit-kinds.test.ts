import { erBoard, neededTriageVitals, opd, triage, type Visit, visits } from 'contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minute, startTestBedside, type TestBedside } from './support/bedside.ts'
import { expectRefusal, findRefusal } from './support/refusal.ts'

let bedside: TestBedside
let clinicId: string
beforeAll(async () => {
  bedside = await startTestBedside()
  const admin = await bedside.panel.as('admin')
  const { clinic } = await admin(opd.saveClinic, { code: 'A', name_en: 'Clinic A', name_th: 'คลินิก A' })
  clinicId = clinic._id
})
afterAll(() => bedside.panel.close())

/** Somebody in no bed of a ward, who has just arrived at a desk. */
async function arrive(kind: Visit['kind']) {
  const { id: patient_id } = await bedside.addPatient()
  await bedside.panel.root
    .updateTable('patients')
    .set({ ward_id: null })
    .where('id', '=', patient_id)
    .execute()
  const { _id } = await bedside.arrive({ id: patient_id }, { kind })
  return { patient_id, visit_id: _id }
}
type Here = Awaited<ReturnType<typeof arrive>>

const correct = (here: Here, kind: Visit['kind'], last_correction: Visit['last_correction'] = null) =>
  bedside.nurse(visits.correct, { ...here, last_correction, changed: { kind }, reason: 'ผิดจุด' })
const isAt = async ({ patient_id }: Here) => {
  const { rows, unqueued } = await bedside.nurse(opd.queue, {})
  const { rows: inEr } = await bedside.nurse(erBoard.board, {})
  const isOfPatient = ({ patient }: { patient: { _id: string } }) => patient._id === patient_id
  return {
    queue: rows.some(isOfPatient),
    unqueued: unqueued.some(isOfPatient),
    er: inEr.find(isOfPatient)?.visit,
  }
}

test('whoever was registered at the clinics by mistake is in the emergency room, and gives up the number', async () => {
  const here = await arrive('OPD')
  await bedside.nurse(opd.enqueue, { ...here, clinic_id: clinicId })
  expect(await isAt(here)).toMatchObject({ queue: true, er: undefined })
  expect((await correct(here, 'ER')).visit).toMatchObject({ kind: 'ER', er_since: null })
  expect(await isAt(here)).toMatchObject({ queue: false, unqueued: false, er: { _id: here.visit_id } })
  const { corrections } = await bedside.nurse(triage.history, { patient_id: here.patient_id })
  expect(corrections).toMatchObject([{ reason: 'ผิดจุด', before: { kind: 'OPD' }, after: { kind: 'ER' } }])
  // Back again, with a number anew.
  await correct(here, 'OPD', corrections[0]?._id)
  expect(await isAt(here)).toMatchObject({ queue: false, unqueued: true, er: undefined })
  expect((await bedside.nurse(opd.enqueue, { ...here, clinic_id: clinicId })).number).toBe('A002')
})

test('whoever was registered in the emergency room by mistake waits for a clinic, and leaves the bay', async () => {
  const here = await arrive('ER')
  const place = { act: 'place', zone: 'ACUTE', bay: 'K9' } as const
  await bedside.nurse(erBoard.change, { ...here, change: place })
  await correct(here, 'OPD')
  expect(await isAt(here)).toMatchObject({ unqueued: true, er: undefined })
  const other = await arrive('ER')
  expect(await findRefusal(bedside.nurse(erBoard.change, { ...other, change: place }))).toBeUndefined()
  const { corrections } = await bedside.nurse(triage.history, { patient_id: here.patient_id })
  expect(corrections).toMatchObject([{ after: { kind: 'OPD' } }])
})

const recordTriage = (here: Here) =>
  bedside.nurse(triage.record, {
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

test.each<[string, (here: Here) => Promise<unknown>]>([
  ['triaged', recordTriage],
  ['seen by a doctor', (here) => bedside.nurse(visits.see, here)],
  ['ended', (here) => bedside.nurse(visits.end, { ...here, disposition: 1 })],
])('a visit that was %s stays at its desk, and the refusal names the field', async (_what, begin) => {
  const here = await arrive('ER')
  bedside.skip(minute)
  await begin(here)
  const { visits: listed } = await bedside.nurse(triage.history, { patient_id: here.patient_id })
  const { fields } = await expectRefusal(correct(here, 'OPD', listed[0]?.last_correction))
  expect(fields).toEqual([{ field: 'changed.kind', message: 'visit-begun' }])
})
