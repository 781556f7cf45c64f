import {
  alarms,
  audit,
  type Client,
  errorCodes,
  GroupChangedMeanwhile,
  groups,
  type Input,
  monitoring,
  patients,
  users,
} from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../../test/support/refusal.ts'
import { type SignedIn, startTestPanel, type TestPanel, testNow } from '../../testing.ts'

let panel: TestPanel
let admin: Client
let nurse: SignedIn
let wards: string[]
beforeAll(async () => {
  panel = await startTestPanel()
  admin = await panel.as('admin')
  nurse = await panel.as('nurse')
  const rows = await panel.root.selectFrom('wards').select('id').orderBy('position').execute()
  wards = rows.map(({ id }) => id)
})
afterAll(() => panel.close())

let count = 0
type Draft = Input<typeof groups.save>
const draft = (more: Partial<Draft> = {}): Draft => ({
  name: `Night shift ${(count += 1)}`,
  ward_ids: wards.slice(0, 2),
  member_ids: [nurse.session.user_id],
  ...more,
})

describe('a group', () => {
  test('has its wards in their order and its members, and is visible to those on the ward', async () => {
    const { group } = await admin(
      groups.save,
      draft({ name: 'เวรดึก', ward_ids: [wards[1] ?? '', wards[0] ?? ''], note: ' ', escalation: 'doctor' }),
    )
    const seen = (await nurse(groups.list, {})).groups.find(({ _id }) => _id === group._id)
    expect(seen).toEqual(group)
    expect(group).toMatchObject({ name: 'เวรดึก', note: null, escalation: 'doctor', version: 1 })
    expect(group.wards.map(({ _id }) => _id)).toEqual(wards.slice(0, 2))
    expect(group.members.map(({ _id }) => _id)).toEqual([nurse.session.user_id])
  })

  test('is replaced as a whole, by a user who saw its present version', async () => {
    const { group } = await admin(groups.save, draft())
    const change = { _id: group._id, version: group.version, name: 'Changed', ward_ids: [], member_ids: [] }
    const { group: changed } = await admin(groups.save, change)
    expect(changed).toMatchObject({ name: 'Changed', wards: [], members: [], version: 2 })
    const error = await expectRefusal(admin(groups.save, { ...change, name: 'Too late' }))
    expect(error.code).toBe(errorCodes['changed-meanwhile'])
    expect(GroupChangedMeanwhile.parse(error.detail).group).toEqual(changed)
  })

  test('must exist to be changed', async () => {
    expect((await expectRefusal(admin(groups.save, { ...draft(), _id: newId(), version: 1 }))).code).toBe(
      errorCodes['not-found'],
    )
    expect((await expectRefusal(admin(groups.delete, { _id: newId(), version: 1 }))).code).toBe(
      errorCodes['not-found'],
    )
  })

  test('has a unique name, in any spelling, until it is deleted', async () => {
    const { group } = await admin(groups.save, draft({ name: 'ICU team' }))
    const error = await expectRefusal(admin(groups.save, draft({ name: 'icu-TEAM' })))
    expect(error.code).toBe(errorCodes['name-taken'])
    expect(error.fields).toEqual([{ field: 'name', message: 'group-name-taken' }])
    await admin(groups.delete, { _id: group._id, version: group.version })
    expect((await admin(groups.list, {})).groups.map(({ _id }) => _id)).not.toContain(group._id)
    await admin(groups.save, draft({ name: 'icu-TEAM' }))
  })

  test('refuses unknown wards and people of another hospital, and reports which of the two it was', async () => {
    const [hospitalId, ward] = [newId(), newId()]
    await panel.root
      .insertInto('hospitals')
      .values({ id: hospitalId, code: '10001', name_en: 'Other', name_th: 'อื่น', created_at: testNow })
      .execute()
    await panel.root
      .insertInto('wards')
      .values({ id: ward, hospital_id: hospitalId, code: 'x', name_en: 'X', name_th: 'เอ็กซ์', position: 1 })
      .execute()
    const foreigner = await panel.asNew({ staffType: 'nurse', hospitalId })
    const error = await expectRefusal(
      admin(groups.save, draft({ ward_ids: [ward], member_ids: [foreigner.session.user_id] })),
    )
    expect(error.fields).toEqual([
      { field: 'ward_ids', message: 'choice-invalid' },
      { field: 'member_ids', message: 'choice-invalid' },
    ])
    expect((await foreigner(groups.list, {})).groups).toEqual([])
  })

  test('leaves in the audit what was changed, who and which wards it gained and lost, and that it was deleted', async () => {
    const [first = '', second = '', third = ''] = wards
    const other = (await panel.asNew({ staffType: 'nurse' })).session.user_id
    const { user_id } = nurse.session
    const { group } = await admin(groups.save, draft())
    const { _id, name } = group
    const content = { ward_ids: [second, third], member_ids: [other] }
    await admin(groups.save, { _id, name, version: 1, ...content })
    const kept = { name: `${name} again`, note: 'ตึก 3', escalation: 'doctor' } as const
    await admin(groups.save, { _id, version: 2, ...kept, ...content })
    await expectRefusal(admin(groups.delete, { _id, version: 1 }))
    await admin(groups.delete, { _id, version: 3 })
    const list = async (action: string) =>
      (await admin(audit.list, { filterLists: { action }, number_of_rec: 5 })).rows
        .map(({ detail }) => detail)
        .filter((detail) => detail?.['group'] === _id)
    const none = { added: [], removed: [] }
    expect(await list('groups.save')).toEqual([
      {
        group: _id,
        changes: [
          { field: 'name', from: name, to: kept.name },
          { field: 'note', from: null, to: kept.note },
          { field: 'escalation', from: null, to: kept.escalation },
        ],
        wards: none,
        members: none,
      },
      {
        group: _id,
        changes: [],
        wards: { added: [third], removed: [first] },
        members: { added: [other], removed: [user_id] },
      },
      {
        group: _id,
        changes: [{ field: 'name', from: null, to: name }],
        wards: { added: [first, second], removed: [] },
        members: { added: [user_id], removed: [] },
      },
    ])
    expect(await list('groups.delete')).toEqual([{ group: _id, is_deleted: true }, { group: _id }])
  })

  test('refuses a member among its wards, and a ward among its members', async () => {
    const [ward = ''] = wards
    const { user_id } = nurse.session
    const refuse = async (more: Partial<Draft>) =>
      (await expectRefusal(admin(groups.save, draft(more)))).fields
    expect(await refuse({ ward_ids: [user_id], member_ids: [user_id] })).toEqual([
      { field: 'ward_ids', message: 'choice-invalid' },
    ])
    expect(await refuse({ ward_ids: [ward], member_ids: [ward] })).toEqual([
      { field: 'member_ids', message: 'choice-invalid' },
    ])
  })

  test('has a blocked member back once they are unblocked', async () => {
    const guest = await panel.asNew({ staffType: 'nurse' })
    const block = (status: string) =>
      panel.root.updateTable('staff').set({ status }).where('id', '=', guest.session.user_id).execute()
    const { group } = await admin(
      groups.save,
      draft({ member_ids: [nurse.session.user_id, guest.session.user_id] }),
    )
    expect(group.members).toHaveLength(2)
    await block('blocked')
    const { group: without } = await admin(groups.save, {
      ...draft(),
      _id: group._id,
      version: group.version,
    })
    expect(without.members).toHaveLength(1)
    await block('approved')
    const [again] = (await admin(groups.list, {})).groups.filter(({ _id }) => _id === group._id)
    expect(again?.members).toHaveLength(2)
  })
})

