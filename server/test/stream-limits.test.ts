import { errorCodes, monitoring } from 'contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { acrossHospitals } from '../src/db/database.ts'
import { openSession } from '../src/identity/session.ts'
import { startTestPanel, type TestPanel, testNow } from '../src/testing.ts'

let panel: TestPanel
let url: string
const opened: AbortController[] = []

beforeAll(async () => {
  panel = await startTestPanel({ heartbeatMs: 50, streamLimits: { ofSession: 2, ofUser: 3, ofAll: 4 } })
  url = `http://127.0.0.1:${await panel.listen()}${monitoring.live.path}`
})
afterEach(() => {
  for (const leaving of opened.splice(0)) leaving.abort()
})
afterAll(() => panel.close())

type Person = Awaited<ReturnType<TestPanel['asNew']>>
type Stream = { isOpen: () => boolean; heard: () => number; leave: () => void }

/** Opens a stream, as soon as there is room, and waits for its first message. */
async function subscribe({ session }: Person): Promise<Stream> {
  const leaving = new AbortController()
  opened.push(leaving)
  const authorization = `Bearer ${session.server_token}`
  const ask = () => fetch(url, { headers: { authorization }, signal: leaving.signal })
  let response = await ask()
  // A closed stream makes room when the server has noticed it.
  await expect.poll(async () => (response.ok ? response : (response = await ask())).status).toBe(200)
  let [isOpen, heard] = [true, 0]
  const read = async () => {
    for await (const piece of response.body ?? []) heard += piece.length
  }
  void read()
    .catch(() => {})
    .finally(() => {
      isOpen = false
    })
  await expect.poll(() => heard).toBeGreaterThan(0)
  return { isOpen: () => isOpen, heard: () => heard, leave: () => leaving.abort() }
}

async function expectOpen(streams: readonly Stream[]): Promise<void> {
  for (const { isOpen, heard } of streams) {
    const before = heard()
    await expect.poll(heard).toBeGreaterThan(before)
    expect(isOpen()).toBe(true)
  }
}

const nurse = () => panel.asNew({ staffType: 'nurse' })

/** Another session of a person who is signed in. */
async function signInAgain({ session }: Person): Promise<Person> {
  const { hospital_id: hospitalId } = await panel.root
    .selectFrom('staff')
    .select('hospital_id')
    .where('id', '=', session.user_id)
    .executeTakeFirstOrThrow()
  const server_token = await acrossHospitals(panel.root, (tx) =>
    openSession(tx, { hospitalId, staffId: session.user_id, ipAddress: '127.0.0.1', now: testNow }),
  )
  const renewed = { server_token, user_id: session.user_id }
  return Object.assign(panel.with(renewed), { session: renewed })
}

test('a session that opens more streams than it may loses its oldest, and the newest get the events', async () => {
  const person = await nurse()
  const streams = [await subscribe(person), await subscribe(person), await subscribe(person)]
  await expect.poll(() => streams.map(({ isOpen }) => isOpen())).toEqual([false, true, true])
  await expectOpen(streams.slice(1))
})

test('a user with more streams than allowed over many sessions loses the oldest too', async () => {
  const person = await nurse()
  const others = [await signInAgain(person), await signInAgain(person), await signInAgain(person)]
  const streams = [await subscribe(person)]
  for (const other of others) streams.push(await subscribe(other))
  await expect.poll(() => streams.map(({ isOpen }) => isOpen())).toEqual([false, true, true, true])
  await expectOpen(streams.slice(1))
})

test('a node that is full answers that it is busy, harms no open stream, and has room again', async () => {
  const people = await Promise.all([nurse(), nurse(), nurse(), nurse()])
  const streams: Stream[] = []
  for (const person of people) streams.push(await subscribe(person))
  const late = await nurse()
  const refused = await fetch(url, { headers: { authorization: `Bearer ${late.session.server_token}` } })
  expect([refused.status, ((await refused.json()) as { error_code: number }).error_code]).toEqual([
    503,
    errorCodes.busy,
  ])
  await expectOpen(streams)
  streams[0]?.leave()
  await expectOpen([await subscribe(late)])
})
