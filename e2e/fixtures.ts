import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test as base, expect, type Page } from '@playwright/test'
import type * as Axe from 'axe-core'
import {
  alarms,
  ambulanceRequests,
  type Client,
  createClient,
  formRecords,
  isRuleInFamily,
  type MissionStep,
  missions,
  patients,
  Registration,
  signIn,
} from 'contract'
import { makeDataFolder } from '../server/test/support/data-folder.ts'
import { findFreePort } from '../server/test/support/free-port.ts'
import type { Language } from './words.ts'

export const demoPassword = 'panel-demo'
export const users = {
  admin: { email: 'admin@demo.hospital', type: 'Admin' },
  doctor: { email: 'doctor@demo.hospital', type: 'Doctor' },
  nurse: { email: 'nurse@demo.hospital', type: 'Nurse' },
  paramedic: { email: 'paramedic@demo.hospital', type: 'Paramedic' },
  registrar: { email: 'piyanuch@demo.hospital', type: 'Registrar' },
} as const
export type User = keyof typeof users

export type WorkerOptions = {
  /** Whether the devices of the demo hospital send by themselves. */
  hasSimulator: boolean
  /** Whether other tests have another panel: with a second hospital in it, people are asked for the code of theirs. */
  isAlone: boolean
}

type WorkerFixtures = {
  /** A panel of this worker's own, with the demo hospital in it. */
  panel: OwnPanel
  /** The URL of that panel. */
  origin: string
}

type TestFixtures = {
  /** Signs a page in without the form, in the given language. */
  signInAs: (user: User, language?: Language) => Promise<void>
  /** The API with the session of a demo user, to prepare what a test needs. */
  api: (user: User) => Promise<Client>
  /** Makes a user a system admin until the test is over, by the command. */
  appointSystemAdmin: (user: User) => Promise<void>
}

