import {
  type Client,
  computePermissions,
  contract,
  type Endpoint,
  errorCodes,
  listAccess,
  permissionMatrix,
  type StaffTypeCode,
  staffTypes,
} from 'contract'
import { CompiledQuery } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type NewPerson, startTestPanel, type TestPanel, testNow } from '../src/testing.ts'
import { plannedRequest, requestAmbulance } from './support/missions.ts'
import { findRefusal } from './support/refusal.ts'
import { createSample } from './support/sample-body.ts'

const endpoints = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries(calls).map(([name, endpoint]) => ({
    name: `${group}.${name}`,
    endpoint: endpoint as Endpoint,
  })),
)
/**
 * Without the streams, which do not end by themselves (see `live.test.ts`). Endpoints with a key are tested with the
 * keys.
 */
const guarded = endpoints.filter(
  ({ endpoint }) => endpoint.access !== 'public' && endpoint.access !== 'sender' && !endpoint.stream,
)
const people = [
  ...Object.keys(staffTypes).map((staffType) => ({
    staffType: staffType as StaffTypeCode,
    isFormUser: false,
  })),
  { staffType: 'paramedic' as const, isFormUser: true },
  { staffType: 'doctor' as const, isFormUser: true },
]

type Person = Pick<NewPerson, 'staffType' | 'isFormUser' | 'isSystemAdmin' | 'mustChangePassword'>

let panel: TestPanel
const opened = new Map<string, Promise<Client>>()
/** What the demo hospital's people must not know of; the id of the mission is also that of a form's record. */
let foreign: {
  hospitalId: string
  patientId: string
  missionId: string
  reviewId: string
  stepId: string
  checkId: string
}

beforeAll(async () => {
  panel = await startTestPanel()
  const ids = await addForeignPatient(panel)
  foreign = { ...ids, ...(await addForeignMission(panel, ids.hospitalId)) }
})
afterAll(() => panel.close())

test('the contract has endpoints to test', () => {
  expect(guarded.length).toBeGreaterThan(20)
})

test('a person who must change the password may only see who they are, change it, lock the screen and sign out', () => {
  const open = guarded.filter(({ endpoint }) => endpoint.allowedWhile?.includes('password-must-change'))
  expect(open.map(({ name }) => name).toSorted()).toEqual([
    'account.changePassword',
    'signIn.lock',
    'signIn.signOut',
    'signIn.unlock',
    'signIn.whoAmI',
  ])
})

test('only a system admin may see data about other hospitals, and nothing else across hospitals', async () => {
  const crossHospital = guarded.filter(({ endpoint }) => endpoint.crossHospital)
  expect(crossHospital.map(({ name }) => name).toSorted()).toEqual([
    'hospitals.add',
    'hospitals.get',
    'hospitals.list',
    'hospitals.logo',
    'hospitals.records',
  ])
  const system = await panel.asNew({ staffType: 'admin', isSystemAdmin: true })
  const admin = await panel.asNew({ staffType: 'admin' })
  expect((await system(contract.hospitals.get, { _id: foreign.hospitalId })).hospital.code).toBe('99999')
  const others = guarded.filter(({ endpoint }) => !endpoint.crossHospital && '_id' in endpoint.body.shape)
  expect(others.length).toBeGreaterThan(10)
  for (const { name, endpoint } of others) {
    for (const _id of [foreign.hospitalId, foreign.patientId]) {
      const body = { ...createSample(endpoint.body), _id }
      expect(await getErrorCode(system, endpoint, body), name).toBe(await getErrorCode(admin, endpoint, body))
    }
  }
})

test('no two endpoints share a path', () => {
  const paths = endpoints.map(({ endpoint }) => endpoint.path)
  expect(new Set(paths).size).toBe(paths.length)
})

