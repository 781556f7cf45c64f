import {
  type Client,
  type EquipmentSheet,
  equipment,
  equipmentItems,
  errorCodes,
  fleet,
  type Input,
  listNeededBatchFields,
  missionReports,
  needsCharge,
  toBangkokDay,
} from 'contract'
import sharp from 'sharp'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../../test/support/refusal.ts'
import { type SignedIn, startTestPanel, type TestPanel, testNow } from '../../testing.ts'

type Row = Input<typeof equipment.check>['rows'][number]

let panel: TestPanel
let admin: Client
let crew: SignedIn
let colleague: SignedIn
let driver: SignedIn
let vehicleId: string

beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.close())

async function saveRule(
  check_rule: 'SHIFT' | 'DAY' | 'NEVER',
  levels: Input<typeof equipment.saveSettings>['levels'] = [],
) {
  const { version } = await admin(equipment.settings, {})
  return admin(equipment.saveSettings, { check_rule, levels, version })
}

async function addVehicle(vehicleClass: 'ALS' | 'BLS' | 'FR', more: { odometer?: number } = {}) {
  const suffix = newId().slice(-8)
  const { vehicle } = await admin(fleet.saveVehicle, {
    plate: suffix,
    province: '43',
    call_sign: `R-${suffix}`,
    class: vehicleClass,
    ...more,
  })
  return vehicle._id
}

const signIn = async () => {
  admin = await panel.as('admin')
  driver = await panel.asNew({ staffType: 'driver', isFormUser: true })
}

beforeEach(async () => {
  await signIn()
  crew = await panel.asNew({ staffType: 'paramedic' })
  colleague = await panel.asNew({ staffType: 'nurse' })
  await saveRule('SHIFT')
  vehicleId = await addVehicle('BLS')
})

const readSheet = (by: Client = crew) => by(equipment.sheet, { _id: vehicleId })

const fillRows = (sheet: EquipmentSheet, changes: Record<string, Partial<Row>> = {}): Row[] =>
  sheet.items.map(({ item, needed, expires_on, lot }) => ({
    item,
    found: needed,
    expires_on: expires_on ?? (equipmentItems[item]?.expires ? '2031-12-31' : null),
    lot: lot ?? (listNeededBatchFields(item).includes('lot') ? 'L-1' : null),
    ...(equipmentItems[item]?.pressure && { pressure: 1800 }),
    ...(needsCharge(item) && { charge: 80 }),
    ...changes[item],
  }))

/** A signature of the user who is signed in. */
const signature = { signer_name: 'สมชาย ใจดี', strokes: 'M10 10L200 100' }

async function check(
  changes: Record<string, Partial<Row>> = {},
  more: Partial<Input<typeof equipment.check>> = {},
  by: Client = crew,
) {
  const sheet = await readSheet(by)
  const sent = {
    new_id: newId(),
    vehicle_id: vehicleId,
    day: sheet.day,
    shift: sheet.shift,
    kind: 'SHIFT' as const,
    rows: fillRows(sheet, changes),
    signature,
    ...more,
  }
  return (await by(equipment.check, sent)).check
}

/** What the report of today says of the vehicle, a moment later: it ends before now. */
async function readReport() {
  panel.wait(1)
  const day = toBangkokDay(panel.clock().toISOString())
  const { faults, mended } = await colleague(missionReports.report, { from: day, to: day })
  const isOwn = ({ vehicle }: { vehicle: { _id: string } }) => vehicle._id === vehicleId
  return { faults: faults.filter(isOwn), mended: mended.filter(isOwn) }
}

const findStatus = async () =>
  (await driver(equipment.vehicles, {})).vehicles.find(({ _id }) => _id === vehicleId)?.status

