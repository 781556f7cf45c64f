import {
  alarms,
  CallError,
  HospitalChangedMeanwhile,
  hospitals,
  type Input,
  passwordLinks,
  patients,
  reference,
  signIn,
  WardChangedMeanwhile,
  type WardRecord,
} from 'contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admitDirectly } from '../../../test/support/admit.ts'
import { expectRefusal } from '../../../test/support/refusal.ts'
import { inHospital } from '../../db/database.ts'
import { staffTypeId } from '../../reference/staff-types.ts'
import { startTestPanel, type TestPanel, testNow } from '../../testing.ts'

let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.close())

describe('hospitals', () => {
  test('a user can see only their own', async () => {
    const call = await panel.as('nurse')
    const { hospital } = await call(hospitals.own, {})
    await panel.root
      .insertInto('hospitals')
      .values({
        id: '0198c000-0000-7000-8000-00000000beef',
        code: '88888',
        name_en: 'Other',
        name_th: 'อื่น',
        created_at: '2026-01-01T00:00:00Z',
      })
      .execute()
    expect((await call(hospitals.list, {})).hospital).toEqual([hospital])
    expect((await call(hospitals.get, { _id: hospital._id })).hospital).toEqual(hospital)
    await expect(call(hospitals.get, { _id: '0198c000-0000-7000-8000-00000000beef' })).rejects.toThrow(
      CallError,
    )
  })
})

describe('reference lists', () => {
  test('lead from province to district to sub-district and its zipcode', async () => {
    const call = await panel.as('nurse')
    const { province } = await call(reference.provinces, {})
    expect(province).toHaveLength(77)
    const { district } = await call(reference.districts, { province: '43' })
    expect(district.length).toBeGreaterThan(5)
    expect(district.every((row) => row.province === '43')).toBe(true)
    const { sub_district } = await call(reference.subDistricts, { district: district[0]?.code ?? '' })
    expect(sub_district.length).toBeGreaterThan(1)
    expect(sub_district.every((row) => /^\d{5}$/.test(row.zipcode))).toBe(true)
  })

  test('contain all of Thailand', async () => {
    const call = await panel.as('nurse')
    expect((await call(reference.districts, {})).district.length).toBeGreaterThanOrEqual(928)
    expect((await call(reference.subDistricts, {})).sub_district.length).toBeGreaterThanOrEqual(7_400)
  })

  test('of wards include their beds', async () => {
    const call = await panel.as('doctor')
    const { ward } = await call(reference.wards, {})
    expect(ward.length).toBeGreaterThan(3)
    expect(ward.some((one) => one.beds.length > 0)).toBe(true)
  })

  test('are in both languages', async () => {
    const call = await panel.as('doctor')
    const lists = [
      (await call(reference.nations, {})).nation,
      (await call(reference.skinColors, {})).skin_color,
      (await call(reference.bloodGroups, {})).blood_group,
      (await call(reference.underlyingDiseases, {})).underlying_disease,
      (await call(reference.diseases, {})).disease,
      (await panel.call(reference.countries, {})).country,
    ]
    for (const list of lists) {
      expect(list.length).toBeGreaterThan(4)
      expect(list.every((row) => row.name_en !== '' && row.name_th !== '')).toBe(true)
    }
  })
})

async function picture(width: number, height: number): Promise<File> {
  const { default: sharp } = await import('sharp')
  const clear = { width, height, channels: 4 as const, background: { r: 0, g: 90, b: 160, alpha: 0 } }
  return new File([new Uint8Array(await sharp({ create: clear }).png().toBuffer())], 'logo.png')
}

