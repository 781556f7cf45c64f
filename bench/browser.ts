import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { ingest, maxChartPoints, monitoring, readings, type SessionToken } from 'contract'
import { sql } from 'kysely'
import { buildScreensIfStale } from '../scripts/build-screens.ts'
import type { Root } from '../server/src/db/database.ts'
import type { Options } from './all.ts'
import { type BenchResult, computeMedian, computeP95 } from './results.ts'
import { openBenchDatabase } from './rig/database.ts'
import { createRound, type WornWatch, wearDevices } from './rig/devices.ts'
import { createBenchHospital, hospitalId, registerPatients, signInStaff } from './rig/hospital.ts'
import { startPanel } from './rig/panel.ts'
import { openScreen, type Screen } from './rig/screen.ts'

const limits = { drawnMs: 250, frameMs: 1000 / 60, wallPercent: 25 }

/** Measures what a user sees: real pages of a real panel, in a browser without a graphics card. */
export async function measureBrowser(options: Options): Promise<BenchResult[]> {
  await buildScreensIfStale()
  return [
    ...(await runInHospital({ devices: 500, people: 50 }, (ward) => measureSubscribers(ward, options))),
    ...(await runInHospital({ devices: 60, people: 1 }, async (ward) => [
      ...(await measureCharts(ward, options)),
      ...(await measureWall(ward, options)),
    ])),
  ]
}

type BenchWard = {
  root: Root
  worn: readonly WornWatch[]
  port: number
  key: string
  screen: Screen
  /** The sessions besides that of the page. */
  others: readonly SessionToken[]
}

async function runInHospital(
  { devices, people }: { devices: number; people: number },
  work: (ward: BenchWard) => Promise<BenchResult[]>,
): Promise<BenchResult[]> {
  await using ends = new AsyncDisposableStack()
  const database = await openBenchDatabase()
  ends.defer(() => database.close())
  const { root } = database
  await createBenchHospital(root)
  await registerPatients(root, 1, 2_000)
  const { worn, key } = await wearDevices(root, devices)
  const [first, ...others] = await signInStaff(root, 'nurse', people)
  if (!first) throw new Error('nobody is signed in')
  const panel = await startPanel({ DATABASE_URL: database.url, CALLS_PER_MINUTE: '1000000' })
  ends.defer(() => panel.stop())
  const screen = await openScreen(panel.port, first)
  ends.defer(() => screen.close())
  return await work({ root, worn, port: panel.port, key, screen, others })
}

const everySeconds = 10
/** Coprime to the number of devices, so that each alarm is of another patient. */
const sendingsPerAlarm = 21
const wallPath = '/app/monitoring'
const formatVitalSignsPath = ({ patientId }: WornWatch) => `/app/patients/${patientId}/vital-signs`

/**
 * The time from sending a reading until its tile is painted, on a wall of all patients, with 49 further subscribers.
 */
