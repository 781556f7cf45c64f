import {
  type Client,
  errorCodes,
  type ImportReport,
  type Input,
  monitoring,
  signIn,
  signInSteps,
  type User,
  type UserChangedMeanwhile,
  users,
} from 'contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { expectRefusal, getErrorName } from '../../../test/support/refusal.ts'
import { staffTypeId } from '../../reference/staff-types.ts'
import { demoUsers, startTestPanel, type TestPanel, testNow } from '../../testing.ts'

let panel: TestPanel
let admin: Awaited<ReturnType<TestPanel['as']>>
let here: string
/** An admin of another hospital, and a user who works there. */
let elsewhere: Client
let stranger: string
beforeAll(async () => {
  panel = await startTestPanel({ heartbeatMs: 3_600_000 })
  here = await panel.app.listen({ port: 0, host: '127.0.0.1' })
  admin = await panel.as('admin')
  const hospitalId = newId()
  await panel.root
    .insertInto('hospitals')
    .values({ id: hospitalId, code: '99999', name_en: 'Elsewhere', name_th: 'ที่อื่น', created_at: testNow })
    .execute()
  elsewhere = await panel.asNew({ staffType: 'admin', hospitalId })
  stranger = (await panel.asNew({ staffType: 'nurse', hospitalId })).session.user_id
})
afterAll(() => panel.close())

let count = 0
function person(more: Partial<Input<typeof users.add>> = {}): Input<typeof users.add> {
  count += 1
  return {
    first_name: `ทดลอง${count}`,
    last_name: 'ใช้งาน',
    email: `user${count}@new.hospital`,
    phone: `08${String(count).padStart(8, '0')}`,
    staff_type: 'nurse',
    ...more,
  }
}

const add = async (more: Partial<Input<typeof users.add>> = {}) => (await admin(users.add, person(more))).user
const get = async (_id: string) => (await admin(users.get, { _id })).user
const list = (body: Input<typeof users.list> = {}) => admin(users.list, body)

const getErrorFields = async (call: Promise<unknown>) =>
  Object.fromEntries((await expectRefusal(call)).fields.map(({ field, message }) => [field, message]))

/** A user who registered themselves. */
async function applicant(more: Partial<Input<typeof signInSteps.register>> = {}): Promise<User> {
  const { password: _, confirm_password: __, photo: ___, ...rest } = person()
  const asked = {
    ...rest,
    staff_type: 'nurse' as const,
    hospital_code: await hospitalCode(),
    password: 'ฝนตกที่ทะเลน้อย',
    confirm_password: 'ฝนตกที่ทะเลน้อย',
    ...more,
  }
  await panel.call(signInSteps.register, asked)
  const { rows } = await list({ user_page_type: 2, search_field: 'email', search_value: asked.email })
  const [row] = rows
  if (!row) throw new Error('nobody registered')
  return get(row._id)
}

async function hospitalCode(): Promise<string> {
  const { code } = await panel.root
    .selectFrom('hospitals')
    .select('code')
    .orderBy('created_at')
    .where('code', '<>', '99999')
    .executeTakeFirstOrThrow()
  return code
}

const decide = async (user: Pick<User, '_id'>, act: Input<typeof users.decide>['act'], reason?: string) => {
  const { version } = await get(user._id)
  return (await admin(users.decide, { _id: user._id, version, act, ...(reason ? { reason } : {}) })).user
}

const signInAs = (email: string, password: string, type: Parameters<typeof staffTypeId>[0] = 'nurse') =>
  panel.call(signIn.signIn, { user_name: email, type: staffTypeId(type), password })

