import type { Page } from '@playwright/test'
import { type Client, devices, patients, readings } from 'contract'
import { clearPatientAlarms, expect, expectDrawn, test } from './fixtures.ts'
import { languages, loadWords } from './words.ts'

/** Counts the clicks of a mouse or a finger in all documents of a page; keys are not clicks. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const key = 'clicks-of-test'
    addEventListener(
      'click',
      ({ detail }) => {
        if (detail > 0) sessionStorage.setItem(key, String(Number(sessionStorage.getItem(key)) + 1))
      },
      { capture: true },
    )
  })
  return () => page.evaluate(() => Number(sessionStorage.getItem('clicks-of-test')))
}

async function register(nurse: Client) {
  const { patient } = await nurse(patients.register, {
    hn: `K-${crypto.randomUUID().slice(0, 8)}`,
    title: 'นาง',
    name: 'นับคลิก',
    surname: 'ทดสอบ',
    gender: 'female',
    identity_kind: 'none',
    date_of_birth: '1961-02-03',
    is_someone_else: true,
  })
  return patient
}

for (const language of languages) {
  test.describe(`clicks (${language})`, () => {
    const search = loadWords(language, 'search')
    const reading = loadWords(language, 'readings')
    const alarm = loadWords(language, 'alarms')
    const device = loadWords(language, 'devices')

    /** Tells a patient on the board with one click and some keys. */
    async function findPatient(page: Page, hn: string) {
      await page
        .getByRole('banner')
        .getByRole('button', { name: search('title') })
        .click()
      const dialog = page.getByRole('dialog', { name: search('title') })
      await expect(dialog.getByRole('combobox')).toBeFocused()
      await page.keyboard.type(hn)
      await expect(dialog.getByRole('option', { selected: true })).toContainText(hn)
      await page.keyboard.press('Enter')
      await expect(page.locator('[data-record-head]')).toContainText(hn)
      // A click on what still moves is made again, and counts twice.
      await expectDrawn(page)
    }

    test('a pressure is charted by two clicks after the search, with the newest values in sight before', async ({
      page,
      signInAs,
      api,
    }) => {
      const nurse = await api('nurse')
      const patient = await register(nurse)
      const measured_at = new Date(Date.now() - 3_600_000).toISOString()
      await nurse(readings.record, {
        patient_id: patient._id,
        readings: [{ kind: 'blood_pressure', measured_at, systolic: 127, diastolic: 79 }],
      })
      const count = await countClicks(page)
      await signInAs('nurse', language)
      await page.goto('/app/devices')
      await findPatient(page, patient.hn)
      await expect(page.getByRole('main').getByText('127/79').first()).toBeInViewport()
      const searched = await count()
      expect(searched).toBe(1)
      await page.getByRole('button', { name: reading('record') }).click()
      const form = page.getByRole('dialog', { name: new RegExp(reading('record')) })
      await expect(form.locator('[data-autofocus]')).toBeFocused()
      await page.keyboard.type('124')
      await page.keyboard.press('Tab')
      await page.keyboard.type('76')
      await form.getByRole('button', { name: reading('form.save'), exact: true }).click()
      await expect(form).toBeHidden()
      await expect(page.getByRole('main').getByText('124/76').first()).toBeInViewport()
      expect(await count()).toBe(searched + 2)
    })

    test('an alarm is acknowledged by one click', async ({ page, signInAs, api }) => {
      const nurse = await api('nurse')
      // Only the most urgent alarm is in the banner.
      await clearPatientAlarms(nurse)
      const patient = await register(nurse)
      const count = await countClicks(page)
      await signInAs('nurse', language)
      await page.goto('/app/devices')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const measured_at = new Date().toISOString()
      await nurse(readings.record, {
        patient_id: patient._id,
        readings: [{ kind: 'spo2', measured_at, spo2: 86 }],
      })
      const banner = page.getByRole('region', { name: alarm('banner.name') })
      await expect(banner).toContainText(patient.name)
      await banner.getByRole('button', { name: alarm('act.acknowledge') }).click()
      await expect(banner).toBeHidden()
      expect(await count()).toBe(1)
      await clearPatientAlarms(nurse)
    })

    test('a device is given by three clicks, the search among them', async ({ page, signInAs, api }) => {
      const nurse = await api('nurse')
      const patient = await register(nurse)
      const name = `Oximeter ${crypto.randomUUID().slice(0, 8)}`
      await nurse(devices.register, { mac: `bb${crypto.randomUUID().slice(-10)}`, kind: 'oximeter', name })
      const count = await countClicks(page)
      await signInAs('nurse', language)
      await page.goto('/app/devices')
      await findPatient(page, patient.hn)
      await page.getByRole('button', { name: device('give-device') }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('searchbox')).toBeFocused()
      await page.keyboard.type(name)
      await dialog.getByRole('button', { name: device('give-of', { device: name }) }).click()
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('main').getByText(name, { exact: true })).toBeVisible()
      expect(await count()).toBe(3)
    })
  })
}
