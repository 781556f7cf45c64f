import {
  admissionRequests,
  admissions,
  bedFeatures,
  beds,
  computePermissions,
  type Endpoint,
  erBoard,
  errorCodes,
  fluids,
  type Input,
  listAccess,
  opd,
  rounds,
  triage,
  visits,
} from 'contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type SignedIn, startTestPanel, type TestPanel, testNow } from '../src/testing.ts'
import { addDevice, minute } from './support/bedside.ts'
import { findRefusal } from './support/refusal.ts'

const groups = { admissions, admissionRequests, beds, visits, triage, erBoard, opd, rounds, fluids }
const endpoints = new Map<string, Endpoint>(
  Object.entries(groups).flatMap(([group, calls]) =>
    Object.entries(calls).map(([name, endpoint]): [string, Endpoint] => [`${group}.${name}`, endpoint]),
  ),
)

const staff = ['nurse', 'doctor', 'registrar', 'admin'] as const

/** A hospital with its staff, two wards and a patient for whoever asks. */
type Hospital = Awaited<ReturnType<typeof addHospital>>
let panel: TestPanel
let here: Hospital
let elsewhere: Hospital
beforeAll(async () => {
  panel = await startTestPanel()
  here = await addHospital('99998')
  elsewhere = await addHospital('99999')
})
afterAll(() => panel.close())

const at = (minutesAgo = 0) => new Date(Date.parse(testNow) - minutesAgo * minute).toISOString()

async function addHospital(code: string) {
  const { root } = panel
  const hospitalId = newId()
  const owned = { hospital_id: hospitalId }
  const names = { name_en: code, name_th: code }
  await root
    .insertInto('hospitals')
    .values({ id: hospitalId, code, ...names, created_at: testNow })
    .execute()
  const wards = [newId(), newId()] as const
  await root
    .insertInto('wards')
    .values(wards.map((id, position) => ({ ...owned, ...names, id, code: `W${position}`, position })))
    .execute()
  const people = {} as Record<(typeof staff)[number], SignedIn>
  for (const staffType of staff) people[staffType] = await panel.asNew({ staffType, hospitalId })
  const { nurse, doctor, admin } = people
  let count = 0

  const addPatient = async () => {
    count += 1
    const id = newId()
    const named = { number: count, hn: `X-${count}`, title: 'นาง', name: 'ลับ', surname: 'มาก' }
    const born = { gender: 'female', identity_kind: 'none', date_of_birth: '1950-01-01' } as const
    const since = { birth_date_precision: 'day', created_at: testNow, updated_at: testNow } as const
    await root
      .insertInto('patients')
      .values({ id, ...owned, ...named, ...born, ...since })
      .execute()
    return id
  }
  const addBed = async (ward = 0) => {
    count += 1
    const bed = { id: newId(), ward_id: wards[ward] ?? '', label: `${count}`, position: count }
    await root
      .insertInto('beds')
      .values({ ...owned, ...bed })
      .execute()
    return bed.id
  }
  const asked = {
    admit_type: 'E',
    admit_source: 'E',
    arrival_type: 1,
    department: '01',
    attending_id: doctor.session.user_id,
    diagnosis: 'ปอดอักเสบ',
  } as const satisfies Partial<Input<typeof admissions.admit>>
  const admit = async () => {
    const patient_id = await addPatient()
    const place = { ward_id: wards[0], bed_id: await addBed() }
    const { stay } = await nurse(admissions.admit, { ...asked, ...place, patient_id, at: at(60) })
    return { patient_id, stay_id: stay._id, version: stay.version }
  }
  const arrive = async (kind: 'ER' | 'OPD' = 'ER') => {
    const patient_id = await addPatient()
    const { visit } = await nurse(visits.arrive, { patient_id, kind, source: 1, mode: 'WALK' })
    return { patient_id, visit_id: visit._id }
  }
  const request = async () => {
    const patient_id = await addPatient()
    const wanted = { ward_id: wards[0], department: '01', urgency: 'URGENT', diagnosis: 'ไข้' } as const
    const { request: made } = await nurse(admissionRequests.make, { patient_id, ...wanted })
    return { patient_id, request_id: made._id }
  }
  const addClinic = async () => {
    count += 1
    const { clinic } = await admin(opd.saveClinic, { ...names, code: `${count}` })
    return clinic._id
  }
  const enqueue = async () => {
    const visit = await arrive('OPD')
    await nurse(opd.enqueue, { ...visit, clinic_id: await addClinic() })
    const { rows } = await nurse(opd.queue, {})
    const row = rows.find(({ visit_id }) => visit_id === visit.visit_id)
    return { patient_id: visit.patient_id, entry_id: row?._id ?? '', state: 'waiting' as const }
  }
  /** A device that somebody wears and that another patient gets. */
  const handOver = async (patient_id: string) => {
    const { id } = await addDevice({ panel, hospitalId, at }, 'watch', { id: patient_id, minutesAgo: 30 })
    return { hands_over: [{ device_id: id, patient_id: await addPatient() }] }
  }
  const record = async () => {
    const patient_id = await addPatient()
    const drunk = { kind: 'oral', ml: 200, at: at() } as const
    const { entries } = await nurse(fluids.record, { patient_id, entries: [drunk] })
    return { patient_id, _id: entries[0]?._id ?? '' }
  }
  return {
    hospitalId,
    wards,
    people,
    nurse,
    doctor,
    asked,
    addPatient,
    addBed,
    admit,
    arrive,
    request,
    addClinic,
    enqueue,
    handOver,
    record,
  }
}