describe('the list', () => {
  test('has approved users on one page and all others on the other, with the number of each', async () => {
    const pending = await applicant()
    const approved = await list()
    const others = await list({ user_page_type: 2 })
    expect(approved.rows.every((row) => row.status === 'approved' && row.list_status === 0)).toBe(true)
    expect(others.rows.every((row) => row.status !== 'approved' && row.list_status === 1)).toBe(true)
    expect(others.rows[0]?._id).toBe(pending._id)
    const { counts } = others
    expect(counts).toEqual(approved.counts)
    expect(approved.total).toBe(counts.approved)
    expect(others.total).toBe(counts.pending + counts.declined + counts.blocked)
    const { rows } = await sql<{ status: string; count: number }>`
      select status, count(*) as count from staff s join hospitals h on h.id = s.hospital_id
      where h.code <> '99999' and status <> 'deleted' group by status`.execute(panel.root)
    expect(counts).toEqual(Object.fromEntries(rows.map((row) => [row.status, row.count])))
  })

  test('has every user once on its pages, however they are sorted', async () => {
    for (const sort_field of ['registered', 'name', 'email', 'staff_type', 'status', 'last_login'] as const) {
      for (const sort_order of ['asc', 'desc'] as const) {
        const seen: string[] = []
        const { total } = await list()
        for (let page = 1; page <= Math.ceil(total / 5); page++) {
          const { rows } = await list({ page, number_of_rec: 5, sort_field, sort_order })
          seen.push(...rows.map((row) => row._id))
        }
        expect(seen).toHaveLength(total)
        expect(new Set(seen).size).toBe(total)
      }
    }
  })

  test('is sorted by any column, with users who never signed in after the others', async () => {
    const emails = (await list({ sort_field: 'email', number_of_rec: 100 })).rows.map(({ email }) => email)
    expect(emails).toEqual([...emails].sort())
    for (const sort_order of ['asc', 'desc'] as const) {
      const { rows } = await list({ sort_field: 'last_login', sort_order, number_of_rec: 100 })
      const firstWithout = rows.findIndex((row) => row.last_login_at === null)
      expect(firstWithout).toBeGreaterThan(0)
      expect(rows.slice(firstWithout).every((row) => row.last_login_at === null)).toBe(true)
    }
  })

  test.each([
    ['ก้องภพ', 'any'],
    ['ก้องภพรัตนกุล', 'name'],
    ['รัตนกุล ก้อง', 'name'],
    ['KONGPHOP', 'email'],
    ['kongphop.r@find', 'any'],
    ['089-111-2223', 'phone'],
    ['+66891112223', 'phone'],
    ['๐๘๙๑๑๑๒๒๒๓', 'any'],
  ] as const)('finds somebody by %s among %s', async (search_value, search_field) => {
    const email = 'kongphop.r@find.hospital'
    if ((await list({ search_value: email })).total === 0) {
      await add({ first_name: 'ก้องภพ', last_name: 'รัตนกุล', email, phone: '0891112223' })
    }
    const { rows, total } = await list({ search_value, search_field })
    expect(rows.map((row) => row.email)).toEqual([email])
    expect(total).toBe(1)
    expect((await list({ search_value, search_field, user_page_type: 2 })).rows).toEqual([])
    const filtered = await list({ search_value, search_field, filterLists: { staff_type: ['nurse'] } })
    expect(filtered.rows.map((row) => row.email)).toEqual([email])
  })

  test('finds a user under the new name and on the page of the present status', async () => {
    const user = await add({ first_name: 'เดิมชื่อนี้' })
    await admin(users.update, { _id: user._id, version: user.version, first_name: 'เปลี่ยนแล้ว' })
    await decide(user, 'block')
    expect((await list({ search_value: 'เดิมชื่อนี้' })).total).toBe(0)
    expect((await list({ search_value: 'เปลี่ยนแล้ว' })).total).toBe(0)
    const { rows } = await list({ search_value: 'เปลี่ยนแล้ว', user_page_type: 2 })
    expect(rows.map((row) => row._id)).toEqual([user._id])
  })

  test('is filtered by status, type and the other properties of an account', async () => {
    const blocked = await add({ staff_type: 'driver', is_form_user: true, is_verified: true })
    await decide(blocked, 'block')
    const of = async (filterLists: Input<typeof users.list>['filterLists']) =>
      (await list({ user_page_type: 2, number_of_rec: 100, ...(filterLists ? { filterLists } : {}) })).rows
    expect((await of({ status: ['blocked'] })).map((row) => row._id)).toContain(blocked._id)
    expect((await of({ status: ['blocked'] })).every((row) => row.status === 'blocked')).toBe(true)
    expect((await of({ status: ['pending'] })).map((row) => row._id)).not.toContain(blocked._id)
    expect((await of({ staff_type: ['driver'] })).every((row) => row.staff_type === 'driver')).toBe(true)
    expect((await of({ is_form_user: true, is_verified: true })).map((row) => row._id)).toContain(blocked._id)
    expect((await of({ is_form_user: false })).map((row) => row._id)).not.toContain(blocked._id)
    expect((await of({ is_verified: false })).map((row) => row._id)).not.toContain(blocked._id)
  })

  test('accepts the statuses as the numbers of their lists, and an empty list as no filter', async () => {
    const blocked = await add()
    await decide(blocked, 'block')
    const found = async (question: Input<typeof users.list>) => {
      const { rows } = await list({
        search_value: '@',
        search_field: 'email',
        number_of_rec: 100,
        ...question,
      })
      return [...new Set(rows.map((row) => row.list_status))]
    }
    const all = { search_value: '', number_of_rec: 100 }
    for (const status of [0, '0', [0]] as never[])
      expect(await found({ ...all, filterLists: { status } })).toEqual([0])
    for (const status of [1, '1', [1]] as never[])
      expect(await found({ ...all, filterLists: { status } })).toEqual([1])
    const both = [0, 1] as never
    expect(await found({ ...all, user_page_type: 2, filterLists: { status: both } })).toEqual([1])
    expect(await found({ ...all, filterLists: [] as never })).toEqual([0])
    expect(await getErrorName(list({ filterLists: ['x'] as never }))).toBe('invalid')
  })

  test('shows no user of another hospital', async () => {
    const all = (await elsewhere(users.list, { number_of_rec: 100 })).rows.map((row) => row._id)
    expect(all).toContain(stranger)
    expect(all).not.toContain(admin.session.user_id)
    expect((await list({ search_value: `${stranger}@test.hospital` })).total).toBe(0)
  })
})

