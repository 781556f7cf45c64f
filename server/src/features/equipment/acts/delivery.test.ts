import { createHash } from 'node:crypto'
import {
  audit,
  type EquipmentSheet,
  equipment,
  equipmentItems,
  errorCodes,
  fleet,
  type Input,
  packPart,
  permissionMatrix,
  writeSignedCheck,
} from 'contract'
import sharp from 'sharp'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../../../test/support/refusal.ts'
import { blockUser, startSealing } from '../../../../test/support/tablet.ts'
import { type SignedIn, startTestPanel, type TestPanel } from '../../../testing.ts'

type Row = Input<typeof equipment.check>['rows'][number]
type Changes = Record<string, Partial<Row>>

const minute = 60_000

let panel: TestPanel
let admin: SignedIn
let crew: SignedIn
let colleague: SignedIn
let vehicleId: string
let callSign: string

beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.close())
beforeEach(async () => {
  admin = await panel.as('admin')
  crew = await panel.asNew({ staffType: 'paramedic', isFormUser: true })
  colleague = await panel.asNew({ staffType: 'paramedic' })
  const suffix = newId().slice(-8)
  callSign = `R-${suffix}`
  const profile = { plate: suffix, province: '43', call_sign: callSign, odometer: 1000 } as const
  const { vehicle } = await admin(fleet.saveVehicle, { ...profile, class: 'FR' })
  vehicleId = vehicle._id
})

const now = () => panel.clock().getTime()
const say = (ms: number) => new Date(ms).toISOString()
/** Writes an instant of a whole second as replies do. */
const shown = (ms: number) => say(ms).replace('.000Z', 'Z')

const fillRows = (sheet: EquipmentSheet, changes: Changes): Row[] =>
  sheet.items.map(({ item, needed }) => ({
    item,
    found: needed,
    lot: 'L-1',
    charge: 80,
    pressure: 1800,
    ...((equipmentItems[item]?.expires || equipmentItems[item]?.document) && { expires_on: '2031-12-31' }),
    ...changes[item],
  }))

/** A signature of the user who is signed in. */
const signature = { signer_name: 'สมชาย ใจดี', strokes: 'M10 10L200 100' }

async function write(changes: Changes = {}, more: Partial<Input<typeof equipment.check>> = {}) {
  const sheet = await crew(equipment.sheet, { _id: vehicleId })
  const { day, shift } = sheet
  const head = { new_id: newId(), vehicle_id: vehicleId, day, shift, kind: 'SHIFT' as const }
  return { ...head, rows: fillRows(sheet, changes), signature, ...more }
}

type Described = { op_id: string; kind: string } & Record<string, unknown>

/** What a tablet sealed while the crew was signed in, ready to be brought. */
async function seal(record_id: string, described: Described, picture = new Uint8Array()) {
  const { stamp, key_id, seal } = await startSealing(crew)
  const packed = packPart({ at: say(now()), clock_offset_ms: 0, ...stamp, ...described }, picture)
  const { op_id } = described
  const message = await seal(packed, { record_id, op_id })
  return { op_id, record_id, key_id, sealed: new File([message], 'part') }
}
const sealCheck = (check: Input<typeof equipment.check>, more: Record<string, unknown> = {}) =>
  seal(vehicleId, { op_id: check.new_id, kind: 'check', check, ...more })

const applied = { outcome: 'applied', problem: null }
const waiting = { outcome: 'waiting', problem: null }
const refused = (message: string) => ({ outcome: 'refused', problem: { message } })
const readChecks = async () => (await crew(equipment.history, { _id: vehicleId })).rows
/** Read by somebody who is not blocked. */
const readAll = async () => (await colleague(equipment.history, { _id: vehicleId })).rows
const readFaults = async () =>
  (await crew(equipment.sheet, { _id: vehicleId })).faults.map(({ item }) => item)
/** The checks of the vehicle that wait for a person. */
const listReviews = async () =>
  (await admin(equipment.reviews, { number_of_rec: 100 })).rows.filter(
    ({ vehicle: { _id } }) => _id === vehicleId,
  )