describe('a vehicle', () => {
  test('needs a check in each shift, and is ready with one in which all is there', async () => {
    expect(await findStatus()).toBe('CHECK_DUE')
    expect(await check({}, {}, driver)).toMatchObject({
      result: 'READY',
      is_waiting: false,
      by: { _id: driver.session.user_id },
      faults: [],
    })
    expect(await findStatus()).toBe('READY')
    panel.wait(8 * 60 * 60_000)
    await signIn()
    expect(await findStatus()).toBe('CHECK_DUE')
    await saveRule('NEVER')
    expect(await findStatus()).toBe('READY')
  })

  test('has its faults in the report of the day on which a check found them mended, with how long they were open', async () => {
    await check({ bvm_adult: { defect: 'BROKEN', note: 'รั่ว' }, gauze: { found: 3 } })
    panel.wait(2 * 24 * 60 * 60_000 + 60_000)
    await signIn()
    colleague = await panel.asNew({ staffType: 'nurse' })
    const mendedAt = panel.clock().toISOString()
    await check({ gauze: { found: 3 } }, {}, driver)
    expect(await readReport()).toEqual({
      faults: [expect.objectContaining({ item: 'gauze', status: 'LOW', days: 2 })],
      mended: [
        {
          vehicle: { _id: vehicleId, call_sign: expect.any(String) },
          item: 'bvm_adult',
          since: expect.any(String),
          mended_at: mendedAt,
          days: 2,
        },
      ],
    })
    panel.wait(24 * 60 * 60_000)
    colleague = await panel.asNew({ staffType: 'nurse' })
    expect(await readReport()).toMatchObject({ faults: [{ item: 'gauze', days: 3 }], mended: [] })
  })

  test('stands in the list of vehicles as its newest check found it', async () => {
    await check({ bvm_adult: { defect: 'BROKEN', note: 'รั่ว' }, gauze: { found: 3 } })
    const find = async () =>
      (await admin(fleet.vehicles, { number_of_rec: 100 })).rows.find(({ _id }) => _id === vehicleId)
    expect(await find()).toMatchObject({
      status: 'NOT_READY',
      check: { result: 'NOT_READY', faults: 2, is_waiting: false, by: { _id: crew.session.user_id } },
    })
    await check({ gauze: { found: 3 } })
    expect(await find()).toMatchObject({ status: 'READY', check: { result: 'READY_WITH_FAULTS', faults: 1 } })
    const { vehicles } = await admin(fleet.choices, {})
    expect(vehicles.find(({ _id }) => _id === vehicleId)).toMatchObject({ status: 'READY', faults: 1 })
  })

  test('is not ready with too little oxygen, and the reading of each cylinder is needed', async () => {
    const error = await expectRefusal(check({ cylinder_portable: { pressure: null } }))
    expect(error.fields).toEqual([
      { field: expect.stringMatching(/^rows\.\d+\.pressure$/), message: 'field-required' },
    ])
    expect(await check({ cylinder_portable: { pressure: 999 } })).toMatchObject({
      result: 'NOT_READY',
      faults: [{ item: 'cylinder_portable', status: 'LOW', needed: 1, found: 1 }],
    })
  })

  test('needs the charge of a vital battery read, and is not ready below half of it', async () => {
    const error = await expectRefusal(check({ aed: { charge: null }, suction_portable: { charge: null } }))
    expect(error.fields).toEqual([
      { field: expect.stringMatching(/^rows\.\d+\.charge$/), message: 'field-required' },
      { field: expect.stringMatching(/^rows\.\d+\.charge$/), message: 'field-required' },
    ])
    const low = await check({ aed: { charge: 49 } })
    expect(low).toMatchObject({ result: 'NOT_READY', faults: [{ item: 'aed', status: 'LOW' }] })
    const broken = await check({ aed: { charge: null, defect: 'BROKEN' } })
    expect(broken).toMatchObject({ result: 'NOT_READY', faults: [{ item: 'aed', status: 'BROKEN' }] })
    expect(await check({ tablet: { charge: null } })).toMatchObject({ result: 'READY' })
  })

  test('keeps an odometer that never falls', async () => {
    vehicleId = await addVehicle('FR', { odometer: 5000 })
    const error = await expectRefusal(check({}, { odometer: 4999 }))
    expect(error.fields).toEqual([{ field: 'odometer', message: 'odometer-falls' }])
    await check({}, { odometer: 5020 })
    expect((await readSheet()).vehicle.odometer).toBe(5020)
  })

  test('has an odometer further by more than 999 km only once the user has looked again', async () => {
    vehicleId = await addVehicle('FR', { odometer: 5000 })
    await check({}, { odometer: 5999 })
    const error = await expectRefusal(check({}, { odometer: 59_990 }))
    expect(error.fields).toEqual([{ field: 'odometer', message: 'odometer-leaps' }])
    await check({}, { odometer: 59_990, is_odometer_confirmed: true })
    expect((await readSheet()).vehicle.odometer).toBe(59_990)
  })

  test('goes on from an odometer that was corrected in its profile', async () => {
    vehicleId = await addVehicle('FR', { odometer: 5000 })
    await check({}, { odometer: 50_200, is_odometer_confirmed: true })
    const { rows } = await admin(fleet.vehicles, { number_of_rec: 100 })
    const vehicle = rows.find(({ _id }) => _id === vehicleId)
    if (!vehicle) throw new Error('it is in use')
    const { plate, call_sign, version } = vehicle
    await admin(fleet.saveVehicle, {
      _id: vehicleId,
      version,
      plate,
      province: '43',
      call_sign,
      class: 'FR',
      odometer: 5020,
      odometer_reason: 'พิมพ์เกินหนึ่งหลัก',
    })
    await check({}, { odometer: 5040 })
    const error = await expectRefusal(check({}, { odometer: 5030 }))
    expect(error.fields).toEqual([{ field: 'odometer', message: 'odometer-falls' }])
  })
})

