import { parseArgs } from 'node:util'
import pino from 'pino'
import { v7 as newId } from 'uuid'
import { type AuditFault, checkAudit, type NotedSeal, storeCheck } from './audit/verify.ts'
import { readConfig } from './config.ts'
import { openConfiguredDatabase } from './open-database.ts'

const usage = `Proves the audit trail: that nothing which was sealed has been changed, removed or added since.

  npm run verify-audit
  npm run verify-audit -- --noted 1234:5e88…   and that this seal, noted earlier, is one of its seals

Ends with 0 if all of it holds, 1 if not, and 2 if that cannot be said.`

/** If very many rows were tampered with, only the first faults are printed. */
const maxPrinted = 100

const { values } = parseArgs({ options: { noted: { type: 'string' }, help: { type: 'boolean' } } })
if (values.help) {
  console.log(usage)
  process.exit(0)
}

const log = pino({ level: 'warn' })
const database = await openConfiguredDatabase(readConfig({ ...process.env, DEMO: '0' }), (message) =>
  log.info(message),
)
try {
  const noted = values.noted === undefined ? undefined : parseNotedSeal(values.noted)
  let told = 0
  const tell = (fault: AuditFault) => {
    told += 1
    if (told <= maxPrinted) console.error(describeFault(fault))
  }
  const at = new Date().toISOString()
  const checked = await checkAudit(database.root, tell, noted)
  await storeCheck(database.root, { id: newId(), at, isFull: true }, checked)
  const { sealCount, rowCount, faultCount, unsealed, newest, setBacks } = checked
  if (faultCount > maxPrinted) console.error(`… and ${formatCount(faultCount - maxPrinted, 'more fault')}.`)
  const walked = `${formatCount(rowCount, 'row')} under ${formatCount(sealCount, 'seal')}`
  if (faultCount === 0) console.log(`The audit trail holds: ${walked}.`)
  else console.error(`THE AUDIT TRAIL DOES NOT HOLD: ${formatCount(faultCount, 'fault')} in ${walked}.`)
  for (const { at, position } of setBacks)
    console.log(
      `The clock was set back to ${new Date(at).toISOString()}, says the row at position ${position}.`,
    )
  if (unsealed.count > 0)
    console.log(`Not yet sealed: ${formatCount(unsealed.count, 'row')}, the first of ${unsealed.since}.`)
  if (newest) console.log(`Newest seal, to be noted elsewhere: ${newest.number}:${newest.hash}`)
  process.exitCode = faultCount === 0 ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
} finally {
  await database.close()
}

function parseNotedSeal(text: string): NotedSeal {
  const [, number, hash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? []
  if (!number || !hash) throw new Error(`${text} is no seal\n\n${usage}`)
  return { number: Number(number), hash }
}

function describeFault(fault: AuditFault): string {
  switch (fault.kind) {
    case 'row-changed':
      return `Seal ${fault.seal}: the row at position ${fault.position} was changed (${fault.id}).`
    case 'row-removed':
      return `Seal ${fault.seal}: the row at position ${fault.position} was removed.`
    case 'row-inserted':
      return `Seal ${fault.seal}: the row at position ${fault.position} was inserted (${fault.id}).`
    case 'row-backdated':
      return `The row at position ${fault.position} says ${fault.at}, and was written after seal ${fault.behindSeal} (${fault.id}).`
    case 'row-ahead':
      return `The row at position ${fault.position} was inserted by hand (${fault.id}).`
    case 'seal-changed':
      return `Seal ${fault.seal} was changed: what it held cannot be proved.`
    case 'seals-removed':
      return fault.seal === fault.upTo
        ? `Seal ${fault.seal} was removed: what it held cannot be proved.`
        : `Seals ${fault.seal} to ${fault.upTo} were removed: what they held cannot be proved.`
    case 'seal-added':
      return `Seal ${fault.seal} was added by hand.`
    case 'seal-not-as-noted':
      return `Seal ${fault.seal} is not the one that was noted: the trail was written anew.`
  }
}

function formatCount(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`
}
