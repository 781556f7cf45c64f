import { users as accounts, line } from 'contract'
import { type LineProvider, startLineProvider } from '../server/test/support/line-provider.ts'
import { test as base, demoPassword, expect, expectAccessible, startOwnPanel } from './fixtures.ts'
import { loadWords, mainLanguage } from './words.ts'

/**
 * Known before the panel starts, since LINE redirects to it. Workers that run at once have different ports, and the
 * ports that the system hands out are above.
 */
const port = 10_000 + (process.pid % 20_000)

/** A panel with a stand-in for LINE. */
const test = base.extend<object, { line: LineProvider }>({
  line: [
    async ({}, use) => {
      const provider = await startLineProvider(`http://localhost:${port}`)
      await use(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
  origin: [
    async ({ line: provider }, use) => {
      const { stop } = await startOwnPanel({ ...provider.environment, PORT: String(port) })
      await use(provider.login.publicUrl)
      await stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

const language = mainLanguage

test('a nurse links LINE with the QR code an admin shows, signs in with it, and has it removed', async ({
  page,
  browser,
  signInAs,
  api,
  origin,
  line: provider,
}) => {
  test.slow()
  const word = loadWords(language, 'line')
  const re_authentication = loadWords(language, 'second-factor')
  provider.person = `U${language}0000000000000000000000000001`.slice(0, 33)
  const admin = await api('admin')
  const { rows } = await admin(accounts.list, { search_value: 'nurse@demo', search_field: 'email' })
  const nurse = rows[0]?._id ?? ''
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await phone.addInitScript((code) => localStorage.setItem('theme_lang', code), language)

  const url = await test.step('the admin shows a QR code', async () => {
    await signInAs('admin', language)
    await page.goto(`/app/users/${nurse}`)
    await page.getByRole('button', { name: word('link.for-user') }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(word('link.re-authentication'))).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel(re_authentication('re-authentication.password')).first().fill(demoPassword)
    const made = page.waitForResponse((response) => response.url().endsWith(line.linkCode.path))
    await dialog.getByRole('button', { name: re_authentication('re-authentication.go-on') }).click()
    await expect(page.getByRole('img', { name: word('link.picture') })).toBeVisible()
    return ((await (await made).json()) as { url: string }).url
  })

  await test.step("the user's phone opens it, goes to LINE and comes back", async () => {
    await phone.goto(url)
    await expect(phone.getByRole('button', { name: word('link.go') })).toBeVisible()
    const { first_name, last_name } = rows[0] ?? {}
    await expect(phone.getByText(`${first_name} ${last_name}`)).toBeVisible()
    await expectAccessible(phone)
    await phone.getByRole('button', { name: word('link.go') }).click()
    await expect(phone.getByText(word('end.linked'))).toBeVisible()
    expect(new URL(phone.url()).search).toBe('')
    await expectAccessible(phone)
    await phone.goto(url)
    await expect(phone.getByRole('alert')).toContainText(loadWords(language, 'codes')('error-code.1622'))
  })

  await test.step('the user signs in with LINE', async () => {
    await phone.goto(`${origin}/login`)
    await phone.getByRole('button', { name: word('sign-in') }).click()
    await expect(phone).toHaveURL(/\/app\/patient-list/)
    await expect(phone.getByRole('heading', { level: 1 })).toContainText(
      loadWords(language, 'ward-board')('title'),
    )
  })

  await test.step('the admin unlinks LINE, which then signs nobody in', async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByText(word('user-linked'))).toBeVisible()
    await page.getByRole('button', { name: word('unlink.action') }).click()
    const question = page.getByRole('dialog', { name: word('unlink.question') })
    await question.getByRole('button', { name: word('unlink.action') }).click()
    await expect(page.getByText(word('user-not-linked'))).toBeVisible()
    const other = await (await browser.newContext()).newPage()
    await other.addInitScript((code) => localStorage.setItem('theme_lang', code), language)
    await other.goto(`${origin}/login`)
    await other.getByRole('button', { name: word('sign-in') }).click()
    await expect(other.getByRole('alert')).toContainText(loadWords(language, 'codes')('error-code.1626'))
  })
})