describe('a check', () => {
  test('has every item that the vehicle needs, and no other', async () => {
    const sheet = await readSheet()
    const rows = fillRows(sheet)
    const send = (sent: Row[]) =>
      crew(equipment.check, {
        new_id: newId(),
        vehicle_id: vehicleId,
        day: sheet.day,
        shift: sheet.shift,
        kind: 'SHIFT',
        rows: sent,
        signature,
      })
    expect((await expectRefusal(send(rows.slice(1)))).fields).toEqual([
      { field: `items.${rows[0]?.item}`, message: 'field-required' },
    ])
    expect((await expectRefusal(send([...rows, { item: 'ventilator', found: 1 }]))).fields).toEqual([
      { field: `rows.${rows.length}.item`, message: 'invalid' },
    ])
    const [first] = rows
    if (!first) throw new Error('a vehicle needs something')
    expect((await expectRefusal(send([...rows, first]))).fields).toEqual([
      { field: `rows.${rows.length}.item`, message: 'invalid' },
    ])
  })

  test('that is sent twice is one, and its id is nobody else’s', async () => {
    const new_id = newId()
    await check({}, { new_id })
    await check({}, { new_id })
    const changed = await expectRefusal(check({ gauze: { found: 0 } }, { new_id }))
    expect(changed.code).toBe(errorCodes['check-differs'])
    const { rows } = await crew(equipment.history, { _id: vehicleId })
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ _id: new_id, result: 'READY' })
    const theirs = await expectRefusal(check({}, { new_id }, colleague))
    expect(theirs.code).toBe(errorCodes['check-differs'])
  })

  test('has the date of what expires, and the lot of a drug and of what is sterile, unless there is none', async () => {
    vehicleId = await addVehicle('ALS')
    const missing = async (changes: Record<string, Partial<Row>>) =>
      (await expectRefusal(check(changes))).fields.map(({ field, message }) => [
        field.replace(/\d+/, 'n'),
        message,
      ])
    expect(await missing({ gauze: { expires_on: null } })).toEqual([['rows.n.expires_on', 'field-required']])
    for (const item of ['drug.ASPIRIN', 'gauze', 'saline'])
      expect(await missing({ [item]: { lot: null } }), item).toEqual([['rows.n.lot', 'field-required']])
    await check({
      gauze: { found: 0, expires_on: null, lot: null },
      respirators: { lot: null },
      mask: { expires_on: null },
    })
  })

  test('is verified by somebody else, also without controlled drugs', async () => {
    const made = await check()
    const verify = (by: Client) => by(equipment.confirm, { _id: made._id, counts: [] })
    expect((await expectRefusal(verify(crew))).code).toBe(errorCodes['same-person'])
    expect((await verify(colleague)).check.second).toMatchObject({
      by: { _id: colleague.session.user_id },
      is_signed: false,
    })
    expect((await expectRefusal(verify(driver))).code).toBe(errorCodes['check-counted'])
  })

  test('brings the lots and dates that the one before noted', async () => {
    await check({ chest_seal: { lot: 'A-7', expires_on: '2030-01-31' } })
    const row = (await readSheet()).items.find(({ item }) => item === 'chest_seal')
    expect(row).toMatchObject({ lot: 'A-7', expires_on: '2030-01-31' })
  })
})

