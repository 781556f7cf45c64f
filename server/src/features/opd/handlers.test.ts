import {
  admissionRequests,
  admissions,
  beds,
  type Clinic,
  devices,
  erBoard,
  errorCodes,
  opd,
  type QueueState,
  type QueueTarget,
  reference,
  triage,
  visits,
} from 'contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBed } from '../../../test/support/admit.ts'
import { addDevice, minute, startTestBedside, type TestBedside } from '../../../test/support/bedside.ts'
import { expectRefusal } from '../../../test/support/refusal.ts'

let bedside: TestBedside
beforeAll(async () => {
  bedside = await startTestBedside()
})
afterAll(() => bedside.panel.close())

let letters = 0
async function addClinic(): Promise<Clinic> {
  const code = String.fromCharCode(65 + letters++)
  const admin = await bedside.panel.as('admin')
  return (await admin(opd.saveClinic, { code, name_en: `Clinic ${code}`, name_th: `คลินิก ${code}` })).clinic
}

/** Somebody who has just come to the clinics. */
async function arrive() {
  const patient = await bedside.addPatient()
  const { _id: visit_id } = await bedside.arrive(patient, { kind: 'OPD' })
  return { patient_id: patient.id, visit_id }
}

async function joinQueue({ _id }: Clinic) {
  const here = await arrive()
  const { number } = await bedside.nurse(opd.enqueue, { ...here, clinic_id: _id })
  return { ...here, number, ...(await findEntry(here.patient_id)) }
}

async function findEntry(patientId: string) {
  const { rows } = await bedside.nurse(opd.queue, {})
  const row = rows.findLast(({ patient, state }) => patient._id === patientId && state !== 'done')
  return { entry_id: row?._id ?? '', row }
}

type Entry = { patient_id: string; entry_id: string }
const named = ({ patient_id, entry_id }: Entry) => ({ patient_id, entry_id })
const move = (entry: Entry, state: QueueState, to: 'waiting' | 'called' | 'absent' | 'seen') =>
  bedside.nurse(opd.move, { ...named(entry), state, to, room: '3' })
const send = (entry: Entry, state: QueueState, to: QueueTarget, clinic_id: string | null = null) =>
  bedside.nurse(opd.send, { ...named(entry), state, to, clinic_id })
const readStates = async ({ _id }: Clinic) => {
  const { rows } = await bedside.nurse(opd.queue, {})
  return rows.filter(({ clinic_id }) => clinic_id === _id).map(({ number, state }) => `${number} ${state}`)
}

test('each clinic counts its own numbers, from 1 each day in Bangkok', async () => {
  const [one, other] = [await addClinic(), await addClinic()]
  expect((await joinQueue(one)).number).toBe(`${one.code}001`)
  expect((await joinQueue(one)).number).toBe(`${one.code}002`)
  expect((await joinQueue(other)).number).toBe(`${other.code}001`)
  // 23:59 and 00:00 in Bangkok.
  await bedside.advance(Date.parse('2026-11-05T16:59:00.000Z') - Date.parse(bedside.at()))
  expect((await joinQueue(one)).number).toBe(`${one.code}003`)
  await bedside.advance(minute)
  expect((await joinQueue(one)).number).toBe(`${one.code}001`)
  expect(await readStates(one)).toEqual(['1 waiting'])
})

test('20 who get a number at once get 20 numbers without a gap', async () => {
  const clinic = await addClinic()
  const here = await Promise.all(Array.from({ length: 20 }, arrive))
  const given = await Promise.all(
    here.map((one) => bedside.nurse(opd.enqueue, { ...one, clinic_id: clinic._id })),
  )
  const expected = Array.from(
    { length: 20 },
    (_, place) => `${clinic.code}${String(place + 1).padStart(3, '0')}`,
  )
  expect(given.map(({ number }) => number).toSorted()).toEqual(expected)
})

test('when 20 users give one patient a number at once, exactly one succeeds and no number is lost', async () => {
  const clinic = await addClinic()
  const here = await arrive()
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => bedside.nurse(opd.enqueue, { ...here, clinic_id: clinic._id })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  expect(new Set(refused)).toEqual(new Set([errorCodes['already-queued']]))
  expect((await joinQueue(clinic)).number).toBe(`${clinic.code}002`)
})