describe("a hospital's own data", () => {
  test('are changed by an admin, with a history, and are shown on the sign-in page', async () => {
    const admin = await panel.as('admin')
    const { hospital } = await admin(hospitals.own, {})
    const { hospital: changed } = await admin(hospitals.update, {
      version: hospital.version,
      name_en: 'Renamed',
      phone: '',
      line_account: '@renamed',
      help_phone: '042 000 111 ต่อ 5',
      lat: 17.5,
    })
    expect(changed).toEqual({
      ...hospital,
      name_en: 'Renamed',
      phone: null,
      line_account: '@renamed',
      help_phone: '042 000 111 ต่อ 5',
      lat: 17.5,
      version: hospital.version + 1,
    })
    const { changes } = await (await panel.as('nurse'))(hospitals.records, {})
    const of = (wanted: string) => changes.find(({ field }) => field === wanted)
    expect(of('name_en')).toMatchObject({
      from: hospital.name_en,
      to: 'Renamed',
      by: { _id: admin.session.user_id },
      ward: null,
    })
    expect(of('phone')).toMatchObject({ from: hospital.phone, to: null })
    expect(changes).toHaveLength(5)
    expect(await panel.call(signIn.help, {})).toMatchObject({
      hospital_name_en: 'Renamed',
      line_account: '@renamed',
      phone: '042 000 111 ต่อ 5',
    })
  })

  test('are not overwritten if somebody else changed them meanwhile, and the reply has those changes', async () => {
    const admin = await panel.as('admin')
    const { hospital } = await admin(hospitals.own, {})
    const { version } = hospital
    const { hospital: theirs } = await admin(hospitals.update, { version, name_th: 'ชื่อใหม่' })
    const error = await expectRefusal(admin(hospitals.update, { version, name_th: 'ชื่อเก่า' }))
    expect(error.code).toBe(1006)
    const detail = HospitalChangedMeanwhile.parse(error.detail)
    expect(detail.hospital).toEqual(theirs)
    expect(detail.changes).toMatchObject([{ field: 'name_th', to: 'ชื่อใหม่' }])
    expect((await admin(hospitals.own, {})).hospital).toEqual(theirs)
  })

  test('that did not change make no version', async () => {
    const admin = await panel.as('admin')
    const { hospital } = await admin(hospitals.own, {})
    expect(await admin(hospitals.update, { ...hospital, logo: '' })).toMatchObject({ hospital })
  })

  test('are checked field by field', async () => {
    const admin = await panel.as('admin')
    const { hospital } = await admin(hospitals.own, {})
    const error = await expectRefusal(
      admin(hospitals.update, {
        version: hospital.version,
        code: '12',
        name_en: ' ',
        email: 'nobody',
        line_account: 'a b',
        lat: 91,
      }),
    )
    expect(Object.fromEntries(error.fields.map(({ field, message }) => [field, message]))).toEqual({
      code: 'hospital-code-invalid',
      name_en: 'name-required',
      email: 'contact-email-invalid',
      line_account: 'line-account-invalid',
      lat: 'number-range',
    })
  })

  test('name a tile server for maps, whose origin alone browsers may then load pictures from', async () => {
    const admin = await panel.as('admin')
    const readPolicy = async () => {
      panel.wait(10_000)
      const page = await panel.app.inject({ method: 'GET', url: '/', headers: { accept: 'text/html' } })
      return /img-src ([^;]*)/.exec(String(page.headers['content-security-policy']))?.[1]?.trim()
    }
    expect(await readPolicy()).toBe("'self' blob: data:")
    const { hospital } = await admin(hospitals.own, {})
    const map_tile_url = 'https://tiles.hospital.test:8443/osm/{z}/{x}/{y}.png?key=a'
    const { hospital: tiled } = await admin(hospitals.update, { version: hospital.version, map_tile_url })
    expect(tiled.map_tile_url).toBe(map_tile_url)
    expect(await readPolicy()).toBe("'self' blob: data: https://tiles.hospital.test:8443")
    await admin(hospitals.update, { version: tiled.version, map_tile_url: '' })
    expect(await readPolicy()).toBe("'self' blob: data:")
  })

  test.each([
    'https://tiles.test/{z}/{x}.png',
    'https://{s}.tiles.test/{z}/{x}/{y}.png',
    'https://tiles.test/{z}/{x}/{y}/{secret}.png',
    'https://tiles.test; script-src *; /{z}/{x}/{y}.png',
    'https://*/{z}/{x}/{y}.png',
    'https://a.test,b.test/{z}/{x}/{y}.png',
    'javascript:alert(1)//{z}/{x}/{y}',
    '//tiles.test/{z}/{x}/{y}.png',
    'https://tiles.test:99999/{z}/{x}/{y}.png',
  ])('do not take %s as a tile server', async (map_tile_url) => {
    const admin = await panel.as('admin')
    const { hospital } = await admin(hospitals.own, {})
    const error = await expectRefusal(admin(hospitals.update, { version: hospital.version, map_tile_url }))
    expect(error.fields).toEqual([{ field: 'map_tile_url', message: 'map-tile-url-invalid' }])
  })

  test('need a code that no other hospital has', async () => {
    const admin = await panel.as('admin')
    const { hospital } = await admin(hospitals.own, {})
    const error = await expectRefusal(admin(hospitals.update, { version: hospital.version, code: '88888' }))
    expect(error.fields).toEqual([{ field: 'code', message: 'code-taken' }])
  })

  test('have a logo that is stored uncropped, and can be replaced and removed', async () => {
    const { default: sharp } = await import('sharp')
    const admin = await panel.as('admin')
    const { hospital } = await admin(hospitals.own, {})
    const { _id } = hospital
    expect((await expectRefusal(admin(hospitals.logo, { _id }))).code).toBe(1004)
    const { hospital: withLogo } = await admin(hospitals.update, {
      version: hospital.version,
      logo: await picture(600, 200),
    })
    expect(withLogo.logo_id).not.toBeNull()
    const nurse = await panel.as('nurse')
    const logo = await sharp(await (await nurse(hospitals.logo, { _id })).arrayBuffer()).metadata()
    expect(logo).toMatchObject({ format: 'png', width: 480, height: 160, hasAlpha: true })
    expect((await nurse(signIn.whoAmI, {})).user.hospital.logo_id).toBe(withLogo.logo_id)

    const { hospital: replaced } = await admin(hospitals.update, {
      version: withLogo.version,
      logo: await picture(40, 40),
    })
    const kept = await panel.root
      .selectFrom('photos')
      .select('id')
      .where('id', '=', withLogo.logo_id)
      .execute()
    expect(kept).toEqual([])
    await admin(hospitals.update, { version: replaced.version, logo: '' })
    expect((await expectRefusal(nurse(hospitals.logo, { _id }))).code).toBe(1004)
    const { changes } = await nurse(hospitals.records, {})
    expect(changes.filter(({ field }) => field === 'logo')).toMatchObject([
      { from: true, to: false },
      { from: true, to: true },
      { from: false, to: true },
    ])
  })

  test.each([
    ['no picture', new File(['<svg onload="alert(1)"/>'], 'logo.png'), 'photo-type'],
    [
      'a broken one',
      new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])], 'logo.jpg'),
      'photo-unreadable',
    ],
  ])('take %s for no logo', async (_what, logo, message) => {
    const admin = await panel.as('admin')
    const { hospital } = await admin(hospitals.own, {})
    const error = await expectRefusal(admin(hospitals.update, { version: hospital.version, logo }))
    expect(error.fields).toEqual([{ field: 'logo', message }])
  })
})

