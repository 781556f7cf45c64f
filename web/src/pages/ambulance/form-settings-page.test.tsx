import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  type Client,
  computePermissions,
  findListDigest,
  formSettings,
  releasedFormSettings,
  type SessionToken,
} from 'contract'
import { beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { FormSettingsPage } from './form-settings-page.tsx'

const { panel } = usePanel()
let admin: Client & { session: SessionToken }

beforeEach(async () => {
  localStorage.clear()
  admin = await panel().as('admin')
  const { user_id: _id, server_token } = admin.session
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('admin', false)] })
})

test('an admin sets what is needed and offered, and who approved the drug list; a mistake is named', async () => {
  await show(
    <SignedIn>
      <FormSettingsPage />
    </SignedIn>,
  )
  const landmark = await screen.findByRole('checkbox', { name: 'Landmark' })
  await userEvent.click(landmark)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Pick-up place/ }).disabled).toBe(true)
  await userEvent.click(screen.getByText(/^Options of Position: 3 of 3 offered/))
  await userEvent.click(
    within(screen.getByRole('group', { name: 'Options of Position' })).getByRole('checkbox', {
      name: 'Over 120 kg',
    }),
  )
  await userEvent.click(screen.getByRole('checkbox', { name: 'The medical director approved the drug list' }))
  await userEvent.type(screen.getByRole('textbox', { name: /^Why it is changed/ }), 'ทดสอบ')
  await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  expect(await screen.findByText('Name is required')).toBeDefined()
  await userEvent.type(screen.getByRole('textbox', { name: /^Medical director/ }), 'นพ. ก')
  await userEvent.type(screen.getByRole('textbox', { name: /^Licence/ }), 'ว.123')
  await userEvent.type(screen.getByRole('textbox', { name: /^Approved on/ }), '01/11/2026')
  await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  expect(await screen.findByText('ทดสอบ', { selector: 'p' })).toBeDefined()
  expect((await admin(formSettings.get, {})).settings).toEqual({
    needed: { 'ambulance-request': ['landmark'] },
    not_offered: { position: ['BARIATRIC'] },
    own_options: {},
    drug_list: {
      approved_by: 'นพ. ก',
      licence: 'ว.123',
      approved_on: '2026-11-01',
      of: findListDigest('drug_list', releasedFormSettings),
    },
    transport_plans: {},
    plans_approval: null,
    hospitals: [],
    drugs: {},
  })
})

test('the hospitals that forms offer are pasted as rows, and a wrong row is named', async () => {
  const { version, settings } = await admin(formSettings.get, {})
  await show(
    <SignedIn>
      <FormSettingsPage />
    </SignedIn>,
  )
  const lines = await screen.findByRole('textbox', { name: 'Hospitals that the forms offer' })
  await userEvent.click(lines)
  await userEvent.paste('10671\tรพ. อุดรธานี\n10671 รพ. เลย\n')
  await userEvent.type(screen.getByRole('textbox', { name: /^Why it is changed/ }), 'เพิ่มรายชื่อ')
  await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  expect(await screen.findByText(/^Row 2: Another hospital of the list has this code/)).toBeDefined()
  await userEvent.clear(lines)
  await userEvent.paste('10671\tรพ. อุดรธานี\n10704')
  await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  expect(await screen.findByText(/^Row 2: Name is required/)).toBeDefined()
  await userEvent.type(lines, ' รพ. เลย')
  await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  expect(await screen.findByText('เพิ่มรายชื่อ', { selector: 'p' })).toBeDefined()
  const saved = await admin(formSettings.get, {})
  expect(saved.settings.hospitals).toEqual([
    { code: '10671', name: 'รพ. อุดรธานี' },
    { code: '10704', name: 'รพ. เลย' },
  ])
  await admin(formSettings.update, { version: saved.version, settings, reason: 'คืนค่า' })
  expect(saved.version).toBe(version + 1)
})

test('what the server alone answers cannot be needed', async () => {
  await show(
    <SignedIn>
      <FormSettingsPage />
    </SignedIn>,
  )
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Form' }), 'operation-form')
  expect(await screen.findByRole('checkbox', { name: 'Allergies' })).toBeDefined()
  expect(screen.queryByRole('checkbox', { name: 'Allergies on record' })).toBeNull()
})

