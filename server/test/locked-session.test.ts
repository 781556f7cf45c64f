import {
  type Alarm,
  alarms,
  contract,
  type Endpoint,
  monitoring,
  type SessionToken,
  signIn,
  signInSteps,
} from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { inHospital } from '../src/db/database.ts'
import { hashToken } from '../src/identity/session.ts'
import { type EmittedEvent, writeEvents } from '../src/live/events.ts'
import { startTestPanel, type TestPanel, testNow } from '../src/testing.ts'
import { getErrorName } from './support/refusal.ts'
import {
  addPasskey,
  addPerson,
  type Person,
  re_authentication,
  requestOwnPasskey,
} from './support/second-factor.ts'

let panel: TestPanel
let origin: string
let hospitalId: string
let nurse: Person & { session: SessionToken }
beforeAll(async () => {
  panel = await startTestPanel({ heartbeatMs: 50 })
  origin = await panel.app.listen({ port: 0, host: '127.0.0.1' })
  hospitalId = (await panel.root.selectFrom('hospitals').select('id').executeTakeFirstOrThrow()).id
})
beforeEach(async () => {
  const person = await addPerson(panel, { staffType: 'nurse' })
  const { user } = await panel.call(signIn.signIn, person.typed)
  const session = { server_token: user.server_token, user_id: user._id }
  nurse = { ...person, session, call: panel.with(session) }
})
afterAll(() => panel.close())

const lock = () => nurse.call(signInSteps.lock, {})
const wrong = { kind: 'password' as const, password: 'wrong' }
const guarded = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries<Endpoint>(calls).flatMap(([name, endpoint]) =>
    endpoint.access === 'public' || endpoint.access === 'sender'
      ? []
      : [{ name: `${group}.${name}`, endpoint }],
  ),
)

/** An alarm with every field set. */
function createAlarm(): Alarm {
  return {
    _id: newId(),
    patient: {
      _id: newId(),
      hn: 'HN-SECRET',
      title: 'นาง',
      name: 'ลับมาก',
      surname: 'ที่สุด',
      ward: { _id: newId(), name_en: 'ICU', name_th: 'ไอซียู' },
      bed: '07',
    },
    visit: null,
    raised_ward: null,
    raised_bed: null,
    device: null,
    mac: null,
    named: null,
    holders: 0,
    rule: 'spo2-low',
    severity: 'high',
    state: 'active',
    value: 81,
    second: null,
    limit: 90,
    score: null,
    worst_value: null,
    worst_second: null,
    worst_at: null,
    last_value: 81,
    last_at: testNow,
    raised_at: testNow,
    ended_at: null,
    acknowledged_at: null,
    acknowledged_by: null,
    assigned_to: null,
    level: 'ward',
    escalates_at: null,
    told: null,
    tellings: 0,
    told_at: null,
    snoozed_until: null,
    snoozes_left: 3,
    cleared_at: null,
    cleared_by: null,
    clearing: null,
    outcome: null,
    note: null,
    lat: null,
    lang: null,
  }
}