describe.each(guarded)('$name', ({ endpoint }) => {
  test('is refused without a token, and with a token that was never issued', async () => {
    expect(await getErrorCode(panel.call, endpoint, {})).toBe('session-ended')
    const response = await panel.fetch(endpoint.path, {
      method: endpoint.method ?? 'POST',
      headers: { authorization: 'Bearer never-given', 'content-type': 'application/json' },
      body: '{}',
    })
    expect(((await response.json()) as { error_code: number }).error_code).toBe(errorCodes['session-ended'])
  })

  test.each(people)(
    'is open to $staffType (forms only: $isFormUser) as the access table says',
    async (person) => {
      const code = await getErrorCode(await getCaller(endpoint, person), endpoint, {})
      const isAllowed =
        endpoint.access === 'session' ||
        computePermissions(person.staffType, person.isFormUser).some((permission) =>
          listAccess(endpoint.access).includes(permission),
        )
      if (isAllowed) expect(['not-allowed', 'session-ended', 'failed']).not.toContain(code)
      else expect(code).toBe('not-allowed')
    },
  )

  test('is refused to a person who must change the password first, unless it serves that', async () => {
    const person = { ...pickAllowedPerson(endpoint), mustChangePassword: true }
    const code = await getErrorCode(await getCaller(endpoint, person), endpoint, {})
    if (endpoint.allowedWhile?.includes('password-must-change')) expect(code).not.toBe('password-must-change')
    else expect(code).toBe('password-must-change')
  })

  test('names each field that is wrong', async () => {
    const fields = Object.keys(endpoint.body.shape)
    if (fields.length === 0) return
    // A parameter in the path is text, whatever is sent.
    const inPath = (field: string) => endpoint.path.includes(`:${field}`)
    const wrong = Object.fromEntries(
      fields.map((field) => [field, inPath(field) ? 'wrong' : { wrong: true }]),
    )
    const caller = await getCaller(endpoint, pickAllowedPerson(endpoint))
    const error = await findRefusal(caller(endpoint, wrong as never))
    expect(error?.code).toBe(errorCodes.invalid)
    for (const problem of error?.fields ?? []) {
      expect(fields).toContain(problem.field.split('.')[0])
      expect(problem.message).toMatch(/^[a-z]+(-[a-z]+)*$/)
    }
    expect(error?.fields.length).toBeGreaterThan(0)
  })

  test('another hospital’s ids are answered exactly like ids that do not exist', async () => {
    const { shape } = endpoint.body
    const idField = ['_id', 'patient_id'].find((field) => field in shape)
    if (!idField) return
    const asks = async (id: string) => {
      const body = { ...createSample(endpoint.body, { zone: 'ACUTE' }), [idField]: id }
      const caller = await getCaller(endpoint, pickAllowedPerson(endpoint))
      const error = await findRefusal(caller(endpoint, body as never))
      return { code: error?.code, fields: error?.fields, detail: error?.detail }
    }
    const nowhere = await asks(newId())
    expect(nowhere.code).toBe(errorCodes['not-found'])
    for (const id of Object.values(foreign)) expect(await asks(id)).toEqual(nowhere)
  })
})

describe('a permission that the hospital changed', () => {
  const given = { staff_type: 'driver', permission: 'audit:read', is_granted: true } as const
  const taken = { staff_type: 'registrar', permission: 'device:read', is_granted: false } as const
  const byPermission = guarded.filter(({ endpoint }) => endpoint.access !== 'session')
  const back = [given, taken].map((cell) => ({ ...cell, is_granted: !cell.is_granted }))

  test('opens every call of it, closes every call of it, and can be undone in the same way', async () => {
    const changed = await startTestPanel()
    const admin = await changed.as('admin')
    const driver = await changed.asNew({ staffType: 'driver' })
    const registrar = await changed.asNew({ staffType: 'registrar' })
    const isOpen = async (call: Client, endpoint: Endpoint) =>
      (await getErrorCode(call, endpoint, {})) !== 'not-allowed'
    const opened = async (call: Client) => {
      const found = new Set<string>()
      for (const { name, endpoint } of byPermission) if (await isOpen(call, endpoint)) found.add(name)
      return found
    }
    const ofPermission = (permission: string) =>
      new Set(guarded.filter(({ endpoint }) => endpoint.access === permission).map(({ name }) => name))
    const without = (all: Set<string>, some: Set<string>) => [...all].filter((name) => !some.has(name)).sort()
    const before = { driver: await opened(driver), registrar: await opened(registrar) }

    await admin(permissionMatrix.update, { version: 0, cells: [given, taken], reason: 'both ways' })
    const after = { driver: await opened(driver), registrar: await opened(registrar) }
    expect(without(after.driver, before.driver)).toEqual([...ofPermission('audit:read')].sort())
    expect(without(before.driver, after.driver)).toEqual([])
    expect(without(before.registrar, after.registrar)).toEqual([...ofPermission('device:read')].sort())
    expect(without(after.registrar, before.registrar)).toEqual([])

    await admin(permissionMatrix.update, { version: 1, cells: back, reason: 'as it was' })
    expect({ driver: await opened(driver), registrar: await opened(registrar) }).toEqual(before)
    await changed.close()
  })
})

