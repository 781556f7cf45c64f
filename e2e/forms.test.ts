import { expect, expectAccessible, planTransport, requestAmbulance, test } from './fixtures.ts'
import { createNoisePicture } from './noise-picture.ts'
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
    await page
      .getByRole('button', { name: words('begin'), exact: true })
      .first()
      .click()
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
      await page.getByLabel(request('field.patient_count'), { exact: false }).fill('1')
      await openSection(request('section.where'))
      await page.getByLabel(request('field.destination'), { exact: false }).first().fill('บ้าน')
      await page.locator('[data-answer="needed_at"]').getByRole('button').last().click()
      await openSection(request('section.patient'))
      await page
        .getByRole('radiogroup', { name: request('field.is_patient_unknown') })
        .getByText(words('yes'), { exact: true })
        .click()
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
  const answers = { ...planTransport(), pick_up: 'ตึกอายุรกรรม ชั้น 3' }
  await requestAmbulance(doctor, answers)
  await signInAs('doctor', mainLanguage)
  await page.goto('/app/ambulance/missions')
  const card = page.getByRole('article').filter({ hasText: answers.pick_up })
  await expect(card).toBeVisible()
  await expectAccessible(page)
  await card.getByRole('button', { name: words('step.ACCEPTED') }).click()
  await expect(card.getByRole('button', { name: words('step.ASSIGNED') })).toBeVisible()
})

test('a photo of 5 MB is made small before it is sent, and the receiver signs with a finger', async ({
  page,
  signInAs,
}) => {
  const [words, request] = [loadWords(mainLanguage, 'forms'), loadWords(mainLanguage, 'ambulance-request')]
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs('paramedic', mainLanguage)
  await page.goto('/app/forms-detail')
  await page
    .getByRole('button', { name: words('begin'), exact: true })
    .first()
    .click()
  const paths: string[] = []
  page.on('request', (asked) => paths.push(new URL(asked.url()).pathname))
  await page.getByLabel(request('field.radio_code')).fill('A1')

  await test.step('what was typed is sent before the photo', async () => {
    await page.getByLabel(words('photo.caption')).fill('ECG')
    const buffer = createNoisePicture(1_300)
    expect(buffer.length).toBeGreaterThan(5_000_000)
    const sending = page.waitForRequest(/apply_form_part/)
    await page.locator('input[type="file"]').setInputFiles({ name: 'ecg.png', mimeType: 'image/png', buffer })
    const sent = await sending
    expect(sent.postDataBuffer()?.length ?? 0).toBeLessThan(160_000)
    const typed = paths.findIndex((path) => path.includes('apply_form_operations'))
    expect(typed).toBeGreaterThanOrEqual(0)
    expect(typed).toBeLessThan(paths.findIndex((path) => path.includes('apply_form_part')))
    await page.getByRole('button', { name: words('photo.open', { caption: 'ECG' }) }).click()
    await expect(page.getByRole('dialog').getByRole('img', { name: 'ECG' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a drawn signature is shown with what it holds', async () => {
    await page.getByRole('button', { name: words('sign'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words('signer')).fill('พย. สมใจ')
    const pad = dialog.getByRole('img', { name: words('sign-here') })
    const box = await pad.boundingBox()
    if (!box) throw new Error('there is no field to sign in')
    await page.mouse.move(box.x + 20, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + 120, box.y + 60, { steps: 5 })
    await page.mouse.up()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: words('sign'), exact: true }).click()
    await expect(page.getByRole('img', { name: 'พย. สมใจ' })).toBeVisible()
    await expect(page.getByText(words('signed-holds'))).toBeVisible()
  })
})