describe('a locked session', () => {
  test('is refused every call except those of a locked screen', async () => {
    await lock()
    const open: string[] = []
    for (const { name, endpoint } of guarded) {
      if (endpoint.stream || endpoint === signIn.signOut) continue
      if ((await getErrorName(nurse.call(endpoint, {} as never))) !== 'session-locked') open.push(name)
    }
    expect(open.toSorted()).toEqual([
      'alarms.openBehindLock',
      'secondFactor.reAuthenticationOptions',
      'signIn.lock',
      'signIn.unlock',
    ])
    expect(await getErrorName(nurse.call(signIn.signOut, {}))).toBeUndefined()
    expect(await getErrorName(nurse.call(signInSteps.unlock, { re_authentication }))).toBe('session-ended')
  })

  test('leaves the other sessions of the same person as they were', async () => {
    await lock()
    const { user } = await panel.call(signIn.signIn, nurse.typed)
    const elsewhere = panel.with({ server_token: user.server_token, user_id: user._id })
    expect(await getErrorName(elsewhere(signIn.whoAmI, {}))).toBeUndefined()
    expect(await getErrorName(elsewhere(signInSteps.unlock, { re_authentication }))).toBeUndefined()
    expect(await getErrorName(nurse.call(signIn.whoAmI, {}))).toBe('session-locked')
  })

  test('is unlocked by its owner’s password, and continues as it was', async () => {
    await lock()
    expect(await getErrorName(nurse.call(signInSteps.unlock, { re_authentication: wrong }))).toBe(
      'password-wrong',
    )
    expect(await getErrorName(nurse.call(signIn.whoAmI, {}))).toBe('session-locked')
    await nurse.call(signInSteps.unlock, { re_authentication })
    expect((await nurse.call(signIn.whoAmI, {})).user._id).toBe(nurse.id)
  })

  test('ends after too many wrong guesses', async () => {
    await lock()
    for (let i = 0; i < 5; i++)
      expect(await getErrorName(nurse.call(signInSteps.unlock, { re_authentication: wrong }))).toBe(
        'password-wrong',
      )
    expect(await getErrorName(nurse.call(signInSteps.unlock, { re_authentication }))).toBe('session-ended')
    // The account itself is not locked by it.
    expect(await getErrorName(panel.call(signIn.signIn, nurse.typed))).toBeUndefined()
  })

  test('is unlocked by a passkey of its owner, once for each challenge', async () => {
    const passkey = await addPasskey(nurse)
    await lock()
    const request = await requestOwnPasskey(nurse.call, 'unlock')
    const shown = { kind: 'passkey' as const, challenge: request.challenge, response: passkey.show(request) }
    await nurse.call(signInSteps.unlock, { re_authentication: shown })
    expect(await getErrorName(nurse.call(signIn.whoAmI, {}))).toBeUndefined()
    await lock()
    expect(await getErrorName(nurse.call(signInSteps.unlock, { re_authentication: shown }))).toBe(
      'passkey-refused',
    )
  })

  test('is not unlocked by a colleague’s passkey, nor by one that was shown for another purpose', async () => {
    const passkey = await addPasskey(nurse)
    const colleague = await addPerson(panel, { staffType: 'nurse' })
    const theirs = await addPasskey(colleague)
    const forOther = await requestOwnPasskey(nurse.call, 're-authentication')
    const ofColleague = await requestOwnPasskey(colleague.call, 'unlock')
    await lock()
    const own = await requestOwnPasskey(nurse.call, 'unlock')
    const answerChallenge = (
      { challenge }: { challenge: string },
      response: ReturnType<typeof passkey.show>,
    ) =>
      getErrorName(
        nurse.call(signInSteps.unlock, { re_authentication: { kind: 'passkey', challenge, response } }),
      )
    expect(await answerChallenge(own, theirs.show(own))).toBe('passkey-refused')
    expect(await answerChallenge(ofColleague, theirs.show(ofColleague))).toBe('passkey-refused')
    expect(await answerChallenge(forOther, passkey.show(forOther))).toBe('passkey-refused')
    expect(await getErrorName(nurse.call(signIn.whoAmI, {}))).toBe('session-locked')
  })

  test('locking and unlocking are in the audit', async () => {
    await lock()
    await lock()
    await nurse.call(signInSteps.unlock, { re_authentication })
    const rows = await panel.root
      .selectFrom('audit')
      .select(['action', 'outcome', 'detail'])
      .where('staff_id', '=', nurse.id)
      .where('action', 'like', 'signIn.%lock')
      .orderBy('position')
      .execute()
    expect(rows).toEqual([
      { action: 'signIn.lock', outcome: 'ok', detail: { session: 'locked' } },
      { action: 'signIn.unlock', outcome: 'ok', detail: { session: 'unlocked', by: 'password' } },
    ])
  })
})