describe('adding a user', () => {
  test('with a first password lets the user sign in and requires a change of it', async () => {
    const { user, link } = await admin(
      users.add,
      person({
        email: 'First.One@New.Hospital',
        password: 'ฟ้าใสหลังฝน 7',
        confirm_password: 'ฟ้าใสหลังฝน 7',
      }),
    )
    expect(link).toBeNull()
    expect(user).toMatchObject({
      email: 'first.one@new.hospital',
      country_code: '66',
      status: 'approved',
      must_change_password: true,
      wallet: 0,
      version: 1,
      registered_by: { _id: admin.session.user_id },
      decided_by: { _id: admin.session.user_id },
    })
    expect((await signInAs(user.email, 'ฟ้าใสหลังฝน 7')).user._id).toBe(user._id)
  })

  test('without a password returns a link, of which only the digest is stored', async () => {
    const { user, link } = await admin(users.add, person())
    expect(Buffer.from(link?.token ?? '', 'base64url')).toHaveLength(32)
    expect(Date.parse(link?.expires_at ?? '') - Date.parse(testNow)).toBe(7 * 24 * 60 * 60_000)
    const kept = await panel.root
      .selectFrom('password_links')
      .selectAll()
      .where('staff_id', '=', user._id)
      .execute()
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toContain(link?.token)
    expect(await getErrorName(signInAs(user.email, 'anything-at-all'))).toBe('sign-in-failed')
  })

  test('names every invalid field', async () => {
    expect(
      await getErrorFields(
        admin(users.add, {
          first_name: ' ',
          last_name: '',
          email: 'nobody',
          phone: '08x',
          country_code: '0066',
          staff_type: 'nurse',
        }),
      ),
    ).toEqual({
      first_name: 'name-required',
      last_name: 'surname-required',
      email: 'email-invalid',
      phone: 'digits-only',
      country_code: 'country-code-invalid',
    })
    const password = async (password: string, confirm_password = password) =>
      getErrorFields(admin(users.add, person({ email: 'somsri@new.hospital', password, confirm_password })))
    expect(await password('1234567')).toEqual({ password: 'password-too-short' })
    expect(await password('nurse2024')).toEqual({ password: 'password-common' })
    expect(await password('my-somsri-key')).toEqual({ password: 'password-holds-email' })
    expect(await password('x'.repeat(100) + 'ยาวมาก'.repeat(10))).toEqual({ password: 'too-long' })
    expect(await password('ฟ้าใสหลังฝน', '')).toEqual({ confirm_password: 'confirmation-required' })
    expect(await password('ฟ้าใสหลังฝน', 'ฟ้าใส')).toEqual({ confirm_password: 'passwords-differ' })
  })

  test('refuses an e-mail that has an account already, here or elsewhere, and accepts one that was freed', async () => {
    const user = await add()
    const again = person({ email: user.email.toUpperCase() })
    expect(await getErrorName(admin(users.add, again))).toBe('email-taken')
    expect(await getErrorName(elsewhere(users.add, again))).toBe('email-taken')
    await admin(users.delete, { _id: user._id, version: user.version })
    expect((await admin(users.add, again)).user._id).not.toBe(user._id)
  })

  test('happens once, however many try at once', async () => {
    const one = person()
    const done = await Promise.allSettled([1, 2, 3].map(() => admin(users.add, one)))
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of done) {
      if (outcome.status === 'rejected') expect(outcome.reason.code).toBe(errorCodes['email-taken'])
    }
  })

  test('refuses fields that the admin cannot set', async () => {
    const more = {
      status: 'blocked',
      wallet: 1_000_000,
      line_user_id: 'U1',
      version: 9,
      hospital_id: newId(),
    }
    const { user } = await admin(users.add, { ...person(), ...more } as Input<typeof users.add>)
    expect(user).toMatchObject({ status: 'approved', wallet: 0, line_user_id: null, version: 1 })
  })
})

describe('changing a user', () => {
  test('keeps the fields that were not sent, and writes the changes to the history', async () => {
    const user = await add()
    const { user: changed } = await admin(users.update, {
      _id: user._id,
      version: user.version,
      phone: '0999999999',
      is_verified: true,
      email: user.email,
    })
    expect(changed).toMatchObject({
      first_name: user.first_name,
      phone: '0999999999',
      is_verified: true,
      verified_at: testNow.replace('.000', ''),
      version: 2,
    })
    const { rows, total } = await admin(users.changes, { _id: user._id })
    expect(total).toBe(2)
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          field: 'phone',
          from: user.phone,
          to: '0999999999',
          by: expect.objectContaining({ _id: admin.session.user_id }),
        }),
        expect.objectContaining({ field: 'is_verified', from: false, to: true }),
      ]),
    )
  })

  test('from an old version changes nothing and returns the changes since', async () => {
    const user = await add()
    await admin(users.update, { _id: user._id, version: 1, last_name: 'คนแรก' })
    const error = await expectRefusal(admin(users.update, { _id: user._id, version: 1, last_name: 'คนที่สอง' }))
    expect(error.code).toBe(errorCodes['changed-meanwhile'])
    const detail = error.detail as z.output<typeof UserChangedMeanwhile>
    expect(detail.user).toMatchObject({ last_name: 'คนแรก', version: 2 })
    expect(detail.changes).toMatchObject([{ field: 'last_name', to: 'คนแรก' }])
    for (const call of [
      () => admin(users.decide, { _id: user._id, version: 1, act: 'block' }),
      () => admin(users.delete, { _id: user._id, version: 1 }),
    ])
      expect(await getErrorName(call())).toBe('changed-meanwhile')
    expect((await get(user._id)).last_name).toBe('คนแรก')
  })

  test('refuses fields that an admin cannot set, especially about themselves', async () => {
    const me = await get(admin.session.user_id)
    const more = { wallet: 1_000_000, status: 'blocked', must_change_password: true, line_user_id: 'U1' }
    const { user } = await admin(users.update, {
      _id: me._id,
      version: me.version,
      ...more,
    } as Input<typeof users.update>)
    expect(user).toEqual(me)
  })

  test('to an e-mail of another user is refused', async () => {
    const [one, two] = [await add(), await add()]
    const call = admin(users.update, { _id: two._id, version: 1, email: one.email })
    expect(await getErrorName(call)).toBe('email-taken')
    expect(await getErrorFields(admin(users.update, { _id: two._id, version: 1, email: one.email }))).toEqual(
      {
        email: 'email-taken',
      },
    )
  })

  test('stores the photo without its location, and can remove it', async () => {
    const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#48c' } })
      .jpeg()
      .withExif({ IFD3: { GPSLatitude: '13/1 45/1 0/1' } })
      .toBuffer()
    const photo = new File([new Uint8Array(picture)], 'me.jpg')
    const user = await add({ photo })
    expect(user.photo_id).not.toBeNull()
    const shown = await admin(users.getPhoto, { _id: user._id, size: 'small' })
    const { width, height, exif } = await sharp(await shown.arrayBuffer()).metadata()
    expect({ width, height, exif }).toEqual({ width: 96, height: 96, exif: undefined })
    const { user: without } = await admin(users.update, { _id: user._id, version: 1, photo: '' })
    expect(without.photo_id).toBeNull()
    expect(await getErrorName(admin(users.getPhoto, { _id: user._id }))).toBe('not-found')
    const kept = await panel.root
      .selectFrom('photos')
      .select('id')
      .where('id', '=', user.photo_id ?? '')
      .execute()
    expect(kept).toEqual([])
  })

  test('stores only the picture of a file that is a picture and a web page at once', async () => {
    const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#48c' } })
      .jpeg()
      .toBuffer()
    const photo = new File([new Uint8Array(picture), '<script>alert(1)</script>'], 'me.html')
    const user = await add({ photo })
    const kept = await admin(users.getPhoto, { _id: user._id })
    expect(kept.type).toBe('image/jpeg')
    expect(Buffer.from(await kept.arrayBuffer()).includes('script')).toBe(false)
    const huge = new File([new Uint8Array(picture), 'x'.repeat(5 * 1024 * 1024)], 'me.jpg')
    expect(await getErrorName(admin(users.add, person({ photo: huge })))).toBe('photo-too-large')
  })

  test('refuses a photo that only claims to be one', async () => {
    const page = new File(['<html><script>alert(1)</script>'], 'me.jpg', { type: 'image/jpeg' })
    expect(await getErrorName(admin(users.add, person({ photo: page })))).toBe('photo-type')
  })
})

