import 'fake-indexeddb/auto'
import {
  ambulanceRequests,
  type Client,
  computePermissions,
  type Mission,
  missions,
  type SessionToken,
} from 'contract'
import { openDB } from 'idb'
import { addCrew, plannedRequest, requestAmbulance } from 'server/support/missions'
import { testNow } from 'server/testing'
import { v7 as newId } from 'uuid'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePanel } from '../../../../test/panel.ts'
import { malee, signInAs } from '../../../../test/render.tsx'
import { openForms } from './database.ts'
import { keepMissions } from './kept-missions.ts'
import { keepOperation, prepareOutbox } from './outbox.ts'
import { keepPart } from './parts.ts'
import { setUpVault } from './vault/vault.ts'

const { panel } = usePanel()
const pin = new TextEncoder().encode('246810')
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
let crew: Client & { session: SessionToken }
let mission: Mission

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(testNow) })
  localStorage.clear()
  const nurse = await panel().asNew({ staffType: 'nurse' })
  crew = await panel().asNew({ staffType: 'paramedic', isFormUser: true })
  const received_at = new Date(Date.now() - 60_000).toISOString()
  const _id = await requestAmbulance(nurse, { ...plannedRequest, received_at })
  const { team_id, vehicle_id } = await addCrew(panel(), crew, 'BLS')
  await nurse(missions.dispatch, { _id, event_id: newId(), step: 'ASSIGNED', team_id, vehicle_id })
  mission = (await crew(missions.mine, {})).missions[0] ?? expect.fail('the crew has no mission')
  await signInCrew()
})

afterEach(() => vi.useRealTimers())
// Other files run in the same page, which has none.
afterAll(() => void Reflect.deleteProperty(globalThis, 'indexedDB'))

async function signInCrew() {
  const { user_id: _id, server_token } = crew.session
  const { id } = await panel().root.selectFrom('hospitals').select('id').executeTakeFirstOrThrow()
  const permissions = [...computePermissions('paramedic', true)]
  signInAs({ ...malee, hospital: { ...malee.hospital, _id: id }, _id, server_token, permissions })
}

/** What the version before had, which kept missions and no copies, with the rows of this one. */
async function takeBackToVersion5() {
  const db = (await openForms()) ?? expect.fail('the browser stores nothing')
  const names = [
    'operations',
    'records',
    'keys',
    'state',
    'completions',
    'parts',
    'contents',
    'missions',
  ] as const
  const rows = new Map<string, unknown[]>()
  for (const name of names) rows.set(name, await db.getAll(name))
  await new Promise((resolve, reject) => {
    const gone = indexedDB.deleteDatabase('forms')
    gone.onsuccess = resolve
    gone.onerror = () => reject(gone.error)
  })
  const before = await openDB('forms', 5, {
    upgrade(made) {
      made
        .createObjectStore('operations', { keyPath: 'seq', autoIncrement: true })
        .createIndex('op_id', 'op_id')
      for (const [name, keyPath] of [
        ['records', ['by', 'record_id']],
        ['keys', 'by'],
        ['state', 'name'],
        ['completions', ['by', 'record_id']],
        ['parts', 'op_id'],
        ['contents', 'op_id'],
        ['missions', ['by', 'mission_id']],
      ] as const)
        made.createObjectStore(name, { keyPath: typeof keyPath === 'string' ? keyPath : [...keyPath] })
    },
  })
  for (const [name, stored] of rows) for (const row of stored) await before.put(name, row)
  before.close()
}

/** The newer version of the app. */
async function openNextPage() {
  vi.resetModules()
  const { connectApi } = await import('../../../api/client.ts')
  connectApi((await import('../../../session/connect-api.ts')).sessionHooks)
  return {
    ...(await import('./database.ts')),
    ...(await import('./delivery.ts')),
    ...(await import('./kept-missions.ts')),
    ...(await import('./kept-parts.ts')),
    ...(await import('./kept-records.ts')),
    ...(await import('./outbox.ts')),
    ...(await import('./outbox-state.ts')),
    ...(await import('./parts.ts')),
    ...(await import('./steps/earlier-steps.ts')),
    ...(await import('./steps/kept-steps.ts')),
    ...(await import('./steps/send-steps.ts')),
    ...(await import('./vault/vault.ts')),
  }
}

test('a tablet that gets this version of the app loses nothing unsent, and opens what it had', async () => {
  await prepareOutbox()
  expect(await setUpVault('pin', pin)).toBe(true)
  await keepMissions([mission], Date.now())
  const record_id = newId()
  const place = { record_id, form: 'ambulance-request', form_version: 1, mission: null } as const
  const operation = {
    op_id: newId(),
    path: 'pick_up',
    answer: 'หน้าวัด',
    base: null,
    settles: [],
    at: new Date(testNow).toISOString(),
    clock_offset_ms: 0,
    device: 'test',
  }
  await keepOperation(place, operation, undefined)
  const picture = new File([Uint8Array.from(atob(pixel), (char) => char.charCodeAt(0))], 'photo.png')
  expect(await keepPart(place, { kind: 'photo', caption: 'ทางเข้า' }, picture)).toBe(true)
  const body = {
    _id: mission._id,
    event_id: newId(),
    step: 'EN_ROUTE',
    at: new Date(testNow).toISOString(),
  }
  const step = { by: crew.session.user_id, body, number: mission.number }
  localStorage.setItem(`unsent_mission_step:${body.event_id}`, JSON.stringify(step))
  await takeBackToVersion5()

  const next = await openNextPage()
  expect((await next.openForms())?.version).toBe(6)
  await next.adoptEarlier()
  await next.refreshState()
  expect(next.outboxState.get()).toMatchObject({ unsent: 3, failed: 0, own: [record_id] })
  expect(localStorage.getItem(`unsent_mission_step:${body.event_id}`)).toBeNull()
  expect(await next.unlockVault(pin)).toBe('open')
  expect((await next.readKeptMissions())?.missions).toEqual([mission])
  expect((await next.readKeptRecord(record_id))?.answers).toEqual({ pick_up: 'หน้าวัด' })
  const photo = (await next.listParts()).find(({ kind }) => kind === 'photo')
  expect(photo && (await next.readOwnPart(photo.op_id))?.described).toMatchObject({ caption: 'ทางเข้า' })

  await next.drain()
  await next.sendParts()
  expect(await next.sendKeptSteps()).toBe(true)
  await vi.waitFor(() => expect(next.outboxState.get()).toMatchObject({ unsent: 0, failed: 0 }))
  const [sent] = (await crew(ambulanceRequests.list, { _id: record_id })).rows
  expect(sent).toMatchObject({ answers: { pick_up: 'หน้าวัด' }, photos: [{ caption: 'ทางเข้า' }] })
  const { events } = (await crew(missions.mine, {})).missions[0] ?? {}
  expect(events?.at(-1)).toMatchObject({ _id: body.event_id, step: 'EN_ROUTE', at: body.at })
})
