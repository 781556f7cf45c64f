import { ambulanceRequests, formRecords } from 'contract'
import { expect, expectAccessible, test } from './fixtures.ts'
import { languages, loadWords, mainLanguage } from './words.ts'

for (const language of languages)
  test(`a crew member asks for an ambulance on a phone, and nothing is lost by a reload (${language})`, async ({
    page,
    signInAs,
  }) => {
    const [words, request, options] = [
      loadWords(language, 'forms'),
      loadWords(language, 'ambulance-request'),
      loadWords(language, 'form-options'),
    ]
    const choose = (text: string) => page.getByText(text, { exact: true }).click()
    const openSection = (name: string) =>
      page
        .getByRole('navigation', { name: words('sections') })
        .getByRole('button', { name })
        .click()
    await page.setViewportSize({ width: 390, height: 844 })
    await signInAs('paramedic', language)
    await page.goto('/app/forms-detail')
    await page.getByRole('button', { name: words('begin'), exact: true }).click()
    await expect(page).toHaveURL(/\/forms-detail\/ambulance-request\/.+/)

    await test.step('what is chosen and typed is there after a reload', async () => {
      await choose(options('request-channel.RADIO'))
      await choose(options('reporter.POLICE'))
      await page.getByLabel(request('field.reporter_phone')).fill('191')
      await page.getByLabel(request('field.reporter_phone')).blur()
      await openSection(request('section.where'))
      await page.getByLabel(request('field.pick_up')).fill('หน้าวัดพระแก้ว')
      await expect(page.getByText(words('saved', { time: '' }).trim())).toBeVisible()
      await page.reload()
      await openSection(request('section.where'))
      await expect(page.getByLabel(request('field.pick_up'))).toHaveValue('หน้าวัดพระแก้ว')
    })

    await test.step('completion says what is missing; then the request gets its number', async () => {
      await page.getByRole('button', { name: words('complete'), exact: true }).click()
      await expect(page.getByRole('alert').getByRole('button').first()).toBeVisible()
      await openSection(request('section.kind'))
      await choose(options('request-kind.DISCHARGE_HOME'))
      await openSection(request('section.where'))
      await page.getByLabel(request('field.destination'), { exact: false }).first().fill('บ้าน')
      await page.locator('[data-answer="needed_at"]').getByRole('button').last().click()
      await openSection(request('section.needs'))
      await choose(options('unit-level.BLS'))
      await choose(options('position.SIT'))
      await choose(options('referral-urgency.N'))
      await page.getByRole('button', { name: words('complete'), exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: /\d{4}-\d{4}/ })).toBeVisible()
      await expect(page.getByText('หน้าวัดพระแก้ว')).toBeVisible()
    })
  })

test('a complete request is a mission on the board, which a dispatcher accepts', async ({
  page,
  signInAs,
  api,
}) => {
  const words = loadWords(mainLanguage, 'missions')
  const doctor = await api('doctor')
  const at = new Date().toISOString()
  const new_id = crypto.randomUUID()
  const answers = {
    received_at: at,
    channel: 'WARD',
    reporter: 'HOSPITAL',
    reporter_phone: '1669',
    kind: 'DISCHARGE_HOME',
    pick_up: 'ตึกอายุรกรรม ชั้น 3',
    destination: 'บ้าน',
    needed_at: at,
    unit_level: 'BLS',
    position: 'SIT',
    urgency: 'N',
  }
  const operations = Object.entries(answers).map(([path, answer]) => ({
    op_id: crypto.randomUUID(),
    path,
    answer,
    at,
    device: 'e2e',
  }))
  const { record } = await doctor(ambulanceRequests.add, { new_id, operations })
  await doctor(formRecords.complete, { _id: new_id, version: record.version })
  await signInAs('doctor', mainLanguage)
  await page.goto('/app/ambulance/missions')
  const card = page.getByRole('article').filter({ hasText: answers.pick_up })
  await expect(card).toBeVisible()
  await expectAccessible(page)
  await card.getByRole('button', { name: words('step.ACCEPTED') }).click()
  await expect(card.getByRole('button', { name: words('step.ASSIGNED') })).toBeVisible()
})