const resuscitated: Input<typeof triage.record>['decision'] = {
  values: {},
  level: 'RED',
  zone: 'RESUS',
  life_saving: ['CPR'],
}
const home = { discharge_status: 2, discharge_type: 1 } as const
const wrong = { reason: 'OTHER' } as const
const later = at(-600)

async function beginLeave(of: Hospital) {
  const stay = await of.admit()
  const { stay: gone } = await of.nurse(admissions.leave, { ...stay, due_back_at: later, note: 'ลา' })
  return { ...stay, version: gone.version }
}

async function discharge(of: Hospital) {
  const stay = await of.admit()
  const { stay: left } = await of.nurse(admissions.discharge, { ...stay, ...home })
  return { ...stay, version: left.version }
}

const ofPatient = async (of: Hospital) => ({ patient_id: await of.addPatient() })
/** A ward with a patient and with somebody who is asked for. */
async function ofWard({ wards: [ward], admit, request }: Hospital) {
  await admit()
  await request()
  return { ward }
}
const ofLists = async (of: Hospital) => ({
  filterLists: { ...(await ofWard(of)), attending_id: of.doctor.session.user_id },
})

/** Prepares for each call with an id what one hospital needs, and returns the body that its staff would send. */
const bodies: Record<string, (of: Hospital) => Promise<object>> = {
  'admissions.list': ofLists,
  'admissions.left': async (of) => {
    await discharge(of)
    return ofLists(of)
  },
  'admissions.exportList': ofLists,
  'admissions.history': async (of) => ({ patient_id: (await of.admit()).patient_id }),
  'admissions.exportHistory': async (of) => ({ patient_id: (await of.admit()).patient_id }),
  'admissions.beds': async (of) => {
    await of.addBed()
    return { ward_id: of.wards[0] }
  },
  'admissions.prepare': async (of) => ({ patient_id: (await of.request()).patient_id }),
  'admissions.admit': async (of) => ({
    ...of.asked,
    patient_id: await of.addPatient(),
    ward_id: of.wards[0],
    bed_id: await of.addBed(),
  }),
  'admissions.update': async (of) => ({ ...(await of.admit()), ...of.asked, diagnosis: 'ไข้เลือดออก' }),
  'admissions.move': async (of) => ({
    ...(await of.admit()),
    ward_id: of.wards[1],
    bed_id: await of.addBed(1),
    reason: 'CAPACITY',
    hand_over: { situation: 'หอบ' },
    receiver_id: of.nurse.session.user_id,
  }),
  'admissions.swap': async (of) => {
    const [one, other] = [await of.admit(), await of.admit()]
    return { ...one, with_stay_id: other.stay_id, with_version: other.version, reason: 'CAPACITY' }
  },
  'admissions.leave': async (of) => ({ ...(await of.admit()), due_back_at: later, note: 'ลา' }),
  'admissions.changeLeave': async (of) => ({ ...(await beginLeave(of)), due_back_at: at(-300), note: 'ลา' }),
  'admissions.comeBack': beginLeave,
  'admissions.discharge': async (of) => {
    const stay = await of.admit()
    return { ...stay, ...home, ...(await of.handOver(stay.patient_id)) }
  },
  'admissions.changeDischarge': async (of) => ({ ...(await discharge(of)), ...home, note: 'พักผ่อน' }),
  'admissions.undoDischarge': async (of) => ({ ...(await discharge(of)), ...wrong }),
  'admissions.reopen': async (of) => ({ ...(await discharge(of)), ...wrong }),
  'admissions.void': async (of) => {
    const stay = await of.admit()
    return { ...stay, ...wrong, ...(await of.handOver(stay.patient_id)) }
  },
  'admissions.correct': async (of) => ({
    ...(await of.admit()),
    ...wrong,
    places: [
      { kind: 'waiting', ward_id: of.wards[0], from: at(50) },
      { kind: 'bed', ward_id: of.wards[1], bed_id: await of.addBed(1), from: at(40) },
    ],
  }),
  'admissionRequests.list': ofWard,
  'admissionRequests.ofPatient': async (of) => ({ patient_id: (await of.request()).patient_id }),
  'admissionRequests.make': async (of) => ({
    patient_id: await of.addPatient(),
    ward_id: of.wards[0],
    department: '01',
    urgency: 'URGENT',
    diagnosis: 'ไข้',
  }),
  'admissionRequests.decline': async (of) => ({ ...(await of.request()), reason: 'NO_BED' }),
  'admissionRequests.withdraw': (of) => of.request(),
  'admissionRequests.seeDecline': async (of) => {
    const asked = await of.request()
    await of.nurse(admissionRequests.decline, { ...asked, reason: 'NO_BED' })
    return asked
  },
  'beds.map': ofWard,
  'beds.setState': async (of) => ({ _id: await of.addBed(), state: 'blocked', note: 'ซ่อม' }),
  'beds.setFeatures': async (of) => ({ _id: await of.addBed(), features: [bedFeatures[0]] }),
  'beds.reserve': async (of) => ({
    _id: await of.addBed(),
    patient_id: await of.addPatient(),
    until: at(-60),
  }),
  'beds.endReservation': async (of) => {
    const _id = await of.addBed()
    await of.nurse(beds.reserve, { _id, patient_id: await of.addPatient(), until: at(-60) })
    const { wards } = await of.nurse(beds.map, { ward: of.wards[0] })
    const bed = wards.flatMap((ward) => ward.beds).find((one) => one._id === _id)
    return { _id: bed?.reservation?._id }
  },
  'visits.referrals': async (of) => ({ patient_id: await of.addPatient() }),
  'visits.arrive': async (of) => ({
    patient_id: await of.addPatient(),
    kind: 'ER',
    source: 1,
    mode: 'WALK',
  }),
  'visits.correct': async (of) => {
    const visit = await of.arrive()
    const correction = { reason: 'พิมพ์ผิด', changed: { complaint: 'ไอ' } }
    const { visit: corrected } = await of.nurse(visits.correct, { ...visit, ...correction })
    const { last_correction } = corrected
    return { ...visit, last_correction, reason: 'พิมพ์ผิด', changed: { complaint: 'ไข้' } }
  },
  'visits.see': (of) => of.arrive(),
  'visits.end': async (of) => {
    const visit = await of.arrive()
    return { ...visit, disposition: 1, ...(await of.handOver(visit.patient_id)) }
  },
  'visits.void': async (of) => {
    const visit = await of.arrive()
    return { ...visit, reason: 'WRONG_PATIENT', ...(await of.handOver(visit.patient_id)) }
  },
  'triage.prepare': async (of) => ({ patient_id: (await of.arrive()).patient_id }),
  'triage.record': async (of) => {
    const visit = await of.arrive()
    const { triage: first } = await of.nurse(triage.record, { ...visit, decision: resuscitated })
    return { ...visit, last_triage: first._id, is_correction: true, decision: resuscitated }
  },
  'triage.complete': async (of) => {
    const visit = await of.arrive()
    const { triage: red } = await of.nurse(triage.record, { ...visit, decision: resuscitated })
    return { ...visit, last_triage: red._id, answers: { complaint: 'หมดสติ' } }
  },
  'triage.correct': async (of) => {
    const visit = await of.arrive()
    const { triage: red } = await of.nurse(triage.record, { ...visit, decision: resuscitated })
    await of.nurse(visits.end, { ...visit, disposition: 1 })
    const { life_saving, level } = resuscitated
    return { ...visit, last_triage: red._id, correction: { life_saving, level }, reason: 'บันทึกผิด' }
  },
  'triage.history': async (of) => {
    const visit = await of.arrive()
    await of.nurse(triage.record, { ...visit, decision: resuscitated })
    return { patient_id: visit.patient_id }
  },
  'erBoard.board': async (of) => ({ patient_ids: [(await of.arrive()).patient_id] }),
  'erBoard.change': async (of) => ({
    ...(await of.arrive()),
    change: { act: 'place', zone: 'ACUTE', bay: null },
  }),
  'erBoard.undo': async (of) => {
    const visit = await of.arrive()
    const { act_id } = await of.nurse(visits.end, { ...visit, disposition: 1 })
    return { ...visit, act_id }
  },
  'opd.enqueue': async (of) => ({ ...(await of.arrive('OPD')), clinic_id: await of.addClinic() }),
  'opd.callNext': async (of) => ({ clinic_id: await of.addClinic() }),
  'opd.move': async (of) => ({ ...(await of.enqueue()), to: 'called' }),
  'opd.send': async (of) => ({ ...(await of.enqueue()), to: 'CLINIC', clinic_id: await of.addClinic() }),
  'opd.takeBack': async (of) => {
    const { patient_id, entry_id, state } = await of.enqueue()
    await of.nurse(opd.send, { patient_id, entry_id, state, to: 'HOME' })
    return { patient_id, entry_id }
  },
  'opd.saveClinic': async (of) => ({
    _id: await of.addClinic(),
    version: 1,
    code: 'ZZZ',
    name_en: 'Renamed',
    name_th: 'ชื่อใหม่',
  }),
  'rounds.get': ofWard,
  'rounds.handover': ofWard,
  'rounds.note': async (of) => ({ ...(await ofPatient(of)), text: 'เฝ้าดู' }),
  'rounds.orders': ofPatient,
  'rounds.order': async (of) => ({ ...(await ofPatient(of)), every_minutes: 60, reason: 'ไข้' }),
  'fluids.list': async (of) => ({ patient_id: (await of.record()).patient_id, from: at(600), to: at() }),
  'fluids.record': async (of) => ({
    ...(await ofPatient(of)),
    entries: [{ kind: 'oral', ml: 200, at: at() }],
  }),
  'fluids.strike': async (of) => ({ ...(await of.record()), reason: 'คนละคน' }),
}

