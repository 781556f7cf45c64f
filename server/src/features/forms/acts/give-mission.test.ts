import {
  ambulanceRequests,
  errorCodes,
  formRecords,
  type Input,
  inbound,
  missions,
  operationRecords,
} from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addCrew,
  answerAll,
  requestAmbulance,
  sceneRequest,
  takeSteps,
} from '../../../../test/support/missions.ts'
import { expectRefusal } from '../../../../test/support/refusal.ts'
import { type SignedIn, startTestPanel, type TestPanel, testNow } from '../../../testing.ts'

let panel: TestPanel
let nurse: SignedIn
let doctor: SignedIn
let crew: SignedIn
let missionId: string
let sheetId: string

beforeAll(async () => {
  panel = await startTestPanel()
  nurse = await panel.asNew({ staffType: 'nurse' })
  doctor = await panel.asNew({ staffType: 'doctor' })
})
afterAll(() => panel.close())

beforeEach(async () => {
  crew = await panel.asNew({ staffType: 'paramedic', isFormUser: true })
  const { vehicle_id, team_id } = await addCrew(panel, crew)
  missionId = await requestAmbulance(nurse, sceneRequest)
  await takeSteps(nurse, missionId, [{ step: 'ASSIGNED', vehicle_id, team_id }])
  sheetId = await begin({ weight_kg: 60 })
})

async function begin(answers: Record<string, unknown>, mission_id: string | null = null): Promise<string> {
  const new_id = newId()
  await crew(operationRecords.add, { new_id, operations: answerAll(answers), mission_id })
  return new_id
}

const findPatient = async () =>
  (await panel.root.selectFrom('patients').select('id').orderBy('id').executeTakeFirstOrThrow()).id

const give = (more: Partial<Input<typeof formRecords.giveMission>> = {}, by = crew) =>
  by(formRecords.giveMission, { _id: sheetId, mission_id: missionId, ...more })
const listOffered = async () => (await crew(formRecords.missionChoices, { _id: sheetId })).missions
const end = () =>
  takeSteps(nurse, missionId, [
    { step: 'AT_SCENE' },
    { step: 'LEFT_SCENE' },
    { step: 'BACK_AT_BASE' },
    { step: 'CLOSED', note: 'เขียนในกระดาษ' },
  ])

