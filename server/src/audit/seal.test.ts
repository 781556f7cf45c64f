import { audit, patients } from 'contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recordClockJump } from '../bedside/intake/clock-jumps.ts'
import { runJobs } from '../core/schedule.ts'
import { acrossHospitals, inHospital, type Root, type Tx } from '../db/database.ts'
import { slowJobs } from '../jobs.ts'
import { startTestPanel, type TestPanel, testNow } from '../testing.ts'
import { computeSealHash, parseRowDigests } from './seal.ts'
import { type AuditFault, checkAudit } from './verify.ts'

let panel: TestPanel
let hospitalId: string
beforeEach(async () => {
  panel = await startTestPanel()
  hospitalId = (await panel.root.selectFrom('hospitals').select('id').executeTakeFirstOrThrow()).id
})
afterEach(() => panel.close())

const hour = 3_600_000
const run = (statement: string) => sql.raw(statement).execute(panel.root)

async function write(db: Root | Tx, action: string, at = testNow): Promise<void> {
  await db
    .insertInto('audit')
    .values({ id: newId(), at, hospital_id: hospitalId, action, outcome: 'ok', address: '10.0.0.7' })
    .execute()
}

/** The positions of the rows in each seal. */
async function sealed(): Promise<number[][]> {
  const seals = await panel.root.selectFrom('audit_seals').selectAll().orderBy('number').execute()
  return seals.map(({ row_digests }) => [...parseRowDigests(row_digests).keys()])
}

async function findPosition(action: string): Promise<number> {
  const row = await panel.root
    .selectFrom('audit')
    .select('position')
    .where('action', '=', action)
    .executeTakeFirstOrThrow()
  return row.position
}

async function check(noted?: { number: number; hash: string }) {
  const faults: AuditFault[] = []
  const checked = await checkAudit(panel.root, (fault) => faults.push(fault), noted)
  expect(checked.faultCount).toBe(faults.length)
  return { ...checked, faults }
}

/** Does what only somebody with full access to the database can do. */
async function withoutTriggers(table: 'audit' | 'audit_seals', statement: string): Promise<void> {
  await run(`alter table ${table} disable trigger user`)
  await run(statement)
  await run(`alter table ${table} enable trigger user`)
}

/** Three seals of three rows each: a1 a2 a3, b1 b2 b3, c1 c2 c3. */
async function threeSeals(): Promise<void> {
  for (const seal of ['a', 'b', 'c']) {
    for (const row of [1, 2, 3]) await write(panel.root, `${seal}${row}`)
    await panel.tick()
  }
}

describe('sealing', () => {
  test('seals each row once, in the order of writing, and nothing if there are no new rows', async () => {
    await threeSeals()
    await panel.tick()
    const seals = await sealed()
    expect(seals.map((rows) => rows.length)).toEqual([3, 3, 3])
    expect(seals.flat()).toEqual(seals.flat().toSorted((one, other) => one - other))
  })

  test('waits for a transaction that began earlier and commits later, and leaves no row out', async () => {
    let commit = () => {}
    const committed = new Promise<void>((resolve) => {
      commit = resolve
    })
    let written = () => {}
    const isWritten = new Promise<void>((resolve) => {
      written = resolve
    })
    const slow = acrossHospitals(panel.root, async (tx) => {
      await write(tx, 'slow')
      written()
      await committed
    })
    await isWritten
    await write(panel.root, 'quick')
    await panel.tick()
    expect(await sealed()).toEqual([])
    commit()
    await slow
    await panel.tick()
    expect(await sealed()).toEqual([[await findPosition('slow'), await findPosition('quick')]])
  })

  test('seals all rows of concurrent calls, each once, while the calls write', async () => {
    const nurse = await panel.as('nurse')
    const writing = Promise.all(Array.from({ length: 60 }, () => nurse(patients.list, { number_of_rec: 5 })))
    for (let times = 0; times < 5; times++) await panel.tick()
    await writing
    await panel.tick()
    const rows = await panel.root.selectFrom('audit').select('position').orderBy('position').execute()
    expect((await sealed()).flat()).toEqual(rows.map(({ position }) => position))
    expect(rows.length).toBeGreaterThan(60)
    expect((await check()).faults).toEqual([])
  })

  test('keeps up when there are more new rows than one seal holds', async () => {
    await run(`insert into audit (id, at, hospital_id, action, outcome)
      select gen_random_uuid(), '${testNow}', '${hospitalId}', 'many', 'ok' from generate_series(1, 10001)`)
    await panel.tick()
    expect((await sealed()).map((rows) => rows.length)).toEqual([10_000, 1])
    expect(await check()).toMatchObject({ sealCount: 2, rowCount: 10_001, faults: [] })
  })

  test('chains every seal to the previous one', async () => {
    await threeSeals()
    const seals = await panel.root.selectFrom('audit_seals').selectAll().orderBy('number').execute()
    expect(seals.map(({ number }) => number)).toEqual([1, 2, 3])
    expect(seals.map(({ previous_hash }) => previous_hash)).toEqual([null, seals[0]?.hash, seals[1]?.hash])
    const [first] = seals
    if (!first) throw new Error('nothing was sealed')
    const { number, sealed_at: sealedAt, after_position: afterPosition, to_position: toPosition } = first
    const content = { number, sealedAt, afterPosition, toPosition, previousHash: null }
    expect(computeSealHash({ ...content, rowDigests: first.row_digests })).toEqual(first.hash)
  })
})