test('when 20 clinics take one code at once, exactly one gets it and the others are told which field is refused', async () => {
  const admin = await bedside.panel.as('admin')
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, at) =>
      admin(opd.saveClinic, { code: 'ZZ', name_en: `Clinic ${at}`, name_th: `คลินิก ${at}` }),
    ),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.fields] : []))
  expect(refused).toHaveLength(19)
  for (const fields of refused) expect(fields).toMatchObject([{ field: 'code' }])
})

test('20 rooms that call the next number at once call 20 numbers', async () => {
  const clinic = await addClinic()
  await Promise.all(Array.from({ length: 20 }, () => joinQueue(clinic)))
  const body = { clinic_id: clinic._id, room: '3' }
  const called = await Promise.all(Array.from({ length: 20 }, () => bedside.nurse(opd.callNext, body)))
  const ids = new Set(called.map(({ entry_id }) => entry_id))
  expect(ids.size).toBe(20)
  expect(ids.has(null)).toBe(false)
  expect(await bedside.nurse(opd.callNext, body)).toMatchObject({ entry_id: null })
})

test('a number is called, called again, missed, seen, and each of it taken back', async () => {
  const clinic = await addClinic()
  const entry = await joinQueue(clinic)
  await bedside.nurse(opd.callNext, { clinic_id: clinic._id, room: '3' })
  await move(entry, 'called', 'called')
  expect((await findEntry(entry.patient_id)).row).toMatchObject({ state: 'called', calls: 2, room: '3' })
  await move(entry, 'called', 'absent')
  await move(entry, 'absent', 'called')
  await move(entry, 'called', 'seen')
  const visit = () =>
    bedside.panel.root
      .selectFrom('visits')
      .select('first_seen_at')
      .where('id', '=', entry.visit_id)
      .executeTakeFirstOrThrow()
  expect((await visit()).first_seen_at).not.toBeNull()
  await move(entry, 'seen', 'called')
  expect((await visit()).first_seen_at).toBeNull()
  expect((await findEntry(entry.patient_id)).row).toMatchObject({ state: 'called', calls: 3 })
  await move(entry, 'called', 'waiting')
  expect(await readStates(clinic)).toEqual(['1 waiting'])
  expect((await expectRefusal(move(entry, 'called', 'seen'))).code).toBe(errorCodes['changed-meanwhile'])
})

test.each(['seen', 'absent', 'waiting'] as const)(
  'a number whose move to %s is undone is not called again in the waiting hall',
  async (to) => {
    const clinic = await addClinic()
    const entry = await joinQueue(clinic)
    await bedside.nurse(opd.callNext, { clinic_id: clinic._id, room: '5' })
    const { row } = await findEntry(entry.patient_id)
    await bedside.advance(minute)
    await move(entry, 'called', to)
    await bedside.nurse(opd.move, { ...named(entry), state: to, to: 'called', is_undo: true })
    expect((await findEntry(entry.patient_id)).row).toEqual(row)
  },
)

test('a number that was never called is called by whatever moves it there', async () => {
  const entry = await joinQueue(await addClinic())
  await move(entry, 'waiting', 'absent')
  await bedside.nurse(opd.move, { ...named(entry), state: 'absent', to: 'called', room: '3', is_undo: true })
  expect((await findEntry(entry.patient_id)).row).toMatchObject({ calls: 1, room: '3' })
})

test('a patient who is sent on to another clinic gets a number there, which is given up when that is undone', async () => {
  const [one, other] = [await addClinic(), await addClinic()]
  const entry = await joinQueue(one)
  await send(entry, 'waiting', 'CLINIC', other._id)
  expect([await readStates(one), await readStates(other)]).toEqual([['1 done'], ['1 waiting']])
  await bedside.nurse(opd.takeBack, named(entry))
  expect([await readStates(one), await readStates(other)]).toEqual([['1 waiting'], []])
  // The number that was given up is not given again.
  await send(entry, 'waiting', 'CLINIC', other._id)
  expect(await readStates(other)).toEqual(['2 waiting'])
  await bedside.nurse(opd.callNext, { clinic_id: other._id })
  expect((await expectRefusal(bedside.nurse(opd.takeBack, named(entry)))).code).toBe(
    errorCodes['changed-meanwhile'],
  )
  expect(await readStates(one)).toEqual(['1 done'])
})

