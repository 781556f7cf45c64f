import { parseArgs } from 'node:util'
import pino from 'pino'
import { v7 as newId } from 'uuid'
import { writeAudit } from './audit/write.ts'
import { readConfig } from './config.ts'
import { acrossHospitals, type Tx } from './db/database.ts'
import { openConfiguredDatabase } from './open-database.ts'
import { prepareDatabase } from './prepare-database.ts'
import { staffTypeId } from './reference/staff-types.ts'

const usage = `Makes an admin a system admin, who also sees the records of every hospital and adds hospitals.

  npm run system-admin -- --email admin@hospital.example

With --remove the admin is a system admin no longer.`

const { values } = parseArgs({ options: { email: { type: 'string' }, remove: { type: 'boolean' } } })
const email = values.email?.trim().toLowerCase()
if (!email) {
  console.error(`${usage}\n\nMissing: --email`)
  process.exit(1)
}

const log = pino({ level: 'warn' })
const now = new Date().toISOString()
const database = await openConfiguredDatabase(readConfig({ ...process.env, DEMO: '0' }), (message) =>
  log.info(message),
)
try {
  await prepareDatabase(database.root, { demo: false, now, log: (message) => log.info(message) })
  await acrossHospitals(database.root, (tx) => (values.remove ? remove(tx, email) : appoint(tx, email)))
  console.log(`${email} ${values.remove ? 'is no longer a system admin' : 'is now a system admin'}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await database.close()
}

async function appoint(tx: Tx, email: string): Promise<void> {
  const admin = await tx
    .selectFrom('staff')
    .select(['id', 'hospital_id'])
    .where('email', '=', email)
    .where('status', '=', 'approved')
    .where('is_form_user', '=', false)
    .where('staff_type_id', '=', staffTypeId('admin'))
    .executeTakeFirst()
  if (!admin) throw new Error(`no admin who may sign in has the e-mail ${email}`)
  const made = await tx
    .insertInto('system_admins')
    .values({ staff_id: admin.id, hospital_id: admin.hospital_id, since: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (made.numInsertedOrUpdatedRows) await recordAppointment(tx, admin, true)
}

async function remove(tx: Tx, email: string): Promise<void> {
  const admin = await tx
    .selectFrom('system_admins')
    .innerJoin('staff', 'staff.id', 'system_admins.staff_id')
    .select(['staff.id', 'staff.hospital_id'])
    .where('staff.email', '=', email)
    .executeTakeFirst()
  if (!admin) throw new Error(`${email} is not a system admin`)
  await tx.deleteFrom('system_admins').where('staff_id', '=', admin.id).execute()
  await recordAppointment(tx, admin, false)
}

/**
 * Written to the audit of the user's hospital: nobody can do this from the screens, and everybody should see that it
 * was done.
 */
function recordAppointment(
  tx: Tx,
  admin: { id: string; hospital_id: string },
  isSystemAdmin: boolean,
): Promise<void> {
  return writeAudit(tx, {
    id: newId(),
    at: now,
    hospitalId: admin.hospital_id,
    staffId: admin.id,
    action: 'hospitals.systemAdmin',
    outcome: 'ok',
    detail: { is_system_admin: isSystemAdmin, by: 'command' },
    address: '127.0.0.1',
    requestId: newId(),
  })
}