describe('the role of a call', () => {
  const asCall = (statement: string) =>
    inHospital(panel.root, hospitalId, async (tx) => (await sql.raw(statement).execute(tx)).rows)
  const refused = { code: '42501' }

  test('can neither change nor delete audit rows, and cannot write seals or checks', async () => {
    await threeSeals()
    for (const table of ['audit_seals', 'audit_checks']) {
      for (const statement of [
        `update ${table} set ${table === 'audit_seals' ? 'number = number' : 'at = at'}`,
        `delete from ${table}`,
        `truncate ${table}`,
        `insert into ${table} default values`,
        `alter table ${table} disable trigger all`,
      ])
        await expect(asCall(statement), statement).rejects.toMatchObject(refused)
    }
    await expect(asCall('select row_digests from audit_seals')).rejects.toMatchObject(refused)
    await expect(asCall('select value from installation')).rejects.toMatchObject(refused)
  })

  test('can add audit rows, but not choose their position', async () => {
    const columns = 'id, at, hospital_id, action, outcome'
    const values = `'${newId()}', '${testNow}', '${hospitalId}', 'x', 'ok'`
    for (const statement of [
      `insert into audit (${columns}, position) overriding system value values (${values}, 1)`,
      `insert into audit (${columns}, position) overriding user value values (${values}, 1)`,
      `select setval('audit_position_seq', 1)`,
      `select nextval('audit_position_seq')`,
    ])
      await expect(asCall(statement), statement).rejects.toMatchObject(refused)
    await asCall(`insert into audit (${columns}) values (${values})`)
  })

  test('cannot say in the audit that the clock was set back', async () => {
    const setBack = `insert into audit (id, at, hospital_id, action, outcome)
      values ('${newId()}', '${testNow}', null, 'clock-set-back', 'ok')`
    await expect(asCall(setBack)).rejects.toMatchObject(refused)
  })

  test('cannot change or delete a seal, and neither can the owner while the triggers are enabled', async () => {
    await threeSeals()
    for (const statement of ['update audit_seals set hash = hash', 'delete from audit_seals'])
      await expect(run(statement)).rejects.toThrow('audit_seals is append-only')
  })
})

