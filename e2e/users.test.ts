import { users as accounts } from 'contract'
import { expect, expectAccessible, test } from './fixtures.ts'
import { languages, loadWords, mainLanguage } from './words.ts'

for (const language of languages) {
  test.describe(`users (${language})`, () => {
    test('a registered user waits, is approved, changes their profile, and is signed out as soon as they are blocked', async ({
      page,
      browser,
      signInAs,
      api,
      origin,
    }) => {
      test.slow()
      const word = loadWords(language, 'users')
      const ui = loadWords(language, 'ui')
      const signIn = loadWords(language, 'sign-in')
      const account = loadWords(language, 'account')
      const refusal = loadWords(language, 'codes')('error-code.1001')
      const email = `suda.${language}.${process.pid}@rimkhong.demo`
      const [chosen, given, own] = ['สวนดอกไม้ริมโขง', 'given-by-the-admin', 'แม่น้ำโขงยามเช้า']
      const userPage = await (await browser.newContext({ baseURL: origin })).newPage()
      await userPage.addInitScript((code) => localStorage.setItem('theme_lang', code), language)
      const dialog = page.getByRole('dialog')

      async function logIn(password: string) {
        await userPage
          .getByLabel(signIn('login-as'))
          .selectOption({ label: language === 'en' ? 'Nurse' : 'พยาบาล' })
        await userPage.getByLabel(signIn('email'), { exact: true }).fill(email)
        await userPage.getByLabel(signIn('password'), { exact: true }).fill(password)
        await userPage.getByRole('button', { name: signIn('login'), exact: true }).click()
      }

      await test.step('a visitor requests an account', async () => {
        await userPage.goto('/register')
        await userPage.getByLabel(word('field.first_name')).fill('สุดา')
        await userPage.getByLabel(word('field.last_name')).fill('ริมน้ำ')
        await userPage.getByLabel(word('field.email')).fill(email)
        await userPage
          .getByRole('textbox', { name: word('field.phone'), exact: true })
          .pressSequentially('08a1-2345x678')
        await expect(userPage.getByRole('textbox', { name: word('field.phone'), exact: true })).toHaveValue(
          '0812345678',
        )
        await userPage
          .getByLabel(word('field.staff_type'))
          .selectOption({ label: language === 'en' ? 'Nurse' : 'พยาบาล' })
        await userPage.getByRole('textbox', { name: ui('new-password'), exact: true }).fill(chosen)
        await userPage.getByRole('textbox', { name: ui('confirm-password'), exact: true }).fill(chosen)
        await userPage.getByRole('button', { name: word('register.action'), exact: true }).click()
        await expect(userPage.getByText(word('register.received-text'))).toBeVisible()
        await userPage.goto('/login')
        await logIn(chosen)
        await expect(userPage.getByText(refusal)).toBeVisible()
      })

      const admin = await api('admin')
      const { rows } = await admin(accounts.list, { user_page_type: 2, search_value: email })
      const userId = rows[0]?._id ?? ''

      await test.step('the admin finds and approves the account', async () => {
        await signInAs('admin', language)
        await page.goto(`/app/users/${userId}`)
        await expect(page.getByText(word('status.pending'))).toBeVisible()
        await expectAccessible(page)
        await page.getByRole('button', { name: word('act.approve.action'), exact: true }).click()
        await dialog.getByRole('button', { name: word('act.approve.action'), exact: true }).click()
        await expect(page.getByRole('button', { name: word('act.block.action'), exact: true })).toBeVisible()
      })

      await test.step('the new user signs in', async () => {
        await logIn(chosen)
        await expect(userPage).toHaveURL(/\/app\/patient-list/)
      })

      await test.step('the admin resets the password, which ends the session', async () => {
        await page.getByRole('button', { name: word('reset.action'), exact: true }).click()
        await dialog.getByText(word('way.password'), { exact: true }).click()
        await dialog.getByRole('textbox', { name: ui('new-password'), exact: true }).fill(given)
        await dialog.getByRole('textbox', { name: ui('confirm-password'), exact: true }).fill(given)
        await dialog.getByRole('button', { name: word('reset.action'), exact: true }).click()
        await expect(userPage).toHaveURL(/\/login/)
      })

      await test.step('the user signs in with the given password and must choose another', async () => {
        await logIn(given)
        await expect(userPage.getByRole('heading', { level: 1, name: account('must.title') })).toBeVisible()
        await userPage.goto('/app/patient-list')
        await expect(userPage.getByRole('heading', { level: 1, name: account('must.title') })).toBeVisible()
        await expectAccessible(userPage)
        await userPage.getByRole('textbox', { name: account('password.present'), exact: true }).fill(given)
        await userPage.getByRole('textbox', { name: ui('new-password'), exact: true }).fill(own)
        await userPage.getByRole('textbox', { name: ui('confirm-password'), exact: true }).fill(own)
        await userPage.getByRole('button', { name: account('password.action'), exact: true }).click()
        await expect(userPage).toHaveURL(/\/app\/patient-list/)
      })

      await test.step('blocking the account ends the session and refuses the next sign-in', async () => {
        await page.reload()
        await page.getByRole('button', { name: word('act.block.action'), exact: true }).click()
        await dialog.getByRole('button', { name: word('act.block.action'), exact: true }).click()
        await expect(page.getByText(word('status.blocked')).first()).toBeVisible()
        await expect(userPage).toHaveURL(/\/login/)
        await logIn(own)
        await expect(userPage.getByText(refusal)).toBeVisible()
      })
    })
  })
}