describe('the stream of a locked screen', () => {
  test('shows the severity and the place of an alarm, and neither the patient nor the value', async () => {
    const stream = await subscribe()
    const tell = (alarm: Alarm) =>
      inHospital(panel.root, hospitalId, async (tx) =>
        writeEvents(tx, hospitalId, testNow, [
          { kind: 'waiting', readings: 3, messages: 0 },
          { kind: 'alarm', alarm },
        ]),
      )
    const before = createAlarm()
    await tell(before)
    await stream.until(before._id)
    expect(stream.text()).toContain('HN-SECRET')

    await lock()
    // The stream ends; after reconnecting it sends less.
    await stream.ended
    const locked = await subscribe()
    const alarm = createAlarm()
    await tell(alarm)
    await locked.until(alarm._id)
    const { _id, severity, state, raised_at, snoozed_until } = alarm
    const { ward, bed } = alarm.patient ?? {}
    expect(locked.events()).toEqual([
      {
        event: {
          kind: 'alarm-behind-lock',
          alarm: { _id, severity, state, raised_at, snoozed_until, ward, bed, visit: null },
        },
      },
    ])

    await nurse.call(signInSteps.unlock, { re_authentication })
    await locked.ended
  })

  test('shows no more of an alarm that is raised while the session is being locked', async () => {
    const stream = await subscribe()
    const alarm = createAlarm()
    await lockAndEmit([{ kind: 'alarm', alarm }])
    await stream.ended
    expect(stream.text()).not.toContain(alarm._id)
    const [, last] = stream.text().match(/^id: (\d+)$/m) ?? []
    const locked = await subscribe(last)
    await locked.until(alarm._id)
    expect(locked.text()).not.toContain('HN-SECRET')
  })

  test('is complete, in order and without duplicates while another session of the same person is locked', async () => {
    const stream = await subscribe()
    const { user } = await panel.call(signIn.signIn, nurse.typed)
    const elsewhere = panel.with({ server_token: user.server_token, user_id: user._id })
    const all = Array.from({ length: 30 }, createAlarm)
    for (const [at, alarm] of all.entries()) {
      if (at % 10 === 5) await elsewhere(signInSteps.lock, {})
      if (at % 10 === 7) await elsewhere(signInSteps.unlock, { re_authentication })
      await inHospital(panel.root, hospitalId, async (tx) =>
        writeEvents(tx, hospitalId, testNow, [
          { kind: 'sessions', staff_id: nurse.id },
          { kind: 'alarm', alarm },
        ]),
      )
    }
    await stream.until(all.at(-1)?._id ?? '')
    const told = stream.events().flatMap(({ event }) => (event.kind === 'alarm' ? [event.alarm._id] : []))
    expect(told).toEqual(all.map(({ _id }) => _id))
  })

  test('shows the alarms that are open already in the same way', async () => {
    const { id } = await panel.root
      .selectFrom('patients')
      .select('id')
      .where('bed_id', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    await panel.root
      .insertInto('alarms')
      .values({
        id: newId(),
        hospital_id: hospitalId,
        patient_id: id,
        rule: 'spo2-low',
        severity: 'high',
        raised_at: testNow,
        level: 'ward',
      })
      .execute()
    const { alarms: open } = await nurse.call(alarms.open, {})
    expect(open.length).toBeGreaterThan(0)
    await lock()
    const { alarms: behind } = await nurse.call(alarms.openBehindLock, {})
    expect(behind.map(({ _id }) => _id)).toEqual(open.map(({ _id }) => _id))
    for (const alarm of behind)
      expect(Object.keys(alarm).toSorted()).toEqual(
        ['_id', 'bed', 'raised_at', 'severity', 'snoozed_until', 'state', 'visit', 'ward'].toSorted(),
      )
    expect(behind[0]?.bed).toBe(open[0]?.patient?.bed)
  })
})

/** Locks the nurse's session, as a call does, together with what else happens at that time. */
async function lockAndEmit(events: EmittedEvent[]) {
  await inHospital(panel.root, hospitalId, async (tx) => {
    await tx
      .updateTable('sessions')
      .set({ locked_at: testNow })
      .where('token_hash', '=', hashToken(nurse.session.server_token))
      .execute()
    writeEvents(tx, hospitalId, testNow, [{ kind: 'sessions', staff_id: nurse.id }, ...events])
  })
}

/** Subscribes with the nurse's session, after the last event that it got. */
async function subscribe(last?: string) {
  const line = new AbortController()
  onTestFinished(() => line.abort())
  const response = await fetch(origin + monitoring.live.path, {
    signal: line.signal,
    headers: {
      authorization: `Bearer ${nurse.session.server_token}`,
      ...(last !== undefined && { 'last-event-id': last }),
    },
  })
  let heard = ''
  const listeners = new Set<() => void>()
  const ended = (async () => {
    const decoder = new TextDecoder()
    for await (const piece of response.body ?? []) {
      heard += decoder.decode(piece, { stream: true })
      for (const listener of listeners) listener()
    }
  })().catch((error: unknown) => {
    if (!line.signal.aborted) throw error
  })
  const until = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (heard.includes(text)) resolve()
      }
      listeners.add(look)
      look()
    })
  // Before the stream says that it is open, events may be missed.
  await until('event: open')
  return {
    ended,
    until,
    text: () => heard,
    events: () =>
      [...heard.matchAll(/^id: \d+\ndata: (.*)$/gm)].flatMap(([, data = '']) =>
        data === '{}' ? [] : [JSON.parse(data)],
      ),
  }
}