describe('deciding on a user', () => {
  test('an applicant can sign in once they are approved, and not before', async () => {
    const user = await applicant()
    expect(user).toMatchObject({ status: 'pending', registered_by: null, must_change_password: false })
    expect(await getErrorName(signInAs(user.email, 'ฝนตกที่ทะเลน้อย'))).toBe('sign-in-failed')
    const approved = await decide(user, 'approve')
    expect(approved).toMatchObject({ status: 'approved', decided_by: { _id: admin.session.user_id } })
    expect((await signInAs(user.email, 'ฝนตกที่ทะเลน้อย')).user._id).toBe(user._id)
  })

  test('a declined applicant can still be approved, and the reason stays', async () => {
    const user = await applicant()
    expect((await decide(user, 'decline', 'ไม่ใช่เจ้าหน้าที่')).status).toBe('declined')
    expect((await decide(user, 'approve')).status).toBe('approved')
    const { rows } = await admin(users.changes, { _id: user._id })
    expect(rows.map(({ from, to, reason }) => [from, to, reason])).toEqual([
      ['declined', 'approved', null],
      ['pending', 'declined', 'ไม่ใช่เจ้าหน้าที่'],
    ])
  })

  test('an act that does not fit the status changes nothing', async () => {
    const user = await add()
    for (const act of ['approve', 'decline', 'unblock'] as const)
      expect(await getErrorName(decide(user, act))).toBe('act-impossible')
    await decide(user, 'block')
    for (const act of ['approve', 'decline', 'block'] as const)
      expect(await getErrorName(decide(user, act))).toBe('act-impossible')
    expect((await decide(user, 'unblock')).status).toBe('approved')
  })

  test('users cannot block, decline or delete themselves', async () => {
    const _id = admin.session.user_id
    const { version } = await get(_id)
    for (const act of ['block', 'decline'] as const)
      expect(await getErrorName(admin(users.decide, { _id, version, act }))).toBe('own-account')
    expect(await getErrorName(admin(users.delete, { _id, version }))).toBe('own-account')
    expect((await get(_id)).status).toBe('approved')
  })

  test('a deleted user is on no page and not found, and their acts keep their name', async () => {
    const other = await panel.asNew({ staffType: 'admin' })
    const user = await add()
    await other(users.update, { _id: user._id, version: 1, last_name: 'แก้โดยคนที่ลาออก' })
    const { version } = await get(other.session.user_id)
    await admin(users.delete, { _id: other.session.user_id, version, reason: 'ลาออก' })
    for (const user_page_type of [1, 2]) {
      const { total } = await list({ user_page_type, search_value: `${other.session.user_id}@test.hospital` })
      expect(total).toBe(0)
    }
    const { rows } = await admin(users.changes, { _id: user._id })
    expect(rows[0]?.by).toMatchObject({ _id: other.session.user_id, first_name: 'admin' })
    const deleted = await get(other.session.user_id)
    expect(deleted.status).toBe('deleted')
    for (const call of [
      () => admin(users.delete, { _id: deleted._id, version: deleted.version }),
      () => admin(users.decide, { _id: deleted._id, version: deleted.version, act: 'unblock' }),
      () => admin(users.update, { _id: deleted._id, version: deleted.version, phone: '0899999999' }),
    ])
      expect(await getErrorName(call())).toBe('not-found')
  })

  test('users of another hospital get exactly the same answers as missing ones', async () => {
    const asks = (_id: string) => [
      admin(users.get, { _id }),
      admin(users.getPhoto, { _id }),
      admin(users.changes, { _id }),
      admin(users.update, { _id, version: 1, phone: '0899999999' }),
      admin(users.decide, { _id, version: 1, act: 'block' }),
      admin(users.delete, { _id, version: 1 }),
    ]
    const answers = async (id: string) =>
      Promise.all(
        asks(id).map(async (call) => {
          const { code, status, fields, detail } = await expectRefusal(call)
          return { code, status, fields, detail }
        }),
      )
    const nowhere = await answers(newId())
    expect(nowhere.every(({ code }) => code === errorCodes['not-found'])).toBe(true)
    expect(await answers(stranger)).toEqual(nowhere)
    expect((await elsewhere(users.get, { _id: stranger })).user.status).toBe('approved')
  })

  test('without the permission to manage users, none can be read or changed', async () => {
    const nurse = await panel.as('nurse')
    const { _id, version } = await get(nurse.session.user_id)
    for (const call of [
      () => nurse(users.list, {}),
      () => nurse(users.get, { _id }),
      () => nurse(users.exportList, {}),
      () => nurse(users.add, person({ staff_type: 'admin' })),
      () => nurse(users.update, { _id, version, staff_type: 'admin' }),
      () => nurse(users.decide, { _id: admin.session.user_id, version: 1, act: 'block' }),
      () => nurse(users.importUsers, { file: new File(['email'], 'a.csv'), dry_run: true }),
    ])
      expect(await getErrorName(call())).toBe('not-allowed')
    expect((await get(_id)).staff_type).toBe('nurse')
  })
})

