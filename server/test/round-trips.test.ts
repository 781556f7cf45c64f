import { type Client, contract, createClient, type Endpoint, formNames, permissions } from 'contract'
import { sql } from 'kysely'
import pino from 'pino'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createApp } from '../src/app.ts'
import { computeLinkHash } from '../src/bedside/box-chain.ts'
import { IntakeQueue } from '../src/bedside/intake/intake-queue.ts'
import { openDatabase } from '../src/db/database.ts'
import { staffTypeId } from '../src/reference/staff-types.ts'
import { createInjectFetch, describeTestDatabase, testNow } from '../src/testing.ts'
import { addDevice, startTestBedside, type TestBedside, type TestPatient } from './support/bedside.ts'
import { type CountingProxy, openCountingProxy } from './support/counting-proxy.ts'
import { createSample } from './support/sample-body.ts'

/** These are named or made like reads, and write. */
const writes = [
  'formDelivery.sealingKey',
  'line.linkCode',
  'missions.position',
  'secondFactor.reAuthenticationOptions',
]
const isRead = ({ path, access, stream, byItself }: Endpoint) =>
  access !== 'public' &&
  !stream &&
  (byItself || /\/((get|find|export|check|count|verify)_[^/]+(\/:\w+)?|user_list_search_sort)$/.test(path))
const reads = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries(calls as Record<string, Endpoint>)
    .map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint }))
    .filter(({ name, endpoint }) => isRead(endpoint) && !writes.includes(name)),
)

/** A file of rows is committed with its audit first, and its rows are read while they are sent. */
const isFileOfRows = ({ path }: Endpoint) => /\/export_/.test(path)
const mostTrips: Record<string, number> = {
  // What is in a message says whose record it opens: it is read before they are looked for.
  'ingest.quarantine': 4,
  'devices.boxTransaction': 4,
}

let bedside: TestBedside
let proxy: CountingProxy
/** Somebody to whom records can be closed, and somebody who reads the audit. */
let readers: Client[]
/** What a read can ask for by its id. */
let ids: string[]
/** What stands in a body by these names. */
let known: Record<string, unknown>
/** What else can be asked for, where a body has all of it. */
let variants: Record<string, unknown>[]
let close: () => Promise<void>

beforeAll(async () => {
  bedside = await startTestBedside()
  const { panel } = bedside
  const { clock } = panel
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(panel.root)
  const { url, direct, prepares } = describeTestDatabase(rows[0]?.name ?? '')
  proxy = await openCountingProxy(url)
  const root = openDatabase({ url: proxy.url, connections: 1, prepares })
  const app = await createApp({
    root,
    listenUrl: direct,
    clock,
    intake: new IntakeQueue({ root, clock, channels: [], log: () => {} }),
    log: pino({ level: 'silent' }),
    callsPerMinute: 0,
    busyAfterMs: 0,
  })
  close = async () => {
    await app.close()
    await root.destroy()
    await proxy.close()
  }
  const fetch = createInjectFetch(app)
  const people = [await panel.asNew({ staffType: 'admin' }), await panel.asNew({ staffType: 'doctor' })]
  readers = people.map(({ session }) => createClient({ fetch, session: () => session }))
  await fillHospital()
})
afterAll(async () => {
  await close()
  await bedside.panel.close()
})

/** Adds to the demo hospital what it lacks, so that no read finds nothing and asks no further. */
async function fillHospital() {
  const { panel, hospitalId } = bedside
  await panel.root
    .insertInto('changed_permissions')
    .values(
      (['admin', 'doctor'] as const).flatMap((staffType) =>
        permissions.map((permission) => ({
          hospital_id: hospitalId,
          staff_type_id: staffTypeId(staffType),
          permission,
          is_granted: permission !== 'audit:read' || staffType === 'doctor',
        })),
      ),
    )
    .execute()
  const nationalId = '3100702345672'
  const patient = await bedside.addPatient()
  await panel.root
    .updateTable('patients')
    .set({ identity_kind: 'national_id', national_id: nationalId, latitude: 14, longitude: 100 })
    .where('id', '=', patient.id)
    .execute()
  const device = await addDevice(bedside, 'watch', { id: patient.id, minutesAgo: 120 })
  await patient.send({ kind: 'blood_pressure', systolic: 240, diastolic: 130 })
  await bedside.arrive(patient)
  const hash = await addMessages(nationalId, device.mac)
  const { records, formPhoto } = await addFormRecords(patient)
  const { item, reviewId } = await addPhotos(patient)
  const found = await Promise.all(
    ['alarms', 'audit', 'staff', 'vehicles', 'missions', 'equipment_checks', 'operations'].map(findNewest),
  )
  ids = [patient.id, device.id, hospitalId, ...records, formPhoto, reviewId, ...found]
  const dayBefore = bedside.at(24 * 60)
  known = { patient_id: patient.id, mac: device.mac, hash, item }
  variants = [
    {},
    { from: dayBefore, to: testNow },
    { from: dayBefore.slice(0, 10), to: testNow.slice(0, 10) },
    { from: dayBefore, resolution: 50 },
    { by_act: true },
    { search_value: 'ท' },
    { search_value: 'ท', page: 1000 },
    { page: 1000 },
    { sort_field: 'name' },
    { sort_field: 'name', filterLists: { ward: ['mine'] } },
    { sort_field: 'last_login' },
    { ward: 'mine' },
    { before: found[1] },
  ]
}

