import {
  admissionRequests,
  type Client,
  erBoard,
  formatQueueNumber,
  type Input,
  neededTriageVitals,
  opd,
  patients,
  Registration,
  triage,
  visits,
} from 'contract'
import { expect, expectAccessible, test } from './fixtures.ts'
import { languages, loadWords } from './words.ts'

async function register(nurse: Client, hn: string, surname: string) {
  const { patient } = await nurse(
    patients.register,
    Registration.parse({
      hn,
      title: 'นาย',
      name: 'ฉุกเฉิน',
      surname,
      gender: 'male',
      date_of_birth: '1970-02-03',
      identity_kind: 'none',
      is_someone_else: true,
    }),
  )
  return patient
}

for (const language of languages) {
  test(`a patient of the ER is triaged, taken, seen and leaves, and the end is undone (${language})`, async ({
    page,
    signInAs,
    api,
  }) => {
    const words = loadWords(language, 'er-board')
    const triageWords = loadWords(language, 'triage')
    const [asked, stays] = [loadWords(language, 'admission-requests'), loadWords(language, 'admissions')]
    const nurse = await api('nurse')
    const patient = await register(nurse, `ER-${language}`, `บอร์ด${language}`)
    const name = `นายฉุกเฉิน บอร์ด${language}`
    const arrival = { patient_id: patient._id, kind: 'ER', source: 1, mode: 'WALK' } as const
    const { visit } = await nurse(visits.arrive, { ...arrival, complaint: 'ปวดท้อง' })
    await signInAs('nurse', language)
    await page.goto('/app/er')
    const card = page.getByRole('article', { name })
    const findSection = (section: string) => page.getByRole('region', { name: words(`section.${section}`) })

    await test.step('the form of an arrival asks about an accident and a pregnancy', async () => {
      await page.getByRole('button', { name: triageWords('queue.arrive') }).click()
      const dialog = page.getByRole('dialog')
      const accident = dialog.getByRole('radiogroup', { name: triageWords('arrival.accident') })
      await accident.getByText(triageWords('known.yes'), { exact: true }).click()
      await dialog.getByText(triageWords('pregnancy.yes'), { exact: true }).first().click()
      await expect(dialog.getByLabel(triageWords('arrival.accident-place'))).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: loadWords(language, 'ui')('cancel') }).click()
    })
    await test.step('who has arrived waits for triage, and is triaged from the board', async () => {
      await expect(findSection('waiting').getByRole('article', { name })).toBeVisible()
      await card.getByRole('link', { name: words('triage'), exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`/app/triage/${patient._id}$`))
      const decision: Input<typeof triage.record>['decision'] = {
        complaint: 'รถล้ม',
        infection_signs: ['NONE'],
        is_accident: false,
        values: {},
        level: 'YELLOW',
        zone: 'ACUTE',
        missing: neededTriageVitals.map((vital) => ({ vital, reason: 'UNABLE' as const })),
        override: 'LOOKS_WORSE',
        resources: ['LAB', 'CT'],
      }
      await nurse(triage.record, { patient_id: patient._id, visit_id: visit._id, decision })
      await page.goto('/app/er')
      await expect(findSection('L3').getByRole('article', { name })).toBeVisible()
    })
    await test.step('a nurse takes the patient over and ticks what is awaited', async () => {
      await card.getByRole('button', { name: words('take') }).click()
      await expect(card.getByText(words('role.nurse'))).toBeVisible()
      await card.getByRole('button', { name: words('add-awaited') }).click()
      await page.getByRole('menuitemcheckbox', { name: words('item.CT') }).click()
      await page.keyboard.press('Escape')
      const done = words('done-item', { item: words('item.CT') })
      await expect(card.getByRole('button', { name: done })).toBeVisible()
    })
    await test.step('a doctor sees the patient, on whatever screen that was noted', async () => {
      const doctor = await api('doctor')
      await doctor(visits.see, { patient_id: patient._id, visit_id: visit._id })
      await expect(card.getByText(words('wait.seen'))).toBeVisible()
      await doctor(erBoard.change, {
        patient_id: patient._id,
        visit_id: visit._id,
        change: { act: 'decide', decided: 2 },
      })
      await expect(card.getByText(words('decided.2'))).toBeVisible()
    })
    await expectAccessible(page)
    await test.step('the nurse asks a ward for a bed, which declines; the card says so until it is seen', async () => {
      await card.getByRole('button', { name: asked('make') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(stays('ward')).selectOption({ index: 1 })
      await dialog.getByLabel(stays('department')).selectOption('01')
      await dialog.getByText(asked('urgency.URGENT'), { exact: true }).click()
      await dialog.getByLabel(asked('why')).fill('ปวดท้อง')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: asked('make') }).click()
      await expect(card.getByRole('button', { name: asked('make') })).toHaveCount(0)
      const { requests } = await nurse(admissionRequests.ofPatient, { patient_id: patient._id })
      const request_id = requests[0]?._id ?? ''
      await nurse(admissionRequests.decline, { patient_id: patient._id, request_id, reason: 'NO_BED' })
      await expect(card.getByText(asked('decline-reasons.NO_BED'))).toBeVisible()
      await expectAccessible(page)
      await card.getByRole('button', { name: asked('seen') }).click()
      await expect(card.getByText(asked('decline-reasons.NO_BED'))).toHaveCount(0)
    })
    await test.step('the patient leaves by mistake, and is back', async () => {
      await card.getByRole('button', { name: words('menu', { name }) }).click()
      await page.getByRole('menuitem', { name: words('leave') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(triageWords('disposition.1'), { exact: true }).click()
      await dialog.getByRole('button', { name: triageWords('disposition.submit') }).click()
      await expect(card).toHaveCount(0)
      await page.getByRole('button', { name: words('undo'), exact: true }).click()
      await expect(card).toBeVisible()
      await expect(card.getByText(words('decided.2'))).toBeVisible()
    })
    await nurse(visits.end, { patient_id: patient._id, visit_id: visit._id, disposition: 1 })
    await expect(card).toHaveCount(0)
  })

  test(`a number of the OPD is called to a room and shown in the hall, its patient sent on (${language})`, async ({
    page,
    signInAs,
    api,
  }) => {
    const words = loadWords(language, 'opd')
    const [nurse, admin] = [await api('nurse'), await api('admin')]
    const code = language === 'en' ? 'X' : 'Y'
    const names = { name_en: `Clinic ${code}`, name_th: `คลินิก ${code}` }
    const { clinic } = await admin(opd.saveClinic, { code, ...names })
    const patient = await register(nurse, `OPD-${language}`, `คิว${language}`)
    const arrival = { patient_id: patient._id, kind: 'OPD', source: 2, mode: 'WALK' } as const
    const { visit } = await nurse(visits.arrive, arrival)
    const name = `นายฉุกเฉิน คิว${language}`
    const number = formatQueueNumber(code, 1)
    await signInAs('nurse', language)
    await page.goto(`/app/opd?clinic=${clinic._id}`)
    const findSection = (section: string) => page.getByRole('region', { name: words(section), exact: true })

    await page.getByRole('button', { name: `${words('give')} ${code}: ${name}` }).click()
    await expect(findSection('waiting').getByText(number)).toBeVisible()
    await page.getByRole('textbox', { name: words('room') }).fill('7')
    await page.getByRole('button', { name: words('call-next') }).click()
    await expect(findSection('called').getByText(number)).toBeVisible()
    await test.step('the hall sees the number and the room, and no name', async () => {
      await page.goto('/app/opd/display')
      const shown = page.getByRole('article').filter({ hasText: number })
      await expect(shown).toContainText(words('in-room', { room: '7' }))
      await expect(page.getByRole('main')).not.toContainText(patient.surname)
      const sound = page.getByRole('switch', { name: words('sound') })
      await expect(sound).not.toBeChecked()
      await sound.check({ force: true })
      await expect(sound).toBeChecked()
      await expectAccessible(page)
      await page.goto(`/app/opd?clinic=${clinic._id}`)
    })
    await findSection('called')
      .getByRole('button', { name: words('see') })
      .click()
    await expect(findSection('seen').getByText(number)).toBeVisible()
    await expectAccessible(page)
    await findSection('seen')
      .getByRole('button', { name: words('send') })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(words('target.LAB'), { exact: true }).click()
    await dialog.getByRole('button', { name: words('save') }).click()
    await expect(findSection('done').getByText(number)).toBeVisible()
    await findSection('done')
      .getByRole('button', { name: words('undo') })
      .click()
    await expect(findSection('seen').getByText(number)).toBeVisible()

    await nurse(visits.end, { patient_id: patient._id, visit_id: visit._id, disposition: 1 })
    await admin(opd.saveClinic, { ...clinic, is_closed: true })
  })
}
