import { expect, test } from './fixtures.ts'
import { languages, loadWords } from './words.ts'

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
