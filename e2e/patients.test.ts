import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { type Client, type Input, patients, readings, signIn } from 'contract'
import { demoPassword, expect, expectAccessible, expectDrawn, test, users } from './fixtures.ts'
import { type Language, languages, loadWords, mainLanguage } from './words.ts'

let count = 0

/** Names of this run's own, so that tests that share a panel do not collide. */
function newPerson(): { hn: string; name: string; surname: string } {
  count += 1
  const letters = Array.from(`${process.pid}${count}`, (digit) => 'กขคงจฉชซฌญ'[Number(digit)]).join('')
  return { hn: `J-${process.pid}-${count}`, name: `เดินทาง${letters}`, surname: 'ทดสอบ' }
}

async function registerPatient(call: Client, more: Partial<Input<typeof patients.register>> = {}) {
  const person = { ...newPerson(), title: 'นาย', gender: 'male', identity_kind: 'none', ...more } as const
  return (await call(patients.register, person)).patient
}

function getWords(language: Language) {
  return {
    words: loadWords(language, 'patients'),
    list: loadWords(language, 'patient-list'),
    form: loadWords(language, 'patient-form'),
    record: loadWords(language, 'patient-record'),
    codes: loadWords(language, 'codes'),
    validation: loadWords(language, 'validation'),
    ui: loadWords(language, 'ui'),
    signIn: loadWords(language, 'sign-in'),
  }
}

async function fillIdentity(page: Page, language: Language, person: ReturnType<typeof newPerson>) {
  const { words } = getWords(language)
  await page.getByRole('textbox', { name: words('field.hn'), exact: true }).fill(person.hn)
  await page.getByRole('combobox', { name: words('field.title'), exact: true }).fill('นาย')
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: words('field.name'), exact: true }).fill(person.name)
  await page.getByRole('textbox', { name: words('field.surname'), exact: true }).fill(person.surname)
  await page
    .getByRole('radiogroup', { name: words('field.gender') })
    .getByText(words('gender.male'), { exact: true })
    .click()
  await page
    .getByRole('radiogroup', { name: words('field.identity_kind') })
    .getByText(words('identity-kind.none'), { exact: true })
    .click()
}

