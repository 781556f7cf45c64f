import {
  audit,
  type Client,
  errorCodes,
  fleet,
  type Input,
  OnOtherTeam,
  OperationChangedMeanwhile,
  TeamChangedMeanwhile,
  VehicleChangedMeanwhile,
} from 'contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../../test/support/refusal.ts'
import { type SignedIn, startTestPanel, type TestPanel, testNow } from '../../testing.ts'

let panel: TestPanel
let admin: Client
let crew: SignedIn[]
beforeAll(async () => {
  panel = await startTestPanel()
  admin = await panel.as('admin')
})
afterAll(() => panel.close())
/** Nobody of them is in a team yet. */
beforeEach(async () => {
  crew = await Promise.all(
    (['paramedic', 'nurse', 'driver'] as const).map((staffType) => panel.asNew({ staffType })),
  )
})

const getFields = async (promise: Promise<unknown>) => (await expectRefusal(promise)).fields

let count = 0
type VehicleInput = Input<typeof fleet.saveVehicle>
const vehicleDraft = (more: Partial<VehicleInput> = {}): VehicleInput => {
  count += 1
  return { plate: `กก ${count}`, province: '43', call_sign: `Unit ${count}`, class: 'ALS', ...more }
}
const addVehicle = async (more?: Partial<VehicleInput>) =>
  (await admin(fleet.saveVehicle, vehicleDraft(more))).vehicle

type TeamInput = Input<typeof fleet.saveTeam>
const getUserId = (person: SignedIn | undefined) => person?.session.user_id ?? ''
const member = (person: SignedIn | undefined, role: 'DRIVER' | 'LEADER' | 'CARE') => ({
  staff_id: getUserId(person),
  role,
  level: 'EMT' as const,
})
const teamDraft = (more: Partial<TeamInput> = {}): TeamInput => ({
  name: `Team ${(count += 1)}`,
  members: [member(crew[0], 'LEADER'), member(crew[2], 'DRIVER')],
  ...more,
})
const addTeam = async (more?: Partial<TeamInput>) => (await admin(fleet.saveTeam, teamDraft(more))).team

type OperationInput = Input<typeof fleet.saveOperation>
const operationDraft = (more: Partial<OperationInput> = {}): OperationInput => {
  count += 1
  return { code: `OP${count}`, name: 'รับส่งผู้ป่วย', unit_level: 'ALS', price: 1200, ...more }
}
const addOperation = async (more?: Partial<OperationInput>) =>
  (await admin(fleet.saveOperation, operationDraft(more))).operation

