import {
  alarms,
  audit,
  createClient,
  devices,
  errorCodes,
  hospitals,
  monitoring,
  patients,
  readings,
  reference,
  signIn,
} from 'contract'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { staffTypeId } from '../src/reference/staff-types.ts'
import { demoPassword, demoUsers, startTestPanel, type TestPanel, testNow } from '../src/testing.ts'

type Person = Awaited<ReturnType<TestPanel['as']>>

let panel: TestPanel
let nurse: Person
let doctor: Person
let admin: Person

beforeAll(async () => {
  panel = await startTestPanel()
  nurse = await panel.as('nurse')
  doctor = await panel.as('doctor')
  admin = await panel.as('admin')
})
afterAll(() => panel.close())

const json = (body: unknown) => ({ type: 'application/json', content: JSON.stringify(body) })

async function send(path: string, sent: { type: string; content: string }, authorization?: string) {
  const response = await panel.fetch(path, {
    method: 'POST',
    headers: { 'content-type': sent.type, ...(authorization ? { authorization } : {}) },
    body: sent.content,
  })
  type Envelope = { success: boolean; error_code?: number; message?: number; fields?: { field: string }[] }
  return { response, status: response.status, ...((await response.json()) as Envelope) }
}

const bearer = (person: Person) => `Bearer ${person.session.server_token}`

function form(fields: Record<string, string>, end = '--x--\r\n') {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return { type: 'multipart/form-data; boundary=x', content: parts.join('') + end }
}

let count = 0
const person = (more: Record<string, string> = {}) => ({
  hn: `H${++count}`,
  title: 'นาย',
  name: `ชื่อ${'กขคงจฉช'[count % 7]}${count}`,
  surname: 'ทดสอบ',
  gender: 'male',
  identity_kind: 'none',
  ...more,
})

describe('what the database could not store or read', () => {
  const half = '\ud800'
  const calls: [string, string, unknown, string][] = [
    ['a NUL in a search', patients.list.path, { search_value: 'a\0b' }, 'search_value'],
    ['half a character in an export', patients.exportList.path, { search_value: `a${half}` }, 'search_value'],
    ['a NUL in a code', reference.districts.path, { province: '\0' }, 'province'],
    [
      'more wards than are',
      patients.list.path,
      { filterLists: { ward: Array(501).fill('0190'.padEnd(8, '0') + '-0000-7000-8000-000000000000') } },
      'filterLists.ward',
    ],
    [
      'a hundred thousand sexes',
      patients.list.path,
      { filterLists: { gender: Array(70_000).fill('male') } },
      'filterLists.gender',
    ],
  ]
  test.each(calls)('is refused and named: %s', async (_what, path, body, field) => {
    const { error_code, fields } = await send(path, json(body), bearer(nurse))
    expect(error_code).toBe(errorCodes.invalid)
    expect(fields?.map((problem) => problem.field)).toEqual([field])
  })

  test.each(['0000-01-01T00:00:00Z', '2026-01-01T00:00:00+23:59'])(
    'is refused: the instant %s',
    async (from) => {
      const { error_code } = await send(audit.list.path, json({ filterLists: { from } }), bearer(admin))
      expect(error_code).toBe(errorCodes.invalid)
    },
  )

  const id = '01900000-0000-7000-8000-000000000000'
  const oneKind = { patient_id: id, kinds: ['pulse'] }
  const setting = (until: string) => ({
    patient_id: id,
    version: 0,
    settings: { pulse: { mode: 'disabled', until } },
    reason: 'x',
  })
  const charted = (measured_at: string) => ({ kind: 'pulse', pulse: 80, measured_at })
  const correction = { patient_id: id, corrects: id, corrects_measured_at: testNow }
  const ofInstants: [string, string, (at: string) => object, string][] = [
    ['a history', readings.spo2.path, (from) => ({ patient_id: id, from }), 'from'],
    ['an export of readings', readings.exportHistory.path, (to) => ({ ...oneKind, to }), 'to'],
    ['the audit', audit.list.path, (from) => ({ filterLists: { from } }), 'filterLists.from'],
    ['the burden of alarms', alarms.burden.path, (to) => ({ from: testNow, to }), 'to'],
    ['the list of alarms', alarms.list.path, (to) => ({ to }), 'to'],
    ['what is told of a patient', alarms.updateSettings.path, setting, 'settings.pulse.until'],
    [
      'a reading',
      readings.record.path,
      (at) => ({ patient_id: id, readings: [charted(at)] }),
      'readings.0.measured_at',
    ],
    [
      'a correction',
      readings.correct.path,
      (at) => ({ ...correction, reading: charted(at) }),
      'reading.measured_at',
    ],
    ['a hand-over', devices.assign.path, (at) => ({ device_id: id, patient_id: id, at }), 'at'],
  ]
  test.each(ofInstants)(
    'is refused and named: an impossible time in %s',
    async (_what, path, body, field) => {
      for (const at of [
        `2026-11-05T07:00:00.${'1'.repeat(129)}Z`,
        '2569-11-05T07:00:00Z',
        '1026-11-05T07:00:00Z',
      ]) {
        const { error_code, fields } = await send(
          path,
          json(body(at)),
          bearer(path === audit.list.path ? admin : doctor),
        )
        expect([error_code, fields?.map((problem) => problem.field)]).toEqual([errorCodes.invalid, [field]])
      }
    },
  )

  const entry = (more: object) =>
    JSON.stringify([{ kind: 'drug', substance: 'x', severity: 'mild', ...more }])
  const records: [string, Record<string, string>, string][] = [
    ['a NUL in a name', { name: 'a\0b' }, 'name'],
    ['a name that cannot be seen', { name: '\u200b\u202e' }, 'name'],
    ['a NUL in a list', { allergies: entry({ reaction: '\0' }) }, 'allergies.0.reaction'],
    ['half a character in a list', { allergies: entry({ reaction: half }) }, 'allergies.0.reaction'],
    ['the year 0', { allergies: entry({ since: '0000-01-01' }) }, 'allergies.0.since'],
    [
      'more habits than there are',
      { risk_behavior: JSON.stringify(Array(9).fill('smoking')) },
      'risk_behavior',
    ],
  ]
  test.each(records)('is refused and named: %s', async (_what, fields, field) => {
    const refused = await send(patients.register.path, form(person(fields)), bearer(nurse))
    expect(refused.error_code).toBe(errorCodes.invalid)
    expect(refused.fields?.map((problem) => problem.field)).toEqual([field])
  })

  test('is refused: a version number beyond the range', async () => {
    const { rows } = await nurse(patients.list, {})
    const changed = form({ _id: rows[0]?._id ?? '', version: '2147483648', road: 'x' })
    expect((await send(patients.update.path, changed, bearer(nurse))).error_code).toBe(errorCodes.invalid)
  })
})