describe('the verification of the audit', () => {
  test('finds no fault in an untouched audit, and counts the rows that are not sealed yet', async () => {
    await threeSeals()
    expect(await check()).toMatchObject({
      sealCount: 3,
      rowCount: 9,
      faults: [],
      unsealed: { count: 0, since: null },
    })
    await write(panel.root, 'd1')
    await write(panel.root, 'd2')
    expect(await check()).toMatchObject({ rowCount: 9, faults: [], unsealed: { count: 2 } })
  })

  test('finds no fault in an empty audit', async () => {
    expect(await check()).toMatchObject({ sealCount: 0, rowCount: 0, faults: [], newest: null })
  })

  test.each([
    ["action = 'harmless'"],
    ["at = at + interval '1 microsecond'"],
    [`staff_id = '${newId()}'`],
    ['hospital_id = null'],
    ["outcome = 'not-found'"],
    ["patient_ids = '{}'"],
    [`detail = '{}'`],
    ["address = '10.0.0.8'"],
    ['address = null'],
    ["request_id = ''"],
  ])('names a row of which %s was made', async (change) => {
    await threeSeals()
    const position = await findPosition('b2')
    const { id } = await panel.root
      .selectFrom('audit')
      .select('id')
      .where('position', '=', position)
      .executeTakeFirstOrThrow()
    await withoutTriggers('audit', `update audit set ${change} where position = ${position}`)
    expect((await check()).faults).toEqual([{ kind: 'row-changed', seal: 2, position, id }])
  })

  test('names a row that was deleted', async () => {
    await threeSeals()
    const position = await findPosition('c3')
    await withoutTriggers('audit', `delete from audit where position = ${position}`)
    expect((await check()).faults).toEqual([{ kind: 'row-removed', seal: 3, position }])
  })

  test('names a row inserted at a position that was empty, the very first position included', async () => {
    // A position that was assigned and rolled back is never used again.
    await write(panel.root, 'a1')
    await run(
      `begin; insert into audit (id, at, action, outcome) values ('${newId()}', now(), 'x', 'ok'); rollback`,
    )
    await write(panel.root, 'a2')
    await panel.tick()
    const free = (await findPosition('a1')) + 1
    const ids = [newId(), newId()]
    for (const [index, position] of [0, free].entries())
      await run(`insert into audit (id, at, action, outcome, position) overriding system value
        values ('${ids[index]}', '${testNow}', 'x', 'ok', ${position})`)
    expect((await check()).faults).toEqual([
      { kind: 'row-inserted', seal: 1, position: 0, id: ids[0] },
      { kind: 'row-inserted', seal: 1, position: free, id: ids[1] },
    ])
  })

  test('names a row dated before the seals that were made without it, sealed or not', async () => {
    await threeSeals()
    panel.wait(2 * hour)
    const now = new Date(Date.parse(testNow) + 2 * hour).toISOString()
    await write(panel.root, 'd1', now)
    await panel.tick()
    await write(panel.root, 'in time', now)
    await write(panel.root, 'late')
    const position = await findPosition('late')
    const { faults } = await check()
    expect(faults).toMatchObject([
      { kind: 'row-backdated', behindSeal: 4, position, at: '2026-11-05T07:32:00Z' },
    ])
    await panel.tick()
    expect((await check()).faults).toEqual(faults)
  })

  /** The clock is set back, and the audit goes on. */
  async function setBack(byMs: number): Promise<number> {
    panel.wait(-byMs)
    const at = panel.clock().getTime()
    await recordClockJump(panel.root, { at, byMs: -byMs })
    return at
  }
  const writeNow = (action: string, sinceMs = 0) =>
    write(panel.root, action, new Date(panel.clock().getTime() - sinceMs).toISOString())

  test('names no row that was written after the clock was set back, sealed or not', async () => {
    panel.wait(7 * hour)
    await writeNow('a1')
    await panel.tick()
    const at = await setBack(7 * hour)
    const position = await findPosition('clock-set-back')
    await writeNow('b1')
    expect(await check()).toMatchObject({ faults: [], setBacks: [{ at, position }] })
    await panel.tick()
    await writeNow('c1')
    expect((await check()).faults).toEqual([])
  })

  test('names no row that was sealed before the panel noticed that the clock was set back', async () => {
    panel.wait(7 * hour)
    await writeNow('a1')
    await panel.tick()
    panel.wait(-7 * hour)
    await writeNow('b1')
    await panel.tick()
    panel.wait(1000)
    await recordClockJump(panel.root, { at: panel.clock().getTime(), byMs: -7 * hour })
    await panel.tick()
    expect((await check()).faults).toEqual([])
  })

  test('names a row that is dated before the time to which the clock was set back, or is behind an earlier seal', async () => {
    panel.wait(7 * hour)
    await writeNow('a1')
    await panel.tick()
    await writeNow('b1', 2 * hour)
    await panel.tick()
    await setBack(7 * hour)
    await writeNow('c1', 2 * hour)
    await panel.tick()
    await writeNow('d1')
    await panel.tick()
    await writeNow('e1', 2 * hour)
    const positions = await Promise.all(['b1', 'c1', 'e1'].map(findPosition))
    const named = async () => (await check()).faults.map((fault) => 'position' in fault && fault.position)
    expect(await named()).toEqual(positions)
    await panel.tick()
    expect(await named()).toEqual(positions)
  })

  test('names a row at a position that has not been assigned', async () => {
    await threeSeals()
    const id = newId()
    const position = (await findPosition('c3')) + 1_000
    await run(`insert into audit (id, at, action, outcome, position) overriding system value
      values ('${id}', '${testNow}', 'x', 'ok', ${position})`)
    expect((await check()).faults).toEqual([{ kind: 'row-ahead', position, id }])
  })

  test.each([
    ['row_digests = set_byte(row_digests, 20, (get_byte(row_digests, 20) + 1) % 256)'],
    ["sealed_at = sealed_at - interval '1 day'"],
    ['hash = sha256(hash)'],
  ])('names a seal of which %s was made', async (change) => {
    await threeSeals()
    await withoutTriggers('audit_seals', `update audit_seals set ${change} where number = 2`)
    expect((await check()).faults).toEqual([{ kind: 'seal-changed', seal: 2 }])
  })

  test.each([1, 2, 3])('names seal %i if it was made again to fit changed rows', async (number) => {
    await threeSeals()
    const stored = await panel.root
      .selectFrom('audit_seals')
      .selectAll()
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    const kept = stored.row_digests.subarray(0, -40)
    const hash = computeSealHash({
      number,
      sealedAt: stored.sealed_at,
      afterPosition: stored.after_position,
      toPosition: stored.to_position,
      rowDigests: kept,
      previousHash: stored.previous_hash,
    })
    await withoutTriggers(
      'audit_seals',
      `update audit_seals set row_digests = '\\x${kept.toString('hex')}', hash = '\\x${hash.toString('hex')}'
        where number = ${number}`,
    )
    await withoutTriggers('audit', `delete from audit where position = ${stored.to_position}`)
    expect((await check()).faults).toEqual([{ kind: 'seal-changed', seal: number }])
  })

  test.each([
    ['first', [1], [{ kind: 'seals-removed', seal: 1, upTo: 1 }]],
    ['middle', [2], [{ kind: 'seals-removed', seal: 2, upTo: 2 }]],
    ['newest', [3], [{ kind: 'seals-removed', seal: 3, upTo: 3 }]],
    ['first two', [1, 2], [{ kind: 'seals-removed', seal: 1, upTo: 2 }]],
  ])('names the %s that were removed, and goes on naming them', async (_, numbers, faults) => {
    await threeSeals()
    await withoutTriggers('audit_seals', `delete from audit_seals where number in (${numbers.join()})`)
    expect(await check()).toMatchObject({ faults, unsealed: { count: 0 } })
    await write(panel.root, 'd1')
    await panel.tick()
    expect((await check()).faults).toEqual(faults)
  })

  test('names a seal that the panel did not make', async () => {
    await threeSeals()
    const { hash } = await panel.root
      .selectFrom('audit_seals')
      .select('hash')
      .where('number', '=', 3)
      .executeTakeFirstOrThrow()
    const seal = {
      number: 4,
      sealedAt: testNow,
      afterPosition: await findPosition('c3'),
      toPosition: (await findPosition('c3')) + 1,
      rowDigests: Buffer.alloc(40),
      previousHash: hash,
    }
    await panel.root
      .insertInto('audit_seals')
      .values({
        number: seal.number,
        sealed_at: seal.sealedAt,
        after_position: seal.afterPosition,
        to_position: seal.toPosition,
        row_digests: seal.rowDigests,
        previous_hash: seal.previousHash,
        hash: computeSealHash(seal),
      })
      .execute()
    expect((await check()).faults).toContainEqual({ kind: 'seal-added', seal: 4 })
  })

  test('an audit that was rewritten from the first row on does not match the noted seal', async () => {
    await threeSeals()
    const { newest } = await check()
    if (!newest) throw new Error('nothing was sealed')
    await write(panel.root, 'd1')
    await panel.tick()
    expect((await check(newest)).faults).toEqual([])

    await withoutTriggers('audit_seals', 'delete from audit_seals')
    await withoutTriggers('audit', `delete from audit where action = 'b2'`)
    await run(`delete from installation where name = 'newest-audit-seal'`)
    await panel.tick()
    expect((await check()).faults).toEqual([])
    expect((await check(newest)).faults).toEqual([{ kind: 'seal-not-as-noted', seal: newest.number }])
  })

  test('sealing and verifying at the same time finds no fault', async () => {
    await threeSeals()
    const nurse = await panel.as('nurse')
    const working = (async () => {
      for (let times = 0; times < 10; times++) {
        await nurse(patients.list, { number_of_rec: 5 })
        await panel.tick()
      }
    })()
    for (let times = 0; times < 10; times++) expect((await check()).faults).toEqual([])
    await working
  })
})