describe('a vehicle', () => {
  test('keeps every field of its profile', async () => {
    const team = await addTeam()
    const { devices } = await admin(fleet.trackers, {})
    const vehicle = await addVehicle({
      plate: '1กก 7788',
      brand: 'Toyota',
      model: 'Commuter',
      year: 2566,
      vin: 'MR0ZZ12345',
      certificate_number: 'EMS-9',
      certificate_expires_on: '2027-01-31',
      act_expires_on: '2027-02-28',
      tax_expires_on: '2027-03-31',
      insurance_expires_on: '2027-04-30',
      odometer: 45_200,
      stretchers: 2,
      has_negative_pressure: true,
      has_ventilator: true,
      has_incubator: true,
      base_name: 'ER',
      lat: 17.88,
      lang: 102.74,
      default_team_id: team._id,
      device_id: devices[0]?._id ?? null,
    })
    expect(vehicle).toMatchObject({
      plate: '1กก 7788',
      province: { code: '43', name_en: 'Nong Khai' },
      year: 2023,
      certificate_expires_on: '2027-01-31',
      insurance_expires_on: '2027-04-30',
      odometer: 45_200,
      stretchers: 2,
      has_incubator: true,
      lat: 17.88,
      default_team: { _id: team._id, name: team.name },
      device: { _id: devices[0]?._id },
      status: 'READY',
      is_active: true,
      version: 1,
    })
    expect(devices.length).toBeGreaterThan(0)
    const { rows } = await crew[0]!(fleet.vehicles, { search_value: vehicle.call_sign })
    expect(rows).toEqual([vehicle])
  })

  test('is ready, due for a check once a document has run out, or out of service as a person decided', async () => {
    const lapsed = await addVehicle({ tax_expires_on: '2026-11-04', act_expires_on: '2027-01-01' })
    const lastDay = await addVehicle({ tax_expires_on: '2026-11-05' })
    const out = await addVehicle({
      tax_expires_on: '2026-11-04',
      is_out: true,
      out_reason: 'ซ่อมช่วงล่าง',
      out_until: '2026-11-01',
    })
    expect([lapsed.status, lastDay.status, out.status]).toEqual(['CHECK_DUE', 'READY', 'OUT_OF_SERVICE'])
    const due = await admin(fleet.vehicles, { status: 'CHECK_DUE' })
    expect(due.rows.map(({ _id }) => _id)).toContain(lapsed._id)
    expect(due.rows.every(({ status }) => status === 'CHECK_DUE')).toBe(true)
    expect(await getFields(admin(fleet.saveVehicle, vehicleDraft({ is_out: true })))).toEqual([
      { field: 'out_reason', message: 'reason-required' },
    ])
    const { _id, version, plate, call_sign } = out
    const back = { ...vehicleDraft({ plate, call_sign }), _id, version, out_reason: 'left in the form' }
    expect((await admin(fleet.saveVehicle, back)).vehicle).toMatchObject({
      out_reason: null,
      status: 'READY',
    })
  })

  test('has its plate in a province, and its call sign, alone while it is in use', async () => {
    const { plate, call_sign, _id, version } = await addVehicle({ plate: '2ขข 99', call_sign: 'กู้ชีพ 99' })
    const again = vehicleDraft({ plate: ' 2ขข-99 ' })
    expect(await getFields(admin(fleet.saveVehicle, again))).toEqual([
      { field: 'plate', message: 'plate-taken' },
    ])
    expect(await getFields(admin(fleet.saveVehicle, vehicleDraft({ call_sign })))).toEqual([
      { field: 'call_sign', message: 'call-sign-taken' },
    ])
    await admin(fleet.saveVehicle, { ...again, province: '41' })
    await admin(fleet.switchVehicle, { _id, version, is_active: false })
    await admin(fleet.saveVehicle, vehicleDraft({ plate, call_sign }))
    const back = admin(fleet.switchVehicle, { _id, version: version + 1, is_active: true })
    expect((await getFields(back)).map(({ message }) => message)).toEqual(['plate-taken'])
    const { rows } = await admin(fleet.vehicles, { with_inactive: true, search_value: call_sign })
    expect(rows.map(({ is_active }) => is_active)).toEqual([true, false])
  })

  test('of a special unit says what it is for, and of another unit nothing', async () => {
    const special = await addVehicle({ class: 'SPECIAL', special_kind: 'NEONATAL' })
    expect(special).toMatchObject({ class: 'SPECIAL', special_kind: 'NEONATAL' })
    expect(await addVehicle({ class: 'ALS', special_kind: 'WATER' })).toMatchObject({ special_kind: null })
    const wrong = panel.root.updateTable('vehicles').set({ class: 'ALS' }).where('id', '=', special._id)
    await expect(wrong.execute()).rejects.toThrow('vehicles_special')
  })

  test('has an odometer that falls with a reason alone, which is in the audit', async () => {
    const { _id, plate, call_sign } = await addVehicle({ odometer: 500 })
    const change = (version: number, values: Pick<VehicleInput, 'odometer' | 'odometer_reason'>) =>
      admin(fleet.saveVehicle, { ...vehicleDraft({ plate, call_sign, ...values }), _id, version })
    const needed = [{ field: 'odometer_reason', message: 'reason-required' }]
    expect(await getFields(change(1, { odometer: 499 }))).toEqual(needed)
    expect(await getFields(change(1, { odometer: null, odometer_reason: ' ' }))).toEqual(needed)
    expect((await change(1, { odometer: 600, odometer_reason: 'ไม่จำเป็น' })).vehicle.odometer).toBe(600)
    expect((await change(2, { odometer: 60, odometer_reason: 'พิมพ์ผิด' })).vehicle.odometer).toBe(60)
    expect(await getFields(change(3, { odometer: 59 }))).toEqual(needed)
    const { rows } = await admin(audit.list, { filterLists: { action: 'fleet.saveVehicle', outcome: 'ok' } })
    expect(rows.flatMap(({ detail }) => detail?.['odometer'] ?? [])).toEqual([
      { from: 600, to: 60, reason: 'พิมพ์ผิด' },
    ])
  })

  test('is not overwritten by a user who saw an older version', async () => {
    const { _id, plate, call_sign } = await addVehicle()
    const change = { ...vehicleDraft({ plate, call_sign }), _id, version: 1 }
    const { vehicle } = await admin(fleet.saveVehicle, { ...change, brand: 'Isuzu' })
    const error = await expectRefusal(admin(fleet.saveVehicle, { ...change, brand: 'Ford' }))
    expect(error.code).toBe(errorCodes['changed-meanwhile'])
    expect(VehicleChangedMeanwhile.parse(error.detail).vehicle).toEqual(vehicle)
    const switched = await expectRefusal(admin(fleet.switchVehicle, { _id, version: 1, is_active: false }))
    expect(switched.code).toBe(errorCodes['changed-meanwhile'])
  })

  test('has a photo, which can be replaced and removed', async () => {
    const side = { width: 8, height: 8, channels: 3 as const }
    const draw = async (background: string) =>
      new File(
        [
          new Uint8Array(
            await sharp({ create: { ...side, background } })
              .png()
              .toBuffer(),
          ),
        ],
        'van.png',
      )
    const { _id, plate, call_sign, photo_id } = await addVehicle({ photo: await draw('#fff') })
    const [jpeg] = new Uint8Array(
      await (await crew[1]!(fleet.vehiclePhoto, { _id, size: 'small' })).arrayBuffer(),
    )
    expect(jpeg).toBe(0xff)
    const kept = vehicleDraft({ plate, call_sign })
    const { vehicle } = await admin(fleet.saveVehicle, {
      ...kept,
      _id,
      version: 1,
      photo: await draw('#f00'),
    })
    expect(vehicle.photo_id).not.toBe(photo_id)
    const { vehicle: without } = await admin(fleet.saveVehicle, { ...kept, _id, version: 2, photo: '' })
    expect(without.photo_id).toBeNull()
    const left = await panel.root
      .selectFrom('photos')
      .select('id')
      .where('id', 'in', [photo_id ?? '', vehicle.photo_id ?? ''])
      .execute()
    expect(left).toEqual([])
  })

  test('cannot have a team, device or province that is not there', async () => {
    const unknown = { default_team_id: newId(), device_id: newId() }
    expect(await getFields(admin(fleet.saveVehicle, vehicleDraft(unknown)))).toEqual([
      { field: 'default_team_id', message: 'choice-invalid' },
      { field: 'device_id', message: 'choice-invalid' },
    ])
    expect(await getFields(admin(fleet.saveVehicle, vehicleDraft({ province: '00' })))).toEqual([
      { field: 'province', message: 'choice-invalid' },
    ])
  })
})