describe('a sheet that was begun without a mission', () => {
  test('is given to that of its author, has what is known of it, and stands with its sheets', async () => {
    const { missions: offered } = await crew(formRecords.missionChoices, { _id: sheetId })
    expect(offered).toMatchObject([{ _id: missionId, pick_up: sceneRequest['pick_up'], state: 'ASSIGNED' }])
    const { record } = await give()
    const { number } = offered[0] ?? expect.fail('no mission is offered')
    expect(record).toMatchObject({
      mission: { _id: missionId, number },
      answers: { weight_kg: 60, mission_number: number, scene: expect.any(String) },
    })
    const { missions: own } = await crew(missions.mine, {})
    expect(own[0]?.sheets).toMatchObject([{ _id: sheetId, form: 'operation-form' }])
    const told = await panel.root.selectFrom('events').select('kind').execute()
    expect(told.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['form-records-outdated', 'inbound-outdated']),
    )
  })

  test('is given to none of which another sheet is about the same patient', async () => {
    const patient = await findPatient()
    await begin({}, missionId)
    const name = (id: string) =>
      nurse(operationRecords.edit, { _id: id, operations: answerAll({ patient }) }).then(
        ({ results }) => results,
      )
    const other = await begin({}, missionId)
    expect(await name(other)).toMatchObject([{ outcome: 'applied' }])
    expect(await name(sheetId)).toMatchObject([{ outcome: 'applied' }])
    const refused = { field: 'mission_id', message: 'patient-on-other-sheet' }
    expect((await expectRefusal(give())).fields).toEqual([refused])
    await crew(operationRecords.delete, { _id: other, reason: 'เขียนซ้ำ' })
    expect((await give()).record).toMatchObject({ mission: { _id: missionId } })
    const third = await begin({ weight_kg: 61 }, missionId)
    expect(await name(third)).toMatchObject([
      { outcome: 'refused', problem: { field: 'patient', message: 'patient-on-other-sheet' } },
    ])
    expect((await nurse(operationRecords.list, { _id: third })).rows[0]?.patient).toBeNull()
  })

  test('names nobody whom another sheet names at the same time', async () => {
    const patient = await findPatient()
    const sheets: string[] = []
    while (sheets.length < 8) sheets.push(await begin({}, missionId))
    const named = await Promise.all(
      sheets.map((_id) => nurse(operationRecords.edit, { _id, operations: answerAll({ patient }) })),
    )
    const outcomes = named.flatMap(({ results }) => results.map(({ outcome }) => outcome))
    expect(outcomes.toSorted()).toEqual(['applied', ...Array.from({ length: 7 }, () => 'refused')])
  })

  test('shows the emergency room what was measured before it was given', async () => {
    const row = newId()
    sheetId = await begin({
      [`vitals/${row}/measured_at`]: testNow,
      [`vitals/${row}/pulse`]: 131,
      [`vitals/${row}/is_finished`]: true,
    })
    const readPulse = async () => {
      const { rows } = await nurse(inbound.board, {})
      return rows.find(({ _id }) => _id === missionId)?.written_sheets[0]?.values.pulse
    }
    await takeSteps(nurse, missionId, [{ step: 'AT_SCENE' }, { step: 'LEFT_SCENE' }])
    expect(await readPulse()).toBeUndefined()
    await give()
    expect(await readPulse()).toBe(131)
  })

  test('is given by its author after the mission has ended, and by whoever decides what waits', async () => {
    await end()
    expect((await crew(missions.mine, {})).missions).toEqual([])
    expect(await listOffered()).toMatchObject([{ _id: missionId, pick_up: null, state: 'CLOSED' }])
    expect((await give()).record.mission?._id).toBe(missionId)
    sheetId = await begin({})
    expect((await give({}, doctor)).record.mission?._id).toBe(missionId)
  })

  test('is given by nobody else, and to no mission on which its author never was', async () => {
    const other = await panel.asNew({ staffType: 'paramedic' })
    const foreign = await requestAmbulance(nurse, sceneRequest)
    const refused = [
      () => give({}, other),
      () => give({}, nurse),
      () => give({ mission_id: foreign }),
      () => give({ mission_id: newId() }),
      () => other(formRecords.missionChoices, { _id: sheetId }),
    ]
    for (const call of refused) expect((await expectRefusal(call())).code).toBe(errorCodes['not-found'])
    const { missions: offered } = await doctor(formRecords.missionChoices, { _id: sheetId })
    expect(offered.map(({ _id }) => _id)).toEqual([missionId])
  })

  test('is given once, as a draft, and no request is', async () => {
    await give()
    expect((await expectRefusal(give())).code).toBe(errorCodes['changed-meanwhile'])
    expect(await listOffered()).toEqual([])
    sheetId = await begin({})
    await crew(operationRecords.delete, { _id: sheetId, reason: 'ซ้ำ' })
    expect((await expectRefusal(give())).code).toBe(errorCodes['form-closed'])
    expect(await listOffered()).toEqual([])
    sheetId = newId()
    await crew(ambulanceRequests.add, { new_id: sheetId })
    expect(await listOffered()).toEqual([])
    expect((await expectRefusal(give())).code).toBe(errorCodes['not-found'])
  })

  test('is not taken for that of the patient whom an earlier sheet of the mission is about', async () => {
    const patient = await panel.root.selectFrom('patients').select('id').limit(1).executeTakeFirstOrThrow()
    missionId = await requestAmbulance(nurse, { ...sceneRequest, patient: patient.id, patient_count: 2 })
    const { vehicle_id, team_id } = await addCrew(panel, crew)
    await takeSteps(nurse, missionId, [{ step: 'ASSIGNED', vehicle_id, team_id }])
    const first = await begin({}, missionId)
    const { rows } = await crew(operationRecords.list, { _id: first })
    expect(rows[0]?.patient?._id).toBe(patient.id)
    panel.wait(60_000)
    expect((await give()).record).toMatchObject({ patient: null, mission: { _id: missionId } })
  })
})