test('a clinic is needed to be sent to one, and a closed one gives no number', async () => {
  const [one, other] = [await addClinic(), await addClinic()]
  const entry = await joinQueue(one)
  expect((await expectRefusal(send(entry, 'waiting', 'CLINIC'))).fields).toEqual([
    { field: 'clinic_id', message: 'field-required' },
  ])
  const admin = await bedside.panel.as('admin')
  await admin(opd.saveClinic, { ...other, is_closed: true })
  expect((await expectRefusal(send(entry, 'waiting', 'CLINIC', other._id))).code).toBe(
    errorCodes['clinic-closed'],
  )
  expect(await readStates(one)).toEqual(['1 waiting'])
})

test('whoever is sent home needs no bed that is reserved for them', async () => {
  const entry = await joinQueue(await addClinic())
  const bed = await addBed(bedside.panel.root, bedside.hospitalId)
  const findReservation = async () =>
    (await bedside.nurse(beds.map, { ward: bed.ward_id })).wards[0]?.beds[0]?.reservation
  const until = bedside.at(-24 * 60)
  await bedside.nurse(beds.reserve, { _id: bed.id, patient_id: entry.patient_id, until })
  expect(await findReservation()).toMatchObject({ patient: { _id: entry.patient_id } })
  bedside.skip(minute)
  await send(entry, 'waiting', 'HOME')
  expect(await findReservation()).toBeUndefined()
})

test('a patient who is sent to the ER is on its board, and one who is sent home has left; both can be taken back', async () => {
  const clinic = await addClinic()
  const entry = await joinQueue(clinic)
  const isOnBoard = async () =>
    (await bedside.nurse(erBoard.board, {})).rows.some(({ patient }) => patient._id === entry.patient_id)
  await send(entry, 'waiting', 'ER')
  expect(await isOnBoard()).toBe(true)
  await bedside.nurse(opd.takeBack, named(entry))
  expect(await isOnBoard()).toBe(false)
  await send(entry, 'waiting', 'HOME')
  expect((await expectRefusal(bedside.nurse(visits.end, { ...entry, disposition: 1 }))).code).toBe(
    errorCodes['visit-ended'],
  )
  await bedside.nurse(opd.takeBack, named(entry))
  expect(await readStates(clinic)).toEqual(['1 waiting'])
  await bedside.nurse(visits.end, { patient_id: entry.patient_id, visit_id: entry.visit_id, disposition: 1 })
})

test('whoever a doctor of the clinic saw waits for one of the ER from when they are sent there', async () => {
  const entry = await joinQueue(await addClinic())
  const { patient_id, visit_id } = entry
  const findVisit = async () => (await bedside.nurse(triage.history, { patient_id })).visits[0]
  bedside.skip(minute)
  await move(entry, 'waiting', 'seen')
  const seenAt = bedside.at()
  bedside.skip(40 * minute)
  await send(entry, 'seen', 'ER')
  const sentAt = bedside.at()
  const { rows: board } = await bedside.nurse(erBoard.board, { patient_ids: [patient_id] })
  expect(board.map(({ visit }) => [Date.parse(visit.er_since ?? ''), visit.first_seen_at])).toEqual([
    [Date.parse(sentAt), null],
  ])
  const { rows } = await bedside.nurse(triage.queue, {})
  expect(rows.find(({ patient }) => patient._id === patient_id)?.visit).toMatchObject({ er_since: sentAt })
  await bedside.nurse(opd.takeBack, named(entry))
  expect(await findVisit()).toMatchObject({ kind: 'OPD', er_since: null, first_seen_at: seenAt })
  await send(entry, 'seen', 'ER')
  const early = bedside.doctor(visits.see, { patient_id, visit_id, at: seenAt })
  expect((await expectRefusal(early)).fields).toEqual([{ field: 'at', message: 'before-arrival' }])
  bedside.skip(minute)
  await bedside.doctor(visits.see, { patient_id, visit_id })
  expect(await findVisit()).toMatchObject({
    er_since: sentAt,
    opd_seen_at: seenAt,
    first_seen_at: bedside.at(),
  })
  expect((await expectRefusal(bedside.nurse(opd.takeBack, named(entry)))).code).toBe(
    errorCodes['changed-meanwhile'],
  )
})

