import {
  alarms,
  audit,
  errorCodes,
  type Input,
  type PermissionCell,
  PermissionsChangedMeanwhile,
  patients,
  permissionMatrix,
  signIn,
  thresholds,
  users,
} from 'contract'
import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal, getErrorName } from '../../../test/support/refusal.ts'
import { type SignedIn, startTestPanel, type TestPanel, testNow } from '../../testing.ts'

let panel: TestPanel
let admin: SignedIn
beforeEach(async () => {
  panel = await startTestPanel()
  admin = await panel.as('admin')
})
afterEach(() => panel.close())

const grant = (cell: Omit<PermissionCell, 'is_granted'>) => ({ ...cell, is_granted: true })
const take = (cell: Omit<PermissionCell, 'is_granted'>) => ({ ...cell, is_granted: false })

async function change(...cells: Input<typeof permissionMatrix.update>['cells']) {
  const { version } = await admin(permissionMatrix.get, {})
  return admin(permissionMatrix.update, { version, cells, reason: 'มติคณะกรรมการ' })
}

describe('the table', () => {
  test('begins as the standard, and its history shows who changed what, why, and the values', async () => {
    expect(await admin(permissionMatrix.get, {})).toMatchObject({ changed: [], version: 0, history: [] })
    await change(take({ staff_type: 'doctor', permission: 'patient:export' }))
    const { changed, version, history } = await admin(permissionMatrix.get, {})
    expect({ changed, version }).toEqual({
      changed: [{ staff_type: 'doctor', permission: 'patient:export', is_granted: false }],
      version: 1,
    })
    expect(history).toMatchObject([
      {
        at: '2026-11-05T07:32:00Z',
        by: { _id: admin.session.user_id },
        reason: 'มติคณะกรรมการ',
        changes: [{ staff_type: 'doctor', permission: 'patient:export', from: true, to: false }],
      },
    ])
  })

  test('is the standard again when a change is reversed', async () => {
    const cell = { staff_type: 'paramedic', permission: 'alarm:act' } as const
    await change(grant(cell))
    const { changed, version } = await change(take(cell))
    expect({ changed, version }).toEqual({ changed: [], version: 2 })
    const kept = await panel.root.selectFrom('changed_permissions').selectAll().execute()
    expect(kept).toEqual([])
  })

  test('can be read by users who manage users, and by nobody else', async () => {
    for (const staffType of ['doctor', 'nurse', 'registrar'] as const) {
      const other = await panel.asNew({ staffType })
      expect(await getErrorName(other(permissionMatrix.get, {}))).toBe('not-allowed')
      expect(await getErrorName(other(permissionMatrix.glassBroken, {}))).toBe('not-allowed')
    }
    await change(grant({ staff_type: 'registrar', permission: 'user:manage' }))
    const registrar = await panel.asNew({ staffType: 'registrar' })
    expect((await registrar(permissionMatrix.get, {})).version).toBe(1)
    const cells = [grant({ staff_type: 'registrar', permission: 'permission:manage' })]
    expect(await getErrorName(registrar(permissionMatrix.update, { version: 1, cells, reason: 'x' }))).toBe(
      'not-allowed',
    )
  })

  test('can be changed only from its present version', async () => {
    const cells = [grant({ staff_type: 'driver', permission: 'patient:read' })]
    await change(...cells)
    const error = await expectRefusal(admin(permissionMatrix.update, { version: 0, cells, reason: 'late' }))
    expect(error.code).toBe(errorCodes['changed-meanwhile'])
    expect(PermissionsChangedMeanwhile.parse(error.detail)).toMatchObject({
      changed: cells,
      version: 1,
      changes: [{ changes: [{ staff_type: 'driver', permission: 'patient:read', from: false, to: true }] }],
    })
  })

  test('of two changes at the same time keeps one', async () => {
    const cells = [grant({ staff_type: 'driver', permission: 'patient:read' })]
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, () => admin(permissionMatrix.update, { version: 0, cells, reason: 'x' })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await admin(permissionMatrix.get, {})).version).toBe(1)
  })

  test('is not changed without a reason, nor by a change without effect', async () => {
    const cells = [take({ staff_type: 'nurse', permission: 'patient:export' })]
    const silent = await expectRefusal(admin(permissionMatrix.update, { version: 0, cells, reason: '  ' }))
    expect(silent.fields).toEqual([{ field: 'reason', message: 'reason-required' }])
    const { version } = await change(grant({ staff_type: 'nurse', permission: 'patient:export' }))
    expect(version).toBe(0)
  })

  test('grants no permission without the one it needs', async () => {
    const lacking = await expectRefusal(
      change(
        grant({ staff_type: 'driver', permission: 'alarm:act' }),
        take({ staff_type: 'nurse', permission: 'patient:read' }),
      ),
    )
    expect(lacking.fields).toEqual([
      { field: 'cells.0.permission', message: 'permission-lacks' },
      { field: 'cells.1.permission', message: 'permission-lacks' },
    ])
    const { changed } = await change(
      grant({ staff_type: 'driver', permission: 'alarm:act' }),
      grant({ staff_type: 'driver', permission: 'alarm:read' }),
    )
    expect(changed).toHaveLength(2)
  })

  test('is separate for each hospital', async () => {
    const hospitalId = newId()
    await panel.root
      .insertInto('hospitals')
      .values({ id: hospitalId, code: '10001', name_en: 'Other', name_th: 'อื่น', created_at: testNow })
      .execute()
    await change(take({ staff_type: 'nurse', permission: 'patient:export' }))
    const there = await panel.asNew({ staffType: 'admin', hospitalId })
    expect(await there(permissionMatrix.get, {})).toMatchObject({ changed: [], version: 0, history: [] })
    const nurse = await panel.asNew({ staffType: 'nurse', hospitalId })
    expect((await nurse(signIn.whoAmI, {})).user.permissions).toContain('patient:export')
  })

  test('has a history that nobody can change', async () => {
    await change(take({ staff_type: 'nurse', permission: 'patient:export' }))
    await expect(panel.root.deleteFrom('permission_versions').execute()).rejects.toThrow()
    await expect(
      panel.root.updateTable('permission_versions').set({ reason: '' }).execute(),
    ).rejects.toThrow()
  })
})