describe('a form', () => {
  test('that ends too early, or has no boundary, is refused', async () => {
    for (const sent of [form(person(), ''), { ...form(person()), type: 'multipart/form-data' }]) {
      const { status, error_code } = await send(patients.register.path, sent, bearer(nurse))
      expect([status, error_code]).toEqual([200, errorCodes.invalid])
    }
  })

  test('holds no more text than any record', async () => {
    const long = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`x${i}`, 'x'.repeat(200_000)]))
    expect((await send(patients.register.path, form(long))).error_code).toBe(errorCodes['too-large'])
  })

  test('can carry the session token in a field, and can turn off the success message', async () => {
    const sent = form({ ...person(), ...nurse.session, is_show_success_toast: 'false' })
    const { success, message } = await send(patients.register.path, sent)
    expect([success, message]).toEqual([true, undefined])
  })
})

describe('a session', () => {
  test('is not lost by a form that is sent as JSON, whichever token it carries', async () => {
    for (const authorization of [bearer(nurse), undefined]) {
      const sent = json({ ...person(), ...nurse.session })
      const { status, error_code } = await send(patients.register.path, sent, authorization)
      expect([status, error_code]).toEqual([415, errorCodes['unsupported-type']])
    }
    expect((await nurse(signIn.whoAmI, {})).user._id).toBe(nurse.session.user_id)
  })

  test('is not lost by other errors in a body that carries its token', async () => {
    for (const wrong of [{ is_show_success_toast: 'no' }, { user_id: 5 }]) {
      const { error_code, fields } = await send(patients.list.path, json({ ...nurse.session, ...wrong }))
      expect(error_code).toBe(errorCodes.invalid)
      expect(fields?.map(({ field }) => field)).toEqual(Object.keys(wrong))
    }
  })

  test('is refused if header and body do not agree, whatever the body says', async () => {
    for (const user_id of [doctor.session.user_id, 5, {}, null]) {
      const { success } = await send(patients.list.path, json({ user_id }), bearer(nurse))
      expect(success).toBe(false)
    }
    const other = { server_token: doctor.session.server_token, user_id: 5 }
    expect((await send(patients.list.path, json(other), bearer(nurse))).success).toBe(false)
    const sent = form({ ...person(), user_id: doctor.session.user_id, is_show_success_toast: 'false' })
    expect((await send(patients.register.path, sent, bearer(nurse))).error_code).toBe(
      errorCodes['session-ended'],
    )
  })

  test('is recognised with any spelling of the scheme', async () => {
    const small = bearer(nurse).replace('Bearer', 'bearer')
    expect((await send(patients.list.path, json({}), small)).success).toBe(true)
    const other = { ...doctor.session }
    expect((await send(patients.list.path, json(other), small)).success).toBe(false)
  })
})