describe('the signature of a check', () => {
  const readSigned = async (_id: string) => (await colleague(equipment.counts, { _id })).signatures
  const listIds = async () => (await crew(equipment.history, { _id: vehicleId })).rows.map(({ _id }) => _id)

  test('is needed to store it', async () => {
    const error = await expectRefusal(check({}, { signature: null }))
    expect(error.code).toBe(errorCodes['check-unsigned'])
    expect(error.fields).toEqual([{ field: 'signature', message: 'signature-required' }])
    expect(await listIds()).toEqual([])
    expect(await findStatus()).toBe('CHECK_DUE')
  })

  test('is not asked for before everything else is right', async () => {
    const error = await expectRefusal(check({ cylinder_portable: { pressure: null } }, { signature: null }))
    expect(error.code).toBe(errorCodes.invalid)
  })

  test('is drawn strokes or a typed name, and holds what the check says', async () => {
    const drawn = await check({ radio: { defect: 'BROKEN', note: 'ไม่มีเสียง' }, gauze: { found: 3 } })
    expect(drawn.is_signed).toBe(true)
    expect(await readSigned(drawn._id)).toEqual({ first: { ...signature, holds: true }, second: null })
    const typed = await check({}, { odometer: 120, note: 'ไฟหน้าริบหรี่', signature: { signer_name: ' สมชาย ' } })
    expect((await readSigned(typed._id)).first).toEqual({ signer_name: 'สมชาย', strokes: null, holds: true })
  })

  test('that holds something else says so', async () => {
    const { _id } = await check({}, { signature: { ...signature, content_hash: 'ab'.repeat(32) } })
    expect((await readSigned(_id)).first).toEqual({ ...signature, holds: false })
  })

  test('is the first one of a check that is sent twice at once', async () => {
    const new_id = newId()
    const again = { ...signature, strokes: 'M1 1L2 2' }
    await Promise.all([check({}, { new_id }), check({}, { new_id, signature: again })])
    const { first } = await readSigned(new_id)
    expect([signature.strokes, again.strokes]).toContain(first?.strokes)
    await check({}, { new_id, signature: { signer_name: 'อีกครั้ง' } })
    expect((await readSigned(new_id)).first).toEqual(first)
    expect(await listIds()).toEqual([new_id])
  })

  test('holds what the checks of the demo hospital say', async () => {
    const { vehicles } = await crew(equipment.vehicles, {})
    const found = await Promise.all(vehicles.map(({ _id }) => crew(equipment.history, { _id })))
    const demo = found
      .flatMap(({ rows }) => rows)
      .filter(({ checked_at }) => Date.parse(checked_at) < Date.parse(testNow))
    expect(demo.length).toBeGreaterThan(1)
    for (const { _id, second } of demo) {
      const { signatures } = await crew(equipment.counts, { _id })
      expect(signatures.first?.holds).toBe(true)
      expect(signatures.second?.holds).toBe(second ? true : undefined)
    }
  })

  test('is read by nobody of another hospital, nor without the right to check', async () => {
    const { _id } = await check()
    const registrar = await panel.asNew({ staffType: 'registrar' })
    expect((await expectRefusal(registrar(equipment.counts, { _id }))).code).toBe(errorCodes['not-allowed'])
    const hospitalId = newId()
    const other = { id: hospitalId, code: '77777', name_en: 'Other', name_th: 'อื่น' }
    const created_at = panel.clock().toISOString()
    await panel.root
      .insertInto('hospitals')
      .values({ ...other, created_at })
      .execute()
    const stranger = await panel.asNew({ staffType: 'paramedic', hospitalId })
    expect((await expectRefusal(stranger(equipment.counts, { _id }))).code).toBe(errorCodes['not-found'])
  })
})