describe('a change', () => {
  test('applies from the next call of existing sessions, both ways', async () => {
    const nurse = await panel.as('nurse')
    const paramedic = await panel.asNew({ staffType: 'paramedic' })
    await nurse(patients.list, {})
    await change(
      take({ staff_type: 'nurse', permission: 'device:manage' }),
      grant({ staff_type: 'paramedic', permission: 'threshold:update' }),
    )
    const { user } = await nurse(signIn.whoAmI, {})
    expect(user.permissions).not.toContain('device:manage')
    expect(user.permissions).toContain('device:read')
    const held = await paramedic(thresholds.get, {})
    await paramedic(thresholds.update, { version: 0, thresholds: held.thresholds, reason: 'allowed now' })
    await change(take({ staff_type: 'paramedic', permission: 'threshold:update' }))
    expect(
      await getErrorName(
        paramedic(thresholds.update, { version: 0, thresholds: held.thresholds, reason: 'no more' }),
      ),
    ).toBe('not-allowed')
  })

  test('is part of the reply at the sign-in', async () => {
    await change(grant({ staff_type: 'nurse', permission: 'threshold:update' }))
    const [type] = (await panel.call(signIn.staffTypes, {})).staff_type.filter(
      ({ en_name }) => en_name === 'Nurse',
    )
    const { user } = await panel.call(signIn.signIn, {
      user_name: 'nurse@demo.hospital',
      type: type?._id ?? '',
      password: 'panel-demo',
    })
    expect(user.permissions).toContain('threshold:update')
  })

  test('gives a forms-only user nothing but the forms, and does not remove the forms', async () => {
    await change(
      grant({ staff_type: 'driver', permission: 'patient:read' }),
      take({ staff_type: 'driver', permission: 'form:use' }),
    )
    const driver = await panel.asNew({ staffType: 'driver', isFormUser: true })
    expect((await driver(signIn.whoAmI, {})).user.permissions).toEqual([
      'form:use',
      'mission:crew',
      'equipment:check',
    ])
    expect(await getErrorName(driver(patients.list, {}))).toBe('not-allowed')
    const other = await panel.asNew({ staffType: 'driver' })
    expect((await other(signIn.whoAmI, {})).user.permissions).toEqual([
      'patient:read',
      'mission:crew',
      'equipment:check',
    ])
  })

  test('of whoever may act on an alarm changes to whom one can be handed over', async () => {
    const paramedic = await panel.asNew({ staffType: 'paramedic' })
    const nurse = await panel.as('nurse')
    const acting = async () => (await nurse(alarms.duties, {})).acting.map(({ type }) => type)
    expect(await acting()).toEqual(['doctor', 'nurse', 'assistant_nurse'])
    await change(
      grant({ staff_type: 'paramedic', permission: 'alarm:act' }),
      take({ staff_type: 'assistant_nurse', permission: 'alarm:act' }),
    )
    expect(await acting()).toEqual(['doctor', 'nurse', 'paramedic'])
    const { acting: types } = await nurse(alarms.duties, {})
    const ids = types.flatMap(({ staff }) => staff.map(({ _id }) => _id))
    expect(ids).toContain(paramedic.session.user_id)
    for (const staff_type of ['doctor', 'nurse', 'paramedic'] as const)
      await change(take({ staff_type, permission: 'alarm:act' }))
    expect((await nurse(alarms.duties, {})).acting).toEqual([])
  })

  test('is in the audit with the earlier value and the reason', async () => {
    await change(take({ staff_type: 'nurse', permission: 'patient:export' }))
    const { rows } = await admin(audit.list, { filterLists: { action: 'permissions.update' } })
    expect(rows[0]?.detail).toEqual({
      changes: [{ staff_type: 'nurse', permission: 'patient:export', from: true, to: false }],
      reason: 'มติคณะกรรมการ',
    })
  })
})