describe('a ward', () => {
  const records = async () => (await panel.as('nurse'))(hospitals.records, {})
  const ward = async (code: string) => {
    const found = (await records()).wards.find((one) => one.code === code)
    if (!found) throw new Error(`there is no ward ${code}`)
    return found
  }
  const toDraft = ({ _id, version, code, name_en, name_th, closed_at, beds }: WardRecord) => ({
    _id,
    version,
    code,
    name_en,
    name_th,
    is_closed: closed_at !== null,
    beds: beds.map((bed) => ({ _id: bed._id, label: bed.label, is_closed: bed.closed_at !== null })),
  })
  const draft = (code: string, labels: string[] = []) => ({
    code,
    name_en: `Ward ${code}`,
    name_th: `หอ ${code}`,
    beds: labels.map((label) => ({ label })),
  })

  test('is added with its beds as the last one, and can be chosen at once', async () => {
    const admin = await panel.as('admin')
    const { ward: added } = await admin(hospitals.saveWard, draft('NEW', ['01', '02']))
    expect(added).toMatchObject({ code: 'NEW', closed_at: null, patients: 0, version: 1 })
    expect(added.beds.map(({ label, is_occupied }) => [label, is_occupied])).toEqual([
      ['01', false],
      ['02', false],
    ])
    const { ward: offered } = await admin(reference.wards, {})
    expect(offered.at(-1)).toMatchObject({ code: 'NEW', beds: [{ label: '01' }, { label: '02' }] })
    const { changes } = await records()
    const told = changes.filter((change) => change.ward?._id === added._id).map(({ bed, to }) => [bed, to])
    expect(told).toHaveLength(3)
    expect(told).toEqual(
      expect.arrayContaining([
        [null, 'NEW'],
        ['01', '01'],
        ['02', '02'],
      ]),
    )
  })

  test('is renamed with its beds, which may exchange labels, and patients keep their beds', async () => {
    const admin = await panel.as('admin')
    const before = await ward('MM')
    const [first, second, ...rest] = toDraft(before).beds
    if (!first || !second) throw new Error('the ward has two beds')
    const { ward: after } = await admin(hospitals.saveWard, {
      ...toDraft(before),
      code: 'MED',
      name_th: 'อายุรกรรมชาย 1',
      beds: [{ ...second, label: first.label }, { ...first, label: second.label }, ...rest, { label: '99' }],
    })
    expect(after.beds.map(({ label }) => label)).toEqual([...before.beds.map(({ label }) => label), '99'])
    expect(after.beds[0]?._id).toBe(second._id)
    expect(after.version).toBe(before.version + 1)
    const places = await panel.root
      .selectFrom('patients')
      .leftJoin('beds', 'beds.id', 'patients.bed_id')
      .select(['patients.place', 'beds.label'])
      .where('patients.ward_id', '=', before._id)
      .execute()
    expect(places.length).toBeGreaterThan(2)
    for (const { place, label } of places) expect(place).toBe(label ? `MED ${label}` : 'MED')
    const { changes } = await records()
    const fields = changes.filter((change) => change.ward?._id === before._id).map(({ field }) => field)
    expect(new Set(fields)).toEqual(new Set(['code', 'name_th', 'label', 'order', 'added']))
  })

  test('cannot be closed, nor its bed, with a patient; an empty one can, and opens again with its history', async () => {
    const admin = await panel.as('admin')
    const icu = await ward('ICU')
    expect(icu.patients).toBeGreaterThan(0)
    expect((await expectRefusal(admin(hospitals.saveWard, { ...toDraft(icu), is_closed: true }))).code).toBe(
      1613,
    )
    const closing = (occupied: boolean) => ({
      ...toDraft(icu),
      beds: toDraft(icu).beds.map((bed, place) =>
        icu.beds[place]?.is_occupied === occupied ? { ...bed, is_closed: true } : bed,
      ),
    })
    expect((await expectRefusal(admin(hospitals.saveWard, closing(true)))).code).toBe(1613)
    expect((await ward('ICU')).version).toBe(icu.version)

    const { ward: added } = await admin(hospitals.saveWard, draft('SHORT', ['01']))
    const { ward: closed } = await admin(hospitals.saveWard, { ...toDraft(added), is_closed: true })
    expect(closed.closed_at).not.toBeNull()
    expect((await admin(reference.wards, {})).ward.map(({ code }) => code)).not.toContain('SHORT')
    expect((await admin(alarms.duties, {})).wards.map((one) => one.ward._id)).not.toContain(closed._id)
    expect((await records()).wards.at(-1)?._id).toBe(closed._id)
    const { ward: open } = await admin(hospitals.saveWard, { ...toDraft(closed), is_closed: false })
    expect(open.closed_at).toBeNull()
  })

  test('that is closed takes no patients, and neither does a closed bed', async () => {
    const admin = await panel.as('admin')
    const { ward: added } = await admin(hospitals.saveWard, draft('SHUT', ['01', '02']))
    const [first, second] = added.beds
    const { ward: half } = await admin(hospitals.saveWard, {
      ...toDraft(added),
      beds: toDraft(added).beds.map((bed) => ({ ...bed, is_closed: bed._id === first?._id })),
    })
    const patient = await panel.root
      .selectFrom('patients')
      .select(['id', 'hospital_id'])
      .where('an', 'is', null)
      .executeTakeFirstOrThrow()
    const admit = (bedId: string | undefined) =>
      admitDirectly(panel.root, {
        hospitalId: patient.hospital_id,
        patientId: patient.id,
        wardId: added._id,
        bedId: bedId ?? null,
        from: testNow,
      })
    const refused = { constraint: 'stays_in_open_places' }
    await expect(admit(first?._id)).rejects.toMatchObject(refused)
    await admin(hospitals.saveWard, { ...toDraft(half), is_closed: true })
    await expect(admit(second?._id)).rejects.toMatchObject(refused)
    await expect(admit(undefined)).rejects.toMatchObject(refused)
  })

  test('is not overwritten if somebody else changed it meanwhile', async () => {
    const admin = await panel.as('admin')
    const before = await ward('OB')
    const { ward: theirs } = await admin(hospitals.saveWard, { ...toDraft(before), name_en: 'Theirs' })
    const error = await expectRefusal(admin(hospitals.saveWard, { ...toDraft(before), name_en: 'Mine' }))
    expect(error.code).toBe(1006)
    const detail = WardChangedMeanwhile.parse(error.detail)
    expect(detail.ward).toEqual(theirs)
    expect(detail.changes).toMatchObject([{ field: 'name_en', to: 'Theirs' }])
  })

  test('needs a unique code, all of its beds, and different labels', async () => {
    const admin = await panel.as('admin')
    const sur = await ward('SUR')
    const taken = await expectRefusal(admin(hospitals.saveWard, { ...toDraft(sur), code: 'PED' }))
    expect(taken.fields).toEqual([{ field: 'code', message: 'code-taken' }])
    const [, ...fewer] = toDraft(sur).beds
    const missing = await expectRefusal(admin(hospitals.saveWard, { ...toDraft(sur), beds: fewer }))
    expect(missing.fields).toEqual([{ field: 'beds', message: 'choice-invalid' }])
    const twice = await expectRefusal(admin(hospitals.saveWard, draft('TWICE', ['01', '01'])))
    expect(twice.fields).toEqual([{ field: 'beds.1.label', message: 'bed-taken' }])
    const strange = await expectRefusal(
      admin(hospitals.saveWard, { ...draft('STRANGE'), beds: [{ _id: sur.beds[0]?._id, label: '01' }] }),
    )
    expect(strange.fields).toEqual([{ field: 'beds.0.label', message: 'choice-invalid' }])
  })

  test('is put in the given order of the open wards, none of which may be missing', async () => {
    const admin = await panel.as('admin')
    const listIds = async () => (await admin(reference.wards, {})).ward.map(({ _id }) => _id)
    const before = await listIds()
    const wanted = before.toReversed()
    await admin(hospitals.orderWards, { ward_ids: wanted })
    expect(await listIds()).toEqual(wanted)
    const { changes } = await records()
    expect(changes[0]).toMatchObject({ field: 'order', ward: null })
    expect((await expectRefusal(admin(hospitals.orderWards, { ward_ids: before.slice(1) }))).code).toBe(1006)
    expect(
      (await expectRefusal(admin(hospitals.orderWards, { ward_ids: [newId(), ...before.slice(1)] }))).code,
    ).toBe(1006)
  })
})

