import {
  ambulanceRequests,
  type Client,
  errorCodes,
  findForm,
  formDelivery,
  formRecords,
  packPart,
  writeSignedText,
} from 'contract'
import sharp from 'sharp'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestBedside, type TestBedside } from '../../../../test/support/bedside.ts'
import { answerAll, plannedRequest } from '../../../../test/support/missions.ts'
import { expectRefusal } from '../../../../test/support/refusal.ts'
import { blockUser, listReviews, startSealing } from '../../../../test/support/tablet.ts'
import type { SignedIn } from '../../../testing.ts'

const hour = 3_600_000
const form = 'ambulance-request'

let bedside: TestBedside
let doctor: SignedIn
let crew: SignedIn
let recordId: string

beforeAll(async () => {
  bedside = await startTestBedside()
})
afterAll(() => bedside.panel.close())
beforeEach(async () => {
  recordId = newId()
  doctor = await bedside.panel.asNew({ staffType: 'doctor' })
  crew = await bedside.panel.asNew({ staffType: 'paramedic' })
})

const now = () => bedside.panel.clock().toISOString()

const drawPhoto = async () =>
  new Uint8Array(
    await sharp({ create: { width: 40, height: 20, channels: 3, background: '#a33' } })
      .jpeg()
      .toBuffer(),
  )

/** What a tablet seals while `author` is signed in. */
async function seal(described: Record<string, unknown>, author: SignedIn, picture = new Uint8Array()) {
  const tablet = await startSealing(author)
  const op_id = newId()
  const common = { op_id, form, form_version: 1, mission_id: null, at: now(), clock_offset_ms: 0 }
  const packed = packPart({ ...common, device: 'tablet', ...tablet.stamp, ...described }, picture)
  const message = await tablet.seal(packed, { record_id: recordId, op_id })
  return { op_id, record_id: recordId, key_id: tablet.key_id, sealed: new File([message], 'part') }
}
const sealPhoto = async (author: SignedIn, more: Record<string, unknown> = {}) =>
  seal({ kind: 'photo', caption: 'ECG', ...more }, author, await drawPhoto())
const read = async (client: Client = doctor) =>
  (await client(ambulanceRequests.list, { _id: recordId })).rows[0]
const begin = (client: Client = crew) =>
  client(ambulanceRequests.add, {
    new_id: recordId,
    operations: [{ op_id: newId(), path: 'landmark', answer: 'ใกล้วัด', at: now(), device: 'tablet' }],
  })