async function measureSubscribers(
  { worn, port, key, screen, others }: BenchWard,
  { quick, say }: Options,
): Promise<BenchResult[]> {
  const seconds = quick ? 8 : 40
  const { page } = screen
  await openWall(page, worn.length)
  await recordDrawn(page)
  const leaving = await Promise.all(others.map((session) => listenStream(port, session)))
  const gapMs = (everySeconds * 1000) / worn.length
  const sentAt = { readings: new Map<string, number>(), alarms: new Map<string, number>() }
  const busy = await measureWork(screen, async () => {
    let trouble: unknown
    const sending: Promise<void>[] = []
    const started = performance.now()
    for (let at = 0; at < (seconds * 1000) / gapMs; at++) {
      await sleep(Math.max(started + at * gapMs - performance.now(), 0))
      const one = worn[at % worn.length]
      if (!one) continue
      const now = Date.now()
      const told = { device: one.imei, measured_at: new Date(now).toISOString() }
      const isAlarm = at % sendingsPerAlarm === 0 && !sentAt.alarms.has(one.patientId)
      sentAt.readings.set(`${one.patientId} ${told.measured_at}`, now)
      if (isAlarm) sentAt.alarms.set(one.patientId, now)
      const sent = postReadings(port, key, [
        { ...told, kind: 'temperature', temperature: isAlarm ? 41.5 : 36.8 },
        { ...told, kind: 'pulse', pulse: 60 + (at % 40) },
      ])
      // Collect failures where they are awaited: an unhandled rejection would end the process and leave its children
      // behind.
      sending.push(
        sent.catch((error: unknown) => {
          trouble ??= error
        }),
      )
    }
    await Promise.all(sending)
    if (trouble) throw trouble
  })
  await sleep(1_000)
  for (const leave of leaving) leave()
  const drawn = await readDrawn(page)
  const values = drawn.values.flatMap(({ key, at }) => toLatency(sentAt.readings.get(key), at))
  const alarms = drawn.alarms.flatMap(({ key, at }) => toLatency(sentAt.alarms.get(key), at))
  say(
    `drawn: ${values.length} of ${sentAt.readings.size} readings (median ${computeMedian(values).toFixed(0)} ms), ` +
      `${alarms.length} of ${sentAt.alarms.size} alarms; the browser took ${formatShare(busy.all, busy)} % of a core`,
  )
  if (values.length < sentAt.readings.size || alarms.length < sentAt.alarms.size)
    throw new Error('the page did not draw everything')
  return [
    { what: 'reading sent → tile drawn', value: computeP95(values), unit: 'ms p95', limit: limits.drawnMs },
    { what: 'alarm sent → tile drawn', value: computeP95(alarms), unit: 'ms p95', limit: limits.drawnMs },
  ]
}

const toLatency = (sent: number | undefined, at: number) => (sent === undefined ? [] : [at - sent])
const formatShare = (worked: number, { seconds }: { seconds: number }) =>
  ((100 * worked) / seconds).toFixed(1)

/** Shows the wall of everybody who wears a watch; most tiles are below the visible part. */
async function openWall(page: Page, tiles: number): Promise<void> {
  await page.goto(wallPath)
  const last = page.locator('a[data-tile]').nth(tiles - 1)
  await last.waitFor({ state: 'attached' })
}

async function postReadings(port: number, key: string, sent: readonly object[]): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${ingest.readings.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sent_at: new Date().toISOString(), readings: sent }),
  })
  const answer = await response.text()
  if (!answer.startsWith('{"success":true') || /"(known|waiting|rejected)"/.test(answer))
    throw new Error(`the panel answered ${answer.slice(0, 300)}`)
}

/** Subscribes to the event stream as a screen does, without reading it. */
function listenStream(port: number, { server_token }: SessionToken): Promise<() => void> {
  const { promise, resolve, reject } = Promise.withResolvers<() => void>()
  const asking = get({
    port,
    host: '127.0.0.1',
    path: monitoring.live.path,
    headers: { authorization: `Bearer ${server_token}`, accept: 'text/event-stream' },
  })
  asking.on('error', reject)
  asking.on('response', (response) => {
    response.on('error', () => {}).resume()
    resolve(() => asking.destroy())
  })
  return promise
}

/** What a page has painted, by patient: new pulses with the time of measurement, and alarms. */
type Drawn = Record<'values' | 'alarms', { key: string; at: number }[]>