export const test = base.extend<TestFixtures, WorkerOptions & WorkerFixtures>({
  hasSimulator: [false, { option: true, scope: 'worker' }],
  isAlone: [false, { option: true, scope: 'worker' }],
  panel: [
    async ({ hasSimulator }, use) => {
      // Simulated devices send by MQTT, and simulated people call the panel: both need a port that is known.
      const panel = await startOwnPanel(
        hasSimulator
          ? { PORT: String(await findFreePort()), MQTT_PORT: String(await findFreePort()) }
          : { SIMULATE: '0' },
      )
      await use(panel)
      await panel.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  origin: [({ panel }, use) => use(panel.origin), { scope: 'worker' }],
  baseURL: ({ origin }, use) => use(origin),
  signInAs: ({ page, origin }, use) => use((user, language = 'en') => signInOn(page, origin, user, language)),
  api: ({ origin }, use) =>
    use(async (user) => {
      const { _id, server_token } = await signInByCall(origin, user)
      return createClient({ fetch, base: origin, session: () => ({ server_token, user_id: _id }) })
    }),
  appointSystemAdmin: async ({ panel }, use) => {
    const appointed: string[] = []
    await use(async (user) => {
      const { email } = users[user]
      appointed.push(email)
      await panel.run('system-admin.ts', '--email', email)
    })
    for (const email of appointed) await panel.run('system-admin.ts', '--email', email, '--remove')
  },
})

export { expect }

type OwnPanel = {
  origin: string
  /** Runs a command of the server on the same data. */
  run: (command: string, ...words: string[]) => Promise<void>
  stop: () => Promise<void>
}

const sources = join(import.meta.dirname, '../server/src')

/** Starts a panel with its own data folder, until it is stopped. */
export async function startOwnPanel(environment: Record<string, string> = {}): Promise<OwnPanel> {
  const folder = await makeDataFolder('e2e')
  const { server, origin } = await startPanel(folder, environment)
  return {
    origin,
    async run(command, ...words) {
      const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '' }
      await promisify(execFile)(process.execPath, [join(sources, command), ...words], { env })
    },
    async stop() {
      server.kill('SIGTERM')
      if (server.exitCode === null) await once(server, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startPanel(
  folder: string,
  environment: Record<string, string>,
): Promise<{ server: ChildProcess; origin: string }> {
  const server = spawn(process.execPath, [join(sources, 'main.ts')], {
    env: {
      ...process.env,
      PORT: '0',
      MQTT_PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      DATABASE_URL: '',
      CALLS_PER_MINUTE: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: server.stdout })
  const origin = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const found = /http:\/\/\S+/.exec(line)?.[0]
      if (found) resolve(found)
      // Faults are logged as JSON; the rest greets whoever starts a panel.
      if (line.startsWith('{')) console.error(line)
    })
    lines.on('close', () => reject(new Error('the panel did not start')))
  })
  return { server, origin }
}

/** Signs a page in without the form: one of another browser context for a second person. */
export async function signInOn(page: Page, origin: string, user: User, language: Language): Promise<void> {
  const stored = await signInByCall(origin, user)
  await page.addInitScript(
    ([entry, code]) => {
      if (sessionStorage.getItem('signed-in-by-test')) return
      sessionStorage.setItem('signed-in-by-test', 'yes')
      localStorage.setItem('user', entry)
      localStorage.setItem('theme_lang', code)
    },
    [JSON.stringify(stored), language] as const,
  )
}

/** Signs a demo user in; what is returned is what a browser stores of a session. */
export async function signInByCall(origin: string, user: User) {
  const call = createClient({ fetch, base: origin, session: () => undefined })
  const { staff_type } = await call(signIn.staffTypes, {})
  const type = staff_type.find(({ en_name }) => en_name === users[user].type)?._id ?? ''
  const reply = await call(signIn.signIn, { user_name: users[user].email, type, password: demoPassword })
  return { ...reply.user, is_this_userform_user: reply.is_this_userform_user }
}

/** A patient who was never in the hospital. */
export async function registerPatient(nurse: Client, hn: string) {
  const { patient } = await nurse(
    patients.register,
    Registration.parse({
      hn,
      title: 'นาง',
      name: 'ทดลอง',
      surname: 'นอนโรงพยาบาล',
      gender: 'female',
      date_of_birth: '1970-02-03',
      identity_kind: 'none',
      is_someone_else: true,
    }),
  )
  return patient
}

/** Answers as a tablet sends them, one operation each. */
export function answerAll(answers: Readonly<Record<string, unknown>>) {
  const at = new Date().toISOString()
  return Object.entries(answers).map(([path, answer]) => ({
    op_id: crypto.randomUUID(),
    path,
    answer,
    at,
    device: 'e2e',
  }))
}

/** A whole request for a transport that was planned. */
export function planTransport(at = new Date().toISOString()) {
  return {
    received_at: at,
    channel: 'WARD',
    reporter: 'HOSPITAL',
    reporter_phone: '1669',
    kind: 'DISCHARGE_HOME',
    patient_count: 1,
    pick_up: 'ตึกอายุรกรรม',
    destination: 'บ้าน',
    needed_at: at,
    unit_level: 'BLS',
    position: 'SIT',
    urgency: 'N',
    is_patient_unknown: true,
  }
}

/** Completes a request, which begins a mission of its id; with the number of both. */
export async function requestAmbulance(
  client: Client,
  answers: Readonly<Record<string, unknown>>,
): Promise<{ _id: string; number: string }> {
  const _id = crypto.randomUUID()
  const operations = answerAll(answers)
  const { record } = await client(ambulanceRequests.add, { new_id: _id, operations })
  const completed = await client(formRecords.complete, { _id, version: record.version })
  return { _id, number: completed.record.number ?? '' }
}

/**
 * Takes the demo paramedic and their driver, who are in two teams, off their missions: the demo hospital has them on
 * one, and a person is on one at a time.
 */
export async function freeParamedic(nurse: Client): Promise<void> {
  const { missions: board } = await nurse(missions.board, {})
  const take = (_id: string, step: MissionStep, more: object = {}) =>
    nurse(missions.dispatch, { _id, event_id: crypto.randomUUID(), step, ...more })
  for (const { _id, state, team } of board) {
    if (!team || team.name.includes('ALS 2')) continue
    if (state === 'ASSIGNED' || state === 'DISPATCHED') await take(_id, 'CANCELLED', { reason: 'OTHER' })
    if (state === 'EN_ROUTE' || state === 'AT_SCENE' || state === 'LEFT_SCENE' || state === 'AT_DESTINATION')
      await take(_id, 'HANDED_OVER')
  }
}

/**
 * Clears what readings raised, of these patients or of all. A fall or a call for help, which a device sent, needs an
 * outcome.
 */
export async function clearPatientAlarms(nurse: Client, patientIds?: ReadonlySet<string>): Promise<void> {
  const { alarms: open } = await nurse(alarms.open, {})
  for (const { _id, patient, rule } of open)
    if (patient && patientIds?.has(patient._id) !== false && !isRuleInFamily('emergency', rule))
      await nurse(alarms.clear, { _id, note: 'ตรวจแล้ว' })
}

/** The whole page is on the screen: nothing of it has to be scrolled to. */
export async function expectNoScroll(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight))
    .toBeLessThanOrEqual(0)
}

/** Only a hang should reach this limit, as that of `expect`. */
const timeout = 60_000

/** Waits until a screen has its heading and nothing on it is still loading. The event stream is never idle. */
export async function expectDrawn(page: Page): Promise<void> {
  const isDrawn = () =>
    document.querySelector('h1')?.checkVisibility() === true &&
    !document.querySelector('.mantine-Skeleton-root') &&
    // A browser drops all keys until it has painted a page for the first time.
    performance.getEntriesByName('first-contentful-paint').length > 0
  await page.waitForFunction(isDrawn, undefined, { timeout })
}

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Expects no violation of the accessibility rules on the screen, once it is drawn and all transitions are over. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.locator('main').first().waitFor({ state: 'attached' })
  const isStill = () => !document.getAnimations().some((one) => one instanceof CSSTransition)
  await page.waitForFunction(isStill, undefined, { timeout })
  // A page keeps the rules until it is loaded again.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof Axe }
    // The style sheets are read for a rule on the orientation of the device, which is experimental and off.
    const results = await axe.run(document, { resultTypes: ['violations'], preload: false })
    return results.violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target) }))
  })
  expect(violations).toEqual([])
}
