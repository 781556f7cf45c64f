import type { Page } from '@playwright/test'
import { type Client, erBoard, monitoring, opd, readings, triage, visits } from 'contract'
import { clearPatientAlarms, expect, registerPatient, test } from './fixtures.ts'
import { type Language, languages, loadWords } from './words.ts'

/** What of the board that fills the screen is cut, stands outside, or has to be scrolled to. */
function findCut(): string[] {
  const screen = document.fullscreenElement
  if (!screen) return ['the board does not fill the screen']
  const cut: string[] = []
  const name = (element: Element) => (element.textContent ?? '').slice(0, 80)
  const isShown = ({ width, height }: DOMRect) => width > 1 && height > 1
  for (const element of [screen, ...screen.querySelectorAll('*')]) {
    // Such as the track of a switch.
    if (!element.textContent) continue
    const { overflowX, overflowY, webkitLineClamp, textOverflow } = getComputedStyle(element)
    // What shortens a text says so with an ellipsis.
    const isShortened = webkitLineClamp !== 'none' || textOverflow === 'ellipsis'
    const hides = overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1
    const hidesAside = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
    if ((hides || hidesAside) && !isShortened && isShown(element.getBoundingClientRect()))
      cut.push(`cut: ${name(element)}`)
  }
  for (const card of screen.querySelectorAll('article')) {
    const box = card.getBoundingClientRect()
    if (box.bottom > innerHeight + 1 || box.right > innerWidth + 1) cut.push(`outside: ${name(card)}`)
    for (const part of card.querySelectorAll('*')) {
      const inner = part.getBoundingClientRect()
      if (!isShown(inner)) continue
      if (inner.bottom > box.bottom + 1 || inner.right > box.right + 1)
        cut.push(`over the edge: ${name(part)}`)
    }
  }
  return cut
}

/**
 * Shows a board on the whole screen, and looks at each of its pages; returns how many cards each has. `isPaged` if it
 * surely has several.
 */