describe('the last admin of a hospital', () => {
  /** A hospital with this many admins. */
  async function addHospital(admins: number) {
    const hospitalId = newId()
    await panel.root
      .insertInto('hospitals')
      .values({ id: hospitalId, code: hospitalId.slice(-9), name_en: 'H', name_th: 'ร', created_at: testNow })
      .execute()
    return Promise.all(Array.from({ length: admins }, () => panel.asNew({ staffType: 'admin', hospitalId })))
  }

  test('keeps their staff type', async () => {
    const [only] = await addHospital(1)
    if (!only) throw new Error('no admin')
    const _id = only.session.user_id
    for (const change of [{ staff_type: 'doctor' as const }, { is_form_user: true }])
      expect(await getErrorName(only(users.update, { _id, version: 1, ...change }))).toBe('last-admin')
    expect((await only(users.get, { _id })).user).toMatchObject({ staff_type: 'admin', version: 1 })
  })

  test('remains when two block each other at the same time', async () => {
    for (let time = 0; time < 5; time++) {
      const [one, two] = await addHospital(2)
      if (!one || !two) throw new Error('no admins')
      const block = (by: Client, _id: string) => by(users.decide, { _id, version: 1, act: 'block' })
      const done = await Promise.allSettled([
        block(one, two.session.user_id),
        block(two, one.session.user_id),
      ])
      const refused = done.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
      expect(refused).toHaveLength(1)
      expect([errorCodes['last-admin'], errorCodes['session-ended']]).toContain(refused[0])
    }
  })

  test('can lose the type once there is another admin', async () => {
    const [one] = await addHospital(2)
    if (!one) throw new Error('no admins')
    const _id = one.session.user_id
    const { user } = await one(users.update, { _id, version: 1, staff_type: 'doctor' })
    expect(user.staff_type).toBe('doctor')
    expect(await getErrorName(one(users.list, {}))).toBe('session-ended')
  })
})

describe('sessions', () => {
  /** Subscribes as a screen does; returns what was sent, and when the stream ended. */
  async function subscribe(token: string) {
    const response = await fetch(here + monitoring.live.path, {
      headers: { authorization: `Bearer ${token}` },
    })
    const subscription = { text: '', hasEnded: false }
    void (async () => {
      for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? [])
        subscription.text += piece
      subscription.hasEnded = true
    })().catch(() => {})
    await expect.poll(() => subscription.text).toContain('event: open')
    return subscription
  }

  const ends: [string, (user: User) => Promise<unknown>][] = [
    ['block', (user) => admin(users.decide, { _id: user._id, version: user.version, act: 'block' })],
    ['delete', (user) => admin(users.delete, { _id: user._id, version: user.version })],
    [
      'another type',
      (user) => admin(users.update, { _id: user._id, version: user.version, staff_type: 'driver' }),
    ],
  ]
  test.each(ends)(
    'end with %s: every one, and each screen gets it at once, though it would check only after an hour',
    async (_, end) => {
      const nurse = await panel.asNew({ staffType: 'nurse' })
      const colleague = await panel.asNew({ staffType: 'nurse' })
      const screens = [
        await subscribe(nurse.session.server_token),
        await subscribe(nurse.session.server_token),
      ]
      const others = await subscribe(colleague.session.server_token)
      await end(await get(nurse.session.user_id))
      for (const screen of screens) {
        await expect.poll(() => screen.hasEnded).toBe(true)
        expect(screen.text).toContain('event: session-ended')
        expect(screen.text).not.toContain('staff_id')
      }
      expect(await getErrorName(nurse(signIn.whoAmI, {}))).toBe('session-ended')
      expect(others.hasEnded).toBe(false)
      expect((await colleague(signIn.whoAmI, {})).user._id).toBe(colleague.session.user_id)
      const rows = await panel.root
        .selectFrom('sessions')
        .select(['ended_at', 'ended_by'])
        .where('staff_id', '=', nurse.session.user_id)
        .execute()
      expect(rows).toEqual([{ ended_at: testNow.replace('.000', ''), ended_by: admin.session.user_id }])
    },
  )

  test("of a user without patients end on the user's screen as well", async () => {
    const driver = await panel.asNew({ staffType: 'driver' })
    const screen = await subscribe(driver.session.server_token)
    await decide({ _id: driver.session.user_id }, 'block')
    await expect.poll(() => screen.hasEnded).toBe(true)
    expect(screen.text).toContain('event: session-ended')
  })

  test('continue if only the name, the phone or the e-mail changed', async () => {
    const nurse = await panel.asNew({ staffType: 'nurse' })
    await admin(users.update, {
      _id: nurse.session.user_id,
      version: 1,
      first_name: 'ชื่อใหม่',
      email: 'renamed@new.hospital',
    })
    expect((await nurse(signIn.whoAmI, {})).user.email).toBe('renamed@new.hospital')
  })

  test("a user's unused link stops working when they are blocked", async () => {
    const user = await add()
    await decide(user, 'block')
    const { used_at } = await panel.root
      .selectFrom('password_links')
      .select('used_at')
      .where('staff_id', '=', user._id)
      .executeTakeFirstOrThrow()
    expect(used_at).not.toBeNull()
  })
})