/** Makes the page record when something new on a tile was painted. */
async function recordDrawn(page: Page): Promise<void> {
  await page.evaluate(() => {
    const drawn: Drawn = { values: [], alarms: [] }
    Object.assign(window, { drawn })
    const known = new Set<string>()
    const touched = new Set<Element>()
    const note = (list: Drawn[keyof Drawn], key: string) => {
      if (known.has(key)) return
      known.add(key)
      list.push({ key, at: Date.now() })
    }
    const painted = new MessageChannel()
    painted.port1.onmessage = () => {
      for (const tile of touched) {
        const patient = tile.querySelector<HTMLElement>('[data-tile]')?.dataset['tile'] ?? ''
        const measured = tile.querySelector<HTMLTimeElement>('[data-vital="pulse"] time')?.dateTime
        if (measured) note(drawn.values, `${patient} ${measured}`)
        if (tile.hasAttribute('data-severity')) note(drawn.alarms, patient)
      }
      touched.clear()
    }
    new MutationObserver((changes) => {
      if (touched.size === 0) requestAnimationFrame(() => painted.port2.postMessage(undefined))
      for (const { target } of changes) {
        const tile = target instanceof Element && target.closest('article')
        if (tile) touched.add(tile)
      }
    }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-severity'] })
  })
}

function readDrawn(page: Page): Promise<Drawn> {
  return page.evaluate(() => (window as unknown as { drawn: Drawn }).drawn)
}

const changesPerSecond = 5

/** The cost of a wall of 60 tiles of which five change each second, each with all values of a watch. */
async function measureWall(
  { root, worn, port, key, screen }: BenchWard,
  { quick, say }: Options,
): Promise<BenchResult[]> {
  const seconds = quick ? 8 : 30
  const { page } = screen
  await insertEarlier(root, worn, { hours: 6, everyMinutes: 5 })
  let draw = 0
  const change = async (one: WornWatch | undefined) => {
    if (!one) return
    const at = Date.now()
    const { systolic, diastolic, pulse, spo2, temperature } = createRound(one, at, draw++)
    const told = { device: one.imei, measured_at: new Date(at).toISOString() }
    await postReadings(port, key, [
      { ...told, kind: 'blood_pressure', systolic, diastolic },
      { ...told, kind: 'pulse', pulse },
      { ...told, kind: 'spo2', spo2 },
      { ...told, kind: 'temperature', temperature },
      { ...told, kind: 'respiration', respiration_rate: 12 + (draw % 8) },
    ])
  }
  for (const one of worn) await change(one)
  await openWall(page, worn.length)
  await sleep(2_000)
  const still = await measureWork(screen, () => sleep(quick ? 2_000 : 5_000))
  await recordDrawn(page)
  const busy = await measureWork(screen, async () => {
    const started = performance.now()
    for (let at = 0; at < seconds * changesPerSecond; at++) {
      await sleep(Math.max(started + (at * 1000) / changesPerSecond - performance.now(), 0))
      await change(worn[at % worn.length])
    }
  })
  await sleep(1_000)
  const { values } = await readDrawn(page)
  say(`${values.length} changes of ${worn.length} tiles drawn in ${busy.seconds.toFixed(1)} s`)
  if (values.length < seconds * changesPerSecond) throw new Error('the page did not draw everything')
  return [
    {
      what: `wall of ${worn.length} tiles, ${changesPerSecond} changes a second`,
      value: (100 * busy.all) / busy.seconds,
      unit: '% of a core',
      limit: limits.wallPercent,
      note:
        `the whole browser without a graphics card; pages ${formatShare(busy.ofPages, busy)} %, ` +
        `drawing ${formatShare(busy.ofDrawing, busy)} %; ${formatShare(still.all, still)} % while nothing changes`,
    },
  ]
}

/** The CPU time of the browser's processes during an action, in seconds of a core. */
async function measureWork(screen: Screen, doing: () => Promise<unknown>) {
  const before = await screen.worked()
  const started = performance.now()
  await doing()
  const seconds = (performance.now() - started) / 1000
  const after = await screen.worked()
  return {
    seconds,
    all: after.all - before.all,
    ofPages: after.ofPages - before.ofPages,
    ofDrawing: after.ofDrawing - before.ofDrawing,
  }
}

/** Inserts readings of the preceding hours. */
async function insertEarlier(
  root: Root,
  worn: readonly WornWatch[],
  { hours, everyMinutes }: { hours: number; everyMinutes: number },
): Promise<void> {
  const to = new Date()
  const from = new Date(to.getTime() - hours * 60 * 60_000)
  await sql`select make_reading_partitions(${from.toISOString()}::date, ${to.toISOString()}::date)`.execute(
    root,
  )
  await sql`
    insert into readings (measured_at, id, hospital_id, patient_id, kind, source, device_id, received_at, device_time,
      mac, systolic, diastolic, pulse)
    select at, gen_random_uuid(), ${hospitalId}, patient_id, 'blood_pressure', 'watch', device_id, at, at, mac,
      120 + wave * 25, 76 + wave * 12, 80 + wave * 25
    from unnest(${worn.map((one) => one.patientId)}::uuid[], ${worn.map((one) => one.deviceId)}::uuid[],
        ${worn.map((one) => one.imei)}::text[]) as worn (patient_id, device_id, mac),
      generate_series(${from.toISOString()}::timestamptz, ${to.toISOString()}::timestamptz,
        ${everyMinutes} * interval '1 minute') as at,
      sin(extract(epoch from at) / 5000) as wave`.execute(root)
}

/**
 * Charts with the largest number of points, each with the extremes of several readings. The screen requests fewer, so
 * its request is changed on the way.
 */
async function measureCharts(
  { root, worn, screen }: BenchWard,
  { quick, say }: Options,
): Promise<BenchResult[]> {
  const [one] = worn
  if (!one) return []
  const times = quick ? 20 : 50
  await insertEarlier(root, [one], { hours: 8 * 24, everyMinutes: 1 })
  const { page } = screen
  const counts: number[] = []
  await page.route(`**${readings.history.path}`, async (route) => {
    const body = route.request().postDataJSON()
    if (!body.resolution) return route.continue()
    const response = await route.fetch({ postData: { ...body, resolution: maxChartPoints } })
    const { points } = await response.json()
    counts.push(points.length)
    return route.fulfill({ response })
  })
  const lines: BenchResult[] = []
  for (const [tab, what] of [
    ['pulse', `chart of ${maxChartPoints} points`],
    ['bp', `chart of three times ${maxChartPoints} points`],
  ] as const) {
    await page.goto(`${formatVitalSignsPath(one)}?tab=${tab}`)
    await page.locator('.uplot').waitFor()
    await sleep(1_000)
    const redrawn = await page.evaluate(redrawChart, times)
    say(
      `${what}: redrawn in ${computeMedian(redrawn).toFixed(1)} ms, the slowest in ${Math.max(...redrawn).toFixed(1)} ms`,
    )
    lines.push(
      { what: `${what}, redrawn`, value: computeMedian(redrawn), unit: 'ms', limit: limits.frameMs },
      { what: `${what}, redrawn`, value: computeP95(redrawn), unit: 'ms p95', limit: limits.frameMs },
    )
  }
  const chosen = await page.evaluate(chooseSpans, times / 5)
  lines.push({
    what: 'screen of that chart and its table, of another span',
    value: computeMedian(chosen),
    unit: 'ms',
  })
  const fewest = Math.min(...counts)
  if (fewest < maxChartPoints * 0.98) throw new Error(`a chart had ${fewest} points`)
  return lines
}

/** The time of a frame in which a chart changes its width: script, style, layout and paint; in milliseconds. */
async function redrawChart(count: number): Promise<number[]> {
  const host = document.querySelector<HTMLElement>('.uplot')?.parentElement
  if (!host) throw new Error('there is no chart')
  const painted = new MessageChannel()
  const times: number[] = []
  for (let at = 0; at < count; at++) {
    const { promise, resolve } = Promise.withResolvers<number>()
    requestAnimationFrame(() => {
      const started = performance.now()
      host.style.width = `${host.clientWidth + (at % 2 ? 2 : -2)}px`
      painted.port1.onmessage = () => resolve(performance.now() - started)
      painted.port2.postMessage(undefined)
    })
    times.push(await promise)
    await new Promise((done) => setTimeout(done, 50))
  }
  return times
}

/** Measures from the choice of another span, whose data is already loaded, until the chart is painted; in ms. */
async function chooseSpans(count: number): Promise<number[]> {
  /** The first choice of each span loads its data. */
  const untimed = 4
  const painted = new MessageChannel()
  const times: number[] = []
  for (let at = 0; at < untimed + count; at++) {
    const button = document.querySelector<HTMLInputElement>(`input[value="${at % 2 ? '24h' : '7d'}"]`)
    const before = document.querySelector('.uplot')
    if (!button) throw new Error('there is no choice of spans')
    const { promise, resolve } = Promise.withResolvers<number>()
    const started = performance.now()
    const observer = new MutationObserver(() => {
      const now = document.querySelector('.uplot')
      if (!now || now === before) return
      observer.disconnect()
      painted.port1.onmessage = () => resolve(performance.now() - started)
      requestAnimationFrame(() => painted.port2.postMessage(undefined))
    })
    observer.observe(document.body, { subtree: true, childList: true })
    button.click()
    const time = await promise
    if (at >= untimed) times.push(time)
    await new Promise((done) => setTimeout(done, at < untimed ? 1_000 : 200))
  }
  return times
}