for (const language of languages) {
  test.describe(`patients (${language})`, () => {
    test('two records of one person are merged, lead to the one in use, and are separated again', async ({
      page,
      signInAs,
      api,
    }) => {
      const { record, words } = getWords(language)
      const nurse = await api('nurse')
      const shrimp = { kind: 'food', substance: 'กุ้ง', severity: 'severe' } as const
      const [used, second] = [
        await registerPatient(nurse, { date_of_birth: '1980-02-29' }),
        await registerPatient(nurse, { allergies: [shrimp] }),
      ]
      await signInAs('admin', language)
      await page.goto(`/app/patients/${used._id}/information`)
      await page.getByRole('button', { name: record('merged.merge') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: record('merged.other') }).fill(second.hn)
      await dialog.getByRole('option').first().click()
      await expect(dialog.getByText(record('merged.differs')).first()).toBeVisible()
      await expect(dialog).toContainText('กุ้ง')
      await expectAccessible(page)
      await dialog.getByRole('textbox', { name: record('merged.reason') }).fill('ลงทะเบียนซ้ำ')
      const hns = { hn: second.hn, into: used.hn }
      await dialog.getByRole('button', { name: record('merged.action', hns) }).click()
      await expect(dialog).toBeHidden()
      const others = page.getByRole('region', { name: record('merged.records') })
      await expect(others).toContainText(second.hn)

      await page.goto(`/app/patients/${second._id}/summary`)
      const open = page.getByRole('link', { name: record('merged.open', { hn: used.hn }) })
      await expect(open).toBeVisible()
      await expectAccessible(page)
      await page.goto('/app/patient-list/all')
      await page.getByRole('searchbox').fill(second.hn)
      await expect(page.getByText(words('merged-into', { hn: used.hn })).first()).toBeVisible()

      await page.goto(`/app/patients/${second._id}/summary`)
      await page.getByRole('button', { name: record('merged.separate'), exact: true }).click()
      await dialog.getByRole('textbox', { name: record('merged.reason') }).fill('คนละคน')
      await dialog.getByRole('button', { name: record('merged.separate'), exact: true }).click()
      await expect(open).toBeHidden()
    })

    test('a nurse registers a patient, finds the patient, and edits while a doctor does', async ({
      page,
      signInAs,
      api,
    }) => {
      const { list, form, record, validation, words } = getWords(language)
      const person = newPerson()
      await signInAs('nurse', language)

      await test.step('the nurse opens the form from the list', async () => {
        await page.goto('/app/patient-list/all')
        await page.getByRole('link', { name: list('register') }).click()
        await expect(page).toHaveURL(/\/app\/patients\/new$/)
      })

      await test.step('missing values are reported, and nothing is sent or lost', async () => {
        await page.getByRole('textbox', { name: words('field.surname'), exact: true }).fill(person.surname)
        await page.getByRole('button', { name: form('register') }).click()
        await expect(page.getByText(validation('hn-required')).first()).toBeVisible()
        await expect(page.getByText(validation('national-id-required')).first()).toBeVisible()
        await expect(page.getByRole('textbox', { name: words('field.surname'), exact: true })).toHaveValue(
          person.surname,
        )
      })

      await test.step('the nurse completes the form and registers the patient', async () => {
        await fillIdentity(page, language, person)
        await page.getByRole('button', { name: form('register') }).click()
        await expect(page).toHaveURL(/\/app\/patients\/[0-9a-f-]{36}/)
        // The label of the sheet, which is only printed, has it too.
        await expect(page.getByText(person.hn).filter({ visible: true }).first()).toBeVisible()
      })

      await test.step('the nurse finds the patient by name, also with a title and by parts', async () => {
        await page.goto('/app/patient-list/all')
        await page
          .getByRole('searchbox')
          .or(page.getByPlaceholder(list('search-hint.any')))
          .first()
          .fill(`นาย ${person.name.slice(0, 9)} `)
        // The list shows its former rows until it has those that were found: only the heading has another text then.
        await expect(page.getByRole('row').filter({ hasNotText: person.name.slice(0, 9) })).toHaveCount(1)
        await expect(page.getByText(person.hn)).toBeVisible()
        expect(page.url()).not.toContain(encodeURIComponent(person.name.slice(0, 4)))
        await page.getByRole('link', { name: person.hn }).click()
        await expect(page).toHaveURL(/\/app\/patients\/[0-9a-f-]{36}/)
      })

      await test.step('a doctor saves first; the nurse sees it and loses nothing', async () => {
        const id = /patients\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
        await page.goto(`/app/patients/${id}/address`)
        await page.getByRole('button', { name: record('edit'), exact: true }).click()
        await page.getByRole('textbox', { name: words('field.road'), exact: true }).fill('ถนนของพยาบาล')
        await page.getByRole('textbox', { name: words('field.soi'), exact: true }).fill('ซอย 9')

        const doctor = await api('doctor')
        const { patient } = await doctor(patients.get, { _id: id })
        await doctor(patients.update, {
          _id: id,
          version: patient.version,
          road: 'ถนนของแพทย์',
          house_no: '99/1',
        })

        await page.getByRole('button', { name: record('save'), exact: true }).click()
        await expect(page.getByText(record('meanwhile-saved'))).toBeVisible()
        await expect(page.getByText('ถนนของแพทย์').first()).toBeVisible()
        await page
          .getByRole('radio', { name: record('mine') })
          .or(page.getByText(record('mine'), { exact: true }))
          .first()
          .click()
        await page.getByRole('button', { name: record('save'), exact: true }).click()
        await expect(page.getByRole('button', { name: record('edit'), exact: true })).toBeVisible()

        const { patient: merged } = await doctor(patients.get, { _id: id })
        expect(merged).toMatchObject({ road: 'ถนนของพยาบาล', soi: 'ซอย 9', house_no: '99/1' })
      })

      await test.step('the history shows who changed what', async () => {
        const id = /patients\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
        await page.goto(`/app/patients/${id}/history`)
        await expect(page.getByText('ถนนของแพทย์').first()).toBeVisible()
        await expect(page.getByText('ถนนของพยาบาล').first()).toBeVisible()
      })
    })
  })
}