test('the records show how many alarm messages wait for LINE, and why, and how many of a day were dropped', async () => {
  const nurse = await panel.as('nurse')
  const waiting = async () => (await nurse(hospitals.records, {})).line_waiting
  expect(await waiting()).toBeNull()
  const { hospital } = await nurse(hospitals.own, {})
  const put = (hospital_id: string, last_error: string | null, more: object = {}) =>
    panel.root
      .insertInto('outbox')
      .values({
        id: newId(),
        hospital_id,
        channel: 'line',
        message: '{}',
        created_at: testNow,
        next_at: testNow,
        last_error,
        ...more,
      })
      .execute()
  await put(hospital._id, null)
  await put(hospital._id, 'LINE quota', { given_up_at: testNow })
  await put(hospital._id, 'LINE rate', { channel: 'webhook' })
  await put('0198c000-0000-7000-8000-00000000beef', 'LINE quota')
  expect(await waiting()).toBeNull()
  await put(hospital._id, 'LINE rate')
  expect(await waiting()).toEqual({ count: 1, why: 'rate' })
  await put(hospital._id, 'LINE quota', { next_at: '2026-11-05T09:00:00Z' })
  expect(await waiting()).toEqual({ count: 2, why: 'quota' })
  const outdated = async () => (await nurse(hospitals.records, {})).line_outdated
  expect(await outdated()).toBe(0)
  await put(hospital._id, 'outdated', { given_up_at: testNow })
  await put(hospital._id, 'outdated', { given_up_at: '2026-11-03T09:00:00Z' })
  expect(await outdated()).toBe(1)
})

