import { isDeepStrictEqual } from 'node:util'
import {
  CallError,
  type Client,
  contract,
  createClient,
  describeAccess,
  type Endpoint,
  errorCodes,
  formNames,
  permissions,
} from 'contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { computeLinkHash } from '../src/bedside/box-chain.ts'
import { staffTypeId } from '../src/reference/staff-types.ts'
import { addDevice, startTestBedside, type TestBedside, type TestPatient } from './support/bedside.ts'

/**
 * One record is closed to a person who may do everything but read the audit. Every call of the contract is made with
 * every id that leads to the record.
 */
let bedside: TestBedside
let patient: TestPatient
let ward: string
/** The ids that lead to the record, by kind. */
let leads: Record<string, string>
/** Readings of the patient and one that waits, as calls name them. */
let manual: { id: string; at: string }
let waiting: { id: string; at: string }
let device: { id: string; mac: string }
let hash: string

const nationalId = '3100702345672'
const large = 'SECRET-LARGE-PHOTO'
/** All of it is in the record, and in nothing that everybody may see of a patient. */
const secrets = [
  nationalId,
  '+66899990001',
  '+66899990002',
  'SECRET-CONTACT',
  'SECRET-ROAD',
  'SECRET-SUBSTANCE',
  'SECRET-DRUG',
  'SECRET-DISEASE-NOTE',
  'SECRET-VN',
  'SECRET-BIRTH-NAME',
  'SECRET-READING-NOTE',
  'SECRET-SETTING-REASON',
  'SECRET-OLD-ROAD',
  'SECRET-LANDMARK',
  '14.123456',
  '38.7',
  large,
]

const endpoints = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries(calls as Record<string, Endpoint>).map(([name, endpoint]) => ({
    name: `${group}.${name}`,
    endpoint,
  })),
)
/** The call that opens the record is excluded. */
const opening = 'patients.breakGlass'
const tried = endpoints.filter(
  ({ name, endpoint }) =>
    endpoint.access !== 'public' && endpoint.access !== 'sender' && !endpoint.stream && name !== opening,
)

beforeAll(async () => {
  bedside = await startTestBedside()
  patient = await bedside.addPatient()
  await fillRecord()
})
afterAll(() => bedside.panel.close())

