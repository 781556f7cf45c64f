import { alarms, groups, patients, signIn } from 'contract'
import { expect, expectAccessible, expectDrawn, test } from './fixtures.ts'

test.describe.configure({ mode: 'serial' })

const looks = [
  { language: 'en', width: 1440 },
  { language: 'th', width: 390 },
] as const

test('break-glass in an emergency: the reason, the record, and the admin who is notified', async ({
  page,
  api,
  signInAs,
}) => {
  const admin = await api('admin')
  const nurse = await api('nurse')
  const { rows } = await admin(patients.list, { number_of_rec: 100 })
  const placed = rows.find(({ ward }) => ward !== null)
  const { wards } = await admin(alarms.duties, {})
  const other = wards.find(({ ward }) => ward._id !== placed?.ward?._id)
  const { user } = await nurse(signIn.whoAmI, {})
  const { group } = await admin(groups.save, {
    name: 'Another ward',
    ward_ids: [other?.ward._id ?? ''],
    member_ids: [user._id],
  })
  await signInAs('nurse')

  await test.step('the closed record says what opens it', async () => {
    await page.goto(`/app/patients/${placed?._id}/information`)
    await expect(page.getByRole('heading', { name: 'Outside your wards' })).toBeVisible()
    await expect(page.getByText(`HN ${placed?.hn}`)).toBeVisible()
    await expectDrawn(page)
    await expect(page.getByRole('textbox', { name: /^Reason/ })).toBeFocused()
    await expectAccessible(page)
  })

  await test.step('one reason field and Enter open it', async () => {
    await page.keyboard.type('Called to a cardiac arrest')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: /opened by exception until/ })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Patient', exact: true })).toBeVisible()
    await expectAccessible(page)
  })

  await admin(groups.delete, { _id: group._id, version: group.version })
})

for (const { language, width } of looks) {
  test(`a system admin manages the hospital and its permissions (${language}, ${width} px)`, async ({
    page,
    signInAs,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await signInAs('admin', language)
    const words =
      language === 'en'
        ? { edit: 'Edit', opened: /Opened by exception/ }
        : { edit: 'แก้ไข', opened: /เปิดกรณีฉุกเฉิน/ }
    await page.goto('/app/permissions')
    await page.getByRole('button', { name: words.edit, exact: true }).click()
    await expect(page.getByRole('checkbox').first()).toBeVisible()
    await page.getByRole('checkbox').nth(1).click()
    await expectAccessible(page)
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(isWide).toBe(false)
    await page.getByRole('tab', { name: words.opened }).click()
    await expect(page.getByText('Called to a cardiac arrest')).toBeVisible()
    await expectAccessible(page)
  })
}