const decide = (_id: string, more: Partial<Input<typeof equipment.decide>> = {}) =>
  admin(equipment.decide, { _id, is_accepted: true, ...more })
const readVehicle = async () =>
  (await admin(fleet.vehicles, { search_value: callSign })).rows.find(({ _id }) => _id === vehicleId)

describe('a check that was made without a signal', () => {
  test('is of its author and of when it was made, whoever brings it, and once', async () => {
    const at = now()
    const check = await write({}, { odometer: 1100 })
    const part = await sealCheck(check)
    panel.wait(40 * minute)
    expect(await colleague(equipment.deliver, part)).toMatchObject(applied)
    expect(await crew(equipment.deliver, part)).toMatchObject(applied)
    // The call from before the signal was lost arrives as well.
    await crew(equipment.check, check)
    const by = expect.objectContaining({ _id: crew.session.user_id })
    expect(await readChecks()).toEqual([
      expect.objectContaining({ _id: check.new_id, checked_at: shown(at), received_at: shown(now()), by }),
    ])
    expect(await readVehicle()).toMatchObject({ odometer: 1100 })
  })

  test('is refused under the id of a check that says something else: nobody thinks that it is stored', async () => {
    const check = await write({ gauze: { note: 'กล่องบน' } })
    await crew(equipment.check, check)
    // What is no different as it is stored is the same.
    const same = { ...check, rows: check.rows.toReversed() }
    expect(await crew(equipment.deliver, await sealCheck(same))).toMatchObject(applied)
    const [row] = check.rows
    const changed = [
      { ...check, shift: check.shift === 'night' ? ('morning' as const) : ('night' as const) },
      { ...check, note: 'ไฟหน้าริบหรี่' },
      { ...check, rows: [{ ...(row ?? expect.fail('no row')), found: 0 }, ...check.rows.slice(1)] },
      { ...check, rows: check.rows.map((one) => ({ ...one, defect: 'BROKEN' as const })) },
      { ...check, rows: check.rows.slice(1) },
    ]
    for (const other of changed) {
      expect(await crew(equipment.deliver, await sealCheck(other))).toMatchObject(refused('check-differs'))
      expect((await expectRefusal(crew(equipment.check, other))).code).toBe(errorCodes['check-differs'])
    }
    expect(await readChecks()).toEqual([expect.objectContaining({ _id: check.new_id, result: 'READY' })])
  })

  test('is not taken for another vehicle, nor under the id of a check of somebody else', async () => {
    const check = await write()
    await colleague(equipment.check, check)
    expect(await crew(equipment.deliver, await sealCheck(check))).toMatchObject(refused('check-differs'))
    const moved = { ...(await write()), vehicle_id: newId() }
    expect(await crew(equipment.deliver, await sealCheck(moved))).toMatchObject(refused('checklist-changed'))
    const part = await sealCheck(await write())
    const elsewhere = await crew(equipment.deliver, { ...part, record_id: newId() })
    expect(elsewhere).toMatchObject({ outcome: 'unreadable' })
    expect(await readChecks()).toHaveLength(1)
  })

  test('overtakes no check that somebody made after it', async () => {
    const brakes = { brakes: { defect: 'BROKEN' as const }, radio: { found: 0 } }
    const part = await sealCheck(await write(brakes, { odometer: 1010 }))
    panel.wait(20 * minute)
    const later = await write({ radio: { found: 0 } }, { odometer: 1050 })
    await colleague(equipment.check, later)
    panel.wait(20 * minute)
    expect(await crew(equipment.deliver, part)).toMatchObject(applied)
    const checks = await readChecks()
    expect(checks.map(({ _id }) => _id)).toEqual([later.new_id, part.op_id])
    expect(checks[1]?.faults.map(({ item }) => item)).toEqual(['brakes', 'radio'])
    // What the later one did not find any more was open until then; what it found as well is open once.
    expect(checks[0]?.closed.map(({ item }) => item)).toEqual(['brakes'])
    expect(await readFaults()).toEqual(['radio'])
    expect(await readVehicle()).toMatchObject({ odometer: 1050, status: 'READY' })
  })

  test('writes no odometer over one that was written into the vehicle since', async () => {
    const [first, second] = [await write({}, { odometer: 1010 }), await write({}, { odometer: 1030 })]
    const early = await sealCheck(first)
    panel.wait(minute)
    const late = await sealCheck(second)
    panel.wait(minute)
    await crew(equipment.deliver, early)
    await crew(equipment.deliver, late)
    expect(await readVehicle()).toMatchObject({ odometer: 1030 })
    const part = await sealCheck(await write({}, { odometer: 1040 }))
    panel.wait(minute)
    const { _id, version, call_sign, plate } = (await readVehicle()) ?? expect.fail('no vehicle')
    const profile = { _id, version, call_sign, plate, province: '43', class: 'FR' } as const
    const odometer = { odometer: 1020, odometer_reason: 'อ่านผิด' }
    await admin(fleet.saveVehicle, { ...profile, ...odometer })
    expect(await crew(equipment.deliver, part)).toMatchObject(applied)
    expect((await readChecks())[0]).toMatchObject({ odometer: 1040 })
    expect(await readVehicle()).toMatchObject({ odometer: 1020 })
  })

  test('comes before what arrived and was made earlier', async () => {
    await colleague(equipment.check, await write({ radio: { found: 0 } }))
    panel.wait(minute)
    const part = await sealCheck(await write({ brakes: { defect: 'BROKEN' } }))
    panel.wait(40 * minute)
    await colleague(equipment.deliver, part)
    expect(await readFaults()).toEqual(['brakes'])
    expect(await readVehicle()).toMatchObject({ status: 'NOT_READY' })
  })

  test('is dated by the clock of the server: one that is ahead or was changed makes no newest check', async () => {
    const ahead = 180 * minute
    const at = say(now() + ahead)
    const known = await sealCheck(await write(), { at, clock_offset_ms: ahead })
    expect(await crew(equipment.deliver, known)).toMatchObject(applied)
    expect((await readChecks())[0]?.checked_at).toBe(shown(now()))
    panel.wait(minute)
    const soon = await sealCheck(await write(), { at: say(now() + minute) })
    expect(await crew(equipment.deliver, soon)).toMatchObject(applied)
    expect((await readChecks())[0]?.checked_at).toBe(shown(now()))
    const unknown = await sealCheck(await write(), { at })
    expect(await crew(equipment.deliver, unknown)).toMatchObject(waiting)
    const setBack = await sealCheck(await write(), { clock_went_back: true })
    expect(await crew(equipment.deliver, setBack)).toMatchObject(waiting)
    expect((await listReviews()).map(({ because }) => because)).toEqual(['time-doubtful', 'time-doubtful'])
    expect(await readChecks()).toHaveLength(2)
  })

  test('says why it is refused', async () => {
    const bring = async (part: ReturnType<typeof sealCheck>) => colleague(equipment.deliver, await part)
    const incomplete = await write()
    incomplete.rows.pop()
    expect(await bring(sealCheck(incomplete))).toMatchObject(refused('checklist-changed'))
    const leap = await write({}, { odometer: 900_000 })
    expect(await bring(sealCheck(leap))).toMatchObject(refused('odometer-leaps'))
    const check = await write()
    const part = sealCheck(check)
    const { version = 0 } = (await readVehicle()) ?? {}
    await admin(fleet.switchVehicle, { _id: vehicleId, version, is_active: false })
    expect(await bring(part)).toMatchObject(refused('vehicle-gone'))
  })

  test('keeps the signature of what was signed on the tablet, and says if it has another', async () => {
    const read = async (_id: string) => (await colleague(equipment.counts, { _id })).signatures.first
    const check = await write({ radio: { defect: 'BROKEN' } }, { odometer: 1100, note: 'ไฟหน้าริบหรี่' })
    const stated = equipment.check.body.parse(check)
    const content_hash = createHash('sha256').update(writeSignedCheck(stated)).digest('hex')
    const signed = { ...check, signature: { ...signature, content_hash } }
    await colleague(equipment.deliver, await sealCheck(signed))
    expect(await read(check.new_id)).toEqual({ ...signature, holds: true })
    const other = { ...signed, new_id: newId(), note: 'ไฟหน้าดับ' }
    await colleague(equipment.deliver, await sealCheck(other))
    expect(await read(other.new_id)).toEqual({ ...signature, holds: false })
  })

  test('is taken without a signature from an earlier version of the app, and says so', async () => {
    const { signature: _signature, ...check } = await write({ radio: { found: 0 } })
    expect(await colleague(equipment.deliver, await sealCheck(check))).toMatchObject(applied)
    expect((await readChecks())[0]).toMatchObject({ _id: check.new_id, is_signed: false })
    const { signatures } = await crew(equipment.counts, { _id: check.new_id })
    expect(signatures).toEqual({ first: null, second: null })
    expect(await readFaults()).toEqual(['radio'])
    expect(await readVehicle()).toMatchObject({ status: 'READY' })
  })

  test('and without its signature has its controlled drugs counted by nobody: a signed one is made', async () => {
    const levels = [{ item: 'drug.MORPHINE' as const, least: { ALS: 1, BLS: 0, FR: 3 } }]
    const save = async (rows: typeof levels) => {
      const { version } = await admin(equipment.settings, {})
      await admin(equipment.saveSettings, { check_rule: 'SHIFT', levels: rows, version })
    }
    await save(levels)
    const counted = { counts: [{ item: 'drug.MORPHINE', found: 3 }], signature }
    const old = await write({}, { signature: null })
    await colleague(equipment.deliver, await sealCheck(old))
    const { waiting } = await colleague(equipment.sheet, { _id: vehicleId })
    expect(waiting).toMatchObject({ _id: old.new_id, is_signed: false })
    const error = await expectRefusal(colleague(equipment.confirm, { _id: old.new_id, ...counted }))
    expect([error.code, error.fields]).toEqual([errorCodes['count-unsigned'], []])
    expect(await readVehicle()).toMatchObject({ status: 'CHECK_DUE' })
    panel.wait(minute)
    const next = await write()
    await crew(equipment.check, next)
    await colleague(equipment.confirm, { _id: next.new_id, ...counted })
    expect(await readVehicle()).toMatchObject({ status: 'READY' })
    await save([])
  })

  test('brings the photos of its faults behind it, each once', async () => {
    const check = await write({ radio: { defect: 'BROKEN' } })
    const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#a33' } })
      .jpeg()
      .toBuffer()
    const photo = await seal(
      check.new_id,
      { op_id: newId(), kind: 'fault-photo', item: 'radio' },
      new Uint8Array(picture),
    )
    expect(await colleague(equipment.deliver, photo)).toMatchObject(refused('not-found'))
    await colleague(equipment.deliver, await sealCheck(check))
    expect(await colleague(equipment.deliver, photo)).toMatchObject(applied)
    expect(await colleague(equipment.deliver, photo)).toMatchObject(applied)
    const stored = await crew(equipment.photo, { _id: check.new_id, item: 'radio' })
    expect(stored.size).toBeGreaterThan(0)
  })

  test('waits for the second count of its controlled drugs as every check does', async () => {
    const { version } = await admin(equipment.settings, {})
    const levels = [{ item: 'drug.MORPHINE' as const, least: { ALS: 1, BLS: 0, FR: 3 } }]
    await admin(equipment.saveSettings, { check_rule: 'SHIFT', levels, version })
    const check = await write()
    await colleague(equipment.deliver, await sealCheck(check))
    expect((await readChecks())[0]).toMatchObject({ is_waiting: true, second: null })
    await colleague(equipment.confirm, {
      _id: check.new_id,
      counts: [{ item: 'drug.MORPHINE', found: 3 }],
      signature,
    })
    expect((await readChecks())[0]).toMatchObject({ is_waiting: false })
    await admin(equipment.saveSettings, { check_rule: 'SHIFT', levels: [], version: version + 1 })
  })
})