async function fillRecord() {
  const { panel, hospitalId, at } = bedside
  const { root } = panel
  const owned = { hospital_id: hospitalId, patient_id: patient.id }
  const wards = await root.selectFrom('wards').select('id').orderBy('position').execute()
  ward = wards[1]?.id ?? ''
  const staff = await root.selectFrom('staff').select('id').limit(1).executeTakeFirstOrThrow()
  const photoId = newId()
  await root
    .insertInto('photos')
    .values({
      id: photoId,
      hospital_id: hospitalId,
      small: Buffer.from('small'),
      large: Buffer.from(large),
      created_at: at(),
    })
    .execute()
  await root
    .updateTable('patients')
    .set({
      identity_kind: 'national_id',
      national_id: nationalId,
      mobile: '+66899990001',
      contact_name: 'SECRET-CONTACT',
      contact_number: '+66899990002',
      road: 'SECRET-ROAD',
      latitude: 14.123456,
      longitude: 100.5,
      photo_id: photoId,
    })
    .where('id', '=', patient.id)
    .execute()
  const recorded = { ...owned, recorded_at: at(), recorded_by: staff.id }
  const allergyId = newId()
  await root
    .insertInto('patient_allergies')
    .values({
      ...recorded,
      id: allergyId,
      kind: 'drug',
      substance: 'SECRET-SUBSTANCE',
      severity: 'severe',
      certainty: 'certain',
    })
    .execute()
  await root
    .insertInto('patient_medications')
    .values({ ...recorded, id: newId(), name: 'SECRET-DRUG' })
    .execute()
  const { code } = await root.selectFrom('underlying_diseases').select('code').executeTakeFirstOrThrow()
  await root
    .insertInto('patient_underlying_diseases')
    .values({ ...recorded, id: newId(), underlying_disease: code, note: 'SECRET-DISEASE-NOTE' })
    .execute()
  await root
    .insertInto('visits')
    .values({ ...owned, id: newId(), vn: 'SECRET-VN', kind: 'OPD', visited_at: at() })
    .execute()
  await root
    .insertInto('patient_changes')
    .values({
      ...owned,
      id: newId(),
      version: 1,
      at: at(),
      staff_id: staff.id,
      section: 'address',
      field: 'road',
      from_value: JSON.stringify('SECRET-OLD-ROAD'),
      to_value: JSON.stringify('SECRET-ROAD'),
    })
    .execute()
  await root
    .insertInto('notify_settings')
    .values({
      ...owned,
      id: newId(),
      vital: 'pulse',
      at: at(),
      staff_id: staff.id,
      mode: 'disabled',
      until: at(-60),
      reason: 'SECRET-SETTING-REASON',
      is_current: true,
    })
    .execute()
  device = await addDevice(bedside, 'watch', { id: patient.id, minutesAgo: 120 })
  await patient.send({ kind: 'temperature', temperature: 37, minutesAgo: 1 })
  const reading = { source: 'manual', received_at: at(), hospital_id: hospitalId, kind: 'temperature' }
  manual = { id: newId(), at: at(30) }
  await root
    .insertInto('readings')
    .values({
      ...reading,
      ...owned,
      id: manual.id,
      measured_at: manual.at,
      entered_by: staff.id,
      note: 'SECRET-READING-NOTE',
      temperature: 38.7,
    })
    .execute()
  waiting = { id: newId(), at: at(20) }
  await root
    .insertInto('readings')
    .values({
      ...reading,
      source: 'box',
      id: waiting.id,
      measured_at: waiting.at,
      waits_for: 'person',
      told_national_id: nationalId,
      temperature: 36.5,
    })
    .execute()
  await patient.send({ kind: 'blood_pressure', systolic: 240, diastolic: 130 })
  const [alarm] = await patient.listAlarms()
  const payload = JSON.stringify({ citiz: nationalId, nameEN: 'SECRET-BIRTH-NAME' })
  const link = {
    number: 1,
    previousHash: null,
    receivedAt: at(),
    mac: device.mac,
    payload: Buffer.from(payload),
  }
  hash = computeLinkHash(link).toString('hex')
  await root
    .insertInto('box_transactions')
    .values({
      hospital_id: hospitalId,
      number: 1,
      hash: Buffer.from(hash, 'hex'),
      received_at: at(),
      mac: device.mac,
      // Registered after the message arrived: only the message says that it is theirs.
      patient_id: null,
      payload: link.payload,
      content_hash: Buffer.from('content'),
    })
    .execute()
  const quarantinedId = newId()
  await root
    .insertInto('quarantine')
    .values([
      {
        id: quarantinedId,
        hospital_id: hospitalId,
        received_at: at(),
        topic: 'CM4_BLE_GW_TX',
        reason: 'malformed',
        payload: Buffer.from(`{"citiz":"3-1007-02345-67-2","nameEN":"SECRET-BIRTH-NAME"`),
      },
      {
        id: newId(),
        hospital_id: hospitalId,
        received_at: at(),
        topic: 'CM4_BLE_GW_TX',
        reason: 'not-json',
        payload: Buffer.concat([Buffer.from(`${nationalId} `), Buffer.of(0xff)]),
      },
    ])
    .execute()
  const records = formNames.map((form) => ({ id: newId(), form }))
  await root
    .insertInto('form_records')
    .values(
      records.map((record) => ({
        ...record,
        hospital_id: hospitalId,
        form_version: 1,
        answers: JSON.stringify({ patient: patient.id, landmark: 'SECRET-LANDMARK' }),
        patient_id: patient.id,
        created_at: at(),
        created_by: staff.id,
        changed_at: at(),
        changed_by: staff.id,
      })),
    )
    .execute()
  const formPhotoId = newId()
  await root
    .insertInto('form_photos')
    .values({
      id: formPhotoId,
      hospital_id: hospitalId,
      record_id: records[0]?.id ?? '',
      photo_id: photoId,
      at: at(),
      staff_id: staff.id,
    })
    .execute()
  const review = newId()
  await root
    .insertInto('form_reviews')
    .values({
      id: review,
      hospital_id: hospitalId,
      record_id: records[0]?.id ?? '',
      form: 'ambulance-request',
      form_version: 1,
      reason: 'revoked',
      path: 'landmark',
      answer: JSON.stringify('SECRET-LANDMARK'),
      settles: [],
      made_at: at(),
      clock_offset_ms: 0,
      device: 'tablet',
      staff_id: staff.id,
      received_at: at(),
      delivered_by: staff.id,
    })
    .execute()
  leads = {
    'photo of a form': formPhotoId,
    review,
    ...Object.fromEntries(records.map(({ id, form }) => [form, id])),
    patient: patient.id,
    reading: manual.id,
    waiting: waiting.id,
    alarm: alarm?._id ?? '',
    device: device.id,
    message: quarantinedId,
    photo: photoId,
    allergy: allergyId,
    ward: patient.ward,
  }
  // Every permission except the audit, whose readers have every record open.
  await root
    .insertInto('changed_permissions')
    .values(
      permissions.map((permission) => ({
        hospital_id: hospitalId,
        staff_type_id: staffTypeId('admin'),
        permission,
        is_granted: permission !== 'audit:read',
      })),
    )
    .execute()
}

