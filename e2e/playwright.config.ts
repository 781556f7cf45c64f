import { defineConfig } from '@playwright/test'
import { findLaunchOptions } from './browser.ts'
import type { WorkerOptions } from './fixtures.ts'

const screens = ['accessibility.test.ts', 'touch.test.ts']
const line = 'line.test.ts'
const browser = await findLaunchOptions()

export default defineConfig<object, WorkerOptions>({
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
    // Otherwise each test stores the whole app for offline use first.
    serviceWorkers: 'block',
    // The screens of a machine without a graphics card are drawn by the processor: a movement costs as much as the
    // rest.
    contextOptions: { reducedMotion: 'reduce' },
    // Without pictures and copies of the page at each step, which every journey would pay for although only a failed
    // one keeps them; `--trace on` takes both.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: { mode: 'only-on-failure', fullPage: true },
    launchOptions: {
      ...browser,
      args: [
        ...(browser.args ?? []),
        // A page lives for seconds: to optimise its code, on threads of its own, costs more than it saves.
        '--js-flags=--no-turbofan --no-maglev --single-threaded --min-semi-space-size=32',
      ],
    },
  },
  // Each needs another panel, and a worker starts one at a time: the tests of one kind of panel run one after the
  // other, the longest first.
  projects: [
    // What simulated devices send fills the screens.
    { name: 'screens', testMatch: screens, use: { hasSimulator: true } },
    { name: 'line', testMatch: line },
    // Only the test itself changes what a journey sees.
    { name: 'journeys', testIgnore: [...screens, line] },
  ],
})