test('when a doctor of the clinic saw whoever is in the ER is corrected, between the arrival and when they were sent', async () => {
  const entry = await joinQueue(await addClinic())
  const { patient_id, visit_id } = entry
  const findVisit = async () => (await bedside.nurse(triage.history, { patient_id })).visits[0]
  const correct = async (opd_seen_at: string | null) => {
    const last_correction = (await findVisit())?.last_correction ?? null
    const correction = { patient_id, visit_id, last_correction, changed: { opd_seen_at }, reason: 'กดช้า' }
    return (await bedside.nurse(visits.correct, correction)).visit
  }
  const refuse = async (at: string) => (await expectRefusal(correct(at))).fields
  bedside.skip(20 * minute)
  await move(entry, 'waiting', 'seen')
  const seenAt = bedside.at()
  const field = 'changed.opd_seen_at'
  expect(await refuse(bedside.at(5))).toEqual([{ field, message: 'not-sent-to-er' }])
  bedside.skip(10 * minute)
  await send(entry, 'seen', 'ER')
  bedside.skip(minute)
  expect(await refuse(bedside.at(32))).toEqual([{ field, message: 'before-arrival' }])
  expect(await refuse(bedside.at())).toEqual([{ field, message: 'seen-after-sent' }])
  const right = bedside.at(21)
  expect(await correct(right)).toMatchObject({ opd_seen_at: right, first_seen_at: null })
  const { corrections } = await bedside.nurse(triage.history, { patient_id })
  expect(corrections).toMatchObject([{ before: { opd_seen_at: seenAt }, after: { opd_seen_at: right } }])
  expect(await correct(null)).toMatchObject({ opd_seen_at: null })
})

test('whoever waited for a bed before a clinic sent them to the ER boards there since they are there', async () => {
  const entry = await joinQueue(await addClinic())
  await admit(entry.patient_id)
  bedside.skip(10 * minute)
  await send(entry, 'waiting', 'ER')
  const { rows } = await bedside.nurse(erBoard.board, { patient_ids: [entry.patient_id] })
  expect(rows.map(({ visit }) => Date.parse(visit.boarding_since ?? ''))).toEqual([Date.parse(bedside.at())])
})

test('whoever is sent home is monitored no more, and taking that back says so; sent elsewhere they still are', async () => {
  const clinic = await addClinic()
  const entry = await joinQueue(clinic)
  const { patient_id } = entry
  const device = await addDevice(bedside, 'watch')
  await bedside.nurse(devices.assign, { device_id: device.id, patient_id })
  const listWorn = async () => (await bedside.nurse(devices.list, { patient_id, is_worn: true })).rows.length
  bedside.skip(minute)
  await send(entry, 'waiting', 'LAB')
  expect(await bedside.nurse(opd.takeBack, named(entry))).toMatchObject({ has_ended_monitoring: false })
  expect(await listWorn()).toBe(1)
  await send(entry, 'waiting', 'HOME')
  expect(await listWorn()).toBe(0)
  bedside.skip(minute)
  expect(await bedside.nurse(opd.takeBack, named(entry))).toMatchObject({ has_ended_monitoring: true })
})

test('whoever was sent home more than a day ago comes back to no queue', async () => {
  const entry = await joinQueue(await addClinic())
  await send(entry, 'waiting', 'HOME')
  await bedside.panel.root
    .updateTable('clinic_queue')
    .set({ done_at: bedside.at(24 * 60 + 1) })
    .where('id', '=', entry.entry_id)
    .execute()
  expect((await expectRefusal(bedside.nurse(opd.takeBack, named(entry)))).code).toBe(
    errorCodes['visit-end-too-old'],
  )
})

