import type { Page } from '@playwright/test'
import { type Client, users as userCalls } from 'contract'
import { expect, expectAccessible, test, users } from './fixtures.ts'
import { type Language, languages, loadWords, mainLanguage } from './words.ts'

const given = 'ฝนตกที่ทะเลน้อย'
const chosen = 'แดดออกที่ดอยตุง'

let count = 0
async function newNurse(admin: Client, more: object = {}) {
  count += 1
  return admin(userCalls.add, {
    first_name: 'อารี',
    last_name: 'มาใหม่',
    email: `aree${count}-${Date.now()}@journey.hospital`,
    phone: '0812345678',
    staff_type: 'nurse',
    ...more,
  })
}

async function signIn(page: Page, language: Language, email: string, password: string) {
  const word = loadWords(language, 'sign-in')
  await page.getByLabel(word('login-as')).selectOption({ label: language === 'en' ? 'Nurse' : 'พยาบาล' })
  await page.getByLabel(word('email'), { exact: true }).fill(email)
  await page.getByLabel(word('password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: word('login'), exact: true }).click()
}

for (const language of languages) {
  test.describe(`the own account (${language})`, () => {
    const word = loadWords(language, 'account')
    const ui = loadWords(language, 'ui')
    test.beforeEach(({ context }) =>
      context.addInitScript((code) => localStorage.setItem('theme_lang', code), language),
    )

    test('a given password must be changed first, and then the person gets to the page they wanted', async ({
      page,
      api,
    }) => {
      const { user } = await newNurse(await api('admin'), { password: given, confirm_password: given })
      await page.goto('/app/monitoring')
      await signIn(page, language, user.email, given)
      await expect(page).toHaveURL(/\/change-password$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(word('must.title'))
      await expectAccessible(page)
      await page.goto('/app/patient-list')
      await expect(page).toHaveURL(/\/change-password$/)
      await page.goto('/app/monitoring')
      await page.getByLabel(word('password.present')).fill(given)
      await page.getByRole('textbox', { name: ui('new-password'), exact: true }).fill(chosen)
      await page.getByRole('textbox', { name: ui('confirm-password'), exact: true }).fill(chosen)
      await page.getByRole('button', { name: word('password.action') }).click()
      await expect(page).toHaveURL(/\/app\/monitoring$/)
    })
  })
}

test.describe('the own account', () => {
  const language = mainLanguage
  const word = loadWords(language, 'account')
  const ui = loadWords(language, 'ui')
  test.beforeEach(({ context }) =>
    context.addInitScript((code) => localStorage.setItem('theme_lang', code), language),
  )

  test('a link sets a password once, and its token is sent to no server', async ({ page, api }) => {
    const words = loadWords(language, 'password-links')
    const { user, link } = await newNurse(await api('admin'))
    const path = `/set-password#${link?.token}`
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url().split('#')[0] ?? ''))
    await page.goto(path)
    await expect(page.getByText(words('choose.lead', { name: user.first_name }))).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: ui('new-password'), exact: true }).fill(chosen)
    await page.getByRole('textbox', { name: ui('confirm-password'), exact: true }).fill(chosen)
    await page.getByRole('button', { name: words('choose.action') }).click()
    await expect(page.getByText(words('choose.done'))).toBeVisible()
    expect(asked.join('\n')).not.toContain(link?.token ?? 'none')
    expect(page.url()).not.toContain(link?.token ?? 'none')
    await page.goto(path)
    await page.reload()
    await expect(page.getByText(loadWords(language, 'codes')('error-code.1644'))).toBeVisible()
    await page.getByRole('link', { name: words('to-login') }).click()
    await signIn(page, language, user.email, chosen)
    await expect(page).toHaveURL(/\/app\/patient-list$/)
  })

  test('a session that is ended elsewhere closes its screen within a second, and the profile tells sessions apart', async ({
    page,
    browser,
    api,
    origin,
  }) => {
    const { user } = await newNurse(await api('admin'), { password: given, confirm_password: given })
    await page.goto('/login')
    await signIn(page, language, user.email, given)
    await page.getByLabel(word('password.present')).fill(given)
    await page.getByRole('textbox', { name: ui('new-password'), exact: true }).fill(chosen)
    await page.getByRole('textbox', { name: ui('confirm-password'), exact: true }).fill(chosen)
    await page.getByRole('button', { name: word('password.action') }).click()
    await expect(page).toHaveURL(/\/app\/patient-list$/)

    const elsewhere = await browser.newContext({
      baseURL: origin,
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1',
    })
    await elsewhere.addInitScript((code) => localStorage.setItem('theme_lang', code), language)
    const phone = await elsewhere.newPage()
    await phone.goto('/login')
    await signIn(phone, language, user.email, chosen)
    await expect(phone).toHaveURL(/\/app\/patient-list$/)

    await page.getByTitle(loadWords(language, 'app')('user-menu')).first().click()
    await page.getByRole('link', { name: loadWords(language, 'app')('profile') }).click()
    await expect(page).toHaveURL(/\/app\/profile$/)
    const told = page.getByRole('region', { name: word('alert.name') })
    await page.reload()
    await expect(told).toContainText('iPhone')
    await expectAccessible(page)
    await page.getByRole('button', { name: /Safari .* iPhone/ }).click()
    await expect(phone).toHaveURL(/\/login$/)
    await told.getByRole('button', { name: word('alert.mine') }).click()
    await expect(told).toHaveCount(0)
    await elsewhere.close()
  })
})

test('a forms-only user has their profile beside the forms, and nothing else', async ({ page, signInAs }) => {
  await signInAs('paramedic')
  await page.goto('/app/profile')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(loadWords('en', 'account')('title'))
  await expect(page.getByText(users.paramedic.email)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/app/patient-list')
  await expect(page).toHaveURL(/\/app\/forms-detail$/)
})
