import type { Page } from '@playwright/test'
import { demoPassword, expect, expectAccessible, test, users } from './fixtures.ts'
import { type Language, languages, loadWords, mainLanguage } from './words.ts'

const refusal = {
  en: 'Incorrect email or password or Login type. Please try again.',
  th: loadWords('th', 'codes')('error-code.1001'),
}

function loginPage(page: Page, language: Language) {
  const word = loadWords(language, 'sign-in')
  return {
    word,
    type: page.getByLabel(word('login-as')),
    email: page.getByLabel(word('email'), { exact: true }),
    password: page.getByLabel(word('password'), { exact: true }),
    submit: page.getByRole('button', { name: word('login'), exact: true }),
  }
}

for (const language of languages) {
  test.describe(`signing in (${language})`, () => {
    test.beforeEach(({ page }) =>
      page.addInitScript((code) => localStorage.setItem('theme_lang', code), language),
    )

    test('a visitor without a session is asked to sign in, refused with a wrong password, and let in with the right one', async ({
      page,
    }) => {
      const { word, type, email, password, submit } = loginPage(page, language)
      const validation = loadWords(language, 'validation')

      await test.step('a visitor is sent to the login page', async () => {
        await page.goto('/app/patient-list')
        await expect(page).toHaveURL(/\/login$/)
        await expect(page.getByText('Medical & Staff PANEL').first()).toBeVisible()
        await expect(page.getByRole('img', { name: word('line-qr') })).toBeVisible()
        await expect(type).toContainText(language === 'en' ? 'Doctor' : 'แพทย์')
        await expectAccessible(page)
      })

      await test.step('no field shows an error before it is touched; LOGIN shows all errors and sends nothing', async () => {
        const calls: string[] = []
        page.on('request', (request) => {
          if (request.url().endsWith('/login') && request.method() === 'POST') calls.push(request.url())
        })
        await expect(page.getByText(validation('email-required'))).toHaveCount(0)
        await submit.click()
        await expect(page.getByText(`* ${validation('email-required')}`)).toBeVisible()
        await expect(page.getByText(`* ${validation('password-required')}`)).toBeVisible()
        await email.fill('nurse')
        await email.blur()
        await expect(page.getByText(`* ${validation('email-invalid')}`)).toBeVisible()
        await submit.click()
        expect(calls).toEqual([])
      })

      await test.step('a refused password is shown for five seconds', async () => {
        await type.selectOption({ label: language === 'en' ? 'Nurse' : 'พยาบาล' })
        await email.fill(users.nurse.email)
        await password.fill('wrong')
        await submit.click()
        const alert = page.getByRole('alert').filter({ hasText: refusal[language] })
        await expect(alert).toBeVisible()
        await expect(alert).toHaveCount(0)
        await expect(email).toHaveValue(users.nurse.email)
      })

      await test.step('the right one opens the patients of the wards', async () => {
        await password.fill(demoPassword)
        await submit.click()
        await expect(page).toHaveURL(/\/app\/patient-list/)
        await expect(page.getByRole('heading', { level: 1 })).toContainText(
          loadWords(language, 'ward-board')('title'),
        )
      })
    })
  })
}

test.describe('signing in', () => {
  const language = mainLanguage
  test.beforeEach(({ page }) =>
    page.addInitScript((code) => localStorage.setItem('theme_lang', code), language),
  )

  test('LOGIN stays where it is when the other ways to sign in are loaded', async ({ page }) => {
    const rest = Promise.withResolvers<void>()
    await page.route(/passkey-sign-in-[^/]*\.js$/, async (route) => {
      await rest.promise
      await route.continue()
    })
    const { type, submit } = loginPage(page, language)
    await page.goto('/login')
    await expect(type.getByRole('option')).not.toHaveCount(1)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const before = await submit.boundingBox()
    rest.resolve()
    const passkey = loadWords(language, 'second-factor')('passkey-sign-in')
    await expect(page.getByRole('button', { name: passkey })).toBeVisible()
    expect(await submit.boundingBox()).toEqual(before)
  })

  test('a forms-only user has the forms and nothing else, by URL or by call', async ({ page, origin }) => {
    const { type, email, password, submit } = loginPage(page, language)
    await page.goto('/login')
    await type.selectOption({ label: language === 'en' ? 'Paramedic' : 'นักฉุกเฉินการแพทย์' })
    await email.fill(users.paramedic.email)
    await password.fill(demoPassword)
    await submit.click()
    await expect(page).toHaveURL(/\/app\/forms-detail$/)
    await expectAccessible(page)
    for (const path of ['/app/patient-list', '/app/patients/new', '/', '/nowhere']) {
      await page.goto(path)
      await expect(page).toHaveURL(/\/app\/forms-detail$/)
    }
    const reply = await page.evaluate(async (base) => {
      const { server_token } = JSON.parse(localStorage.getItem('user') ?? '{}')
      const response = await fetch(`${base}/api/hospital_user/get_patients_list`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${server_token}` },
        body: '{}',
      })
      return response.json()
    }, origin)
    expect(reply).toMatchObject({ success: false, error_code: 1003 })
  })
})

test('an unknown path leads to the start', async ({ page, signInAs }) => {
  await signInAs('nurse')
  await page.goto('/no/such/screen')
  await expect(page).toHaveURL(/\/app\/patient-list/)
})

test('signing out ends the session in every tab, and on the server', async ({
  page,
  context,
  signInAs,
  origin,
}) => {
  await signInAs('nurse')
  await page.goto('/app/patient-list')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').server_token)
  const second = await context.newPage()
  await second.goto('/app/patient-list')
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible()

  const word = loadWords('en', 'app')
  await page.getByTitle(word('user-menu')).first().click()
  await page.getByRole('button', { name: word('sign-out'), exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(second).toHaveURL(/\/login$/)
  const response = await fetch(`${origin}/api/hospital_user/get_own_session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{}',
  })
  expect(await response.json()).toMatchObject({ success: false, error_code: 999 })
})

test('the language is switched at once and remembered', async ({ page }) => {
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('combobox', { name: loadWords('en', 'app')('language') }).selectOption('th')
  await expect(
    page.getByRole('button', { name: loadWords('th', 'sign-in')('login'), exact: true }),
  ).toBeVisible()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'th')
  await expect(page.getByRole('contentinfo')).toContainText(/25\d\d/)
})

test('a person without an account asks for one from the login page', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Register for an account' }).click()
  await expect(page).toHaveURL(/\/register$/)
  await expect(page.getByRole('combobox', { name: 'Staff type' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expectAccessible(page)
})

test('the login page says what to do about a forgotten password', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot Password?' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)
  await expect(page.getByText('@rimkhong.demo')).toBeVisible()
  await expectAccessible(page)
})