test.each<[string, (here: { patient_id: string; visit_id: string }) => Promise<unknown>]>([
  [
    'has a bay',
    (here) =>
      bedside.panel.root.updateTable('visits').set({ bay: 'A9' }).where('id', '=', here.visit_id).execute(),
  ],
  [
    'has a doctor',
    async (here) => {
      bedside.skip(minute)
      await bedside.doctor(erBoard.change, { ...here, change: { act: 'take' } })
    },
  ],
  [
    'was triaged',
    async (here) => {
      bedside.skip(minute)
      await bedside.nurse(triage.record, {
        ...here,
        last_triage: null,
        decision: {
          complaint: 'หมดสติ',
          infection_signs: [],
          level: 'RED',
          zone: 'RESUS',
          life_saving: ['CPR'],
          resources: null,
          values: {},
        },
      })
    },
  ],
])('a patient who was sent to the ER and %s there cannot be taken back to the clinics', async (_, begin) => {
  const entry = await joinQueue(await addClinic())
  const { patient_id, visit_id } = entry
  await send(entry, 'waiting', 'ER')
  await begin({ patient_id, visit_id })
  const refused = await expectRefusal(bedside.nurse(opd.takeBack, named(entry)))
  expect(refused.code).toBe(errorCodes['changed-meanwhile'])
  const { rows } = await bedside.nurse(erBoard.board, {})
  expect(rows.map(({ patient }) => patient._id)).toContain(patient_id)
})

test('a visit that has ended in the ER stays one of the ER', async () => {
  const entry = await joinQueue(await addClinic())
  const { patient_id, visit_id } = entry
  await send(entry, 'waiting', 'ER')
  await bedside.nurse(visits.end, { patient_id, visit_id, disposition: 3 })
  const refused = await expectRefusal(bedside.nurse(opd.takeBack, named(entry)))
  expect(refused.code).toBe(errorCodes['visit-ended'])
  const { kind } = await bedside.panel.root
    .selectFrom('visits')
    .select('kind')
    .where('id', '=', visit_id)
    .executeTakeFirstOrThrow()
  expect(kind).toBe('ER')
})

async function admit(patient_id: string) {
  const { doctors } = await bedside.nurse(admissions.doctors, {})
  const { id: ward_id } = await bedside.panel.root
    .selectFrom('wards')
    .select('id')
    .orderBy('position')
    .executeTakeFirstOrThrow()
  const { stay } = await bedside.nurse(admissions.admit, {
    patient_id,
    ward_id,
    admit_type: 'E',
    admit_source: 'O',
    arrival_type: 1,
    department: '01',
    attending_id: doctors[0]?._id ?? '',
    diagnosis: 'ปอดอักเสบ',
  })
  return stay
}

test('nobody is sent home from a clinic who is admitted', async () => {
  const entry = await joinQueue(await addClinic())
  await admit(entry.patient_id)
  const refused = await expectRefusal(send(entry, 'waiting', 'HOME'))
  expect(refused.code).toBe(errorCodes['already-admitted'])
})

test('the number of an inpatient is neither counted, shown nor called, and is back once the admission is cancelled', async () => {
  const clinic = await addClinic()
  const [first, second] = [await joinQueue(clinic), await joinQueue(clinic)]
  const stay = await admit(first.patient_id)
  const displayed = async () => {
    const { clinics } = await bedside.nurse(opd.display, {})
    return clinics.find((one) => one.clinic._id === clinic._id)
  }
  expect(await readStates(clinic)).toEqual(['2 waiting'])
  expect(await displayed()).toMatchObject({ waiting: 1 })
  const callNext = () => bedside.nurse(opd.callNext, { clinic_id: clinic._id })
  expect((await callNext()).entry_id).toBe(second.entry_id)
  await admit(second.patient_id)
  expect(await displayed()).toMatchObject({ waiting: 0, called: [] })
  const { _id: stay_id, version } = stay
  await bedside.nurse(admissions.void, { patient_id: first.patient_id, stay_id, version, reason: 'OTHER' })
  expect(await readStates(clinic)).toEqual(['1 waiting'])
  expect((await callNext()).entry_id).toBe(first.entry_id)
})