test('the records show how many users of each staff type may sign in', async () => {
  const nurse = await panel.as('nurse')
  const count = async () =>
    (await nurse(hospitals.records, {})).staff_types.find(({ code }) => code === 'driver')?.users ?? 0
  const before = await count()
  await panel.asNew({ staffType: 'driver' })
  expect(await count()).toBe(before + 1)
})

describe('a system admin', () => {
  const elsewhere = '0198c000-0000-7000-8000-00000000beef'
  const systemAdmin = () => panel.asNew({ staffType: 'admin', isSystemAdmin: true })
  const listAudit = (hospitalId: string) =>
    panel.root
      .selectFrom('audit')
      .select(['action', 'staff_id', 'detail'])
      .where('hospital_id', '=', hospitalId)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .execute()

  test('can see every hospital and read its records, and the audit of both hospitals shows it', async () => {
    const call = await systemAdmin()
    expect((await call(signIn.whoAmI, {})).user.is_system_admin).toBe(true)
    const { hospital: own } = await call(hospitals.own, {})
    const { hospital: all } = await call(hospitals.list, {})
    expect(all.map(({ _id }) => _id)).toEqual(expect.arrayContaining([own._id, elsewhere]))
    const ward = newId()
    await panel.root
      .insertInto('wards')
      .values({ id: ward, hospital_id: elsewhere, code: 'E1', name_en: 'E', name_th: 'อี', position: 1 })
      .execute()
    const theirs = await call(hospitals.records, { _id: elsewhere })
    expect(theirs.hospital.code).toBe('88888')
    expect(theirs.wards.map(({ _id }) => _id)).toEqual([ward])
    expect(theirs.changes).toEqual([])
    const { email } = (await call(signIn.whoAmI, {})).user
    expect((await listAudit(elsewhere))[0]).toEqual({
      action: 'hospitals.records',
      staff_id: call.session.user_id,
      detail: { system_admin: email },
    })
    expect((await listAudit(own._id))[0]).toMatchObject({ detail: { hospital: elsewhere } })
    expect((await call(hospitals.records, {})).hospital._id).toBe(own._id)
    expect((await expectRefusal(call(hospitals.records, { _id: newId() }))).code).toBe(1004)
  })

  test('cannot change any hospital but their own', async () => {
    const call = await systemAdmin()
    const { wards } = await call(hospitals.records, { _id: elsewhere })
    const [theirs] = wards
    if (!theirs) throw new Error('the other hospital has a ward')
    const { code, name_en, name_th, version, _id } = theirs
    const change = { _id, version, code, name_en, name_th, beds: [] }
    expect((await expectRefusal(call(hospitals.saveWard, change))).code).toBe(1004)
    expect((await expectRefusal(call(patients.get, { _id: newId() }))).code).toBe(1004)
    expect((await call(reference.wards, {})).ward.map((ward) => ward._id)).not.toContain(_id)
  })

  test('adds a hospital with its first admin, who can see that hospital alone', async () => {
    const call = await systemAdmin()
    const added = {
      code: '10662',
      name_en: 'New Hospital',
      name_th: 'โรงพยาบาลใหม่',
      first_name: 'สมศรี',
      last_name: 'ใจดี',
      email: 'first@new.hospital',
      phone: '0812345678',
    }
    const { hospital, link } = await call(hospitals.add, added)
    const chosen = 'บ้านสวนริมโขง 9'
    await panel.call(passwordLinks.setPassword, {
      token: link.token,
      password: chosen,
      confirm_password: chosen,
    })
    const { user } = await panel.call(signIn.signIn, {
      user_name: added.email,
      type: staffTypeId('admin'),
      password: chosen,
    })
    expect(user).toMatchObject({ hospital: { _id: hospital._id }, is_system_admin: false })
    // They must add a second factor first, unlike a colleague.
    const first = await panel.asNew({ staffType: 'admin', hospitalId: hospital._id })
    expect((await first(hospitals.list, {})).hospital).toEqual([hospital])
    const { ward } = await first(hospitals.saveWard, {
      code: 'W1',
      name_en: 'Ward 1',
      name_th: 'หอ 1',
      beds: [{ label: '1' }],
    })
    expect((await first(reference.wards, {})).ward).toMatchObject([{ _id: ward._id }])
    expect(await listAudit(hospital._id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'hospitals.add', staff_id: call.session.user_id }),
      ]),
    )
    expect((await expectRefusal(call(hospitals.add, { ...added, email: 'b@new.hospital' }))).fields).toEqual([
      { field: 'code', message: 'code-taken' },
    ])
    expect((await expectRefusal(call(hospitals.add, { ...added, code: '10663' }))).code).toBe(1601)
    expect((await call(hospitals.list, {})).hospital.map(({ code }) => code)).not.toContain('10663')
  })

  test.each([
    ['an admin', { staffType: 'admin' as const }],
    ['one who is an admin no more', { staffType: 'nurse' as const, isSystemAdmin: true }],
    ['one who has the forms alone', { staffType: 'admin' as const, isFormUser: true, isSystemAdmin: true }],
  ])('is not %s', async (_who, person) => {
    const call = await panel.asNew(person)
    expect((await call(signIn.whoAmI, {})).user.is_system_admin).toBe(false)
    const { hospital: own } = await call(hospitals.own, {})
    expect((await call(hospitals.list, {})).hospital).toEqual([own])
    expect((await expectRefusal(call(hospitals.get, { _id: elsewhere }))).code).toBe(1004)
    expect((await expectRefusal(call(hospitals.logo, { _id: elsewhere }))).code).toBe(1004)
    expect((await expectRefusal(call(hospitals.add, {} as Input<typeof hospitals.add>))).code).toBe(1003)
  })

  test('cannot be made by any call', async () => {
    const { hospital } = await (await panel.as('admin'))(hospitals.own, {})
    const { session } = await panel.asNew({ staffType: 'admin' })
    const values = `('${session.user_id}', '${hospital._id}', now())`
    for (const statement of [
      `insert into system_admins values ${values}`,
      'update system_admins set since = now()',
      'delete from system_admins',
    ]) {
      const asCall = inHospital(panel.root, hospital._id, (tx) => sql.raw(statement).execute(tx))
      await expect(asCall, statement).rejects.toMatchObject({ code: '42501' })
    }
  })
})