test('every call that is given an id is among them', () => {
  const given = [...endpoints].filter(([, { body }]) =>
    JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })).includes('"uuid"'),
  )
  expect(Object.keys(bodies).toSorted()).toEqual(given.map(([name]) => name).toSorted())
})

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const listIds = (body: object) => [...new Set(JSON.stringify(body).match(uuid))]
const replaceId = (body: object, from: string, to: string): object =>
  JSON.parse(JSON.stringify(body).replaceAll(from, to))
const replaceEveryId = (body: object) =>
  listIds(body).reduce((made, id) => replaceId(made, id, newId()), body)

describe.each(Object.keys(bodies))('%s', (name) => {
  test('answers ids of another hospital as ids that do not exist, and changes nothing there', async () => {
    const endpoint = endpoints.get(name) ?? expect.fail('the contract has it')
    const [theirs, ours] = [await bodies[name]?.(elsewhere), await bodies[name]?.(here)]
    if (!theirs || !ours) throw new Error('both prepare a body')
    const [theirIds, ourIds] = [listIds(theirs), listIds(ours)]
    expect(theirIds).toHaveLength(ourIds.length)
    const before = await readRows(elsewhere.hospitalId)

    const unknown = await ask(endpoint, replaceEveryId(theirs))
    expect(await ask(endpoint, theirs)).toEqual(unknown)
    if (!endpoint.byItself && !endpoint.file) expect(unknown.code).toBeDefined()
    if (endpoint.opensRecord) expect(unknown.code).toBe(errorCodes['not-found'])
    // Each by itself, too, among ids that are the caller's own.
    for (const [index, id] of ourIds.entries()) {
      const nowhere = await ask(endpoint, replaceId(ours, id, newId()))
      expect(await ask(endpoint, replaceId(ours, id, theirIds[index] ?? ''))).toEqual(nowhere)
      if (!endpoint.byItself && !endpoint.file) expect(nowhere.code).toBeDefined()
    }

    expect(await readRows(elsewhere.hospitalId)).toEqual(before)
    const own = await ask(endpoint, ours)
    expect(own.code).toBeUndefined()
    expect(own).not.toEqual(unknown)
  })
})