test.describe('patients', () => {
  const language = mainLanguage
  test('a photo of the wrong type is refused by its content, and nothing else is lost', async ({
    page,
    signInAs,
  }) => {
    const { form, codes, words } = getWords(language)
    const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')
    await signInAs('nurse', language)
    await page.goto('/app/patients/new')
    const person = newPerson()
    await fillIdentity(page, language, person)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: gif })
    await expect(page.getByText(codes('error-code.1201'))).toBeVisible()
    await expect(page.getByRole('textbox', { name: words('field.hn'), exact: true })).toHaveValue(person.hn)
    await page.getByRole('button', { name: form('register') }).click()
    await expect(page).toHaveURL(/\/app\/patients\/[0-9a-f-]{36}/)
  })

  test('patients who may be the same person are shown before registering', async ({
    page,
    signInAs,
    api,
  }) => {
    const { form } = getWords(language)
    const known = await registerPatient(await api('nurse'), { date_of_birth: '1975-03-09' })
    await signInAs('nurse', language)
    await page.goto('/app/patients/new')
    await fillIdentity(page, language, { ...newPerson(), name: known.name, surname: known.surname })
    await page.getByRole('button', { name: form('register') }).click()
    const dialog = page.getByRole('dialog', { name: form('may-exist.title') })
    await expect(dialog).toContainText(known.hn)
    await dialog.getByRole('button', { name: form('may-exist.register') }).click()
    await expect(page).toHaveURL(/\/app\/patients\/[0-9a-f-]{36}/)
    expect(page.url()).not.toContain(known._id)
  })

  test('the list is exported as it is filtered', async ({ page, signInAs, api }) => {
    const { list } = getWords(language)
    const { total } = await (await api('nurse'))(patients.list, { filterLists: { in_hospital: true } })
    await signInAs('nurse', language)
    await page.goto('/app/patient-list/all?stay=in')
    await expect(
      page.getByRole('status').filter({ hasText: list('found', { total: String(total) }) }),
    ).toBeAttached()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: list('export') }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('data.csv')
    const csv = await readFile(await file.path(), 'utf8')
    expect(csv.charCodeAt(0)).toBe(0xfeff)
    expect(csv.trim().split('\r\n')).toHaveLength(total + 1)
  })

  test('a session revoked in the middle of typing loses nothing that was typed', async ({
    page,
    signInAs,
    origin,
  }) => {
    const { form, signIn: word, words } = getWords(language)
    const person = newPerson()
    await signInAs('nurse', language)
    await page.goto('/app/patients/new')
    await fillIdentity(page, language, person)
    await page.getByRole('button', { name: form('add.allergies') }).click()
    await page.getByRole('textbox', { name: words('field.substance'), exact: true }).fill('Penicillin')
    await page.getByRole('combobox', { name: words('field.severity'), exact: true }).click()
    await page.getByRole('option', { name: words('allergy-severity.severe'), exact: true }).click()

    await test.step('somebody ends the session', async () => {
      const token = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').server_token)
      await fetch(origin + signIn.signOut.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: '{}',
      })
    })

    await test.step('the login page opens at once and says so', async () => {
      await expect(page).toHaveURL(/\/login$/)
      await expect(page.getByText(word('session-ended-draft'))).toBeVisible()
    })

    await test.step('after the next sign-in everything typed is restored', async () => {
      await page.getByLabel(word('login-as')).selectOption({ label: language === 'en' ? 'Nurse' : 'พยาบาล' })
      await page.getByLabel(word('email'), { exact: true }).fill(users.nurse.email)
      await page.getByLabel(word('password'), { exact: true }).fill(demoPassword)
      await page.getByRole('button', { name: word('login'), exact: true }).click()
      await expect(page).toHaveURL(/\/app\/patients\/new$/)
      await expect(page.getByRole('textbox', { name: words('field.hn'), exact: true })).toHaveValue(person.hn)
      await expect(page.getByRole('textbox', { name: words('field.name'), exact: true })).toHaveValue(
        person.name,
      )
      await expect(page.getByRole('textbox', { name: words('field.substance'), exact: true })).toHaveValue(
        'Penicillin',
      )
    })
  })
})