/** A person in a group that covers another ward; the answers that they get are stored as they are. */
async function addOutsideNurse(): Promise<{ call: Client; answers: string[] }> {
  const { panel, hospitalId } = bedside
  const { session } = await panel.asNew({ staffType: 'admin', isSystemAdmin: true })
  const id = newId()
  const by = { updated_at: bedside.at(), updated_by: session.user_id }
  await panel.root
    .insertInto('groups')
    .values({ id, hospital_id: hospitalId, name: id, ...by })
    .execute()
  await panel.root
    .insertInto('group_wards')
    .values({ hospital_id: hospitalId, group_id: id, ward_id: ward })
    .execute()
  await panel.root
    .insertInto('group_members')
    .values({ hospital_id: hospitalId, group_id: id, staff_id: session.user_id })
    .execute()
  const answers: string[] = []
  const fetch = async (url: string, init: RequestInit) => {
    const response = await panel.fetch(url, init)
    answers.push(await response.clone().text())
    return response
  }
  return { call: createClient({ fetch, session: () => session }), answers }
}

type Schema = {
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  type?: string
  format?: string
  minimum?: number
  minItems?: number
  minLength?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

/**
 * Bodies that name the record, with this id where no better one is known for a field: one body with every possible
 * field, and one with required fields only, since a filter may leave out what would be shown without it.
 */
function createBodies({ body }: Endpoint, id: string): object[] {
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema
  const all = [true, false].map((isFull) => sample(schema, '', id, isFull) as object)
  return isDeepStrictEqual(all[0], all[1]) ? all.slice(0, 1) : all
}

const named: Record<string, () => unknown> = {
  patient_id: () => patient.id,
  device_id: () => device.id,
  mac: () => device.mac,
  hash: () => hash,
  corrects: () => manual.id,
  corrects_measured_at: () => manual.at,
  measured_at: () => waiting.at,
  // An answer of a form that names the patient.
  path: () => 'patient',
  answer: () => patient.id,
  zone: () => 'ACUTE',
  // A device assigned since the day before moves its readings since then.
  at: () => bedside.at(24 * 60),
}

const hasId = (schema: Schema | undefined) => JSON.stringify(schema ?? {}).includes('"uuid"')

function sample(schema: Schema, name: string, id: string, isFull: boolean): unknown {
  const known = named[name]
  if (known) return known()
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const options = schema.anyOf ?? schema.oneOf
  if (options) return sample(options[0] ?? {}, name, id, isFull)
  if (schema.type === 'object') {
    const { properties = {}, required = [] } = schema
    const given = Object.keys(properties).filter(
      (key) => required.includes(key) || (isFull && (key in named || hasId(properties[key]))),
    )
    return Object.fromEntries(given.map((key) => [key, sample(properties[key] ?? {}, key, id, isFull)]))
  }
  if (schema.type === 'array') {
    const length = schema.minItems ?? (isFull && hasId(schema.items) ? 1 : 0)
    return Array.from({ length }, () => sample(schema.items ?? {}, name, id, isFull))
  }
  if (schema.type === 'number' || schema.type === 'integer') return Math.max(schema.minimum ?? 1, 1)
  if (schema.type === 'boolean') return false
  if (schema.format === 'uuid') return id
  return schema.format === 'date-time' ? bedside.at() : 'ก'.repeat(schema.minLength ?? 1)
}

/**
 * All that is stored in the record, except what every bedside action may change: who wears which device, and alarms.
 */
async function recordAsKept(): Promise<unknown> {
  const { rows } = await sql`
    select to_jsonb(p) - '{device_status,notify_status}'::text[] as patient,
      (select count(*)::int from photos) as photos,
      (select jsonb_agg(r order by r.id) from readings r where r.patient_id = p.id) as readings,
      (select jsonb_agg(s order by s.id) from notify_settings s where s.patient_id = p.id) as settings,
      (select jsonb_agg(c order by c.id) from patient_changes c where c.patient_id = p.id) as changes,
      (select jsonb_agg(e order by e.id) from patient_allergies e where e.patient_id = p.id) as allergies,
      (select jsonb_agg(e order by e.id) from patient_medications e where e.patient_id = p.id) as medication,
      (select jsonb_agg(lower(a.during)) from device_assignments a where a.patient_id = p.id) as worn
    from patients p where p.id = ${patient.id}`.execute(bedside.panel.root)
  return rows[0]
}

test('no call reads or changes anything of a closed record, whichever id leads there', async () => {
  const before = await recordAsKept()
  const refusing = new Set<string>()
  const leaking: string[] = []
  for (const { name, endpoint } of tried) {
    const { call, answers } = await addOutsideNurse()
    const isById = hasId(z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }) as Schema)
    for (const [lead, id] of isById ? Object.entries(leads) : ([['nothing', '']] as const)) {
      for (const body of createBodies(endpoint, id)) {
        await call(endpoint, body as never).catch((error: unknown) => {
          if (!(error instanceof CallError)) throw error
          if (error.code === errorCodes['break-glass-needed']) refusing.add(name)
        })
      }
      const shown = secrets.filter((secret) => answers.join().includes(secret))
      if (shown.length > 0) leaking.push(`${name} by ${lead}: ${shown.join()}`)
    }
  }
  expect(leaking).toEqual([])
  expect(await recordAsKept()).toEqual(before)
  // A record that a person has just registered is their own; what is delivered into a closed record waits for a person.
  const refusesNone = ['patients.register', 'formDelivery.apply', 'formDelivery.applyPart']
  const opens = tried.filter(({ name, endpoint }) => endpoint.opensRecord && !refusesNone.includes(name))
  expect([...refusing].toSorted()).toEqual(opens.map(({ name }) => name).toSorted())
})

