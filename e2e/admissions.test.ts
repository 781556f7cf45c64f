import { readFile } from 'node:fs/promises'
import { admissionRequests, admissions, beds, type Client, reference } from 'contract'
import { expect, registerPatient, signInOn, test } from './fixtures.ts'
import { languages, loadWords } from './words.ts'

/** Finds two wards, and the free beds of the first. */
async function findPlaces(nurse: Client, fewest = 1) {
  const { ward } = await nurse(reference.wards, {})
  for (const [index, from] of ward.entries()) {
    const { beds: all } = await nurse(admissions.beds, { ward_id: from._id })
    const free = all.filter(({ state }) => state === 'ready')
    const to = ward[index === 0 ? 1 : 0]
    if (free.length >= fewest && to) return { from, free, to }
  }
  throw new Error('no bed is free in the demo hospital')
}

/** Admits a patient to a bed. */
async function admitTo(nurse: Client, patientId: string, place: { ward_id: string; bed_id: string }) {
  const { doctors } = await nurse(admissions.doctors, {})
  const { stay } = await nurse(admissions.admit, {
    patient_id: patientId,
    ...place,
    admit_type: 'E',
    admit_source: 'E',
    arrival_type: 1,
    department: '01',
    attending_id: doctors[0]?._id ?? '',
    diagnosis: 'ไข้',
  })
  return stay
}