/** What the crew made on a tablet a minute after they were blocked. */
async function sealAfterBlock(check: Input<typeof equipment.check>, photo?: Uint8Array<ArrayBuffer>) {
  panel.wait(minute)
  const part = await sealCheck(check)
  const described = { op_id: newId(), kind: 'fault-photo', item: 'radio' }
  const behind = photo && (await seal(check.new_id, described, photo))
  panel.wait(-minute / 2)
  await blockUser(panel, crew)
  panel.wait(minute)
  return { part, behind: behind ?? part }
}

describe('a check that was made after its author was blocked', () => {
  test('waits once and counts for nothing, and says whose it is, what it found and why it waits', async () => {
    const before = await sealCheck(await write())
    const check = await write({ radio: { found: 0 } }, { odometer: 1040, note: 'ไฟหน้าริบหรี่' })
    const { part } = await sealAfterBlock(check)
    const both = [colleague(equipment.deliver, part), colleague(equipment.deliver, part)]
    expect(await Promise.all(both)).toMatchObject([waiting, waiting])
    expect(await colleague(equipment.deliver, part)).toMatchObject(waiting)
    expect(await listReviews()).toMatchObject([
      {
        _id: check.new_id,
        because: 'revoked',
        by: { _id: crew.session.user_id },
        delivered_by: { _id: colleague.session.user_id },
        found: { odometer: 1040, note: 'ไฟหน้าริบหรี่', faults: [{ item: 'radio', found: 0, has_photo: false }] },
      },
    ])
    expect(await readAll()).toEqual([])
    expect(await readVehicle()).toMatchObject({ odometer: 1000 })
    expect(await colleague(equipment.deliver, before)).toMatchObject(applied)
  })

  test('is accepted once, as of its author and in its place among the others, with its photos', async () => {
    const check = await write(
      { radio: { defect: 'BROKEN' }, brakes: { defect: 'BROKEN' } },
      { odometer: 1010 },
    )
    const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#a33' } })
      .jpeg()
      .toBuffer()
    const at = now() + minute
    const { part, behind } = await sealAfterBlock(check, new Uint8Array(picture))
    await colleague(equipment.deliver, part)
    const later = { ...check, new_id: newId(), odometer: 1050 }
    later.rows = later.rows.map((row) => (row.item === 'brakes' ? { ...row, defect: null } : row))
    await colleague(equipment.check, later)
    expect(await colleague(equipment.deliver, behind)).toMatchObject(waiting)
    expect(await colleague(equipment.deliver, behind)).toMatchObject(waiting)
    expect((await listReviews())[0]?.found?.faults).toMatchObject([
      { item: 'brakes', has_photo: false },
      { item: 'radio', has_photo: true },
    ])
    await decide(check.new_id)
    expect(await readAll()).toMatchObject([
      { _id: later.new_id, closed: [{ item: 'brakes' }] },
      { _id: check.new_id, checked_at: shown(at), by: { _id: crew.session.user_id } },
    ])
    expect(await readVehicle()).toMatchObject({ odometer: 1050 })
    expect((await colleague(equipment.photo, { _id: check.new_id, item: 'radio' })).size).toBeGreaterThan(0)
    expect((await expectRefusal(decide(check.new_id))).code).toBe(errorCodes['check-decided'])
    expect(await colleague(equipment.deliver, part)).toMatchObject(applied)
    expect(await colleague(equipment.deliver, behind)).toMatchObject(applied)
    expect(await listReviews()).toEqual([])
    expect(await readAll()).toHaveLength(2)
  })

  test('has its photos also if they arrive when it was accepted', async () => {
    const check = await write({ radio: { defect: 'BROKEN' } })
    const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#3a3' } })
      .jpeg()
      .toBuffer()
    const { part, behind } = await sealAfterBlock(check, new Uint8Array(picture))
    await colleague(equipment.deliver, part)
    await decide(check.new_id)
    expect(await colleague(equipment.deliver, behind)).toMatchObject(applied)
    expect((await colleague(equipment.photo, { _id: check.new_id, item: 'radio' })).size).toBeGreaterThan(0)
  })

  test('is rejected with a reason, and is not taken when it is sent again', async () => {
    const check = await write()
    const { part } = await sealAfterBlock(check)
    await colleague(equipment.deliver, part)
    expect((await expectRefusal(decide(check.new_id, { is_accepted: false }))).fields).toMatchObject([
      { field: 'note', message: 'reason-required' },
    ])
    await decide(check.new_id, { is_accepted: false, note: 'ไม่ได้อยู่เวร' })
    expect(await listReviews()).toEqual([])
    expect(await colleague(equipment.deliver, part)).toMatchObject(waiting)
    expect([await readAll(), await listReviews()]).toEqual([[], []])
    const kept = panel.root.selectFrom('equipment_reviews').where('id', '=', check.new_id)
    expect(await kept.select(['is_accepted', 'decision_note']).executeTakeFirst()).toEqual({
      is_accepted: false,
      decision_note: 'ไม่ได้อยู่เวร',
    })
  })

  test('waits and is accepted with its signature, or says that it has none', async () => {
    const [signed, old] = [await write(), await write({}, { signature: null })]
    const bring = async (check: typeof signed) =>
      colleague(equipment.deliver, await sealCheck(check, { clock_went_back: true }))
    expect(await bring(signed)).toMatchObject(waiting)
    // Signed once more it is the same.
    expect(await bring({ ...signed, signature: { ...signature, strokes: 'M1 1' } })).toMatchObject(waiting)
    panel.wait(1)
    expect(await bring(old)).toMatchObject(waiting)
    const listed = (await listReviews()).map(({ _id, found }) => [_id, found?.is_signed])
    expect(listed).toEqual([
      [signed.new_id, true],
      [old.new_id, false],
    ])
    for (const { new_id } of [signed, old]) await decide(new_id)
    const read = async (_id: string) => (await colleague(equipment.counts, { _id })).signatures.first
    expect(await read(signed.new_id)).toEqual({ ...signature, holds: true })
    expect(await read(old.new_id)).toBeNull()
  })

  test('is refused under the id of one that waits and says something else', async () => {
    const check = await write()
    await crew(equipment.deliver, await sealCheck(check, { clock_went_back: true }))
    const other = { ...check, note: 'ไฟหน้าริบหรี่' }
    expect(await crew(equipment.deliver, await sealCheck(other))).toMatchObject(refused('check-differs'))
  })

  test('cannot be accepted any more when its vehicle is out of use, and says so', async () => {
    const check = await write()
    const { part } = await sealAfterBlock(check)
    await colleague(equipment.deliver, part)
    const { version = 0 } = (await readVehicle()) ?? {}
    await admin(fleet.switchVehicle, { _id: vehicleId, version, is_active: false })
    expect((await expectRefusal(decide(check.new_id))).fields).toEqual([
      { field: 'vehicle_id', message: 'vehicle-gone' },
    ])
    expect(await listReviews()).toHaveLength(1)
    await decide(check.new_id, { is_accepted: false, note: 'ปลดระวาง' })
  })
})