describe('a fault', () => {
  test('is open from the check that found it until one that does not, with who and when', async () => {
    const first = await check({ radio: { defect: 'BROKEN', note: 'ไม่มีเสียง' } })
    panel.wait(60_000)
    await check({ radio: { found: 0 } }, {}, colleague)
    const { faults } = await readSheet()
    expect(faults).toEqual([
      {
        check_id: first._id,
        item: 'radio',
        status: 'MISSING',
        note: null,
        since: new Date(first.checked_at).toISOString(),
        by: expect.objectContaining({ _id: crew.session.user_id }),
        photo_of: null,
      },
    ])
    panel.wait(60_000)
    const closing = await check({}, {}, colleague)
    expect(closing.closed).toEqual([
      {
        item: 'radio',
        since: new Date(first.checked_at).toISOString(),
        by: expect.objectContaining({ _id: crew.session.user_id }),
      },
    ])
    expect((await readSheet()).faults).toEqual([])
  })

  test('of something that is not asked for any more ends with the next check', async () => {
    await check({ scoop: { found: 0 } })
    await saveRule('SHIFT', [{ item: 'scoop', least: { ALS: 1, BLS: 0, FR: 0 } }])
    expect((await readSheet()).items.some(({ item }) => item === 'scoop')).toBe(false)
    expect((await check()).closed).toMatchObject([{ item: 'scoop' }])
  })

  test('has a whole photo, which its finder adds once', async () => {
    const { _id } = await check({ radio: { defect: 'BROKEN' } })
    const png = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#c33' } })
      .png()
      .toBuffer()
    const add = (by: Client) =>
      by(equipment.addPhoto, { _id, item: 'radio', photo: new File([png], 'radio.png') })
    expect((await expectRefusal(add(colleague))).code).toBe(errorCodes['not-found'])
    await add(crew)
    expect((await expectRefusal(add(crew))).code).toBe(errorCodes['not-found'])
    expect((await readSheet()).faults).toMatchObject([{ item: 'radio', photo_of: _id }])
    const photo = await colleague(equipment.photo, { _id, item: 'radio' })
    const { width, height } = await sharp(Buffer.from(await photo.arrayBuffer())).metadata()
    expect({ width, height }).toEqual({ width: 1600, height: 800 })
  })
})

