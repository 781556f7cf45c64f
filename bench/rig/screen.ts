import { chromium, type Page } from '@playwright/test'
import { createClient, type SessionToken, signIn } from 'contract'
import { findLaunchOptions } from '../../e2e/browser.ts'

/** The CPU time of a browser's processes, in seconds of a core. */
type BrowserWork = { all: number; ofPages: number; ofDrawing: number }

export type Screen = {
  page: Page
  worked: () => Promise<BrowserWork>
  close: () => Promise<void>
}

/** The display of a ward, in a browser of its own, with a user signed in. */
export async function openScreen(port: number, session: SessionToken): Promise<Screen> {
  const base = `http://127.0.0.1:${port}`
  const { user, is_this_userform_user } = await createClient({ fetch, base, session: () => session })(
    signIn.whoAmI,
    {},
  )
  const browser = await chromium.launch(await findLaunchOptions())
  try {
    const page = await browser.newPage({
      baseURL: base,
      viewport: { width: 1920, height: 1080 },
      timezoneId: 'Asia/Bangkok',
      locale: 'en-GB',
    })
    await page.addInitScript(
      (entry) => {
        localStorage.setItem('user', entry)
        localStorage.setItem('theme_lang', 'en')
      },
      JSON.stringify({ ...user, server_token: session.server_token, is_this_userform_user }),
    )
    const whole = await browser.newBrowserCDPSession()
    return {
      page,
      async worked() {
        const { processInfo } = await whole.send('SystemInfo.getProcessInfo')
        const of = (type: string) =>
          processInfo.filter((one) => one.type === type).reduce((sum, { cpuTime }) => sum + cpuTime, 0)
        return {
          all: processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0),
          ofPages: of('renderer'),
          ofDrawing: of('GPU'),
        }
      },
      close: () => browser.close(),
    }
  } catch (error) {
    await browser.close()
    throw error
  }
}