for (const language of languages) {
  test(`a patient comes by ambulance, is admitted without a bed, gets one, moves, goes on leave, and a discharge is undone (${language})`, async ({
    page,
    signInAs,
    api,
  }) => {
    const words = loadWords(language, 'admissions')
    const ui = loadWords(language, 'ui')
    const nurse = await api('nurse')
    const patient = await registerPatient(nurse, `ADM-${language}`)
    const { from, free, to } = await findPlaces(nurse)
    const er = loadWords(language, 'er-board')
    await signInAs('nurse', language)
    await page.setViewportSize({ width: 1024, height: 768 })
    const name = `${patient.title}${patient.name} ${patient.surname}`
    const card = page.getByRole('article', { name })
    const dialog = page.getByRole('dialog')
    const present = page.getByRole('region', { name: words('present') })

    const triageWords = loadWords(language, 'triage')
    await test.step('comes by ambulance', async () => {
      await page.goto('/app/er')
      await page.getByRole('button', { name: triageWords('queue.arrive') }).click()
      await dialog.getByRole('combobox', { name: triageWords('arrival.patient') }).fill(patient.hn)
      await dialog.getByRole('option').first().click()
      await dialog.getByText(triageWords('source.4'), { exact: true }).click()
      await dialog.getByText(triageWords('mode.STRETCHER'), { exact: true }).click()
      await dialog.getByRole('textbox', { name: triageWords('arrival.complaint') }).fill('ไข้สูง หอบเหนื่อย')
      const accident = dialog.getByRole('radiogroup', { name: triageWords('arrival.accident') })
      await accident.getByText(triageWords('known.no'), { exact: true }).click()
      await dialog.getByRole('button', { name: triageWords('arrival.submit') }).click()
      await expect(page).toHaveURL(new RegExp(`/app/triage/${patient._id}$`))
    })

    await test.step('is triaged', async () => {
      const values = {
        systolic: '118',
        diastolic: '70',
        pulse: '96',
        respiration_rate: '19',
        spo2: '95',
        temperature: '38.6',
      }
      for (const [field, value] of Object.entries(values))
        await page.locator(`input[name=${field}]`).fill(value)
      const resources = page.getByRole('group', { name: triageWords('form.c') })
      for (const resource of ['LAB', 'XRAY'])
        await resources.getByText(triageWords(`resource.${resource}`), { exact: true }).click()
      const screening = page.getByRole('group', { name: triageWords('form.infection') })
      await screening.getByText(triageWords('infection.NONE'), { exact: true }).click()
      const levels = page.getByRole('group', { name: triageWords('form.level') })
      await levels.getByRole('button').nth(2).click()
      await page.locator('select[name=missing_reason]').selectOption('UNABLE')
      await page
        .getByRole('button', { name: triageWords('form.confirm', { level: ui('triage.YELLOW') }) })
        .click()
      await expect(page).toHaveURL(/\/app\/triage$/)
      await page.goto('/app/er')
      const section = page.getByRole('region', { name: er('section.L3') })
      await expect(section.getByRole('article', { name })).toContainText('118/70')
    })

    await test.step('is seen by a doctor', async () => {
      await card.getByRole('button', { name: er('see') }).click()
      await expect(card.getByText(er('wait.seen'))).toBeVisible()
    })

    await test.step('is admitted to a ward from the board, waiting for a bed', async () => {
      await card.getByRole('button', { name: er('menu', { name }) }).click()
      await page.getByRole('menuitem', { name: er('admit') }).click()
      await dialog.getByRole('combobox', { name: words('ward') }).selectOption(from._id)
      await dialog.getByText(words('admit-types.E'), { exact: true }).click()
      await dialog.getByText(words('admit-sources.E'), { exact: true }).click()
      await dialog.getByText(words('arrival-types.4'), { exact: true }).click()
      await dialog.getByRole('combobox', { name: words('department') }).selectOption('01')
      await dialog.getByRole('combobox', { name: words('doctor') }).selectOption({ index: 1 })
      await dialog.getByRole('textbox', { name: words('diagnosis') }).fill('ไข้สูง สงสัยปอดอักเสบ')
      await dialog.getByRole('button', { name: words('admit') }).click()
      await expect(card.getByText(er('admitted'))).toBeVisible()
      await page.goto(`/app/patients/${patient._id}/admissions`)
      await expect(present).toContainText(words('waiting'))
    })

    await test.step('gets a bed', async () => {
      await page.getByRole('button', { name: words('move'), exact: true }).click()
      await dialog
        .getByRole('combobox', { name: words('bed-label'), exact: true })
        .selectOption(free[0]?._id ?? '')
      await dialog.getByRole('button', { name: words('move'), exact: true }).click()
      await expect(present).toContainText(words('bed', { bed: free[0]?.label ?? '' }))
    })

    await test.step('moves to another ward with a hand-over', async () => {
      await page.getByRole('button', { name: words('move'), exact: true }).click()
      await dialog.getByRole('combobox', { name: words('ward') }).selectOption(to._id)
      await dialog.getByText(words('move-reasons.STEP_UP'), { exact: true }).click()
      await dialog.getByRole('textbox', { name: words('situation') }).fill('หอบเหนื่อยมากขึ้น')
      await dialog.getByRole('combobox', { name: words('receiver') }).click()
      await page.getByRole('listbox').getByRole('option').first().click()
      await dialog.getByRole('button', { name: words('move'), exact: true }).click()
      await expect(present).toContainText('หอบเหนื่อยมากขึ้น')
    })

    await test.step('goes on leave and comes back', async () => {
      await page.getByRole('button', { name: words('leave'), exact: true }).click()
      await dialog.getByRole('textbox', { name: ui('time') }).fill('23:59')
      await dialog.getByRole('textbox', { name: words('leave-note') }).fill('งานบวชลูกชาย')
      await dialog.getByRole('button', { name: words('leave'), exact: true }).click()
      await expect(page.getByRole('button', { name: words('back'), exact: true })).toBeVisible()
      await page.getByRole('button', { name: words('back'), exact: true }).click()
      await dialog.getByRole('button', { name: words('back'), exact: true }).click()
      await expect(page.getByRole('button', { name: words('leave'), exact: true })).toBeVisible()
    })

    await test.step('is discharged, and the discharge is undone', async () => {
      await page.getByRole('button', { name: words('discharge'), exact: true }).click()
      await dialog.getByText(words('discharge-types.1'), { exact: true }).click()
      await dialog.getByText(words('discharge-statuses.2'), { exact: true }).click()
      await dialog.getByRole('button', { name: words('discharge'), exact: true }).click()
      await expect(page.getByText(words('none-now'))).toBeVisible()
      await page.getByRole('button', { name: words('more') }).click()
      await page.getByRole('menuitem', { name: words('undo-discharge') }).click()
      await dialog.getByText(words('correction-reasons.WRONG_PATIENT'), { exact: true }).click()
      await dialog.getByRole('button', { name: words('undo-discharge') }).click()
      await expect(present).toContainText(words('act.discharge-undone'))
    })

    await test.step('is found in the list', async () => {
      await page.goto('/app/admissions')
      await page.getByRole('searchbox').fill(patient.hn)
      // The newest admission stands in the whole list, too.
      await expect(page.getByRole('row').filter({ hasText: /\d/ })).toHaveCount(1)
      await expect(page.getByText(patient.hn)).toBeVisible()
    })

    await test.step('is exported and printed as the list shows it', async () => {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: words('list.export') }).click()
      const file = await download
      expect(file.suggestedFilename()).toBe('data.csv')
      const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
      expect(lines).toHaveLength(2)
      expect(lines[1]).toContain(`${patient.hn},`)
      await page.evaluate(() => {
        window.print = () => dispatchEvent(new Event('beforeprint'))
      })
      await page.getByRole('button', { name: ui('print') }).click()
      await expect(page.getByRole('heading', { name: words('title') })).toHaveCount(2)
    })
  })

  test(`two patients swap beds, and a wrong bed is corrected and stays readable (${language})`, async ({
    page,
    signInAs,
    api,
  }) => {
    const words = loadWords(language, 'admissions')
    const nurse = await api('nurse')
    const { from, free } = await findPlaces(nurse)
    const [own] = free
    const { wards } = await nurse(beds.map, { ward: from._id })
    const taken = wards[0]?.beds.find(({ occupant }) => occupant?.kind === 'bed')
    if (!own || !taken?.occupant) throw new Error('the ward has nobody in a bed')
    const other = taken.occupant
    const patient = await registerPatient(nurse, `SWAP-${language}`)
    const stay = await admitTo(nurse, patient._id, { ward_id: from._id, bed_id: own._id })
    const readStay = async (patient_id: string) => {
      const { stays } = await nurse(admissions.history, { patient_id })
      if (!stays[0]) throw new Error('the patient was never admitted')
      return stays[0]
    }
    await signInAs('nurse', language)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/app/patients/${patient._id}/admissions`)
    const dialog = page.getByRole('dialog')
    const present = page.getByRole('region', { name: words('present') })
    const act = async (name: string) => {
      await page.getByRole('button', { name: words('more') }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }

    await test.step('both patients and their beds are named before they swap', async () => {
      await act(words('swap.action'))
      await dialog.getByRole('combobox', { name: words('swap.with') }).selectOption(other.stay_id)
      const swapped = dialog.getByRole('list', { name: words('swap.becomes') })
      await expect(swapped).toContainText(other.patient.hn)
      await expect(swapped).toContainText(words('swap.from-to', { from: own.label, to: taken.label }))
      await dialog.getByText(words('move-reasons.ISOLATION'), { exact: true }).click()
      await dialog.getByRole('button', { name: words('swap.action') }).click()
      await expect(dialog).toBeHidden()
      await expect(present).toContainText(words('bed', { bed: taken.label }))
      expect((await readStay(other.patient._id)).place?.bed?._id).toBe(own._id)
      await nurse(admissions.swap, {
        patient_id: patient._id,
        stay_id: stay._id,
        version: (await readStay(patient._id)).version,
        with_stay_id: other.stay_id,
        with_version: (await readStay(other.patient._id)).version,
        reason: 'BED_CHANGE',
      })
      for (const reason of ['ISOLATION', 'BED_CHANGE'])
        await expect(
          present.getByText(`${words('act.swapped')}: ${words(`move-reasons.${reason}`)}`),
        ).toBeVisible()
    })

    await test.step('a correction shows what was and what will be', async () => {
      await act(words('correct'))
      await dialog.getByText(words('csv.place-kind.waiting'), { exact: true }).last().click()
      await dialog.getByText(words('correction-reasons.WRONG_BED'), { exact: true }).click()
      await dialog.getByRole('button', { name: words('correct'), exact: true }).click()
      await expect(dialog).toBeHidden()
      await expect(present).toContainText(words('waiting'))
      const wrong = present.locator('li[data-superseded]').first()
      await expect(wrong).toContainText(words('bed', { bed: own.label }))
      await expect(wrong).toContainText(words('correction-reasons.WRONG_BED'))
    })

    await nurse(admissions.void, {
      patient_id: patient._id,
      stay_id: stay._id,
      version: (await readStay(patient._id)).version,
      reason: 'OTHER',
    })
    for (const bed of [own, taken]) await nurse(beds.setState, { _id: bed._id, state: 'ready' })
  })

  test(`two patients who were noted in each other's bed are corrected together (${language})`, async ({
    page,
    signInAs,
    api,
  }) => {
    const words = loadWords(language, 'admissions')
    const nurse = await api('nurse')
    const { from, free } = await findPlaces(nurse, 2)
    const [bed, otherBed] = free
    if (!bed || !otherBed) throw new Error('the ward has two free beds')
    const patient = await registerPatient(nurse, `WRONG-1-${language}`)
    const other = await registerPatient(nurse, `WRONG-2-${language}`)
    await admitTo(nurse, patient._id, { ward_id: from._id, bed_id: bed._id })
    await admitTo(nurse, other._id, { ward_id: from._id, bed_id: otherBed._id })
    const readStay = async ({ _id: patient_id }: { _id: string }) => {
      const { stays } = await nurse(admissions.history, { patient_id })
      if (!stays[0]) throw new Error('the patient was never admitted')
      return stays[0]
    }
    await signInAs('nurse', language)
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.goto(`/app/patients/${patient._id}/admissions`)
    const dialog = page.getByRole('dialog')
    const send = dialog.getByRole('button', { name: words('correct'), exact: true })
    const bedFields = dialog.getByRole('combobox', { name: words('bed-label') })
    await page.getByRole('button', { name: words('more') }).click()
    await page.getByRole('menuitem', { name: words('correct'), exact: true }).click()

    await test.step('alone it is refused, and the other stay is offered', async () => {
      await bedFields.selectOption(otherBed._id)
      await dialog.getByText(words('correction-reasons.WRONG_BED'), { exact: true }).click()
      await send.click()
      await expect(bedFields).toHaveAttribute('aria-invalid', 'true')
      await dialog.getByRole('button', { name: words('correct-with') }).click()
      await expect(dialog.getByRole('heading', { name: other.hn })).toBeVisible()
      await expect(bedFields.first()).toHaveValue(otherBed._id)
    })

    await test.step('together both are where they were', async () => {
      await bedFields.last().selectOption(bed._id)
      await send.click()
      await expect(dialog).toBeHidden()
      expect((await readStay(patient)).place?.bed?._id).toBe(otherBed._id)
      expect((await readStay(other)).place?.bed?._id).toBe(bed._id)
    })

    for (const one of [patient, other]) {
      const { _id: stay_id, version } = await readStay(one)
      await nurse(admissions.void, { patient_id: one._id, stay_id, version, reason: 'OTHER' })
    }
    for (const { _id } of [bed, otherBed]) await nurse(beds.setState, { _id, state: 'ready' })
  })

  test(`two nurses give one bed to two patients: one is told who has it, and loses nothing (${language})`, async ({
    page,
    browser,
    origin,
    signInAs,
    api,
  }) => {
    const words = loadWords(language, 'admissions')
    const nurse = await api('nurse')
    const { from, free } = await findPlaces(nurse)
    const [bed] = free
    const both = [
      await registerPatient(nurse, `RACE-1-${language}`),
      await registerPatient(nurse, `RACE-2-${language}`),
    ] as const
    const second = await (await browser.newContext()).newPage()
    await signInAs('nurse', language)
    await signInOn(second, origin, 'doctor', language)
    const screens = [page, second] as const

    await test.step('both choose it while it is free', async () => {
      for (const [index, screen] of screens.entries()) {
        await screen.goto(`/app/patients/${both[index]?._id}/admissions`)
        await screen.getByRole('button', { name: words('admit'), exact: true }).click()
        const dialog = screen.getByRole('dialog')
        await dialog.getByRole('combobox', { name: words('ward') }).selectOption(from._id)
        await dialog
          .getByRole('combobox', { name: words('bed-label'), exact: true })
          .selectOption(bed?._id ?? '')
        await dialog.getByText(words('admit-types.E'), { exact: true }).click()
        await dialog.getByText(words('admit-sources.O'), { exact: true }).click()
        await dialog.getByText(words('arrival-types.4'), { exact: true }).click()
        await dialog.getByRole('combobox', { name: words('department') }).selectOption('01')
        await dialog.getByRole('combobox', { name: words('doctor') }).selectOption({ index: 1 })
        await dialog.getByRole('textbox', { name: words('diagnosis') }).fill('ไข้เลือดออก')
      }
    })

    await test.step('the first has it', async () => {
      await page
        .getByRole('dialog')
        .getByRole('button', { name: words('admit') })
        .click()
      await expect(page.getByRole('region', { name: words('present') })).toContainText(
        words('bed', { bed: bed?.label ?? '' }),
      )
    })

    await test.step('the second is told who, and lets the patient wait for another one', async () => {
      const dialog = second.getByRole('dialog')
      await dialog.getByRole('button', { name: words('admit') }).click()
      await expect(dialog.getByRole('alert')).toContainText(both[0].hn)
      await expect(dialog.getByRole('textbox', { name: words('diagnosis') })).toHaveValue('ไข้เลือดออก')
      await dialog.getByRole('combobox', { name: words('bed-label'), exact: true }).selectOption('')
      await dialog.getByRole('button', { name: words('admit') }).click()
      await expect(second.getByRole('region', { name: words('present') })).toContainText(words('waiting'))
    })

    await second.context().close()
    for (const { _id: patient_id } of both) {
      const { stays } = await nurse(admissions.history, { patient_id })
      for (const { _id: stay_id, version } of stays)
        await nurse(admissions.void, { patient_id, stay_id, version, reason: 'OTHER' })
    }
    await nurse(beds.setState, { _id: bed?._id ?? '', state: 'ready' })
  })

  test(`a request for admission shows at once, is accepted and begins the admission (${language})`, async ({
    page,
    context,
    signInAs,
    api,
  }) => {
    const words = loadWords(language, 'admissions')
    const asked = loadWords(language, 'admission-requests')
    const nurse = await api('nurse')
    const patient = await registerPatient(nurse, `ASK-${language}`)
    const { from } = await findPlaces(nurse)
    await signInAs('nurse', language)
    await page.goto(`/app/patients/${patient._id}/admissions`)
    const map = await context.newPage()
    await map.goto(`/app/beds?ward=${from._id}`)
    const count = map.getByRole('button', {
      name: asked('count_other', { count: '1' }).replace(/s$/, ''),
    })
    await expect(map.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(count).toBeHidden()

    await test.step('somebody asks from the record', async () => {
      await page.getByRole('button', { name: asked('make') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: words('ward') }).selectOption(from._id)
      await dialog.getByRole('combobox', { name: words('department') }).selectOption('01')
      await dialog.getByText(asked('urgency.URGENT'), { exact: true }).click()
      await dialog.getByRole('textbox', { name: asked('why') }).fill('ปอดอักเสบ ต้องให้ออกซิเจน')
      await dialog.getByRole('button', { name: asked('make') }).click()
      await expect(page.getByRole('region', { name: asked('title') })).toContainText('ปอดอักเสบ')
      await expect(page.getByRole('button', { name: asked('make') })).toBeHidden()
    })

    await test.step('the ward sees it and admits with what was asked for', async () => {
      await count.click()
      const list = map.getByRole('dialog', { name: asked('title') })
      const request = list.getByRole('article').filter({ hasText: patient.hn })
      await request.getByRole('button', { name: asked('accept') }).click()
      const dialog = map.getByRole('dialog', { name: new RegExp(patient.surname) })
      await expect(dialog.getByRole('combobox', { name: words('ward') })).toHaveValue(from._id)
      await expect(dialog.getByRole('textbox', { name: words('diagnosis') })).toHaveValue(/ปอดอักเสบ/)
      await dialog.getByText(words('admit-sources.E'), { exact: true }).click()
      await dialog.getByText(words('arrival-types.4'), { exact: true }).click()
      await dialog.getByRole('combobox', { name: words('doctor') }).selectOption({ index: 1 })
      await dialog.getByRole('button', { name: words('admit') }).click()
      await expect(dialog).toBeHidden()
      await expect(request).toBeHidden()
    })

    await test.step('and the record follows', async () => {
      await expect(page.getByRole('region', { name: words('present') })).toContainText(words('waiting'))
      await expect(page.getByRole('region', { name: asked('title') })).toContainText(asked('state.admitted'))
    })

    const { stays } = await nurse(admissions.history, { patient_id: patient._id })
    for (const { _id: stay_id, version } of stays)
      await nurse(admissions.void, { patient_id: patient._id, stay_id, version, reason: 'OTHER' })
    const { requests } = await nurse(admissionRequests.ofPatient, { patient_id: patient._id })
    for (const { _id: request_id } of requests)
      await nurse(admissionRequests.withdraw, { patient_id: patient._id, request_id })
  })
}