describe('the scheduled verification', () => {
  const night = Date.parse('2026-11-05T19:00:00Z') - Date.parse(testNow)
  const quarter = 15 * 60_000
  const faults: unknown[] = []
  const verifyDue = () =>
    runJobs({
      root: panel.root,
      clock: panel.clock,
      channels: [],
      jobs: slowJobs,
      log: (what) => faults.push(what),
    })
  const checks = () =>
    panel.root
      .selectFrom('audit_checks')
      .select(['is_full', 'row_count', 'fault_count'])
      .orderBy('at')
      .orderBy('id')
      .execute()
  beforeEach(() => {
    faults.length = 0
  })

  test('verifies the newly sealed rows, and at night the whole audit', async () => {
    await threeSeals()
    await verifyDue()
    await write(panel.root, 'd1')
    await panel.tick()
    panel.wait(quarter)
    await verifyDue()
    panel.wait(night - quarter)
    await verifyDue()
    panel.wait(quarter)
    await verifyDue()
    expect(await checks()).toEqual([
      { is_full: true, row_count: 9, fault_count: 0 },
      { is_full: false, row_count: 1, fault_count: 0 },
      { is_full: true, row_count: 10, fault_count: 0 },
      { is_full: false, row_count: 0, fault_count: 0 },
    ])
    expect(faults).toEqual([])
  })

  test('runs once, however many nodes there are', async () => {
    await threeSeals()
    await Promise.all([verifyDue(), verifyDue(), verifyDue()])
    expect(await checks()).toHaveLength(1)
  })

  test('goes on when the clock was set back, and verifies the whole audit then', async () => {
    panel.wait(365 * 24 * hour)
    await write(panel.root, 'a1', panel.clock().toISOString())
    await panel.tick()
    await verifyDue()
    panel.wait(-365 * 24 * hour)
    await recordClockJump(panel.root, { at: panel.clock().getTime(), byMs: -365 * 24 * hour })
    await panel.tick()
    await verifyDue()
    panel.wait(quarter)
    await write(panel.root, 'b1', panel.clock().toISOString())
    await panel.tick()
    await verifyDue()
    const inOrder = await panel.root.selectFrom('audit_checks').selectAll().orderBy('number').execute()
    expect(inOrder).toMatchObject([
      { is_full: true, row_count: 1, fault_count: 0 },
      { is_full: true, row_count: 2, fault_count: 0 },
      { is_full: false, row_count: 1, fault_count: 0 },
    ])
  })

  test('reports a fault to users who may read the audit, until the whole audit is found in order again', async () => {
    const chain = async () => (await (await panel.as('admin'))(audit.chain, {})).chain.check
    const told = () =>
      panel.root.selectFrom('events').select('kind').where('kind', '=', 'audit-checked').execute()
    await threeSeals()
    await verifyDue()
    expect(await told()).toEqual([])
    expect(await chain()).toEqual({ at: testNow.replace('.000', ''), is_whole: true })

    await write(panel.root, 'd1')
    await panel.tick()
    await withoutTriggers('audit', "update audit set staff_id = null, action = 'd2' where action = 'd1'")
    panel.wait(quarter)
    await verifyDue()
    expect(faults).toMatchObject([{ audit: { kind: 'row-changed' } }])
    expect(await told()).toHaveLength(1)
    const broken = { at: new Date(panel.clock()).toISOString().replace('.000', ''), is_whole: false }
    expect(await chain()).toEqual(broken)

    // The new rows are in order, which says nothing about the changed row.
    panel.wait(quarter)
    await verifyDue()
    expect(await chain()).toEqual(broken)
    await withoutTriggers('audit', "update audit set action = 'd1' where action = 'd2'")
    panel.wait(night)
    await verifyDue()
    expect(await chain()).toMatchObject({ is_whole: true })
    expect(await told()).toHaveLength(2)
  })

  test('finds that the last verified seal was made again', async () => {
    await threeSeals()
    await verifyDue()
    await withoutTriggers('audit_seals', "update audit_seals set hash = '\\x00' where number = 3")
    panel.wait(quarter)
    await verifyDue()
    expect((await checks()).at(-1)).toMatchObject({ is_full: false })
    expect(faults[0]).toMatchObject({ audit: { kind: 'seal-not-as-noted', seal: 3 } })
  })
})