describe('registering oneself', () => {
  const ask = async (more: Partial<Input<typeof signInSteps.register>> = {}) => ({
    first_name: 'สมัคร',
    last_name: 'เอง',
    email: `self${(count += 1)}@new.hospital`,
    phone: '0811111111',
    staff_type: 'doctor' as const,
    hospital_code: await hospitalCode(),
    password: 'ฝนตกที่ทะเลน้อย',
    confirm_password: 'ฝนตกที่ทะเลน้อย',
    ...more,
  })

  const lastTold = async () => {
    const told = panel.root.selectFrom('events').select('data').where('kind', '=', 'applicants')
    return (await told.orderBy('number', 'desc').executeTakeFirst())?.data
  }

  test('is sent at once to the users who decide, and so is the decision', async () => {
    const waiting = async () => (await admin(users.waiting, {})).pending
    const before = await waiting()
    const user = await applicant()
    expect(await waiting()).toBe(before + 1)
    expect(await lastTold()).toEqual({ kind: 'applicants', pending: before + 1 })
    await admin(users.decide, { _id: user._id, version: user.version, act: 'decline' })
    expect(await waiting()).toBe(before)
    expect(await lastTold()).toEqual({ kind: 'applicants', pending: before })
  })

  async function answerImport(body: object) {
    const response = await panel.fetch(signInSteps.register.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: await response.json() }
  }

  test('does not reveal whether the e-mail has an account, and does not change that account', async () => {
    const before = await get(admin.session.user_id)
    const known = await answerImport(await ask({ email: demoUsers.admin, first_name: 'ตัวปลอม' }))
    const unknown = await answerImport(await ask())
    expect(known).toEqual(unknown)
    expect(known.body).toEqual({ success: true, message: 104 })
    expect(await get(admin.session.user_id)).toEqual(before)
  })

  test('refuses fields that only an admin sets', async () => {
    const email = 'climber@new.hospital'
    await answerImport({
      ...(await ask({ email })),
      status: 'approved',
      is_form_user: false,
      is_verified: true,
      wallet: 5,
      hospital_id: newId(),
    })
    const { rows } = await list({ user_page_type: 2, search_value: email })
    expect(rows).toMatchObject([{ status: 'pending', is_verified: false, wallet: 0 }])
  })

  test('with a staff type that manages users is refused', async () => {
    expect(
      await getErrorFields(panel.call(signInSteps.register, await ask({ staff_type: 'admin' }))),
    ).toEqual({
      staff_type: 'choice-invalid',
    })
  })

  test('must name an existing hospital if there are several', async () => {
    for (const hospital_code of ['', '00000'])
      expect(await getErrorFields(panel.call(signInSteps.register, await ask({ hospital_code })))).toEqual({
        hospital_code: 'hospital-unknown',
      })
  })

  test('is in the audit for the admins', async () => {
    const email = 'noted@new.hospital'
    await panel.call(signInSteps.register, await ask({ email }))
    const { rows } = await list({ user_page_type: 2, search_value: email })
    const entries = await panel.root
      .selectFrom('audit')
      .select(['action', 'outcome'])
      .where('staff_id', '=', rows[0]?._id ?? '')
      .execute()
    expect(entries).toEqual([{ action: 'signIn.register', outcome: 'ok' }])
  })

  test('is limited by IP address, and possible again after an hour', async () => {
    panel.wait(2 * 60 * 60_000)
    admin = await panel.as('admin')
    const since = await panel.root
      .selectFrom('staff')
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirst()
    const asks = await Promise.all(Array.from({ length: 34 }, () => ask()))
    const answers = await Promise.all(asks.map(answerImport))
    const codes = answers.map(({ body }) => (body as { error_code?: number }).error_code)
    expect(codes.filter((code) => code === errorCodes['too-many-attempts'])).toHaveLength(4)
    const now = await panel.root
      .selectFrom('staff')
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirst()
    expect((now?.count ?? 0) - (since?.count ?? 0)).toBe(30)
    panel.wait(61 * 60_000)
    admin = await panel.as('admin')
    expect((await answerImport(await ask())).body).toEqual({ success: true, message: 104 })
  })
})