test('an approval of the plans lapses when a plan is changed, and is given anew for the version that stands', async () => {
  const approval = { approved_by: 'พญ. ข', licence: 'ว.9', approved_on: '2026-11-01' }
  const of = findListDigest('plans_approval', releasedFormSettings)
  const { version, settings } = await admin(formSettings.get, {})
  await admin(formSettings.update, {
    version,
    settings: { ...settings, plans_approval: { ...approval, of } },
    reason: 'ประชุม',
  })
  await show(
    <SignedIn>
      <FormSettingsPage />
    </SignedIn>,
  )
  const summary = await screen.findByText(/Unstable .* default of the panel/)
  await userEvent.click(summary)
  const plan = within(summary.closest('details') ?? document.body)
  expect(screen.queryByRole('button', { name: 'Approve the present version' })).toBeNull()
  await userEvent.selectOptions(plan.getByRole('combobox', { name: 'EtCO₂' }), '2')
  expect(await screen.findByText(new RegExp(`The approval is of version ${of}`))).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Approve the present version' }))
  const plans = within(screen.getByRole('region', { name: 'Crew and equipment of referrals' }))
  await userEvent.type(plans.getByRole('textbox', { name: /^Approved on/ }), '02/11/2026')
  await userEvent.type(screen.getByRole('textbox', { name: /^Why it is changed/ }), 'แผนใหม่')
  await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  expect(await screen.findByText('แผนใหม่', { selector: 'p' })).toBeDefined()
  const saved = (await admin(formSettings.get, {})).settings
  expect(saved.transport_plans.U?.kit).toContainEqual({ item: 'ETCO2', count: 2 })
  expect(saved.plans_approval).toEqual({
    ...approval,
    approved_on: '2026-11-02',
    of: findListDigest('plans_approval', saved),
  })
})

const showPage = () =>
  show(
    <SignedIn>
      <FormSettingsPage />
    </SignedIn>,
  )
const save = async (reason: string) => {
  const why = screen.getByRole('textbox', { name: /^Why it is changed/ })
  await userEvent.clear(why)
  await userEvent.paste(reason)
  await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
}
const findDose = async (name: string) => within(await screen.findByRole('group', { name }))

test('a hospital changes a strength and limits of a drug, finds them again, and goes back to the default', async () => {
  const first = await showPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Change Atropine' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Strength on the ampoule or pack' }), '1 mg/mL')
  const dose = await findDose('Atropine: Bradycardia · adult')
  await userEvent.type(dose.getByRole('textbox', { name: 'Largest dose (mg)' }), '1.2')
  await userEvent.type(dose.getByRole('textbox', { name: 'Least minutes between doses' }), '5')
  expect(dose.getByText(/: 0\.6–1\.2 mg, at least 5 min apart, at most 3 mg in all/)).toBeDefined()
  expect(dose.getByText(/Default: 1 mg \(0\.6 mg by ampoule\)/)).toBeDefined()
  expect(
    screen.getByText(/^The list to approve is that of this hospital, which has changed: Atropine/),
  ).toBeDefined()
  await save('หลอดยาใหม่')
  expect(await screen.findByText('หลอดยาใหม่', { selector: 'p' })).toBeDefined()
  const saved = await admin(formSettings.get, {})
  expect(saved.settings.drugs).toEqual({
    ATROPINE: {
      strength: '1 mg/mL',
      uses: { BRADYCARDIA: { adult: [{ high: 1.2, every_minutes: 5 }] } },
    },
  })
  first.unmount()
  await showPage()
  expect(await screen.findByText('Atropine 1 mg/mL', { selector: 'strong' })).toBeDefined()
  expect(screen.getByText('changed by this hospital')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Change Atropine' }))
  const again = await findDose('Atropine: Bradycardia · adult')
  expect(again.getByRole<HTMLInputElement>('textbox', { name: 'Largest dose (mg)' }).value).toBe('1.2')
  await userEvent.click(screen.getByRole('button', { name: 'Back to the default: Atropine' }))
  expect(screen.queryByText('changed by this hospital')).toBeNull()
  expect(again.getByRole<HTMLInputElement>('textbox', { name: 'Largest dose (mg)' }).value).toBe('')
  expect(screen.getByText('The list to approve is the default of the panel.')).toBeDefined()
  await save('ใช้ค่าเริ่มต้น')
  expect(await screen.findByText('ใช้ค่าเริ่มต้น', { selector: 'p' })).toBeDefined()
  expect((await admin(formSettings.get, {})).settings.drugs).toEqual({})
})

test('a limit that cannot be meant is named beside its field, with what was typed, also when its drug is closed', async () => {
  await showPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Change Morphine' }))
  const dose = await findDose('Morphine: Pain · adult')
  const largest = () => dose.getByRole<HTMLInputElement>('textbox', { name: 'Largest dose (mg)' })
  await userEvent.type(largest(), '40')
  await userEvent.click(screen.getByRole('button', { name: 'Close Morphine' }))
  await save('ทดสอบ')
  expect(await dose.findByText(/far from the default of the panel/)).toBeDefined()
  expect(largest().value).toBe('40')
  await userEvent.clear(largest())
  await userEvent.type(largest(), '4 มก')
  await save('ทดสอบ')
  expect(await dose.findByText('Please enter a number')).toBeDefined()
  expect(largest().value).toBe('4 มก')
  await userEvent.clear(largest())
  await userEvent.type(largest(), '๖')
  await save('เพิ่มขนาด')
  expect(await screen.findByText('เพิ่มขนาด', { selector: 'p' })).toBeDefined()
  const { version, settings } = await admin(formSettings.get, {})
  expect(settings.drugs).toEqual({ MORPHINE: { uses: { PAIN: { adult: [{ high: 6 }] } } } })
  await admin(formSettings.update, { version, settings: { ...settings, drugs: {} }, reason: 'คืนค่า' })
})