async function lookAtPages(page: Page, language: Language, isPaged = false): Promise<number[]> {
  const [ui, words] = [loadWords(language, 'ui'), loadWords(language, 'monitoring')]
  const enter = page.getByRole('button', { name: ui('full-screen'), exact: true })
  // An alarm of another journey moves the button away under a press.
  await expect(async () => {
    if (await enter.isVisible()) await enter.click()
    await expect(page.getByRole('button', { name: ui('leave-full-screen') })).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(page.getByRole('article').first()).toBeVisible()
  const pages = page.getByRole('navigation', { name: words('pages.name') })
  const counts: number[] = []
  const look = async () => {
    await expect.poll(() => page.evaluate(findCut)).toEqual([])
    counts.push(await page.getByRole('article').count())
  }
  if (isPaged) await expect(pages).toBeVisible()
  if (!(await pages.isVisible())) {
    await look()
    return counts
  }
  await pages.getByRole('button', { name: words('pages.pause') }).click()
  const count = async () =>
    Number(/(\d+)\D*$/.exec((await pages.locator('span').first().textContent()) ?? '')?.[1])
  // A page with a high card has fewer rows from then on, so there may be more pages at the end.
  for (let shown = 0; shown < (await count()); shown += 1) {
    await look()
    await pages.getByRole('button', { name: words('pages.on') }).click()
  }
  return counts
}

/** Everything that a card of the emergency room can have. */
async function addComplexPatient(nurse: Client, doctor: Client, place: number) {
  const patient = await registerPatient(nurse, `TV-${place}`)
  const of = { patient_id: patient._id }
  const { visit } = await nurse(visits.arrive, {
    ...of,
    kind: 'ER',
    source: 1,
    mode: 'STRETCHER',
    complaint: 'เจ็บหน้าอกร้าวไปแขนซ้าย เหงื่อแตก หายใจหอบเหนื่อย นอนราบไม่ได้ มาตั้งแต่เมื่อคืนก่อนนอน',
  })
  const named = { ...of, visit_id: visit._id }
  await nurse(triage.record, {
    ...named,
    decision: {
      values: {
        systolic: 210,
        diastolic: 118,
        pulse: 142,
        respiration_rate: 32,
        spo2: 86,
        temperature: 39.4,
        consciousness: 'A',
        oxygen: true,
      },
      level: 'RED',
      zone: 'RESUS',
      fast_tracks: ['STROKE', 'STEMI', 'SEPSIS'],
      resources: ['LAB', 'CT'],
      override: 'LOOKS_WORSE',
      override_words: 'ซึมลงเร็ว',
      confirmed: ['systolic', 'diastolic', 'pulse', 'respiration_rate', 'spo2', 'temperature'],
    },
  })
  for (const item of ['LAB', 'EKG', 'XRAY', 'CT', 'CONSULT', 'BED', 'TRANSPORT'] as const)
    await nurse(erBoard.change, { ...named, change: { act: 'pending', item, is_pending: true } })
  for (const by of [nurse, doctor]) await by(erBoard.change, { ...named, change: { act: 'take' } })
  await doctor(erBoard.change, { ...named, change: { act: 'decide', decided: 2 } })
  return named
}

for (const language of languages) {
  test(`boards fill a television without cutting anything off, on pages (${language})`, async ({
    page,
    signInAs,
    api,
  }) => {
    const [nurse, doctor, admin] = [await api('nurse'), await api('doctor'), await api('admin')]
    await page.setViewportSize({ width: 1920, height: 1080 })
    const complex = await Promise.all(
      [1, 2].map((place) => addComplexPatient(nurse, doctor, place + (language === 'en' ? 0 : 2))),
    )
    await signInAs('nurse', language)

    await test.step('the emergency room, under the names of its sections', async () => {
      await page.goto('/app/er')
      const unasked = page.getByText(loadWords(language, 'triage')('unasked.label', { names: '' }).trim())
      await expect(unasked.first()).toBeVisible()
      await lookAtPages(page, language)
      const words = loadWords(language, 'er-board')
      await expect(page.getByRole('heading', { name: words('section.L1-L2') })).toBeVisible()
      // What nobody has asked a patient is not said in public view.
      await expect(unasked).toHaveCount(0)
    })
    await test.step('the beds of all wards', async () => {
      await page.goto('/app/beds?ward=every')
      const counts = await lookAtPages(page, language, true)
      expect(counts.length).toBeGreaterThan(1)
    })
    await test.step('everybody on the wards, with short names and no HN', async () => {
      await page.goto('/app/patient-list/ward?ward=every')
      await lookAtPages(page, language)
      await expect(page.getByRole('article').first()).not.toContainText('HN')
    })
    await test.step('the queue of a clinic, and the numbers of fourteen', async () => {
      const code = (place: number) => `${language === 'en' ? 'E' : 'T'}${place}`
      for (let place = 10; place < 24; place += 1) {
        const names = {
          name_en: `Clinic of internal medicine ${place}`,
          name_th: `คลินิกอายุรกรรมทั่วไป ${place}`,
        }
        const { clinic } = await admin(opd.saveClinic, { code: code(place), ...names })
        if (place > 10) continue
        const { patient_id, visit_id } = complex[0] ?? { patient_id: '', visit_id: '' }
        await nurse(visits.end, { patient_id, visit_id, disposition: 1 })
        const { visit } = await nurse(visits.arrive, { patient_id, kind: 'OPD', source: 1, mode: 'WALK' })
        await nurse(opd.enqueue, { patient_id, visit_id: visit._id, clinic_id: clinic._id })
        await nurse(opd.callNext, { clinic_id: clinic._id, room: '12' })
        await page.goto(`/app/opd?clinic=${clinic._id}`)
        await lookAtPages(page, language)
        await expect(page.getByRole('article').first()).toContainText(`${code(10)}001`)
        await nurse(visits.end, { patient_id, visit_id: visit._id, disposition: 1 })
      }
      await page.goto('/app/opd/display')
      const counts = await lookAtPages(page, language)
      expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(14)
      const { clinics } = await admin(opd.clinics, {})
      for (const clinic of clinics) await admin(opd.saveClinic, { ...clinic, is_closed: true })
    })
    for (const { patient_id, visit_id } of complex.slice(1))
      await nurse(visits.end, { patient_id, visit_id, disposition: 1 })
  })

  test(`a wall of 1920 × 1080 has twelve tiles, or 24 dense ones (${language})`, async ({
    page,
    signInAs,
    api,
  }) => {
    const nurse = await api('nurse')
    const { rows } = await nurse(monitoring.wardBoard, { ward: 'every', number_of_rec: 100 })
    const measured_at = new Date().toISOString()
    // A patient whose vital signs were measured today is on the wall.
    for (const { patient } of rows.slice(0, 30))
      await nurse(readings.record, {
        patient_id: patient._id,
        readings: [{ kind: 'temperature', measured_at, temperature: 36.8 }],
      })
    await page.setViewportSize({ width: 1920, height: 1080 })
    await signInAs('nurse', language)
    for (const [query, tiles] of [
      ['', 12],
      ['?tiles=dense', 24],
    ] as const) {
      await page.goto(`/app/monitoring${query}`)
      const [first] = await lookAtPages(page, language)
      expect(first).toBe(tiles)
    }
  })

  test(`a wall keeps its twelve tiles while one of them moves (${language})`, async ({
    page,
    signInAs,
    api,
  }) => {
    const nurse = await api('nurse')
    const { rows } = await nurse(monitoring.wardBoard, { ward: 'every', number_of_rec: 100 })
    const people = rows.slice(0, 30).map(({ patient }) => patient._id)
    const record = (patient_id: string, temperature: number) =>
      nurse(readings.record, {
        patient_id,
        readings: [{ kind: 'temperature', measured_at: new Date().toISOString(), temperature }],
      })
    for (const id of people) await record(id, 36.8)
    await page.setViewportSize({ width: 1920, height: 1080 })
    await signInAs('nurse', language)
    await page.goto('/app/monitoring')
    await page.getByRole('button', { name: loadWords(language, 'ui')('full-screen'), exact: true }).click()
    const tiles = page.getByRole('article')
    await expect(tiles).toHaveCount(12)
    const pages = page.getByRole('navigation', { name: loadWords(language, 'monitoring')('pages.name') })
    await pages.getByRole('button', { name: loadWords(language, 'monitoring')('pages.pause') }).click()
    const href = (await tiles.last().locator('a[data-tile]').getAttribute('href')) ?? ''
    // Somebody of another journey may come onto the wall meanwhile, or be on it already.
    const last = tiles.filter({ has: page.locator(`a[data-tile][href="${href}"]`) })
    const shown = /patients\/([^/]+)/.exec(href)?.[1] ?? ''
    // A tile that comes from below the screen, for as long as the test looks.
    await last.evaluate((tile) => {
      tile.parentElement?.animate({ translate: ['0px 900px', '0px 900px'] }, { duration: 60_000 })
    })
    await record(shown, 37.1)
    await expect(last).toContainText('37.1')
    await expect(tiles).toHaveCount(12)
  })

  test(`four open alarms are in sight at 1024 × 768, none higher than 120 pixels (${language})`, async ({
    page,
    signInAs,
    api,
  }) => {
    const nurse = await api('nurse')
    const { rows } = await nurse(monitoring.wardBoard, { sort_field: 'bed', number_of_rec: 100 })
    const adults = rows.filter(({ patient }) => (patient.date_of_birth ?? '9') < '1990').slice(0, 5)
    const charted = new Set(adults.map(({ patient }) => patient._id))
    const measured_at = new Date().toISOString()
    for (const patient_id of charted)
      await nurse(readings.record, {
        patient_id,
        readings: [{ kind: 'blood_pressure', measured_at, systolic: 84, diastolic: 50, pulse: 134 }],
      })
    await page.setViewportSize({ width: 1024, height: 768 })
    await signInAs('nurse', language)
    await page.goto('/app/profile')
    const words = loadWords(language, 'alarms')
    const [before = ''] = words('bell.name', { counts: '|', sound: '' }).split('|')
    await page.getByRole('button', { name: before }).click()
    const cards = page.getByRole('dialog', { name: words('bell.title') }).getByRole('article')
    await expect(cards.nth(4)).toBeAttached()
    const boxes = await cards.evaluateAll((all) =>
      all.map((card) => card.getBoundingClientRect()).map(({ height, bottom }) => ({ height, bottom })),
    )
    expect(boxes.filter(({ bottom }) => bottom <= 768).length).toBeGreaterThanOrEqual(4)
    expect(Math.max(...boxes.map(({ height }) => height))).toBeLessThanOrEqual(120)
    await clearPatientAlarms(nurse, charted)
  })
}