describe('a team', () => {
  test('keeps its members in their order, with their certificates', async () => {
    const vehicle = await addVehicle()
    const team = await addTeam({
      members: [
        { ...member(crew[1], 'LEADER'), level: 'RN', certificate_number: '77', phone: '0812345678' },
        { ...member(crew[2], 'DRIVER'), certificate_expires_on: '2027-05-01' },
      ],
      shifts: ['evening', 'night'],
      weekdays: ['SUN', 'MON'],
      default_vehicle_id: vehicle._id,
    })
    expect(team).toMatchObject({
      shifts: ['night', 'evening'],
      weekdays: ['MON', 'SUN'],
      default_vehicle: { _id: vehicle._id, name: vehicle.call_sign },
      members: [
        { staff: { _id: getUserId(crew[1]) }, role: 'LEADER', level: 'RN', certificate_number: '77' },
        { staff: { _id: getUserId(crew[2]) }, certificate_expires_on: '2027-05-01', may_sign_in: true },
      ],
    })
    expect((await crew[0]!(fleet.teams, { search_value: team.name })).rows).toEqual([team])
  })

  test('has at least two members, one of whom drives, and nobody twice', async () => {
    const problem = async (...members: TeamInput['members']) =>
      (await getFields(admin(fleet.saveTeam, teamDraft({ members })))).map(({ message }) => message)
    const driver = member(crew[2], 'DRIVER')
    expect(await problem(driver)).toEqual(['team-too-small'])
    expect(await problem(member(crew[0], 'LEADER'), member(crew[1], 'CARE'))).toEqual(['driver-missing'])
    expect(await problem(driver, { ...driver, role: 'CARE' })).toEqual(['member-repeated'])
  })

  test('is refused by the database too if it is not complete', async () => {
    const { _id } = await addTeam()
    const drop = sql`delete from team_members where team_id = ${_id} and role = 'DRIVER'`.execute(panel.root)
    await expect(drop).rejects.toMatchObject({ constraint: 'teams_complete' })
  })

  test('shares nobody with another team that is on duty at the same time', async () => {
    const day = await addTeam({ shifts: ['morning'] })
    await addTeam({ shifts: ['evening', 'night'], weekdays: ['MON'] })
    const clash = teamDraft({ shifts: ['morning', 'evening'], weekdays: ['TUE'] })
    const error = await expectRefusal(admin(fleet.saveTeam, clash))
    expect(error.code).toBe(errorCodes['on-other-team'])
    expect(error.fields).toEqual(
      [0, 1].map((row) => ({ field: `members.${row}.staff_id`, message: 'on-other-team' })),
    )
    const { clashes } = OnOtherTeam.parse(error.detail)
    expect(new Set(clashes.map(({ team }) => team.name))).toEqual(new Set([day.name]))
    // Nobody can tell when a team without shifts is on duty.
    expect((await expectRefusal(admin(fleet.saveTeam, teamDraft()))).code).toBe(errorCodes['on-other-team'])
  })

  test('gives its members free while it is not in use, and takes them back only if they still are', async () => {
    const team = await addTeam()
    const switched = async (isActive: boolean, version: number) =>
      admin(fleet.switchTeam, { _id: team._id, version, is_active: isActive })
    expect((await switched(false, 1)).team).toMatchObject({ is_active: false, version: 2 })
    const other = await addTeam()
    expect((await expectRefusal(switched(true, 2))).code).toBe(errorCodes['on-other-team'])
    await admin(fleet.switchTeam, { _id: other._id, version: 1, is_active: false })
    expect((await switched(true, 2)).team.is_active).toBe(true)
    expect((await expectRefusal(admin(fleet.saveTeam, teamDraft()))).code).toBe(errorCodes['on-other-team'])
  })

  test('keeps a member whose account was blocked, but nobody blocked can be added', async () => {
    const team = await addTeam()
    await panel.root
      .updateTable('staff')
      .set({ status: 'blocked' })
      .where('id', '=', getUserId(crew[0]))
      .execute()
    const { team: saved } = await admin(fleet.saveTeam, {
      ...teamDraft({ name: team.name }),
      _id: team._id,
      version: 1,
    })
    expect(saved.members.map(({ may_sign_in }) => may_sign_in)).toEqual([false, true])
    await admin(fleet.switchTeam, { _id: team._id, version: 2, is_active: false })
    expect(await getFields(admin(fleet.saveTeam, teamDraft()))).toEqual([
      { field: 'members.0.staff_id', message: 'choice-invalid' },
    ])
  })

  test('has a unique name while it is in use, and is not overwritten by who saw an older version', async () => {
    const team = await addTeam({ name: 'กู้ชีพ 1' })
    const others = {
      members: [member(crew[1], 'LEADER'), member(await panel.asNew({ staffType: 'driver' }), 'DRIVER')],
    }
    const taken = await expectRefusal(admin(fleet.saveTeam, teamDraft({ ...others, name: 'กู้ชีพ-1' })))
    expect(taken.fields).toEqual([{ field: 'name', message: 'team-name-taken' }])
    const change = { ...teamDraft(), _id: team._id, version: 1 }
    const { team: changed } = await admin(fleet.saveTeam, change)
    const error = await expectRefusal(admin(fleet.saveTeam, change))
    expect(TeamChangedMeanwhile.parse(error.detail).team).toEqual(changed)
  })
})