async function findNewest(table: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} order by id desc limit 1`.execute(bedside.panel.root)
  return rows[0]?.id ?? ''
}

/** Messages and a reading that name the patient. Returns the hash of one that is in the ledger of a box. */
async function addMessages(nationalId: string, mac: string): Promise<string> {
  const { panel, hospitalId, at } = bedside
  const payload = Buffer.from(JSON.stringify({ citiz: nationalId }))
  const kept = { hospital_id: hospitalId, received_at: at() }
  await panel.root
    .insertInto('quarantine')
    .values({ ...kept, id: newId(), topic: 'CM4_BLE_GW_TX', reason: 'malformed', payload })
    .execute()
  await panel.root
    .insertInto('readings')
    .values({
      ...kept,
      id: newId(),
      kind: 'temperature',
      source: 'box',
      measured_at: at(),
      waits_for: 'person',
      told_national_id: nationalId,
      temperature: 36.5,
    })
    .execute()
  const hash = computeLinkHash({ number: 1, previousHash: null, receivedAt: at(), mac, payload })
  await panel.root
    .insertInto('box_transactions')
    .values({
      ...kept,
      number: 1,
      hash,
      mac,
      patient_id: null,
      payload,
      content_hash: Buffer.from('content'),
    })
    .execute()
  return hash.toString('hex')
}

/** A record of each form that names the patient, one of them with a photo. */
async function addFormRecords({ id }: TestPatient): Promise<{ records: string[]; formPhoto: string }> {
  const { panel, hospitalId, at } = bedside
  const staffId = await findNewest('staff')
  const records = formNames.map((form) => ({ id: newId(), form }))
  await panel.root
    .insertInto('form_records')
    .values(
      records.map((record) => ({
        ...record,
        hospital_id: hospitalId,
        form_version: 1,
        answers: JSON.stringify({ patient: id }),
        patient_id: id,
        created_at: at(),
        created_by: staffId,
        changed_at: at(),
        changed_by: staffId,
      })),
    )
    .execute()
  const formPhoto = newId()
  await panel.root
    .insertInto('form_photos')
    .values({
      id: formPhoto,
      hospital_id: hospitalId,
      record_id: records[0]?.id ?? '',
      photo_id: await addPhoto(),
      at: at(),
      staff_id: staffId,
    })
    .execute()
  return { records: records.map((record) => record.id), formPhoto }
}

async function addPhoto(): Promise<string> {
  const { panel, hospitalId, at } = bedside
  const id = newId()
  const picture = Buffer.from('picture')
  await panel.root
    .insertInto('photos')
    .values({ id, hospital_id: hospitalId, small: picture, large: picture, created_at: at() })
    .execute()
  return id
}

/** Photos of all that can have one. Returns the item that the newest check of a vehicle shows, and one that waits. */
async function addPhotos({ id }: TestPatient): Promise<{ item: string; reviewId: string }> {
  const { panel, hospitalId } = bedside
  const photo_id = await addPhoto()
  await panel.root.updateTable('hospitals').set({ logo_id: photo_id, uses_wallet: true }).execute()
  await panel.root.updateTable('vehicles').set({ photo_id }).execute()
  await panel.root.updateTable('staff').set({ photo_id }).execute()
  await panel.root.updateTable('patients').set({ photo_id }).where('id', '=', id).execute()
  const check_id = await findNewest('equipment_checks')
  const { item } = await panel.root
    .selectFrom('equipment_rows')
    .select('item')
    .where('check_id', '=', check_id)
    .executeTakeFirstOrThrow()
  await panel.root
    .insertInto('equipment_photos')
    .values({ hospital_id: hospitalId, check_id, item, photo_id })
    .execute()
  const reviewId = newId()
  const staffId = await findNewest('staff')
  await panel.root
    .insertInto('equipment_reviews')
    .values({
      hospital_id: hospitalId,
      id: reviewId,
      vehicle_id: await findNewest('vehicles'),
      content: '{}',
      checked_at: testNow,
      because: 'revoked',
      checked_by: staffId,
      received_at: testNow,
      delivered_by: staffId,
    })
    .execute()
  await panel.root
    .insertInto('equipment_review_photos')
    .values({ hospital_id: hospitalId, review_id: reviewId, item, photo_id })
    .execute()
  return { item, reviewId }
}

/** The round trips of a call that was made before, so that its connection is open and its statements are prepared. */
async function countRoundTrips(call: () => Promise<unknown>): Promise<number> {
  await call()
  const before = proxy.count()
  await call()
  return proxy.count() - before
}

/** The bodies with which an endpoint may answer, with everything that it may ask for. */
function listBodies({ body }: Endpoint): object[] {
  const fields = Object.keys(body.shape)
  const chosen = variants.filter((variant) => Object.keys(variant).every((field) => fields.includes(field)))
  const named = fields.includes('_id') ? [{}, ...ids.map((_id) => ({ _id }))] : [{}]
  return chosen.flatMap((variant) =>
    named
      .map((id) => createSample(body, { ...known, ...variant, ...id }))
      .filter((sample) => z.safeParse(body, sample).success),
  )
}

test('the contract has reads to count', () => {
  expect(reads.length).toBeGreaterThan(140)
})

test.each(
  reads
    .filter(({ endpoint }) => !isFileOfRows(endpoint))
    .map((read) => ({ ...read, most: mostTrips[read.name] ?? 3 })),
)(
  '$name takes at most $most round trips to the database: session, query, audit with commit',
  async ({ endpoint, most }) => {
    const counts: number[] = []
    for (const call of readers)
      for (const body of listBodies(endpoint))
        await countRoundTrips(() => call(endpoint, body as never)).then(
          (count) => counts.push(count),
          () => {},
        )
    expect(counts.length, 'answers').toBeGreaterThan(0)
    expect(Math.max(...counts)).toBeLessThanOrEqual(most)
  },
)