test('a user who may not register sees no button and no form', async ({ page, signInAs }) => {
  await signInAs('doctor')
  await page.goto('/app/patient-list/all')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: getWords('en').list('register') })).toHaveCount(0)
  await page.goto('/app/patients/new')
  await expect(page).toHaveURL(/\/app\/patient-list/)
})

test('an unknown patient is reported like one of another hospital', async ({ page, signInAs }) => {
  await signInAs('nurse')
  await page.goto('/app/patients/01900000-0000-7000-8000-00000000dead')
  await expect(page.getByRole('heading', { name: getWords('en').record('details-not-found') })).toBeVisible()
})

test('the list is used by keyboard, and comes back as it was', async ({ page, signInAs }) => {
  await signInAs('nurse')
  await page.goto('/app/patient-list/all?sort=name')
  await expect(page.locator('table a').first()).toBeVisible()
  await expectDrawn(page)
  await page.keyboard.press('/')
  await expect(page.getByPlaceholder(getWords('en').list('search-hint.any'))).toBeFocused()
  await page.locator('table a').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const opened = await page.evaluate(() => document.activeElement?.closest('a')?.getAttribute('href'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(opened ?? 'nothing'))
  await page.goBack()
  await expect(page).toHaveURL(/sort=name/)
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('a')?.getAttribute('href')))
    .toBe(opened)
})

test('filters chosen in quick succession are all applied', async ({ page, signInAs }) => {
  const { list, words, ui } = getWords('en')
  await signInAs('nurse')
  await page.goto('/app/patient-list/all')
  await page.getByRole('button', { name: list('filters'), exact: true }).click()
  const filters = page.getByRole('dialog', { name: list('filters') })
  for (const choice of [words('stay.in'), ui('triage.RED'), ui('triage.PINK')])
    await filters.getByText(choice, { exact: true }).click()
  await expect(page).toHaveURL(/\?stay=in&triage=RED&triage=PINK$/)
})

test.describe('patients', () => {
  const language = mainLanguage
  test('after a search a pressure is charted with two clicks', async ({ page, signInAs, api }) => {
    const reading = loadWords(language, 'readings')
    const vital = loadWords(language, 'vital-signs')
    const nurse = await api('nurse')
    const known = await registerPatient(nurse)
    await signInAs('nurse', language)
    await page.goto('/app/patient-list')
    await expectDrawn(page)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
    await page.keyboard.type(known.hn)
    await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(known.hn)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: reading('record') }).click()
    await expect(page.getByRole('textbox', { name: vital('systolic.name') })).toBeFocused()
    await page.keyboard.type('128')
    await page.keyboard.press('Enter')
    await page.keyboard.type('82')
    await page.getByRole('button', { name: reading('form.save'), exact: true }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect
      .poll(async () => (await nurse(readings.history, { patient_id: known._id })).rows)
      .toMatchObject([{ kind: 'blood_pressure', systolic: 128, diastolic: 82 }])
    const timeline = page.getByRole('region', { name: loadWords(language, 'summary')('timeline.title') })
    await expect(timeline.getByRole('listitem').first()).toContainText('128/82 mmHg')
  })

  test('a screen that is opened without a connection says so and loads when there is one', async ({
    page,
    context,
    signInAs,
  }) => {
    const app = loadWords(language, 'app')
    await signInAs('nurse', language)
    await page.goto('/app/patient-list/all')
    await expect(page.locator('table a').first()).toBeVisible()
    await context.setOffline(true)
    await page.locator('table a').first().click()
    await expect(page.getByRole('heading', { name: app('not-loaded-title') })).toBeVisible()
    await context.setOffline(false)
    await expect(
      page.getByRole('heading', { name: getWords(language).words('section.summary') }),
    ).toBeVisible()
  })
})

