import type { Page } from '@playwright/test'
import {
  alarms,
  type Client,
  devices,
  type Input,
  ingest,
  patients,
  thresholds,
  triage,
  visits,
} from 'contract'
import { expect, test } from './fixtures.ts'
import { type Language, languages, loadWords, mainLanguage } from './words.ts'

let count = 0
/** Each run uses its own devices and patients, so that journeys on a shared panel do not interfere. */
const number = () => {
  count += 1
  return `${process.pid % 100_000}`.padStart(5, '0') + `${count}`.padStart(3, '0')
}

type Api = (user: 'admin' | 'nurse' | 'doctor') => Promise<Client>

/** A patient on the ward who wears a device, and a way to send its readings. */
async function addWornWatch(api: Api, origin: string, about?: Partial<Input<typeof patients.register>>) {
  const [admin, nurse] = [await api('admin'), await api('nurse')]
  const { key } = await admin(ingest.addSender, { name: `Gateway ${number()}` })
  const patient = await registerPatient(nurse, about)
  const mac = `aaaa${number()}`
  const { device } = await nurse(devices.register, { mac, kind: 'oximeter', name: `Oximeter ${mac}` })
  await nurse(devices.assign, {
    device_id: device._id,
    patient_id: patient._id,
    at: new Date(Date.now() - 60 * 60_000).toISOString(),
  })
  const send = async (agoMs: number, values: Record<string, unknown>) => {
    const reading = { device: mac, measured_at: new Date(Date.now() - agoMs).toISOString(), ...values }
    const response = await fetch(`${origin}${ingest.readings.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sent_at: new Date().toISOString(), readings: [reading] }),
    })
    expect(await response.json()).toMatchObject({ success: true, results: [{ status: 'stored' }] })
  }
  return { patient, device, send, nurse }
}

async function registerPatient(nurse: Client, about: Partial<Input<typeof patients.register>> = {}) {
  const digits = number()
  const letters = Array.from(digits, (digit) => 'กขคงจฉชซฌญ'[Number(digit)]).join('')
  const person: Input<typeof patients.register> = {
    hn: `B-${digits}`,
    title: 'นาย',
    name: `เตียง${letters}`,
    surname: 'ทดสอบ',
    gender: 'male',
    identity_kind: 'none',
    date_of_birth: '1960-05-01',
    is_someone_else: true,
    ...about,
  }
  return (await nurse(patients.register, person)).patient
}

const getWords = (language: Language) => ({
  monitoring: loadWords(language, 'monitoring'),
  alarm: loadWords(language, 'alarms'),
  vital: loadWords(language, 'vital-signs'),
})

const findTile = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })
const findBanner = (page: Page, language: Language) =>
  page.getByRole('region', { name: getWords(language).alarm('banner.name') })

/** Runs in the browser from now until the next toasts close; returns the buttons that they covered at the end. */
function observeToasts(): Promise<string[]> {
  const findCoveredActions = ({ left, right, top, bottom }: DOMRect) => {
    const covered = new Set<string>()
    for (let x = left + 1; x < right; x += 8)
      for (let y = top + 1; y < bottom; y += 4) {
        const action = document
          .elementFromPoint(x, y)
          ?.closest('a[href], button, input, select, textarea, label')
        // A row of a list is a link as a whole, and a click passes through the toast.
        if (action && !action.matches('a[data-row]')) covered.add(action.outerHTML.slice(0, 200))
      }
    return [...covered]
  }
  return new Promise((resolve) => {
    let covered: string[] | undefined
    const look = () => {
      const toasts = [...document.querySelectorAll<HTMLElement>('.mantine-Notification-root')]
      const standing = toasts.filter(({ style }) => style.maxHeight !== '0px')
      if (standing.length > 0)
        covered = standing.flatMap((toast) => findCoveredActions(toast.getBoundingClientRect()))
      else if (covered) return resolve(covered)
      lookAtNextPainting()
    }
    // A task of its own comes after all that happens in a frame.
    const lookAtNextPainting = () => requestAnimationFrame(() => setTimeout(look))
    look()
  })
}

/** What stands in the alarm's line, but above or below the banner of the record that it is part of. */
function findPartsOutside(line: Element): string[] {
  const banner = line.closest('section')?.getBoundingClientRect() ?? new DOMRect()
  const parts = [...line.children].map((part) => ({
    text: part.textContent,
    box: part.getBoundingClientRect(),
  }))
  return parts
    .filter(({ box }) => box.top < banner.top - 0.5 || box.bottom > banner.bottom + 0.5)
    .map(({ text }) => text)
}

function findLowerEdge(element: Element): number {
  return element.getBoundingClientRect().bottom
}

/** Whether a text is drawn, and no box around it cuts it off. */
function isShownWhole(element: Element): boolean {
  const text = document.createRange()
  text.selectNodeContents(element)
  const { left, right, width } = text.getBoundingClientRect()
  for (let around: Element | null = element; around; around = around.parentElement) {
    const box = around.getBoundingClientRect()
    const { overflowX, display } = getComputedStyle(around)
    const cuts = overflowX !== 'visible' && display !== 'inline' && display !== 'contents'
    if (cuts && (left < box.left - 1 || right > box.right + 1)) return false
  }
  return width > 1
}

async function triagePatient(nurse: Client, patient_id: string) {
  const arrival = { kind: 'ER', source: 1, mode: 'STRETCHER', complaint: 'หอบเหนื่อย' } as const
  const { visit } = await nurse(visits.arrive, { patient_id, ...arrival })
  await nurse(triage.record, {
    patient_id,
    visit_id: visit._id,
    decision: {
      values: { consciousness: 'A' },
      level: 'RED',
      zone: 'RESUS',
      override: 'LOOKS_WORSE',
    },
  })
}

for (const language of languages) {
  test.describe(`bedside (${language})`, () => {
    test('a reading appears, worsens, alarms, is acknowledged, and recovers', async ({
      page,
      signInAs,
      api,
      origin,
    }) => {
      const { alarm, vital } = getWords(language)
      const { patient, send } = await addWornWatch(api, origin)
      await signInAs('nurse', language)
      await page.goto('/app/monitoring')

      await test.step('its value appears on the wall without a reload', async () => {
        await expect(findTile(page, patient.name)).toBeVisible()
        await send(2_000, { kind: 'spo2', spo2: 97, pulse: 72 })
        await expect(findTile(page, patient.name).getByText('97', { exact: true })).toBeVisible()
      })

      await test.step('a value beyond the critical limit raises an alarm on every screen', async () => {
        await send(1_000, { kind: 'spo2', spo2: 86, pulse: 72 })
        await expect(findTile(page, patient.name)).toContainText(vital('spo2.low'))
        await page.goto('/app/patient-list')
        await expect(findBanner(page, language)).toContainText(patient.name)
      })

      await test.step('one click acknowledges it', async () => {
        await findBanner(page, language)
          .getByRole('button', { name: alarm('act.acknowledge') })
          .click()
        await expect(findBanner(page, language)).toBeHidden()
      })

      await test.step('once recovered and acknowledged, it is cleared', async () => {
        await send(0, { kind: 'spo2', spo2: 96, pulse: 72 })
        const nurse = await api('nurse')
        await expect
          .poll(async () => (await nurse(alarms.list, { patient_id: patient._id })).rows[0]?.state)
          .toBe('cleared')
      })
    })

    test('a fall alarms at once and is resolved with its outcome', async ({
      page,
      signInAs,
      api,
      origin,
    }) => {
      const { alarm } = getWords(language)
      const { patient, send } = await addWornWatch(api, origin)
      await signInAs('nurse', language)
      await page.goto('/app/patient-list')
      await send(1_000, { kind: 'fall' })
      const banner = findBanner(page, language)
      await expect(banner).toContainText(alarm('rule.fall'))
      await banner.getByRole('button').first().click()
      const card = page.getByRole('dialog').getByRole('article').filter({ hasText: patient.name })
      await card.getByRole('button', { name: alarm('act.more') }).click()
      await card.getByRole('menuitem', { name: alarm('act.close') }).click()
      const close = card.getByRole('button', { name: alarm('act.close'), exact: true })
      await close.click()
      await expect(card).toContainText(loadWords(language, 'validation')('field-required'))
      await card.getByText(alarm('outcome.no-harm'), { exact: true }).click()
      // While the pointer is on the list, resolved alarms keep their place in it.
      await page.mouse.move(0, 0)
      await close.press('Enter')
      await expect(card).toBeHidden()
      const nurse = await api('nurse')
      const { rows } = await nurse(alarms.list, { patient_id: patient._id })
      expect(rows).toMatchObject([{ rule: 'fall', state: 'cleared', outcome: 'no-harm' }])
    })

    test('a toast never covers the alarm banner, nor blocks a click on a button', async ({
      page,
      signInAs,
      api,
      origin,
    }) => {
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      const { alarm } = getWords(language)
      const { send } = await addWornWatch(api, origin)
      const other = await addWornWatch(api, origin)
      await signInAs('nurse', language)
      await page.goto('/app/patient-list')
      await send(2_000, { kind: 'sos' })
      const banner = findBanner(page, language)
      const acknowledge = banner.getByRole('button', { name: alarm('act.acknowledge') })
      await expect(acknowledge).toBeEnabled()
      await acknowledge.click()
      const toast = page.locator('.mantine-Notification-root').first()
      await expect(toast).toBeVisible()
      await other.send(1_000, { kind: 'sos' })
      await expect(banner).toContainText(other.patient.name)
      const overlap = await page.evaluate(() => {
        const boxes = [...document.querySelectorAll('.mantine-Notification-root')].map((one) => ({
          box: one.getBoundingClientRect(),
          passes: getComputedStyle(one).pointerEvents === 'none',
        }))
        const banner = document.querySelector('[data-alarm-banner]')?.getBoundingClientRect()
        return {
          covers: boxes.some(
            ({ box }) => banner !== undefined && box.top < banner.bottom && box.bottom > banner.top,
          ),
          stops: boxes.some(({ passes }) => !passes),
        }
      })
      expect(overlap).toEqual({ covers: false, stops: false })
      await acknowledge.click()
      await expect(banner).toBeHidden()
    })

    test('on a phone a toast covers no button, with a sheet open or without', async ({
      page,
      signInAs,
      api,
      origin,
    }) => {
      const { alarm } = getWords(language)
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      await page.setViewportSize({ width: 390, height: 844 })
      const people = [await addWornWatch(api, origin), await addWornWatch(api, origin)]
      for (const { send } of people) await send(2_000, { kind: 'sos' })
      await signInAs('nurse', language)
      await page.goto('/app/patient-list')
      await findBanner(page, language).getByRole('button').first().click()
      // Its lower edge is that of the screen.
      const sheet = page.getByRole('dialog')
      await expect
        .poll(() => sheet.evaluate((one) => innerHeight - one.getBoundingClientRect().bottom))
        .toBe(0)
      for (const { patient } of people) {
        const card = page.getByRole('dialog').getByRole('article').filter({ hasText: patient.name })
        const acknowledge = card.getByRole('button', { name: alarm('act.acknowledge') })
        const covered = page.evaluate(observeToasts)
        await acknowledge.click()
        expect(await covered).toEqual([])
        await expect(acknowledge).toBeHidden()
      }
      await page.keyboard.press('Escape')
      await people[0]?.send(1_000, { kind: 'sos' })
      const banner = findBanner(page, language)
      const covered = page.evaluate(observeToasts)
      await banner.getByRole('button', { name: alarm('act.acknowledge') }).click()
      expect(await covered).toEqual([])
    })

    test('what stands above a record leaves the newest values on the first screen, also during two alarms', async ({
      page,
      signInAs,
      api,
      origin,
    }) => {
      const { alarm } = getWords(language)
      const born = `${new Date().getFullYear() - 66}-01-01`
      const level = loadWords(language, 'ui')('triage.RED')
      const age = loadWords(language, 'ui')('age.years_other', { count: '66' })
      const { patient, send, nurse } = await addWornWatch(api, origin, {
        date_of_birth: born,
        allergies: [{ kind: 'drug', substance: 'Penicillin', severity: 'severe' }],
      })
      const other = await addWornWatch(api, origin)
      await triagePatient(nurse, patient._id)
      await other.send(2_000, { kind: 'sos' })
      await send(1_000, { kind: 'spo2', spo2: 86, pulse: 72 })
      await signInAs('nurse', language)
      for (const { width, height, limit } of [
        { width: 390, height: 844, limit: 180 },
        { width: 768, height: 1024, limit: 192 },
        { width: 990, height: 768, limit: 192 },
        { width: 1024, height: 768, limit: 160 },
      ]) {
        await page.setViewportSize({ width, height })
        await page.goto(`/app/patients/${patient._id}`)
        const line = page.getByRole('group', { name: alarm('banner.name') })
        await expect(line).toContainText('86 %')
        await expect(page.locator('[data-record-head]')).toContainText('Penicillin')
        await expect(findBanner(page, language)).not.toContainText(patient.name)
        const acknowledge = line.getByRole('button', { name: alarm('act.acknowledge') })
        await expect(acknowledge).toBeInViewport({ ratio: 1 })
        // The parts of the head find their places once its font is there.
        await page.evaluate(() => document.fonts.ready.then(() => undefined))
        await expect.poll(() => line.evaluate(findPartsOutside)).toEqual([])
        const record = page.locator('[data-record-head]')
        await expect.poll(() => record.evaluate(findLowerEdge), String(width)).toBeLessThanOrEqual(limit)
        const head = await record.boundingBox()
        const name = record.getByText(patient.name)
        const { y, width: room } = (await name.boundingBox()) ?? { y: Number.NaN, width: 0 }
        // Its room for tone marks may reach over the edge.
        const padding = await name.evaluate((element) =>
          Number.parseFloat(getComputedStyle(element).paddingTop),
        )
        expect(y + padding).toBeGreaterThanOrEqual(head?.y ?? Number.NaN)
        expect(room).toBeGreaterThan(88)
        // Who it is, how old and how urgent is told whole, also beside an alarm.
        for (const fact of [
          record.getByText(patient.hn),
          record.getByText(age),
          record.getByText(level, { exact: true }),
        ])
          await expect.poll(() => fact.evaluate(isShownWhole), String(width)).toBe(true)
        await expect.poll(() => line.getByText('86 %').evaluate(isShownWhole)).toBe(true)
        const newest = page.getByRole('main').getByText('86', { exact: true }).first()
        await expect(newest).toBeInViewport({ ratio: 1 })
      }
      await page.setViewportSize({ width: 390, height: 844 })
      await findBanner(page, language)
        .getByRole('button', { name: alarm('act.acknowledge') })
        .click()
      await expect(findBanner(page, language)).toBeHidden()
      const head = page.locator('[data-record-head]')
      await expect.poll(() => head.getByText('Penicillin').evaluate(isShownWhole)).toBe(true)
      // The screen takes the place of the banner once it has measured that it is gone.
      await expect.poll(() => head.evaluate(findLowerEdge)).toBeLessThanOrEqual(180)
      for (const { _id, severity, state } of (await nurse(alarms.open, {})).alarms)
        if (state === 'active') await nurse(alarms.acknowledge, { _id, severity })
    })
  })
}

test.describe('bedside', () => {
  const language = mainLanguage
  test('a wall in full screen shows one page after the other, and turns to a critical alarm at once', async ({
    page,
    signInAs,
    api,
    origin,
  }) => {
    const { alarm, monitoring } = getWords(language)
    const { patient, send } = await addWornWatch(api, origin)
    await signInAs('nurse', language)
    await page.setViewportSize({ width: 1024, height: 480 })
    await page.goto('/app/monitoring')
    await expect(findTile(page, patient.name)).toBeVisible()
    await page.getByRole('button', { name: loadWords(language, 'ui')('full-screen') }).click()
    const pages = page.getByRole('navigation', { name: monitoring('pages.name') })
    await pages.getByRole('button', { name: monitoring('pages.pause') }).click()
    // The patient is on no ward, so on the last page: from the first, the pages would take minutes to turn to it.
    const on = pages.getByRole('button', { name: monitoring('pages.on') })
    while (!(await findTile(page, patient.name).isVisible())) await on.click()
    await on.click()
    await pages.getByRole('button', { name: monitoring('pages.play') }).click()
    await send(1_000, { kind: 'fall' })
    await expect(findTile(page, patient.name)).toContainText(alarm('rule.fall'))
    const nurse = await api('nurse')
    const { alarms: open } = await nurse(alarms.open, {})
    const fall = open.find((one) => one.patient?._id === patient._id)
    await nurse(alarms.clear, { _id: fall?._id ?? '', outcome: 'no-harm' })
  })

  test('a tile that changes its place moves there before the eye', async ({
    page,
    signInAs,
    api,
    origin,
  }) => {
    const { patient, send, nurse } = await addWornWatch(api, origin)
    await signInAs('nurse', language)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.addInitScript(() => {
      const look = () => {
        const isMoving = document
          .getAnimations()
          .some(({ effect }) => effect instanceof KeyframeEffect && effect.target instanceof HTMLLIElement)
        if (isMoving) document.documentElement.dataset['moved'] = ''
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    await page.goto('/app/monitoring?sort=severity')
    await expect(findTile(page, patient.name)).toBeVisible()
    await expect(page.locator('html[data-moved]')).toHaveCount(0)
    await send(1_000, { kind: 'fall' })
    await expect(page.locator('html[data-moved]')).toHaveCount(1)
    const { alarms: open } = await nurse(alarms.open, {})
    const fall = open.find((one) => one.patient?._id === patient._id)
    await nurse(alarms.clear, { _id: fall?._id ?? '', outcome: 'no-harm' })
  })

  test('an alarm of a patient on no ward that nobody acts on escalates to everybody who may act on alarms', async ({
    page,
    signInAs,
    api,
    origin,
  }) => {
    test.slow()
    const { alarm } = getWords(language)
    const admin = await api('admin')
    const { thresholds: set, version } = await admin(thresholds.get, {})
    const soon = { ...set, times: { ...set.times, escalate_high_seconds: 15 } }
    const changed = await admin(thresholds.update, { version, thresholds: soon, reason: 'journey' })
    const { patient, send } = await addWornWatch(api, origin)
    await signInAs('doctor', language)
    await page.goto('/app/patient-list')
    await send(0, { kind: 'spo2', spo2: 84, pulse: 72 })
    await expect(findBanner(page, language)).toBeVisible()
    const doctor = await api('doctor')
    const open = async () =>
      (await doctor(alarms.open, {})).alarms.find((one) => one.patient?._id === patient._id)
    await expect
      .poll(async () => (await open())?.level, { timeout: 90_000, intervals: [2_000] })
      .toBe('everybody')
    await findBanner(page, language).getByRole('button').first().click()
    await expect(page.getByRole('article').filter({ hasText: patient.name })).toContainText(
      alarm('level.everybody'),
    )
    await doctor(alarms.acknowledge, { _id: (await open())?._id ?? '', severity: 'high' })
    // In other journeys an alarm stays with its ward while they look at it.
    await admin(thresholds.update, { version: changed.version, thresholds: set, reason: 'journey' })
  })

  test('what a device measured before it changed hands stays with the patient it measured', async ({
    page,
    signInAs,
    api,
    origin,
  }) => {
    const { patient, device, send, nurse } = await addWornWatch(api, origin)
    const next = await registerPatient(nurse)
    await nurse(devices.assign, {
      device_id: device._id,
      patient_id: next._id,
      at: new Date(Date.now() - 10 * 60_000).toISOString(),
    })
    await send(20 * 60_000, { kind: 'spo2', spo2: 91, pulse: 111 })
    await send(5 * 60_000, { kind: 'spo2', spo2: 98, pulse: 66 })
    await signInAs('nurse', language)
    await page.goto(`/app/patients/${patient._id}/vital-signs?tab=spo2`)
    await expect(page.getByRole('cell', { name: /^91\b/ }).first()).toBeVisible()
    await expect(page.getByRole('cell', { name: /^98\b/ })).toHaveCount(0)
    await page.goto(`/app/patients/${next._id}/vital-signs?tab=spo2`)
    await expect(page.getByRole('cell', { name: /^98\b/ }).first()).toBeVisible()
    await expect(page.getByRole('cell', { name: /^91\b/ })).toHaveCount(0)
  })

  test('more tabs than a browser has connections receive an alarm, and each loads its data', async ({
    page,
    context,
    signInAs,
    api,
    origin,
  }) => {
    test.slow()
    const { patient, send } = await addWornWatch(api, origin)
    await signInAs('nurse', language)
    await page.goto('/app/patient-list')
    const tabs = [page]
    for (let tab = 1; tab < 7; tab++) {
      const next = await context.newPage()
      await next.goto('/app/monitoring')
      await expect(findTile(next, patient.name)).toBeVisible()
      tabs.push(next)
    }
    await send(0, { kind: 'spo2', spo2: 85, pulse: 72 })
    for (const tab of tabs) await expect(findBanner(tab, language)).toBeVisible()
    const { alarm } = getWords(language)
    await findBanner(page, language)
      .getByRole('button', { name: alarm('act.acknowledge') })
      .click()
    for (const tab of tabs) await expect(findBanner(tab, language)).toBeHidden()
  })

  test('a lost connection is shown, and what was missed appears after reconnecting', async ({
    page,
    context,
    signInAs,
    api,
    origin,
  }) => {
    const { monitoring } = getWords(language)
    const { patient, send } = await addWornWatch(api, origin)
    await signInAs('nurse', language)
    await page.goto('/app/monitoring')
    const tile = findTile(page, patient.name)
    await send(3_000, { kind: 'spo2', spo2: 97, pulse: 71 })
    await expect(tile.getByText('97', { exact: true })).toBeVisible()
    await context.setOffline(true)
    const lost = monitoring('lost-since').split('{{time}}')[0] ?? ''
    await expect(page.getByText(lost.trim()).first()).toBeVisible()
    await send(2_000, { kind: 'spo2', spo2: 95, pulse: 73 })
    await context.setOffline(false)
    await expect(tile.getByText('95', { exact: true })).toBeVisible()
    await expect(page.getByText(lost.trim())).toHaveCount(0)
  })
})