test('an approval of the default list lapses with a changed limit, and holds again without it', async () => {
  const of = findListDigest('drug_list', releasedFormSettings)
  const { version, settings } = await admin(formSettings.get, {})
  const drug_list = { approved_by: 'พญ. ข', licence: 'ว.9', approved_on: '2026-11-01', of }
  await admin(formSettings.update, { version, settings: { ...settings, drug_list }, reason: 'ประชุม' })
  await showPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Change Morphine' }))
  expect(screen.queryByText(/^The approval is of version/)).toBeNull()
  const dose = await findDose('Morphine: Pain · adult')
  await userEvent.type(dose.getByRole('textbox', { name: 'Largest dose (mg)' }), '6')
  expect(screen.getByText(new RegExp(`The approval is of version ${of}`))).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Back to the default: Morphine' }))
  expect(screen.queryByText(/^The approval is of version/)).toBeNull()
  await admin(formSettings.update, { version: version + 1, settings, reason: 'คืนค่า' })
})

test('an option of the hospital is added in both languages, is shown as its own, and can be left out', async () => {
  await showPage()
  const openList = async () => {
    const summary = await screen.findByText(/^Options of Hazards at the scene: /)
    await userEvent.click(summary)
    return within(summary.closest('details') ?? document.body)
  }
  const list = await openList()
  expect(list.queryByRole('textbox')).toBeNull()
  await userEvent.click(list.getByRole('button', { name: 'Add option' }))
  await save('ฤดูฝน')
  expect(await list.findAllByText('Field is required')).toHaveLength(2)
  await userEvent.type(list.getByRole('textbox', { name: /^Option in Thai/ }), 'โคลนถล่ม')
  await userEvent.type(list.getByRole('textbox', { name: /^Option in English/ }), 'fire')
  await save('ฤดูฝน')
  expect(await list.findByText('The list has another option with these words')).toBeDefined()
  await userEvent.clear(list.getByRole('textbox', { name: /^Option in English/ }))
  await userEvent.type(list.getByRole('textbox', { name: /^Option in English/ }), 'Mudslide')
  await save('ฤดูฝน')
  expect(await screen.findByText('ฤดูฝน', { selector: 'p' })).toBeDefined()
  expect((await admin(formSettings.get, {})).settings.own_options).toEqual({
    hazard: [{ name_th: 'โคลนถล่ม', name_en: 'Mudslide' }],
  })
  const again = await openList()
  expect(again.queryByRole('textbox')).toBeNull()
  expect(again.getByText(/: 10 of 10 offered$/)).toBeDefined()
  await userEvent.click(again.getByRole('checkbox', { name: "Mudslide (hospital's own)" }))
  await userEvent.click(again.getByRole('button', { name: 'Add option' }))
  await userEvent.click(again.getByRole('button', { name: 'Remove' }))
  await save('พ้นฤดูฝน')
  expect(await screen.findByText('พ้นฤดูฝน', { selector: 'p' })).toBeDefined()
  expect((await admin(formSettings.get, {})).settings).toMatchObject({
    not_offered: { hazard: ['H1'] },
    own_options: { hazard: [{ name_en: 'Mudslide' }] },
  })
})

test('what two people add at once is saved one after the other, and a list with rules takes no options', async () => {
  await showPage()
  const closed =
    (await screen.findByText(/^Options of Kind of request: /)).closest('details') ?? document.body
  await userEvent.click(within(closed).getByText(/^Options of Kind of request: /))
  expect(within(closed).queryByRole('button', { name: 'Add option' })).toBeNull()
  const summary = screen.getByText(/^Options of Channel: /)
  await userEvent.click(summary)
  const list = within(summary.closest('details') ?? document.body)
  await userEvent.click(list.getByRole('button', { name: 'Add option' }))
  await userEvent.type(list.getByRole('textbox', { name: /^Option in Thai/ }), 'แอปหมู่บ้าน')
  await userEvent.type(list.getByRole('textbox', { name: /^Option in English/ }), 'Village app')
  const { version, settings } = await admin(formSettings.get, {})
  const theirs = { name_th: 'กล้องวงจรปิด', name_en: 'CCTV' }
  await admin(formSettings.update, {
    version,
    settings: { ...settings, own_options: { ...settings.own_options, 'request-channel': [theirs] } },
    reason: 'เพิ่มกล้อง',
  })
  await save('เพิ่มแอป')
  expect(await list.findByRole('checkbox', { name: "CCTV (hospital's own)" })).toBeDefined()
  await save('เพิ่มแอป')
  expect(await screen.findByText('เพิ่มแอป', { selector: 'p' })).toBeDefined()
  expect((await admin(formSettings.get, {})).settings.own_options['request-channel']).toEqual([
    theirs,
    { name_th: 'แอปหมู่บ้าน', name_en: 'Village app' },
  ])
})