test('a part that does not come is asked for again, and says so in its place if it fails', async ({
  page,
  signInAs,
}) => {
  const ui = loadWords('en', 'ui')
  await signInAs('nurse')
  await page.goto('/app/patients/new')
  const surname = page.getByRole('textbox', { name: loadWords('en', 'patients')('field.surname') }).first()
  await surname.fill('Somsri')
  let failed = 0
  await page.route('**/calendar-picker-*.js', (route) => {
    failed += 1
    return route.abort()
  })
  await page
    .getByRole('button', { name: ui('open-calendar') })
    .first()
    .click()
  const alert = page.getByRole('alert').filter({ hasText: ui('part-not-loaded') })
  await expect(alert).toBeVisible()
  await expect(surname).toHaveValue('Somsri')
  expect(failed).toBeGreaterThan(0)
  await page.unroute('**/calendar-picker-*.js')
  await alert.getByRole('button', { name: ui('try-again') }).click()
  await expect(page.locator('table button:not([data-outside])').first()).toBeVisible()
  await expect(surname).toHaveValue('Somsri')
})

test('the record leads through the patients of the list, and back leads to the list', async ({
  page,
  signInAs,
}) => {
  const { record } = getWords('en')
  await signInAs('nurse')
  // In this order other journeys do not change the first rows.
  await page.goto('/app/patient-list/all?sort=registered')
  const rows = page.locator('table a')
  await expect(rows.nth(1)).toBeVisible()
  const paths = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  await rows.first().click()
  await expect(page.getByRole('button', { name: record('step.previous') })).toBeDisabled()
  await page.getByRole('link', { name: record('step.next') }).click()
  await expect(page).toHaveURL(new RegExp(`${paths[1]}/summary$`))
  await page.getByRole('link', { name: record('step.previous') }).click()
  await expect(page).toHaveURL(new RegExp(`${paths[0]}/summary$`))
  await page.goBack()
  await expect(page).toHaveURL(/\/patient-list\/all\?sort=registered$/)
})

test('on a phone a tab that does not fit is reached by an arrow, and the open one is in sight', async ({
  page,
  signInAs,
  api,
}) => {
  const { record } = getWords('en')
  const known = await registerPatient(await api('nurse'))
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs('nurse')
  await page.goto(`/app/patients/${known._id}/clinical`)
  const tabs = page.getByRole('navigation', { name: record('sections') })
  const [first, last] = [tabs.getByRole('link').first(), tabs.getByRole('link').last()]
  await expect(last).not.toBeInViewport({ ratio: 1 })
  await page.locator('[data-record-head] [data-side="end"]').click()
  await expect(last).toBeInViewport({ ratio: 1 })
  await expect(page.locator('[data-record-head] [data-side="end"]')).toHaveCount(0)
  await last.click()
  // Once more it is brought into sight when it becomes the current one: the row is moved by hand after that.
  await expect(last).toHaveAttribute('aria-current', 'page')
  await expect(last).toBeInViewport({ ratio: 1 })
  await page.locator('[data-record-head] [data-side="start"]').click()
  await expect(first).toBeInViewport({ ratio: 1 })
  await test.step('a row that was moved away from the open tab stays there when its width changes', async () => {
    await page.setViewportSize({ width: 380, height: 844 })
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    await expect(first).toBeInViewport({ ratio: 1 })
    await expect(last).not.toBeInViewport({ ratio: 1 })
  })
})