test('a table that belongs to a hospital is closed to the application role by row-level security', async () => {
  const { rows } = await panel.root.executeQuery<{ table: string }>(
    CompiledQuery.raw(`select c.relname as table from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'hospital_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity`),
  )
  expect(rows).toEqual([])
})

test('row-level security reads the hospital of the call once a statement, and not once a row', async () => {
  const { rows } = await panel.root.executeQuery<{ table: string }>(
    CompiledQuery.raw(`select tablename as table from pg_policies
      where concat(qual, with_check) like '%current_hospital()%'
        and concat(qual, with_check) !~ '^(\\((hospital_)?id = \\( SELECT current_hospital\\(\\) AS current_hospital\\)\\))+$'`),
  )
  expect(rows).toEqual([])
})

/** After these calls a session opens nothing more, or only its locked screen. */
const endingSession = new Set<Endpoint>([contract.signIn.signOut, contract.signIn.lock])

/** One session of each kind of person for all endpoints, except those that end it. */
function getCaller(endpoint: Endpoint, person: Person): Promise<Client> {
  if (endingSession.has(endpoint)) return panel.asNew(person)
  const kind = JSON.stringify(person)
  const known = opened.get(kind) ?? panel.asNew(person)
  opened.set(kind, known)
  return known
}

function pickAllowedPerson({ access }: Endpoint): Person {
  if (access === 'system') return { staffType: 'admin', isSystemAdmin: true }
  const person = people.find(({ staffType, isFormUser }) =>
    computePermissions(staffType, isFormUser).some((permission) => permission === access),
  )
  return person ?? { staffType: 'doctor' }
}

async function getErrorCode(call: Client, endpoint: Endpoint, body: object): Promise<string> {
  const error = await findRefusal(call(endpoint, body as never))
  if (!error) return 'ok'
  return Object.entries(errorCodes).find(([, code]) => code === error.code)?.[0] ?? `HTTP ${error.status}`
}

async function addForeignPatient({ root }: TestPanel) {
  const hospitalId = newId()
  const patientId = newId()
  await root
    .insertInto('hospitals')
    .values({ id: hospitalId, code: '99999', name_en: 'Elsewhere', name_th: 'ที่อื่น', created_at: testNow })
    .execute()
  await root
    .insertInto('patients')
    .values({
      id: patientId,
      hospital_id: hospitalId,
      number: 1,
      hn: 'X-1',
      title: 'นาย',
      name: 'ลับ',
      surname: 'มาก',
      gender: 'male',
      identity_kind: 'none',
      created_at: testNow,
      updated_at: testNow,
    })
    .execute()
  return { hospitalId, patientId }
}

/** A mission with its request, and an answer, a step and the check of a vehicle that wait for a person. */
async function addForeignMission({ root, asNew }: TestPanel, hospital_id: string) {
  const nurse = await asNew({ staffType: 'nurse', hospitalId: hospital_id })
  const missionId = await requestAmbulance(nurse, plannedRequest)
  const reviewId = newId()
  const staff_id = nurse.session.user_id
  await root
    .insertInto('form_reviews')
    .values({
      hospital_id,
      id: reviewId,
      record_id: missionId,
      form: 'ambulance-request',
      form_version: 1,
      reason: 'form-closed',
      path: 'landmark',
      answer: JSON.stringify('ลับ'),
      settles: [],
      made_at: testNow,
      clock_offset_ms: 0,
      device: 'tablet',
      staff_id,
      received_at: testNow,
      delivered_by: staff_id,
    })
    .execute()
  const stepId = newId()
  await root
    .insertInto('waiting_steps')
    .values({
      hospital_id,
      id: stepId,
      mission_id: missionId,
      step: 'EN_ROUTE',
      at: testNow,
      because: 'revoked',
      staff_id,
      received_at: testNow,
      delivered_by: staff_id,
    })
    .execute()
  const vehicle_id = newId()
  const by = { updated_at: testNow, updated_by: staff_id }
  await root
    .insertInto('vehicles')
    .values({ hospital_id, id: vehicle_id, plate: 'X', province: '10', call_sign: 'X', class: 'FR', ...by })
    .execute()
  const checkId = newId()
  await root
    .insertInto('equipment_reviews')
    .values({
      hospital_id,
      id: checkId,
      vehicle_id,
      content: '{}',
      checked_at: testNow,
      because: 'revoked',
      checked_by: staff_id,
      received_at: testNow,
      delivered_by: staff_id,
    })
    .execute()
  return { missionId, reviewId, stepId, checkId }
}