describe('the list as a file', () => {
  test('has every matching user, in order, and contains no formula', async () => {
    await add({ first_name: '=HYPERLINK("http://evil","x")', last_name: 'สูตร,"คำพูด"' })
    const { rows } = await list({ search_value: 'สูตร' })
    expect(rows).toHaveLength(1)
    const read = async (body: Input<typeof users.exportList>) => (await admin(users.exportList, body)).text()
    const file = await read({ search_value: 'สูตร', language: 'th' })
    expect(file.split('\r\n')[0]).toContain('ชื่อ,นามสกุล,อีเมล')
    expect(file.split('\r\n')[1]).toMatch(
      /^"'=HYPERLINK\(""http:\/\/evil"",""x""\)","สูตร,""คำพูด""",user\d+@new\.hospital,66,08\d+,พยาบาล,ไม่ใช่,อนุมัติแล้ว/,
    )
    const { total } = await list()
    const emails = (await read({ sort_field: 'email' })).trimEnd().split('\r\n').slice(1)
    expect(emails).toHaveLength(total)
    const kept = await panel.root
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'users.exportList')
      .where('detail', 'is not', null)
      .orderBy('position')
      .execute()
    expect(kept.map(({ detail }) => detail)).toMatchObject([
      { exported: { search_field: 'any', is_searched: true } },
      { exported: { sort_field: 'email', is_searched: false } },
    ])
    expect(JSON.stringify(kept)).not.toContain('สูตร')
    const lastLogins = (await read({ sort_field: 'last_login' })).trimEnd().split('\r\n').slice(1)
    expect(lastLogins).toHaveLength(total)
  })
})