describe('controlled drugs', () => {
  beforeEach(async () => {
    vehicleId = await addVehicle('ALS')
  })

  test('are counted by two people, the second without seeing the first count', async () => {
    const made = await check()
    expect(made).toMatchObject({ is_waiting: true, second: null })
    expect(await findStatus()).toBe('CHECK_DUE')
    const { waiting } = await readSheet(colleague)
    expect(waiting).toMatchObject({ _id: made._id, by: { _id: crew.session.user_id } })
    const items = waiting?.items ?? []
    expect(items).toContain('drug.MORPHINE')
    const counts = items.map((item) => ({ item, found: 1 }))
    expect((await expectRefusal(crew(equipment.confirm, { _id: made._id, counts, signature }))).code).toBe(
      errorCodes['same-person'],
    )
    const other = counts.map((one) => (one.item === 'drug.MORPHINE' ? { ...one, found: 2 } : one))
    const error = await expectRefusal(
      colleague(equipment.confirm, { _id: made._id, counts: other, signature }),
    )
    expect(error.code).toBe(errorCodes['counts-differ'])
    expect(error.fields).toEqual([{ field: 'counts.drug.MORPHINE', message: 'counts-differ' }])
    const { check: confirmed } = await colleague(equipment.confirm, { _id: made._id, counts, signature })
    expect(confirmed).toMatchObject({
      is_waiting: false,
      second: { by: { _id: colleague.session.user_id } },
    })
    expect(await findStatus()).toBe('READY')
  })

  test('are printed for the first, and on anybody else’s once a second person has counted them', async () => {
    const made = await check({ 'drug.MORPHINE': { found: 3, lot: 'M-12' } })
    const print = async (by: Client) => {
      const { rows } = await by(equipment.counts, { _id: made._id })
      return rows.find(({ item }) => item === 'drug.MORPHINE')
    }
    expect(await print(crew)).toMatchObject({ found: 3, lot: 'M-12' })
    expect(await print(colleague)).toMatchObject({ found: null, status: null, lot: 'M-12' })
    const { waiting } = await readSheet(colleague)
    const { rows } = await crew(equipment.counts, { _id: made._id })
    const counts = (waiting?.items ?? []).map((item) => ({
      item,
      found: rows.find((row) => row.item === item)?.found ?? 0,
    }))
    await colleague(equipment.confirm, { _id: made._id, counts, signature })
    expect(await print(colleague)).toMatchObject({ found: 3, status: 'READY' })
    expect(rows).toHaveLength(made.items)
  })

  test('that are missing are shown to nobody but the first until the second has counted them', async () => {
    const made = await check({ 'drug.MORPHINE': { found: 0, lot: 'M-12' } })
    const listShown = async (by: Client) => {
      const [{ faults }, { rows }] = [await readSheet(by), await by(equipment.history, { _id: vehicleId })]
      return [faults, rows.flatMap((row) => row.faults)].map((list) => list.map(({ item }) => item))
    }
    const listReported = async () => (await readReport()).faults.map(({ item }) => item)
    expect(await listShown(crew)).toEqual([['drug.MORPHINE'], ['drug.MORPHINE']])
    expect(await listShown(colleague)).toEqual([[], []])
    expect(await listReported()).toEqual([])
    const { waiting } = await readSheet(colleague)
    const counts = (waiting?.items ?? []).map((item) => ({ item, found: item === 'drug.MORPHINE' ? 0 : 1 }))
    await colleague(equipment.confirm, { _id: made._id, counts, signature })
    expect(await listShown(colleague)).toEqual([['drug.MORPHINE'], ['drug.MORPHINE']])
    expect(await listReported()).toEqual(['drug.MORPHINE'])
  })

  test('that a check found again are reported as mended once the second has counted them', async () => {
    const count = async (found: number) => {
      const { waiting } = await readSheet(colleague)
      const counts = (waiting?.items ?? []).map((item) => ({
        item,
        found: item === 'drug.MORPHINE' ? found : 1,
      }))
      await colleague(equipment.confirm, { _id: waiting?._id ?? '', counts, signature })
    }
    await check({ 'drug.MORPHINE': { found: 0, lot: 'M-12' } })
    await count(0)
    await check()
    expect(await readReport()).toEqual({ faults: [], mended: [] })
    await count(1)
    expect((await readReport()).mended.map(({ item }) => item)).toEqual(['drug.MORPHINE'])
  })

  describe('of a vehicle', () => {
    const count = async (_id: string) => {
      panel.wait(1)
      const { waiting } = await readSheet(colleague)
      const counts = (waiting?.items ?? []).map((item) => ({ item, found: 1 }))
      await colleague(equipment.confirm, { _id, counts, signature })
    }
    const broken = { bvm_adult: { defect: 'BROKEN', note: 'รั่ว' } } as const

    test.each(['SHIFT', 'NEVER'] as const)(
      'of a check after one that failed are counted before it is ready, by the rule %s',
      async (rule) => {
        await saveRule(rule)
        await count((await check())._id)
        expect(await findStatus()).toBe('READY')
        await count((await check(broken))._id)
        expect(await findStatus()).toBe('NOT_READY')
        const { _id, is_waiting } = await check()
        expect(is_waiting).toBe(true)
        expect(await findStatus()).toBe('NOT_READY')
        await count(_id)
        expect(await findStatus()).toBe('READY')
      },
    )

    test('that nobody has counted again leave it unfit for what the check has found', async () => {
      await count((await check())._id)
      await check(broken)
      expect(await findStatus()).toBe('NOT_READY')
      panel.wait(1)
      const { _id } = await check()
      expect(await findStatus()).toBe('NOT_READY')
      await count(_id)
      expect(await findStatus()).toBe('READY')
    })
  })

  describe('are signed for by both who count them', () => {
    const countAll = async () => {
      const { waiting } = await readSheet(colleague)
      return (waiting?.items ?? []).map((item) => ({ item, found: 1 }))
    }
    const readSigned = async (_id: string) => (await driver(equipment.counts, { _id })).signatures

    test('and a count without the second signature changes nothing', async () => {
      const { _id } = await check()
      const counts = await countAll()
      const error = await expectRefusal(colleague(equipment.confirm, { _id, counts }))
      expect(error.code).toBe(errorCodes['count-unsigned'])
      expect(error.fields).toEqual([{ field: 'signature', message: 'signature-required' }])
      expect((await readSheet(colleague)).waiting).toMatchObject({ _id, is_signed: true })
      expect(await findStatus()).toBe('CHECK_DUE')
      const second = { signer_name: 'สมหญิง ใจงาม', strokes: 'M5 5L50 60' }
      const confirmed = await colleague(equipment.confirm, { _id, counts, signature: second })
      expect(confirmed.check).toMatchObject({ is_signed: true, second: { is_signed: true } })
      expect(await readSigned(_id)).toEqual({
        first: { ...signature, holds: true },
        second: { ...second, holds: true },
      })
      expect(await findStatus()).toBe('READY')
    })

    test('and a signature of another count says so', async () => {
      const { _id } = await check()
      const other = { ...signature, content_hash: 'ab'.repeat(32) }
      await colleague(equipment.confirm, { _id, counts: await countAll(), signature: other })
      expect((await readSigned(_id)).second).toEqual({ ...signature, holds: false })
    })

    test('and of two who count at once, the one whose signature is not kept is told', async () => {
      const { _id } = await check()
      const counts = await countAll()
      const sent = { _id, counts, signature }
      const both = [colleague(equipment.confirm, sent), driver(equipment.confirm, sent)]
      const settled = await Promise.allSettled(both)
      expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const [kept, told] = settled[0]?.status === 'fulfilled' ? [colleague, driver] : [driver, colleague]
      expect((await kept(equipment.confirm, sent)).check.second?.by._id).toBe(kept.session.user_id)
      expect((await expectRefusal(told(equipment.confirm, sent))).code).toBe(errorCodes['check-counted'])
    })
  })

  test('missing in the second count are named', async () => {
    const made = await check()
    const error = await expectRefusal(colleague(equipment.confirm, { _id: made._id, counts: [] }))
    expect(error.fields).toContainEqual({ field: 'counts.drug.MORPHINE', message: 'field-required' })
  })
})

describe('the settings', () => {
  test('keep only what differs from the defaults, and refuse a version that somebody else has changed', async () => {
    const { version } = await admin(equipment.settings, {})
    const { settings } = await admin(equipment.saveSettings, {
      check_rule: 'DAY',
      levels: [
        { item: 'gauze', least: { ALS: 20, BLS: 20, FR: 10 } },
        { item: 'mask', least: { ALS: 8, BLS: 5, FR: 2 } },
      ],
      version,
    })
    expect(settings).toMatchObject({
      check_rule: 'DAY',
      levels: [{ item: 'mask', least: { ALS: 8, BLS: 5, FR: 2 } }],
      version: version + 1,
    })
    const error = await expectRefusal(
      admin(equipment.saveSettings, { check_rule: 'SHIFT', levels: [], version }),
    )
    expect(error.code).toBe(errorCodes['changed-meanwhile'])
    expect(error.detail).toMatchObject({ settings: { check_rule: 'DAY' } })
  })
})
