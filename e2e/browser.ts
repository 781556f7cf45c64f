import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type LaunchOptions } from '@playwright/test'
import bundled, { inflate } from '@sparticuz/chromium'

type Browser = { path: string; environment: Record<string, string> }

const installed = [
  process.env['CHROMIUM_PATH'],
  // The same engine without the windows of a browser around it: two thirds of the processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** How to start a browser on a machine without a display and a graphics card. */
export async function findLaunchOptions(): Promise<LaunchOptions> {
  const { path, environment } = await findBrowser()
  return {
    executablePath: path,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
    env: { ...(process.env as Record<string, string>), ...environment },
  }
}

/**
 * The system's Chromium, Playwright's own, or else the one that came with the packages, with its libraries beside it.
 */
async function findBrowser(): Promise<Browser> {
  if (process.env['CHROMIUM_PATH'] !== 'bundled') {
    for (const path of [...installed, chromium.executablePath()]) {
      if (path && existsSync(path)) return { path, environment: {} }
    }
  }
  const packed = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../bin')
  const path = await bundled.executablePath()
  const libraries = await inflate(join(packed, 'al2023.tar.br'))
  return { path, environment: { LD_LIBRARY_PATH: join(libraries, 'lib') } }
}
