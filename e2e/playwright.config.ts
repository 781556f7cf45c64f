import { defineConfig } from '@playwright/test'
import { launchOptions } from './browser.ts'

export default defineConfig({
  testDir: '.',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // Only what hangs meets a limit: a machine that has much else to do takes many times as long.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Asia/Bangkok',
    locale: 'en-GB',
    // Without a film, which each journey would pay for and only one that fails keeps.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: { mode: 'only-on-failure', fullPage: true },
    launchOptions: await launchOptions(),
  },
})
