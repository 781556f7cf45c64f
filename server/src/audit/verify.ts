import { sql } from 'kysely'
import { acrossHospitals, type Root } from '../db/database.ts'
import { type ClockSetBack, listClockSetBacks } from './clock-set-back.ts'
import {
  computeRowDigest,
  computeSealHash,
  findNewestSeal,
  listAuditRows,
  parseRowDigests,
  type Seal,
  type SealedRow,
} from './seal.ts'

/**
 * What is wrong in the audit, and where. A row is identified by its position; its id is the one in the URL of the audit
 * screen.
 */
export type AuditFault =
  | { kind: 'row-changed' | 'row-inserted'; seal: number; position: number; id: string | null }
  | { kind: 'row-removed'; seal: number; position: number }
  /** Dated long before the seal after which it was written, though the clock was not set back in between. */
  | { kind: 'row-backdated'; behindSeal: number; position: number; id: string | null; at: string }
  /** Inserted by hand, at a position that has not been assigned. */
  | { kind: 'row-ahead'; position: number; id: string | null }
  | { kind: 'seal-changed'; seal: number }
  | { kind: 'seals-removed'; seal: number; upTo: number }
  /** Not made by the panel. */
  | { kind: 'seal-added'; seal: number }
  | { kind: 'seal-not-as-noted'; seal: number }

export type AuditCheckResult = {
  sealCount: number
  rowCount: number
  faultCount: number
  unsealed: { count: number; since: string | null }
  newest: { number: number; hash: string } | null
  /** When the panel's clock was set back: rows behind may be dated before the seal that was the newest then. */
  setBacks: ClockSetBack[]
}

/** A seal that was noted outside of the database. */
export type NotedSeal = { number: number; hash: string }

type StoredSeal = Seal & { hash: Buffer }

const [rowsAtOnce, sealsAtOnce] = [1_000, 20]

/** An audit row has the time at which its call began, and the clocks of nodes differ; together by no more than this. */
const latenessMs = 3_600_000

const lowestPosition = Number.MIN_SAFE_INTEGER

/**
 * Verifies the audit and its seals from the first to the newest, with no more than a few thousand rows in memory, and
 * calls `tell` for each fault as it is found. Rows written meanwhile are not awaited and do not count as faults. With
 * `since`, it starts after a seal up to which the audit was verified before.
 */
export async function checkAudit(
  root: Root,
  tell: (fault: AuditFault) => void,
  noted?: NotedSeal,
  since?: NotedSeal,
): Promise<AuditCheckResult> {
  let faultCount = 0
  const found = (fault: AuditFault) => {
    faultCount += 1
    tell(fault)
  }
  // Read both in one statement, or a seal made in between would look like one too many.
  const { end, lastKept } = await readNewestSeals(root)
  let before = since && (await findSeal(root, since.number))
  if (since && before?.hash.toString('hex') !== since.hash)
    found({ kind: 'seal-not-as-noted', seal: since.number })
  const rows = new AuditRowReader(root, before?.toPosition ?? lowestPosition)
  const setBacks = await listClockSetBacks(root)
  let [sealCount, rowCount] = [0, 0]
  let lastTold = 0
  const changed = ({ number }: StoredSeal) => {
    if (lastTold !== number) found({ kind: 'seal-changed', seal: number })
    lastTold = number
  }
  let isNotedFound = false
  for await (const seal of streamSeals(root, before?.number ?? 0, lastKept)) {
    sealCount += 1
    isNotedFound ||= seal.number === noted?.number && seal.hash.toString('hex') === noted.hash
    if (seal.number > end.number) found({ kind: 'seal-added', seal: seal.number })
    const isNext = seal.number === (before?.number ?? 0) + 1
    const isWhole = computeSealHash(seal).equals(seal.hash)
    if (!isNext) {
      found({ kind: 'seals-removed', seal: (before?.number ?? 0) + 1, upTo: seal.number - 1 })
      for await (const _ of rows.readRows(seal.afterPosition)) rowCount += 1
    } else if (before && isWhole && !seal.previousHash?.equals(before.hash)) changed(before)
    if (isWhole) rowCount += await checkRows(rows, seal, { before, setBacks }, found)
    else {
      changed(seal)
      for await (const _ of rows.readRows(seal.toPosition)) rowCount += 1
    }
    before = seal
  }
  if (end.number > (before?.number ?? 0))
    found({ kind: 'seals-removed', seal: (before?.number ?? 0) + 1, upTo: end.number })
  else if (before && before.number === end.number && !end.hash?.equals(before.hash)) changed(before)
  if (noted && !isNotedFound) found({ kind: 'seal-not-as-noted', seal: noted.number })
  const sealedTo = Math.max(end.toPosition, before?.toPosition ?? 0)
  await checkUnsealed(root, sealedTo, before, found)
  return {
    sealCount,
    rowCount,
    faultCount,
    unsealed: await countUnsealed(root, sealedTo),
    newest: before ? { number: before.number, hash: before.hash.toString('hex') } : null,
    setBacks,
  }
}