test('a patient who comes back from the laboratory waits without a number and can get another one', async () => {
  const clinic = await addClinic()
  const entry = await joinQueue(clinic)
  await send(entry, 'waiting', 'LAB')
  const { unqueued } = await bedside.nurse(opd.queue, {})
  expect(unqueued.find(({ visit_id }) => visit_id === entry.visit_id)?.last?.sent_to).toBe('LAB')
  const { patient_id, visit_id } = entry
  const { number } = await bedside.nurse(opd.enqueue, { patient_id, visit_id, clinic_id: clinic._id })
  expect(number).toBe(`${clinic.code}002`)
})

test('among patients without a number the one who waits longest today comes first, then those sent on, then the forgotten', async () => {
  const clinic = await addClinic()
  const forgotten = await arrive()
  await bedside.advance(24 * 60 * minute)
  const sentOn = await joinQueue(clinic)
  await send(sentOn, 'waiting', 'LAB')
  const longest = await arrive()
  await bedside.advance(minute)
  const newest = await arrive()
  const { unqueued, has_more_unqueued } = await bedside.nurse(opd.queue, {})
  const order = unqueued.map(({ visit_id }) => visit_id)
  const mine = [longest, newest, sentOn, forgotten].map(({ visit_id }) => visit_id)
  expect(order.filter((id) => mine.includes(id))).toEqual(mine)
  expect(has_more_unqueued).toBe(false)
})

test('the patient who waits longest without a number is shown however many there are, and the reply says that there are more', async () => {
  await bedside.advance(24 * 60 * minute)
  const longest = await arrive()
  await bedside.advance(minute)
  for (let count = 0; count < 100; count += 1) await arrive()
  const { unqueued, has_more_unqueued } = await bedside.nurse(opd.queue, {})
  expect(unqueued).toHaveLength(100)
  expect(unqueued[0]?.visit_id).toBe(longest.visit_id)
  expect(has_more_unqueued).toBe(true)
})

test('the display has numbers and rooms, and nothing of who it is', async () => {
  const clinic = await addClinic()
  const entry = await joinQueue(clinic)
  await joinQueue(clinic)
  await bedside.nurse(opd.callNext, { clinic_id: clinic._id, room: 'ห้อง 3' })
  const shown = await bedside.nurse(opd.display, {})
  const { row } = await findEntry(entry.patient_id)
  expect(shown.clinics.find((one) => one.clinic._id === clinic._id)).toEqual({
    clinic: { _id: clinic._id, code: clinic.code, name_en: clinic.name_en, name_th: clinic.name_th },
    waiting: 1,
    called: [{ number: 1, room: 'ห้อง 3', called_at: bedside.at(), calls: 1 }],
  })
  for (const secret of [row?.patient.hn, row?.patient.name, entry.patient_id])
    expect(JSON.stringify(shown)).not.toContain(secret)
})

test('the display keeps a closed clinic until the last of its numbers was sent on', async () => {
  const clinic = await addClinic()
  const entry = await joinQueue(clinic)
  const admin = await bedside.panel.as('admin')
  await admin(opd.saveClinic, { ...clinic, is_closed: true })
  const findShown = async () =>
    (await bedside.nurse(opd.display, {})).clinics.find((one) => one.clinic._id === clinic._id)
  expect(await findShown()).toMatchObject({ waiting: 1, called: [] })
  await bedside.nurse(opd.callNext, { clinic_id: clinic._id, room: '3' })
  expect(await findShown()).toMatchObject({ waiting: 0, called: [{ number: 1 }] })
  await send(entry, 'called', 'HOME')
  expect(await findShown()).toBeUndefined()
})

test('two clinics cannot have one code, and a change of an outdated version is refused', async () => {
  const clinic = await addClinic()
  const admin = await bedside.panel.as('admin')
  const names = { name_en: 'Other', name_th: 'อื่น' }
  expect((await expectRefusal(admin(opd.saveClinic, { ...names, code: clinic.code }))).code).toBe(
    errorCodes['code-taken'],
  )
  await admin(opd.saveClinic, { ...clinic, name_en: 'Eye' })
  expect((await expectRefusal(admin(opd.saveClinic, { ...clinic, name_en: 'Ear' }))).code).toBe(
    errorCodes['changed-meanwhile'],
  )
})

