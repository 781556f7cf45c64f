import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { type PasswordProblem, passwordLength, SignInForm, validatePassword } from 'contract'
import { sql } from 'kysely'
import pino from 'pino'
import { v7 as newId } from 'uuid'
import { readConfig } from './config.ts'
import { acrossHospitals } from './db/database.ts'
import { hashPassword } from './identity/password.ts'
import { openConfiguredDatabase } from './open-database.ts'
import { prepareDatabase } from './prepare-database.ts'
import { staffTypeId } from './reference/staff-types.ts'

const usage = `Makes a hospital and its first admin on a database that has no user yet.

  npm run first-admin -- --email admin@hospital.example --first-name สมศรี --last-name ใจดี \\
    --hospital-code 10662 --hospital-name-en "Hospital" --hospital-name-th "โรงพยาบาล"

What the login screen tells of the hospital, as far as it is given:

    --hospital-line @hospital --hospital-phone 021234567 --hospital-email help@hospital.example

The password is read from standard input.`

const refusals: Record<PasswordProblem, string> = {
  'password-too-short': `must have at least ${passwordLength.min} characters`,
  'too-long': `must have at most ${passwordLength.max} characters`,
  'password-holds-email': 'must not contain the name of the mailbox',
  'password-common': 'is among the first that anybody would try',
}

const { values } = parseArgs({
  options: {
    email: { type: 'string' },
    'first-name': { type: 'string' },
    'last-name': { type: 'string' },
    'hospital-code': { type: 'string' },
    'hospital-name-en': { type: 'string' },
    'hospital-name-th': { type: 'string' },
    'hospital-line': { type: 'string' },
    'hospital-phone': { type: 'string' },
    'hospital-email': { type: 'string' },
  },
})
const missing = [
  'email',
  'first-name',
  'last-name',
  'hospital-code',
  'hospital-name-en',
  'hospital-name-th',
].filter((name) => !values[name as keyof typeof values]?.trim())
if (missing.length > 0) fail(`${usage}\n\nMissing: ${missing.map((name) => `--${name}`).join(', ')}`)

const email = values.email?.trim().toLowerCase() ?? ''
if (!SignInForm.shape.user_name.safeParse(email).success) fail(`${email} is no e-mail address`)

const prompt = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
if (process.stdin.isTTY) process.stderr.write('Password of at least 8 characters (shown as you type): ')
const password = (await prompt[Symbol.asyncIterator]().next()).value ?? ''
prompt.close()
const problem = validatePassword(password, email)
if (problem) fail(`the password ${refusals[problem]}`)

const log = pino({ level: 'warn' })
const now = new Date().toISOString()
const database = await openConfiguredDatabase(readConfig({ ...process.env, DEMO: '0' }), (message) =>
  log.info(message),
)
try {
  await prepareDatabase(database.root, { demo: false, now, log: (message) => log.info(message) })
  const password_hash = await hashPassword(password)
  await acrossHospitals(database.root, async (tx) => {
    await sql`select pg_advisory_xact_lock(5210839)`.execute(tx)
    if (await tx.selectFrom('staff').select('id').limit(1).executeTakeFirst()) {
      throw new Error('this database has users already: the first admin has been made')
    }
    const hospital_id = newId()
    await tx
      .insertInto('hospitals')
      .values({
        id: hospital_id,
        code: values['hospital-code'] ?? '',
        name_en: values['hospital-name-en'] ?? '',
        name_th: values['hospital-name-th'] ?? '',
        line_account: values['hospital-line']?.trim() || null,
        phone: values['hospital-phone']?.trim() || null,
        email: values['hospital-email']?.trim() || null,
        created_at: now,
      })
      .execute()
    await tx
      .insertInto('staff')
      .values({
        id: newId(),
        hospital_id,
        staff_type_id: staffTypeId('admin'),
        email,
        password_hash,
        first_name: values['first-name'] ?? '',
        last_name: values['last-name'] ?? '',
        status: 'approved',
        created_at: now,
        updated_at: now,
      })
      .execute()
  })
  console.log(`${email} may sign in as Admin`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await database.close()
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
