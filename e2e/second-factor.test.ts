import type { CDPSession, Page } from '@playwright/test'
import { secondFactor } from 'contract'
import { demoPassword, expect, expectAccessible, test, users } from './fixtures.ts'
import { loadWords, mainLanguage } from './words.ts'

/** A virtual authenticator in the browser, like a device with a PIN or a fingerprint. */
async function addAuthenticator(page: Page): Promise<{ session: CDPSession; authenticatorId: string }> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { session, authenticatorId }
}

/** No browser makes a passkey for a bare IP address. */
const toLocalhost = (origin: string) => origin.replace('127.0.0.1', 'localhost')

const language = mainLanguage
const user = 'nurse'

test('a passkey is made, unlocks the screen, and signs in alone and after the password', async ({
  page,
  origin,
  api,
}) => {
  const word = loadWords(language, 'second-factor')
  const signIn = loadWords(language, 'sign-in')
  const app = loadWords(language, 'app')
  await page.addInitScript((code) => localStorage.setItem('theme_lang', code), language)
  const { session, authenticatorId } = await addAuthenticator(page)

  const typePassword = async () => {
    const type = page.getByLabel(signIn('login-as'))
    await type.selectOption({ label: loadWords(language, 'permissions')(`staff-types.${user}`) })
    await page.getByLabel(signIn('email'), { exact: true }).fill(users[user].email)
    await page.getByLabel(signIn('password'), { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: signIn('login'), exact: true }).click()
  }
  const signOut = async () => {
    await page.getByTitle(app('user-menu')).click()
    await page.getByRole('button', { name: app('sign-out'), exact: true }).click()
    await expect(page).toHaveURL(/\/login$/)
  }

  await test.step('a user signs in with the password alone and adds a passkey', async () => {
    await page.goto(`${toLocalhost(origin)}/login`)
    await expectAccessible(page)
    await typePassword()
    await expect(page).toHaveURL(/\/app\//)
    await page.getByTitle(app('user-menu')).click()
    await page.getByRole('link', { name: app('security') }).click()
    await expect(page.getByRole('heading', { level: 1, name: word('title') })).toBeVisible()
    await page.getByRole('button', { name: word('add-passkey') }).click()
    await page.getByRole('dialog').getByLabel(word('re-authentication.password')).first().fill(demoPassword)
    await page.getByRole('button', { name: word('re-authentication.go-on') }).click()
    await page.getByLabel(word('name'), { exact: true }).fill('PC 3')
    await expectAccessible(page)
    await page.getByRole('button', { name: word('passkey.make') }).click()
    await expect(page.getByRole('list', { name: word('codes.title') }).getByRole('listitem')).toHaveCount(10)
    await page.getByRole('button', { name: word('codes.kept') }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('list', { name: word('methods') })).toContainText('PC 3')
    await expectAccessible(page)
    const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
    expect(credentials).toHaveLength(1)
  })

  await test.step('the locked screen covers everything, and the passkey unlocks it', async () => {
    await page.getByTitle(app('user-menu')).click()
    await page.getByRole('button', { name: app('lock-screen') }).click()
    const lock = page.getByRole('dialog', { name: word('lock.title') })
    await expect(lock).toBeVisible()
    await expect(lock.getByLabel(word('lock.password')).first()).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(lock).toBeVisible()
    const beneath = page.getByRole('button', { name: word('add-passkey') })
    const isUnderDialog = (button: Element) => {
      button.scrollIntoView({ block: 'center' })
      const { left, top, width, height } = button.getBoundingClientRect()
      return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('dialog') != null
    }
    expect(await beneath.evaluate(isUnderDialog)).toBe(true)
    await beneath.focus()
    await expect(beneath).not.toBeFocused()
    await expectAccessible(page)
    await page.reload()
    await expect(lock).toBeVisible()
    await lock.getByRole('button', { name: word('lock.passkey') }).click()
    await expect(lock).toHaveCount(0)
    await expect(page.getByRole('list', { name: word('methods') })).toContainText('PC 3')
  })

  await test.step('the password alone no longer signs in: the passkey is needed too', async () => {
    await signOut()
    await typePassword()
    await expect(page.getByRole('heading', { name: word('step.title') })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: word('step.passkey') }).click()
    await expect(page).toHaveURL(/\/app\//)
  })

  await test.step('the passkey signs in without a password', async () => {
    await signOut()
    await page.getByRole('button', { name: word('passkey-sign-in') }).click()
    await expect(page).toHaveURL(/\/app\//)
    await page.getByTitle(app('user-menu')).click()
    await expect(page.getByRole('button', { name: app('sign-out'), exact: true })).toBeVisible()
  })

  await test.step('an admin removes the passkey, which ends the session at once', async () => {
    const stored = await page.evaluate(() => localStorage.getItem('user'))
    const { _id } = JSON.parse(stored ?? '{}') as { _id: string }
    const admin = await api('admin')
    await admin(secondFactor.resetFor, { _id })
    await expect(page).toHaveURL(/\/login$/)
    await typePassword()
    await expect(page).toHaveURL(/\/app\//)
  })
})