test('a patient who has left by another screen is called no more, and is back in the queue when that is undone', async () => {
  const clinic = await addClinic()
  const [first, second] = [await joinQueue(clinic), await joinQueue(clinic)]
  const { patient_id, visit_id } = first
  const { act_id } = await bedside.nurse(visits.end, { patient_id, visit_id, disposition: 1 })
  expect(await readStates(clinic)).toEqual(['2 waiting'])
  const { entry_id } = await bedside.nurse(opd.callNext, { clinic_id: clinic._id })
  expect(entry_id).toBe(second.entry_id)
  const { clinics } = await bedside.nurse(opd.display, {})
  expect(clinics.find((one) => one.clinic._id === clinic._id)?.waiting).toBe(0)
  await bedside.nurse(erBoard.undo, { patient_id, visit_id, act_id })
  expect(await readStates(clinic)).toEqual(['1 waiting', '2 called'])
})

test('a patient sent on for admission is admitted from the clinic with what was told at the arrival; the visit ends with the stay', async () => {
  const clinic = await addClinic()
  const patient = await bedside.addPatient()
  const told = { complaint: 'ไข้ ไอ หอบ', pregnancy: 'no' } as const
  const visit = await bedside.arrive(patient, { kind: 'OPD', source: 2, ...told })
  const patient_id = patient.id
  await bedside.nurse(opd.enqueue, { patient_id, visit_id: visit._id, clinic_id: clinic._id })
  const entry = { patient_id, ...(await findEntry(patient_id)) }
  await move(entry, 'waiting', 'called')
  await move(entry, 'called', 'seen')
  const { doctors } = await bedside.nurse(admissions.doctors, {})
  const { ward: wards } = await bedside.nurse(reference.wards, {})
  const asked = { ward_id: wards[0]?._id ?? '', department: '01', diagnosis: 'ปอดอักเสบ' } as const
  await bedside.doctor(admissionRequests.make, { patient_id, urgency: 'URGENT', ...asked })
  await send(entry, 'seen', 'ADMIT')
  const { rows } = await bedside.nurse(opd.queue, {})
  expect(rows.find(({ _id }) => _id === entry.entry_id)).toMatchObject({ state: 'done', sent_to: 'ADMIT' })

  const readVisit = () =>
    bedside.panel.root
      .selectFrom('visits')
      .select(['is_open', 'disposition'])
      .where('id', '=', visit._id)
      .executeTakeFirstOrThrow()
  expect(await readVisit()).toEqual({ is_open: true, disposition: null })
  const basis = await bedside.nurse(admissions.prepare, { patient_id })
  expect(basis).toMatchObject({
    visit: { _id: visit._id, vn: visit.vn, kind: 'OPD', source: 2, ...told },
    request: { ward: { _id: asked.ward_id }, department: '01', diagnosis: 'ปอดอักเสบ' },
    referral: null,
  })

  const { stay } = await bedside.nurse(admissions.admit, {
    patient_id,
    admit_type: 'O',
    admit_source: 'O',
    arrival_type: 2,
    attending_id: doctors[0]?._id ?? '',
    pregnancy: basis.visit?.pregnancy,
    ...asked,
  })
  expect(stay).toMatchObject({
    admit_source: 'O',
    arrival_type: 2,
    diagnosis: 'ปอดอักเสบ',
    pregnancy: 'no',
    place: { kind: 'waiting', ward: { _id: asked.ward_id } },
  })
  const { requests } = await bedside.nurse(admissionRequests.ofPatient, { patient_id })
  expect(requests.map(({ state }) => state)).toEqual(['admitted'])
  const { unqueued } = await bedside.nurse(opd.queue, {})
  expect(unqueued.map(({ visit_id }) => visit_id)).not.toContain(visit._id)

  bedside.skip(minute)
  const { _id: stay_id, version } = stay
  const home = { discharge_status: 2, discharge_type: 1 } as const
  await bedside.nurse(admissions.discharge, { patient_id, stay_id, version, ...home })
  // The code 2 of the 43 files is "admitted".
  expect(await readVisit()).toEqual({ is_open: false, disposition: 2 })
})
