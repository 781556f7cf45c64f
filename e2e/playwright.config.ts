import { defineConfig } from '@playwright/test'
import { findLaunchOptions } from './browser.ts'

export default defineConfig({
  testDir: '.',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // Only a hang should reach this limit: a busy machine takes many times as long as an idle one.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Asia/Bangkok',
    locale: 'en-GB',
    // Without pictures and copies of the page at each step, which every journey would pay for although only a failed
    // one keeps them; `--trace on` takes both.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: { mode: 'only-on-failure', fullPage: true },
    launchOptions: await findLaunchOptions(),
  },
})