describe('a token', () => {
  const credentials = { user_name: demoUsers.nurse, type: staffTypeId('nurse'), password: demoPassword }

  test('is made by the panel at each sign-in, even if somebody planted one before', async () => {
    const laidOut = 'a'.repeat(43)
    const sent = json({ ...credentials, server_token: laidOut, user_id: doctor.session.user_id })
    const reply = await send(signIn.signIn.path, sent, `Bearer ${laidOut}`)
    const { user } = reply as unknown as { user: { _id: string; server_token: string } }
    expect(user._id).toBe(nurse.session.user_id)
    expect([laidOut, nurse.session.server_token, doctor.session.server_token]).not.toContain(
      user.server_token,
    )
    expect((await send(patients.list.path, json({}), `Bearer ${laidOut}`)).success).toBe(false)
  })

  test('of somebody else is not taken over by signing in with it', async () => {
    await send(signIn.signIn.path, json(credentials), bearer(doctor))
    expect((await doctor(signIn.whoAmI, {})).user._id).toBe(doctor.session.user_id)
  })

  test('in a URL opens nothing, since URLs are logged on the way', async () => {
    const token = encodeURIComponent(doctor.session.server_token)
    const query = `?server_token=${token}&user_id=${doctor.session.user_id}&authorization=Bearer%20${token}&access_token=${token}`
    const live = await panel.app.inject({ method: 'GET', url: `${monitoring.live.path}${query}` })
    const list = await panel.app.inject({ method: 'POST', url: `${patients.list.path}${query}`, payload: {} })
    for (const { body } of [live, list])
      expect(JSON.parse(body)).toMatchObject({ success: false, error_code: errorCodes['session-ended'] })
  })
})

test('the answers of calls are not stored by caches', async () => {
  for (const authorization of [bearer(nurse), 'Bearer x']) {
    const { response } = await send(patients.list.path, json({}), authorization)
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
})

test('an id in capitals is the same id', async () => {
  const { hospital } = await nurse(hospitals.own, {})
  const { hospital: same } = await nurse(hospitals.get, { _id: hospital._id.toUpperCase() })
  expect(same).toEqual(hospital)
})

test('a name cannot change the direction of the text beside it', async () => {
  const turned = await send(patients.register.path, form(person({ surname: '\u202eกลับ' })), bearer(nurse))
  expect((turned as unknown as { patient: { surname: string } }).patient.surname).toBe('กลับ')
})

test('an invalid path is answered like an unknown one', async () => {
  for (const url of ['/%c0', `/${'a'.repeat(5000)}`]) {
    const { statusCode, json } = await panel.app.inject({ method: 'GET', url })
    expect([statusCode, (json() as { error_code: number }).error_code]).toEqual([
      404,
      errorCodes['no-such-call'],
    ])
  }
})

test('if two calls register one person at once, the second is told that the person may exist already', async () => {
  const same = { ...person(), date_of_birth: '1990-01-01' }
  const both = await Promise.all(
    ['R-1', 'R-2'].map((hn) => send(patients.register.path, form({ ...same, hn }), bearer(nurse))),
  )
  expect(both.filter(({ success }) => success)).toHaveLength(1)
  expect(both.find(({ success }) => !success)?.error_code).toBe(errorCodes['may-exist-already'])
})

test('a refusal that shows patients names them in the audit', async () => {
  const first = { ...person(), date_of_birth: '1980-01-01' }
  await send(patients.register.path, form(first), bearer(nurse))
  await send(patients.register.path, form({ ...first, hn: 'R-3' }), bearer(nurse))
  const { rows } = await nurse(patients.list, { search_field: 'hn', search_value: first.hn })
  const found = await panel.root
    .selectFrom('audit')
    .select('outcome')
    .where('action', '=', 'patients.register')
    .where(sql<boolean>`patient_ids @> array[${rows[0]?._id}]::uuid[]`)
    .orderBy('id')
    .execute()
  expect(found.map(({ outcome }) => outcome)).toEqual(['ok', 'may-exist-already'])
})

test('lost connections cost at most one answer each: “busy”, and then the panel goes on', async () => {
  const call = createClient({ fetch: panel.fetch, session: () => nurse.session })
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  const answers = Promise.allSettled(
    Array.from({ length: 30 }, () => call(patients.list, { sort_field: 'name' })),
  )
  await panel.root.executeQuery(CompiledQuery.raw(cut))
  for (const answer of await answers) {
    if (answer.status === 'rejected')
      expect(answer.reason).toMatchObject({ code: errorCodes.busy, status: 503 })
  }
  await call(signIn.whoAmI, {}).catch(() => undefined)
  expect((await call(patients.list, {})).rows).not.toHaveLength(0)
})