describe('an operation', () => {
  test('keeps its fee, its own target times and the forms that it needs', async () => {
    const operation = await addOperation({
      fee_code: 'EMS01',
      price: 1200.5,
      km_rate: 12,
      red_minutes: 10,
      protocols: 'ABC\nแล้วนำส่ง',
      forms: ['ALS_RECORD', 'REQUEST'],
    })
    expect(operation).toMatchObject({
      price: 1200.5,
      km_rate: 12,
      activation_minutes: null,
      red_minutes: 10,
      protocols: 'ABC\nแล้วนำส่ง',
      forms: ['REQUEST', 'ALS_RECORD'],
      version: 1,
    })
    const found = await crew[0]!(fleet.operations, { unit_level: 'ALS', search_value: operation.code })
    expect(found.rows).toEqual([operation])
  })

  test('tells who changed its price, from what, to what', async () => {
    const { _id, code } = await addOperation()
    const change = { ...operationDraft({ code, price: 1500 }), _id, version: 1 }
    const { operation } = await admin(fleet.saveOperation, change)
    expect(operation.version).toBe(2)
    await admin(fleet.saveOperation, { ...change, version: 2 })
    await admin(fleet.switchOperation, { _id, version: 2, is_active: false })
    const { changes } = await crew[0]!(fleet.operationChanges, { _id })
    expect(changes.map(({ field, from, to, version }) => ({ field, from, to, version }))).toEqual([
      { field: 'is_active', from: true, to: false, version: 3 },
      { field: 'price', from: 1200, to: 1500, version: 2 },
      { field: 'is_active', from: null, to: true, version: 1 },
    ])
    expect(new Date(changes[0]?.at ?? '').toISOString()).toBe(new Date(testNow).toISOString())
    const error = await expectRefusal(admin(fleet.saveOperation, change))
    const meanwhile = OperationChangedMeanwhile.parse(error.detail)
    expect(meanwhile.changes.map(({ field }) => field)).toEqual(['is_active', 'price'])
  })

  test('has a history that nobody can rewrite', async () => {
    await addOperation()
    for (const act of [sql`delete from operation_changes`, sql`update operation_changes set to_value = '1'`])
      await expect(act.execute(panel.root)).rejects.toThrow(/append-only/)
  })

  test('has its code alone while it is in use', async () => {
    const { code } = await addOperation()
    expect(await getFields(admin(fleet.saveOperation, operationDraft({ code })))).toEqual([
      { field: 'code', message: 'code-taken' },
    ])
  })
})