describe('a photo that was taken without a signal', () => {
  test('is of its author, whoever brings it, from when it was taken, once, and begins its record', async () => {
    const at = now()
    const row_id = newId()
    const photo = await sealPhoto(crew, { row_id })
    bedside.skip(hour)
    doctor = await bedside.panel.asNew({ staffType: 'doctor' })
    for (let i = 0; i < 2; i += 1)
      expect((await doctor(formDelivery.applyPart, photo)).outcome).toBe('applied')
    expect(await read()).toMatchObject({
      created_by: { _id: crew.session.user_id },
      photos: [{ _id: photo.op_id, row_id, caption: 'ECG', at, by: { _id: crew.session.user_id } }],
    })
    const file = await doctor(formRecords.photo, { _id: photo.op_id })
    expect((await sharp(Buffer.from(await file.arrayBuffer())).metadata()).format).toBe('jpeg')
  })

  test('is refused if it is none, and unreadable where it does not belong', async () => {
    await begin()
    const none = await seal({ kind: 'photo', caption: null }, crew, new TextEncoder().encode('abc'))
    expect(await crew(formDelivery.applyPart, none)).toMatchObject({
      outcome: 'refused',
      problem: { field: 'photo', message: 'photo-type' },
    })
    const photo = await sealPhoto(crew)
    for (const wrong of [{ record_id: newId() }, { op_id: newId() }, { key_id: newId() }])
      expect((await crew(formDelivery.applyPart, { ...photo, ...wrong })).outcome).toBe('unreadable')
    expect((await read())?.photos).toEqual([])
  })

  test('of a blocked user waits with its picture, which a person sees and accepts', async () => {
    await begin()
    const row_id = newId()
    const photo = await sealPhoto(crew, { row_id, at: new Date(Date.parse(now()) + hour).toISOString() })
    bedside.skip(60_000)
    await blockUser(bedside.panel, crew)
    bedside.skip(2 * hour)
    doctor = await bedside.panel.asNew({ staffType: 'doctor' })
    const other = await bedside.panel.asNew({ staffType: 'paramedic' })
    for (let i = 0; i < 2; i += 1)
      expect((await other(formDelivery.applyPart, photo)).outcome).toBe('waiting')
    const [review, ...rest] = await listReviews(doctor, recordId)
    expect(rest).toEqual([])
    expect(review).toMatchObject({ reason: 'revoked', path: '@photo', photo_id: photo.op_id, answer: 'ECG' })
    expect((await doctor(formRecords.photo, { _id: photo.op_id, size: 'small' })).size).toBeGreaterThan(100)
    expect((await expectRefusal(other(formRecords.photo, { _id: photo.op_id }))).code).toBe(
      errorCodes['not-found'],
    )
    await doctor(formDelivery.decide, { _id: photo.op_id, is_accepted: true, reason: 'ยืนยันแล้ว' })
    const by = { _id: crew.session.user_id }
    expect((await read())?.photos).toMatchObject([{ _id: photo.op_id, row_id, by }])
    expect((await doctor(formDelivery.applyPart, photo)).outcome).toBe('applied')
  })

  test('of a blocked user waits if the clock of the tablet was put back', async () => {
    await begin()
    const photo = await sealPhoto(crew, { clock_went_back: true })
    bedside.skip(60_000)
    await blockUser(bedside.panel, crew)
    expect((await doctor(formDelivery.applyPart, photo)).outcome).toBe('waiting')
    expect(await listReviews(doctor, recordId)).toMatchObject([{ reason: 'time-doubtful' }])
  })

  test('comes too late for a complete record, and is accepted with an addendum that says so', async () => {
    const operations = answerAll(plannedRequest)
    const { record } = await crew(ambulanceRequests.add, { new_id: recordId, operations })
    await crew(formRecords.complete, { _id: recordId, version: record.version })
    const photo = await sealPhoto(crew)
    expect((await crew(formDelivery.applyPart, photo)).outcome).toBe('waiting')
    const decided = { _id: photo.op_id, is_accepted: true, reason: 'ยืนยันแล้ว' }
    expect((await doctor(formDelivery.decide, decided)).outcome).toBe('addendum')
    expect(await read()).toMatchObject({
      photos: [{ _id: photo.op_id }],
      addenda: [{ what: 'รูปถ่าย: ECG / Photos: ECG', by: { _id: crew.session.user_id } }],
    })
  })

  test('comes too late for a void record, and waits', async () => {
    await begin()
    await crew(ambulanceRequests.delete, { _id: recordId, reason: 'ซ้ำ' })
    const photo = await sealPhoto(crew)
    expect((await crew(formDelivery.applyPart, photo)).outcome).toBe('waiting')
    expect(await listReviews(doctor, recordId)).toMatchObject([
      { reason: 'form-closed', record_state: 'void' },
    ])
    const decided = doctor(formDelivery.decide, { _id: photo.op_id, is_accepted: true, reason: 'ยืนยันแล้ว' })
    expect((await expectRefusal(decided)).code).toBe(errorCodes['form-closed'])
  })
})

describe('a signature that was made without a signal', () => {
  const hash = async (answers: Record<string, string>) => {
    const described = findForm(form)
    if (!described) return expect.fail('there is no form')
    const bytes = await crypto.subtle.digest(
      'SHA-256',
      new TextEncoder().encode(writeSignedText(described, answers)),
    )
    return Buffer.from(bytes).toString('hex')
  }
  const sealSignature = async (content_hash: string, signed_answers: Record<string, string> | null = null) =>
    seal(
      {
        kind: 'signature',
        role: 'PATIENT',
        signer_name: 'นายสมชาย',
        relation: null,
        strokes: null,
        content_hash,
        signed_answers,
      },
      crew,
    )

  test('holds what its signer saw, and shows when the record says something else', async () => {
    await begin()
    const seen = await sealSignature(await hash({ landmark: 'ใกล้วัด' }))
    const others = await sealSignature(await hash({ landmark: 'ใกล้ตลาด' }))
    for (const one of [seen, seen, others])
      expect((await doctor(formDelivery.applyPart, one)).outcome).toBe('applied')
    const signatures = (await read())?.signatures.map(({ _id, holds, by }) => [_id, holds, by._id])
    expect(signatures).toEqual([
      [seen.op_id, true, crew.session.user_id],
      [others.op_id, false, crew.session.user_id],
    ])
  })

  test('holds though answers were added before it was sent, and says so only of what was really signed', async () => {
    await begin()
    const signed = { landmark: 'ใกล้วัด' }
    const known = await sealSignature(await hash(signed), signed)
    const forged = await sealSignature(await hash(signed), {})
    await crew(ambulanceRequests.edit, {
      _id: recordId,
      operations: answerAll({ pick_up: 'ตลาด' }),
    })
    for (const one of [known, forged])
      expect((await doctor(formDelivery.applyPart, one)).outcome).toBe('applied')
    const signatures = (await read())?.signatures.map(({ _id, holds, has_more }) => [_id, holds, has_more])
    expect(signatures).toEqual([
      [known.op_id, true, true],
      [forged.op_id, false, false],
    ])
  })
})