describe('nobody is locked out', () => {
  const ofAdmin = { staff_type: 'admin', permission: 'permission:manage' } as const

  test('when the last users who may manage permissions, or users, would lose that', async () => {
    expect(await getErrorName(change(take(ofAdmin)))).toBe('locks-everyone-out')
    const both = [take(ofAdmin), take({ staff_type: 'admin', permission: 'user:manage' })]
    expect(await getErrorName(change(...both))).toBe('locks-everyone-out')
    expect(await admin(permissionMatrix.get, {})).toMatchObject({ changed: [], version: 0 })
  })

  test('when both would go to a staff type without users who may sign in', async () => {
    const toDrivers = [
      grant({ staff_type: 'driver', permission: 'user:manage' }),
      grant({ staff_type: 'driver', permission: 'permission:manage' }),
      take(ofAdmin),
    ]
    await panel.root
      .updateTable('staff')
      .set({ status: 'blocked' })
      .where('staff_type_id', 'in', (query) =>
        query.selectFrom('staff_types').select('id').where('code', '=', 'driver'),
      )
      .execute()
    await panel.asNew({ staffType: 'driver', isFormUser: true })
    expect(await getErrorName(change(...toDrivers))).toBe('locks-everyone-out')
    await panel.asNew({ staffType: 'driver' })
    expect((await change(...toDrivers)).version).toBe(1)
  })

  test('when the last user who may manage both would be deleted, of whatever staff type', async () => {
    await change(
      grant({ staff_type: 'driver', permission: 'user:manage' }),
      grant({ staff_type: 'driver', permission: 'permission:manage' }),
    )
    await panel.root
      .updateTable('staff')
      .set({ status: 'blocked' })
      .where('staff_type_id', 'in', (query) =>
        query.selectFrom('staff_types').select('id').where('code', '=', 'driver'),
      )
      .execute()
    const driver = await panel.asNew({ staffType: 'driver' })
    await change(take(ofAdmin))
    const driverId = driver.session.user_id
    const { user } = await admin(users.get, { _id: driverId })
    expect(await getErrorName(admin(users.delete, { _id: driverId, version: user.version }))).toBe(
      'last-admin',
    )
    const { user: self } = await driver(users.get, { _id: admin.session.user_id })
    await driver(users.delete, { _id: self._id, version: self.version })
  })

  test('when one removes the last admin while another removes the permission', async () => {
    const second = await panel.asNew({ staffType: 'admin' })
    await change(
      grant({ staff_type: 'nurse', permission: 'user:manage' }),
      grant({ staff_type: 'nurse', permission: 'permission:manage' }),
    )
    const others = panel.root.updateTable('staff').set({ status: 'blocked' })
    await others.where('id', 'not in', [admin.session.user_id, second.session.user_id]).execute()
    const nurse = await panel.asNew({ staffType: 'nurse' })
    const { user } = await admin(users.get, { _id: nurse.session.user_id })
    const results = await Promise.allSettled([
      second(users.delete, { _id: user._id, version: user.version }),
      change(take(ofAdmin)),
    ])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