/** Compares the rows of a seal with its digests; returns how many rows there are. */
async function checkRows(
  rows: AuditRowReader,
  seal: StoredSeal,
  { before, setBacks }: { before: StoredSeal | undefined; setBacks: readonly ClockSetBack[] },
  found: (fault: AuditFault) => void,
): Promise<number> {
  const expected = parseRowDigests(seal.rowDigests)
  const earliest = computeEarliestAllowed(setBacks, before, seal)
  let count = 0
  for await (const row of rows.readRows(seal.toPosition)) {
    count += 1
    const { position, id, at } = row
    const digest = expected.get(position)
    expected.delete(position)
    if (!digest) found({ kind: 'row-inserted', seal: seal.number, position, id })
    else if (!digest.equals(computeRowDigest(row)))
      found({ kind: 'row-changed', seal: seal.number, position, id })
    else if (before && Date.parse(at) < earliest)
      found({ kind: 'row-backdated', behindSeal: before.number, position, id, at })
  }
  for (const position of expected.keys()) found({ kind: 'row-removed', seal: seal.number, position })
  return count
}

/** The rows of the audit in order, read in pages; each row is returned once. */
class AuditRowReader {
  readonly #root: Root
  #page: SealedRow[] = []
  #next = 0
  #after: number
  #isEnd = false

  constructor(root: Root, after: number) {
    this.#root = root
    this.#after = after
  }

  async *readRows(position: number): AsyncGenerator<SealedRow> {
    for (;;) {
      const row = this.#page[this.#next] ?? (await this.#readPage())
      if (!row || row.position > position) return
      this.#next += 1
      yield row
    }
  }

  async #readPage(): Promise<SealedRow | undefined> {
    if (this.#isEnd) return undefined
    this.#page = await listAuditRows(this.#root, sql`position > ${this.#after}`, rowsAtOnce)
    this.#next = 0
    this.#after = this.#page.at(-1)?.position ?? this.#after
    this.#isEnd = this.#page.length < rowsAtOnce
    return this.#page[0]
  }
}

function selectSeals(root: Root) {
  return root
    .selectFrom('audit_seals')
    .select([
      'number',
      'sealed_at as sealedAt',
      'after_position as afterPosition',
      'to_position as toPosition',
      'row_digests as rowDigests',
      'previous_hash as previousHash',
      'hash',
    ])
}

function findSeal(root: Root, number: number): Promise<StoredSeal | undefined> {
  return selectSeals(root).where('number', '=', number).executeTakeFirst()
}

async function* streamSeals(root: Root, first: number, last: number): AsyncGenerator<StoredSeal> {
  let after = first
  for (;;) {
    const seals = await selectSeals(root)
      .where('number', '>', after)
      .where('number', '<=', last)
      .orderBy('number')
      .limit(sealsAtOnce)
      .execute()
    yield* seals
    const newest = seals.at(-1)
    if (!newest) return
    after = newest.number
  }
}

async function readNewestSeals(root: Root) {
  return acrossHospitals(root, async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx)
    const end = await findNewestSeal(tx)
    const { last } = await tx
      .selectFrom('audit_seals')
      .select(({ fn }) => fn.coalesce(fn.max('number'), sql<number>`0`).as('last'))
      .executeTakeFirstOrThrow()
    return { end, lastKept: last }
  })
}

/** Checks the rows that are not sealed yet. They have no digests, so only their positions and times can be checked. */
async function checkUnsealed(
  root: Root,
  after: number,
  before: StoredSeal | undefined,
  found: (fault: AuditFault) => void,
): Promise<void> {
  const given = sql`(select last_value from audit_position_seq)`
  for (const { position, id } of await listAuditRows(root, sql`position > ${given}`, rowsAtOnce))
    found({ kind: 'row-ahead', position, id })
  if (!before) return
  const earliest = new Date(computeEarliestAllowed(await listClockSetBacks(root), before)).toISOString()
  const where = sql`position > ${after} and position <= ${given} and at < ${earliest}`
  for (const { position, id, at } of await listAuditRows(root, where, rowsAtOnce))
    found({ kind: 'row-backdated', behindSeal: before.number, position, id, at })
}

/**
 * The earliest time that a row behind a seal can have. `next` is the seal that covers the row, if it is sealed. A row
 * can be as early as a clock that was set back between the two. One row says so for one place in the chain: it stands
 * under `next`, or under a later seal if `next` was made while the panel had not noticed yet.
 */
function computeEarliestAllowed(
  setBacks: readonly ClockSetBack[],
  seal: StoredSeal | undefined,
  next?: StoredSeal,
): number {
  if (!seal) return Number.NEGATIVE_INFINITY
  const sealedAt = Date.parse(seal.sealedAt)
  const between = setBacks.filter(
    ({ at, position }) =>
      at < sealedAt &&
      position > seal.toPosition &&
      (!next || position <= next.toPosition || Date.parse(next.sealedAt) < sealedAt),
  )
  return Math.min(sealedAt, ...between.map(({ at }) => at)) - latenessMs
}

async function countUnsealed(root: Root, position: number): Promise<AuditCheckResult['unsealed']> {
  const { count, since } = await root
    .selectFrom('audit')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('at').as('since')])
    .where('position', '>', position)
    .executeTakeFirstOrThrow()
  return { count, since }
}

/** Stores the result of a verification for the audit screen. */
export async function storeCheck(
  root: Root,
  { id, at, isFull }: { id: string; at: string; isFull: boolean },
  checked: AuditCheckResult,
): Promise<void> {
  await root
    .insertInto('audit_checks')
    .values({
      id,
      at,
      seal_count: checked.sealCount,
      row_count: checked.rowCount,
      fault_count: checked.faultCount,
      is_full: isFull,
      newest_seal: checked.newest?.number ?? null,
      newest_hash: checked.newest?.hash ?? null,
    })
    .execute()
}