test('the same calls show it to a person who opened it by break-glass, so the test would find what it looks for', async () => {
  const { call, answers } = await addOutsideNurse()
  await call(contract.patients.breakGlass, { patient_id: patient.id, reason: 'unconscious in the lift' })
  for (const { endpoint } of tried.filter(({ endpoint }) =>
    /^(patient:read|alarm:read|device|form:use|referral:write)/.test(describeAccess(endpoint.access)),
  ))
    for (const body of createBodies(endpoint, patient.id))
      await call(endpoint, body as never).catch(() => undefined)
  const all = answers.join()
  expect(secrets.filter((secret) => !all.includes(secret))).toEqual([])
})

test('every endpoint states how it treats records', () => {
  expect(tried.length).toBeGreaterThan(100)
  for (const { name, endpoint } of endpoints)
    expect(endpoint.opensRecord, name).toBeOneOf(
      endpoint.patientData ? [false, '_id', 'patient_id', 'as-found'] : [undefined],
    )
})

test.each([
  ['national_id', nationalId],
  ['phone', '0899990001'],
  ['phone', '0899990002'],
  ['vn', 'SECRET-VN'],
] as const)('a %s of a closed record finds it in full, and by no prefix', async (field, number) => {
  const { call } = await addOutsideNurse()
  const finds = async (search_value: string, search_field: 'any' | typeof field, more: object = {}) => {
    const { rows } = await call(contract.patients.list, { search_field, search_value, ...more })
    return rows.some(({ _id }) => _id === patient.id)
  }
  for (let digits = 1; digits < number.length; digits += 1) {
    const begins = number.slice(0, digits)
    for (const by of ['any', field] as const) {
      expect(await finds(begins, by), begins).toBe(false)
      expect(await finds(begins, by, { sort_field: 'hn' }), begins).toBe(false)
    }
  }
  for (const by of ['any', field] as const) expect(await finds(number, by)).toBe(true)
  const csv = await call(contract.patients.exportList, { search_value: number.slice(0, -1) })
  expect(await csv.text()).not.toContain(patient.hn)

  await call(contract.patients.breakGlass, { patient_id: patient.id, reason: 'unconscious in the lift' })
  expect(await finds(number.slice(0, -1), field)).toBe(true)
})