test('each change of the profiles is one event for the screens of dispatchers', async () => {
  const vehicle = vehicleDraft()
  const [team, operation] = [teamDraft(), operationDraft()]
  const { _id } = (await admin(fleet.saveVehicle, vehicle)).vehicle
  const { _id: teamId } = (await admin(fleet.saveTeam, team)).team
  const { _id: operationId } = (await admin(fleet.saveOperation, operation)).operation
  const countEvents = async () => {
    const found = panel.root.selectFrom('events').select('number').where('kind', '=', 'missions-outdated')
    return (await found.execute()).length
  }
  const before = await countEvents()
  await admin(fleet.saveVehicle, { ...vehicle, _id, version: 1, is_out: true, out_reason: 'ซ่อม' })
  await admin(fleet.switchVehicle, { _id, version: 2, is_active: false })
  await admin(fleet.saveTeam, { ...team, _id: teamId, version: 1, base_name: 'ER' })
  await admin(fleet.switchTeam, { _id: teamId, version: 2, is_active: false })
  await admin(fleet.saveOperation, { ...operation, _id: operationId, version: 1, price: 1500 })
  await admin(fleet.switchOperation, { _id: operationId, version: 2, is_active: false })
  expect((await countEvents()) - before).toBe(6)
})

test('whoever goes out with an ambulance or sends one sees the profiles, and only who manages them changes them', async () => {
  const driver = crew[2]!
  expect((await expectRefusal(driver(fleet.vehicles, {}))).code).toBe(errorCodes['not-allowed'])
  for (const person of crew.slice(0, 2)) {
    expect((await person(fleet.choices, {})).vehicles.length).toBeGreaterThan(0)
    expect((await expectRefusal(person(fleet.saveVehicle, vehicleDraft()))).code).toBe(
      errorCodes['not-allowed'],
    )
  }
})
