import { defineConfig } from '@playwright/test'
import { launchOptions } from './browser.ts'

export default defineConfig({
  testDir: '.',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Asia/Bangkok',
    locale: 'en-GB',
    trace: 'retain-on-failure',
    launchOptions: await launchOptions(),
  },
})