test.describe('users', () => {
  const language = mainLanguage
  test('a file with ten kinds of errors is checked, corrected and imported', async ({ page, signInAs }) => {
    const word = loadWords(language, 'users')
    const mail = (name: string) => `${name}.${language}.${process.pid}@rimkhong.demo`
    const head = 'first_name,last_name,email,country_code,phone,staff_type,is_form_user'
    const faulty = [
      head,
      `,ใจดี,${mail('a')},66,0811111111,nurse,no`,
      `สมใจ,,${mail('b')},66,0811111112,nurse,no`,
      'สมหมาย,ใจดี,not-an-email,66,0811111113,nurse,no',
      'สมพร,ใจดี,nurse@demo.hospital,66,0811111114,nurse,no',
      `สมศรี,ใจดี,${mail('c')},0066,0811111115,nurse,no`,
      `สมชัย,ใจดี,${mail('d')},66,08-1111,nurse,no`,
      `สมบัติ,ใจดี,${mail('e')},66,,nurse,no`,
      `สมคิด,ใจดี,${mail('f')},66,0811111117,wizard,no`,
      `สมนึก,ใจดี,${mail('g')},66,0811111118,nurse,maybe`,
      `สมทรง,ใจดี,${mail('h')},66,0811111119,nurse,no`,
      `สมทรง,ใจดี,${mail('h')},66,0811111119,nurse,no`,
    ]
    const chosen = (rows: readonly string[]) => ({
      name: 'users.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`\uFEFF${rows.join('\r\n')}\r\n`),
    })
    await signInAs('admin', language)
    await page.goto('/app/users')
    await page.getByRole('button', { name: word('import.open') }).click()
    const dialog = page.getByRole('dialog')
    const file = dialog.locator('input[type=file]')
    await file.setInputFiles(chosen(faulty))
    const problems = dialog.getByRole('region', { name: word('import.problems') })
    await expect(problems).toBeVisible()
    const rows = await problems.getByRole('rowheader').allTextContents()
    expect([...new Set(rows)]).toEqual(['2', '3', '4', '5', '6', '7', '8', '9', '10', '12'])
    await file.setInputFiles(chosen([head, faulty[10] ?? '']))
    await dialog
      .getByRole('button', {
        name: word(language === 'en' ? 'import.action_one' : 'import.action_other', { count: '1' }),
      })
      .click()
    await expect(page.getByRole('list', { name: word('links.label') })).toContainText(mail('h'))
  })
})