describe('a file of users', () => {
  const heading = 'first_name,last_name,email,country_code,phone,staff_type,is_form_user'
  const bring = (text: string | Uint8Array<ArrayBuffer>, dry_run: boolean) =>
    admin(users.importUsers, { file: new File([text], 'data.csv'), dry_run })
  const listProblemRows = (report: ImportReport) =>
    report.problems.map(({ row, field, message }) => `${row} ${field} ${message}`)

  test('with ten kinds of faults has each of them named, and adds nobody', async () => {
    const taken = (await add()).email
    const file = [
      heading,
      'ดี,ใจดี,good@file.hospital,66,0811111111,nurse,no',
      ',ใจดี,a@file.hospital,66,0811111111,nurse,no',
      'ชื่อ,,b@file.hospital,66,0811111111,nurse,no',
      'ชื่อ,สกุล,not-an-email,66,0811111111,nurse,no',
      `ชื่อ,สกุล,${taken},66,0811111111,nurse,no`,
      'ชื่อ,สกุล,GOOD@file.hospital,66,0811111111,nurse,no',
      'ชื่อ,สกุล,c@file.hospital,99999,0811111111,nurse,no',
      'ชื่อ,สกุล,d@file.hospital,66,081-111,nurse,no',
      'ชื่อ,สกุล,e@file.hospital,66,0811111111,wizard,no',
      'ชื่อ,สกุล,f@file.hospital,66,0811111111,nurse,perhaps',
      'ชื่อ,สกุล,g@file.hospital,66',
      ',,,,,,',
      `ชื่อ,${'ย'.repeat(101)},h@file.hospital,66,,,`,
    ].join('\r\n')
    const faults = [
      '3 first_name name-required',
      '4 last_name surname-required',
      '5 email email-invalid',
      '6 email email-taken',
      '7 email email-repeated',
      '8 country_code country-code-invalid',
      '9 phone digits-only',
      '10 staff_type staff-type-unknown',
      '11 is_form_user yes-or-no',
      '12 null cells-wrong',
      '14 last_name too-long',
      '14 phone phone-required',
      '14 staff_type field-required',
    ]
    const report = await bring(file, true)
    expect(report.rows).toBe(12)
    expect(listProblemRows(report)).toEqual(faults)
    const error = await expectRefusal(bring(file, false))
    expect(error.code).toBe(errorCodes['import-faulty'])
    expect(listProblemRows(error.detail as ImportReport)).toEqual(faults)
    expect((await list({ search_value: 'good@file.hospital' })).total).toBe(0)
  })

  test('is checked without adding anybody, and then adds everybody with a link of their own', async () => {
    const file = `\uFEFFชื่อ;นามสกุล;อีเมล;โทรศัพท์;ประเภทเจ้าหน้าที่\nหนึ่ง;"ก;ข";one@sheet.hospital;0811111111;แพทย์\nสอง;ค;two@sheet.hospital;0822222222;Driver\n`
    const tried = await bring(file, true)
    expect(tried).toMatchObject({ rows: 2, problems: [], users: [] })
    expect((await list({ search_value: 'sheet.hospital', search_field: 'email' })).total).toBe(0)
    const { users: added } = await bring(file, false)
    expect(added.map(({ row, email }) => [row, email])).toEqual([
      [2, 'one@sheet.hospital'],
      [3, 'two@sheet.hospital'],
    ])
    expect(new Set(added.map(({ link }) => link.token)).size).toBe(2)
    const one = await get(added[0]?._id ?? '')
    expect(one).toMatchObject({
      last_name: 'ก;ข',
      staff_type: 'doctor',
      country_code: '66',
      status: 'approved',
      registered_by: { _id: admin.session.user_id },
    })
    expect(await bring(file, false)).toMatchObject({ rows: 2, known: 2, problems: [], users: [] })
    const other = file.replace('หนึ่ง', 'เปลี่ยน')
    expect(await bring(other, true)).toMatchObject({ known: 1, users: [] })
    expect(listProblemRows(await bring(other, true))).toEqual(['2 email email-taken'])
  })

  test('imports what was exported, a name that looks like a formula included', async () => {
    const user = await add({ first_name: '=SUM(A1)', last_name: '-ขีด' })
    const exported = await (await admin(users.exportList, { search_value: user.email })).text()
    await admin(users.delete, { _id: user._id, version: user.version })
    const { users: added } = await bring(exported, false)
    expect(await get(added[0]?._id ?? '')).toMatchObject({ first_name: '=SUM(A1)', last_name: '-ขีด' })
  })

  test.each(['en', 'th'] as const)(
    'that was exported from the list is imported whole (%s)',
    async (language) => {
      await admin(users.update, {
        _id: (await add({ first_name: 'ลาว' }))._id,
        version: 1,
        country_code: '856',
      })
      const exported = await (await admin(users.exportList, { language })).text()
      const count = exported.trimEnd().split('\r\n').length - 1
      expect(await bring(exported, false)).toMatchObject({
        rows: count,
        known: count,
        problems: [],
        users: [],
      })

      const told = (await admin(users.exportList, { language, search_value: 'ลาว' })).text()
      const elsewhere = (await told).replaceAll(/user\d+@/g, (email) => `${language}.${email}`)
      expect((await bring(elsewhere, false)).users.length).toBeGreaterThan(0)
    },
  )

  test('adds nobody who was not approved where the file comes from', async () => {
    const user = await add()
    await decide(user, 'block')
    const question = { search_value: user.email, user_page_type: 2 }
    const exported = await (await admin(users.exportList, question)).text()
    expect(await bring(exported, true)).toMatchObject({ known: 1, problems: [] })
    const moved = exported.replace(user.email, `moved.${user.email}`)
    expect(listProblemRows(await bring(moved, true))).toEqual(['2 status status-not-approved'])
  })

  test('checks a phone like the form of a new user', async () => {
    const phones: [string, string, string | undefined][] = [
      ['66', '0812345678', undefined],
      ['66', '812345678', undefined],
      ['66', '0512', 'phone-too-short'],
      ['66', '012345678', 'phone-invalid'],
      ['66', '08123456', 'phone-invalid'],
      ['856', '2055551234', undefined],
      ['856', '0123456789012', 'phone-too-long'],
      ['856', '020 5555', 'digits-only'],
    ]
    for (const [country_code, phone, message] of phones) {
      const { email, ...named } = person()
      const file = `${heading}\n${named.first_name},${named.last_name},${email},${country_code},${phone},nurse,no`
      expect(listProblemRows(await bring(file, true))).toEqual(message ? [`2 phone ${message}`] : [])
      const added = admin(users.add, { ...person(), country_code, phone })
      if (message) expect(await getErrorFields(added)).toEqual({ phone: message })
      else expect((await added).user.phone).toBe(phone === '812345678' ? '0812345678' : phone)
    }
  })

  test('with a line break in a name is refused by its row and column', async () => {
    const file = `${heading}\n"สมชาย\nแทรก",ใจดี,lines@sheet.hospital,66,0811111111,nurse,no`
    expect(listProblemRows(await bring(file, true))).toEqual(['2 first_name one-line'])
  })

  test('restores the leading zero of a Thai phone, which spreadsheets drop, and drops that of others', async () => {
    const rows = ['zero,66,811111111', 'lao,856,02055551234', 'rome,39,061234567']
    const file = rows.map((row) => row.replace(/^(\w+),/, 'ก,ข,$1@sheet.hospital,') + ',nurse,no')
    const { users: added } = await bring([heading, ...file].join('\n'), false)
    const phones = added.map(async ({ _id }) => (await get(_id)).phone)
    expect(await Promise.all(phones)).toEqual(['0811111111', '2055551234', '061234567'])
  })

  test('in the Thai encoding of an older Windows is read', async () => {
    const thai = (text: string) =>
      Array.from(text, (sign) => (sign >= 'ก' ? sign.charCodeAt(0) - 0xe00 + 0xa0 : sign.charCodeAt(0)))
    const file = `first_name,last_name,email,phone,staff_type\nสมหญิง,ใจดี,tis@sheet.hospital,0811111111,พยาบาล\n`
    const { users: added } = await bring(new Uint8Array(thai(file)), false)
    expect(added).toMatchObject([{ first_name: 'สมหญิง', last_name: 'ใจดี' }])
  })

  test.each([
    ['', ['1 null file-empty']],
    [heading, ['1 null file-empty']],
    ['first_name,last_name,email,phone,staff_type,password', ['1 password column-unknown']],
    [
      'email,Email,phone,staff_type',
      ['1 Email column-repeated', '1 first_name column-missing', '1 last_name column-missing'],
    ],
    [`${heading}\nก,ข,"a@b.co`, ['2 null file-unreadable']],
  ])('that is none (%j) is refused for what it lacks', async (file, problems) => {
    expect(listProblemRows(await bring(file, true))).toEqual(problems)
  })

  test('with a character that cannot be stored is refused by its row', async () => {
    const file = `${heading}\nก\0,ข,nul@sheet.hospital,66,0811111111,nurse,no`
    expect(listProblemRows(await bring(file, true))).toEqual(['2 first_name invalid'])
  })

  test('may have the maximum length, and not more', async () => {
    const line = (_: unknown, at: number) =>
      `ก,ข,many${at}@sheet.hospital,66,08${String(at).padStart(8, '0')},nurse,no`
    const file = (rows: number) => [heading, ...Array.from({ length: rows }, line)].join('\n')
    expect(listProblemRows(await bring(file(2_001), true))).toEqual(['2002 null too-many'])
    const { users: added } = await bring(file(2_000), false)
    expect(added).toHaveLength(2_000)
    const { total, total_is_at_least } = await list({ search_value: 'many', search_field: 'email' })
    expect({ total, total_is_at_least }).toEqual({ total: 200, total_is_at_least: true })
    expect(await getErrorName(bring('x'.repeat(1024 * 1024 + 1), true))).toBe('too-large')
  })
})