/** A call of whoever may make it here. */
function call(endpoint: Endpoint, body: object): Promise<unknown> {
  const caller = staff.find((staffType) =>
    computePermissions(staffType, false).some((permission) =>
      listAccess(endpoint.access).includes(permission),
    ),
  )
  return here.people[caller ?? 'nurse'](endpoint, body as never)
}

/** All that a caller learns, but for the ids that they sent: a reply may repeat those. */
async function ask(endpoint: Endpoint, body: object) {
  let reply = ''
  const error = await findRefusal(
    call(endpoint, body).then(async (answer) => {
      reply = answer instanceof Blob ? await answer.text() : JSON.stringify(answer)
    }),
  )
  const learnt = listIds(body).reduce((said, id, index) => said.replaceAll(id, `id ${index}`), reply)
  return { code: error?.code, fields: error?.fields, detail: error?.detail, learnt }
}

/** Reads for each table a digest of the rows that a hospital has in it. */
async function readRows(hospitalId: string): Promise<Record<string, string | null>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'hospital_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by 1`.execute(panel.root)
  const digests = tables.map(
    ({ name }) => sql`select ${name}::text as name, md5(string_agg(t::text, ',' order by t::text)) as digest
      from ${sql.table(name)} t where hospital_id = ${hospitalId}`,
  )
  const { rows } = await sql<{
    name: string
    digest: string | null
  }>`${sql.join(digests, sql` union all `)}`.execute(panel.root)
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}