test('a check of somebody who may check vehicles no more, or of a session that nobody knows, waits', async () => {
  const unknown = await sealCheck(await write(), { token: 'never-given' })
  const part = await sealCheck(await write())
  const cell = { staff_type: 'paramedic', permission: 'equipment:check' } as const
  const change = async (is_granted: boolean) => {
    const { version } = await admin(permissionMatrix.get, {})
    await admin(permissionMatrix.update, { version, cells: [{ ...cell, is_granted }], reason: 'มติ' })
  }
  await change(false)
  const nurse = await panel.as('nurse')
  expect(await nurse(equipment.deliver, part)).toMatchObject(waiting)
  expect(await nurse(equipment.deliver, unknown)).toMatchObject(waiting)
  await change(true)
  const because = (await listReviews()).map((one) => one.because)
  expect(because.toSorted()).toEqual(['not-allowed', 'unknown-session'])
})

test('a user who does not manage the fleet can neither read checks that wait nor decide about them', async () => {
  const check = await write()
  await crew(equipment.deliver, await sealCheck(check, { token: 'never-given' }))
  const decision = { _id: check.new_id, is_accepted: true }
  for (const one of [
    await expectRefusal(colleague(equipment.reviews, {})),
    await expectRefusal(colleague(equipment.decide, decision)),
  ])
    expect(one.code).toBe(errorCodes['not-allowed'])
  expect((await expectRefusal(decide(newId()))).code).toBe(errorCodes['not-found'])
})