test('an alarm of a ward goes to the groups that follow it, at their level', async () => {
  const [followed = '', other = ''] = wards.slice(-2)
  const { group } = await admin(groups.save, draft({ ward_ids: [followed], escalation: 'nurse_in_charge' }))
  await admin(groups.save, draft({ ward_ids: [followed], escalation: null }))
  const { wards: duties } = await nurse(alarms.duties, {})
  const of = (id: string) => duties.find(({ ward }) => ward._id === id)?.groups
  expect(of(followed)).toEqual([
    { _id: group._id, name: group.name, level: 'nurse_in_charge', member_ids: [nurse.session.user_id] },
  ])
  expect(of(other)).toEqual([])
})

test(`"my wards" are those that the caller's groups follow, on the list and on the wall`, async () => {
  const [own = '', other = ''] = wards
  const doctor = await panel.asNew({ staffType: 'doctor' })
  const inWards = async (ward: string[]) => {
    const { rows } = await doctor(patients.list, { filterLists: { ward }, number_of_rec: 100 })
    return new Set(rows.map((row) => row.ward?._id))
  }
  expect(await inWards(['mine'])).toEqual(new Set())
  expect((await doctor(monitoring.wall, { ward: 'mine' })).tiles).toEqual([])
  const members = { member_ids: [doctor.session.user_id] }
  const { group } = await admin(groups.save, draft({ ward_ids: [own], ...members }))
  expect(await inWards(['mine'])).toEqual(new Set([own]))
  expect(await inWards(['mine', other])).toEqual(new Set([own, other]))
  const { tiles } = await doctor(monitoring.wall, { ward: 'mine' })
  const { tiles: named } = await doctor(monitoring.wall, { ward: own })
  expect(tiles.length).toBeGreaterThan(0)
  expect(tiles.map(({ patient }) => patient._id)).toEqual(named.map(({ patient }) => patient._id))
  await admin(groups.delete, { _id: group._id, version: group.version })
  expect(await inWards(['mine'])).toEqual(new Set())
})

test('members are found by the beginning of a name or an e-mail, and only if they may sign in', async () => {
  const find = async (search_value: string) =>
    (await admin(groups.candidates, { search_value })).staff.map(({ _id }) => _id)
  const { user_id } = nurse.session
  expect(await find('nurse@demo')).toEqual([user_id])
  expect(await find('')).toContain(user_id)
  expect(await find('.')).toEqual([])
  await panel.root.updateTable('staff').set({ status: 'blocked' }).where('id', '=', user_id).execute()
  expect(await find('nurse@demo')).toEqual([])
  await panel.root.updateTable('staff').set({ status: 'approved' }).where('id', '=', user_id).execute()
})

test('an account lists the groups of its user', async () => {
  const person = await panel.asNew({ staffType: 'nurse' })
  const names = async () => (await admin(users.get, { _id: person.session.user_id })).user.group_names
  expect(await names()).toEqual([])
  await admin(groups.save, draft({ name: 'ทีม ก', member_ids: [person.session.user_id] }))
  await admin(groups.save, draft({ name: 'Team 1', member_ids: [person.session.user_id] }))
  expect(await names()).toEqual(['Team 1', 'ทีม ก'])
})