describe('a photo of a check that waits', () => {
  const brings = async (items: readonly string[]) => {
    const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#a33' } })
      .jpeg()
      .toBuffer()
    const check = await write(Object.fromEntries(items.map((item) => [item, { defect: 'BROKEN' }])))
    await crew(equipment.deliver, await sealCheck(check, { clock_went_back: true }))
    for (const item of items) {
      const photo = { op_id: newId(), kind: 'fault-photo', item }
      await crew(equipment.deliver, await seal(check.new_id, photo, new Uint8Array(picture)))
    }
    return check.new_id
  }

  test('is seen by who decides about it until they have, and is audited', async () => {
    const _id = await brings(['radio'])
    const photo = { _id, item: 'radio' } as const
    expect((await admin(equipment.reviewPhoto, photo)).size).toBeGreaterThan(0)
    const acts = { action: 'equipment.reviewPhoto', staff_id: admin.session.user_id, acts_only: true }
    expect((await admin(audit.list, { filterLists: acts })).rows[0]).toMatchObject({ outcome: 'ok' })
    const missing = { _id, item: 'brakes' } as const
    expect((await expectRefusal(admin(equipment.reviewPhoto, missing))).code).toBe(errorCodes['not-found'])
    await decide(_id)
    expect((await expectRefusal(admin(equipment.reviewPhoto, photo))).code).toBe(errorCodes['not-found'])
    expect((await colleague(equipment.photo, photo)).size).toBeGreaterThan(0)
  })

  test('is seen by nobody who does not manage the fleet', async () => {
    const _id = await brings(['radio'])
    for (const one of [crew, colleague])
      expect((await expectRefusal(one(equipment.reviewPhoto, { _id, item: 'radio' }))).code).toBe(
        errorCodes['not-allowed'],
      )
  })

  test('of controlled drugs is withheld from who may count them, before and after it was accepted', async () => {
    await admin(equipment.saveSettings, {
      check_rule: 'SHIFT',
      levels: [{ item: 'drug.MORPHINE', least: { ALS: 1, BLS: 0, FR: 3 } }],
      version: (await admin(equipment.settings, {})).version,
    })
    const _id = await brings(['drug.MORPHINE', 'radio'])
    const photo = { _id, item: 'drug.MORPHINE' } as const
    expect((await expectRefusal(admin(equipment.reviewPhoto, photo))).code).toBe(errorCodes['not-found'])
    await decide(_id)
    expect((await expectRefusal(colleague(equipment.photo, photo))).code).toBe(errorCodes['not-found'])
    expect((await crew(equipment.photo, photo)).size).toBeGreaterThan(0)
    expect((await colleague(equipment.photo, { _id, item: 'radio' })).size).toBeGreaterThan(0)
    await colleague(equipment.confirm, { _id, counts: [{ item: 'drug.MORPHINE', found: 3 }], signature })
    expect((await colleague(equipment.photo, photo)).size).toBeGreaterThan(0)
    const { version } = await admin(equipment.settings, {})
    await admin(equipment.saveSettings, { check_rule: 'SHIFT', levels: [], version })
  })
})

test('checks that wait are listed page by page, the oldest first, with how many there are', async () => {
  const ids: string[] = []
  for (let count = 0; count < 3; count += 1) {
    const check = await write()
    await crew(equipment.deliver, await sealCheck(check, { clock_went_back: true }))
    ids.push(check.new_id)
    panel.wait(1)
  }
  const { total } = await admin(equipment.reviews, { number_of_rec: 1 })
  const listed: string[] = []
  for (let page = 1; page <= total; page += 1) {
    const found = await admin(equipment.reviews, { number_of_rec: 1, page })
    expect(found).toMatchObject({ total, total_is_at_least: false })
    listed.push(...found.rows.map(({ _id }) => _id))
  }
  expect(listed.filter((id) => ids.includes(id))).toEqual(ids)
})
