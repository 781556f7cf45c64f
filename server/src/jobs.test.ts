import { alarms } from 'contract'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDevice, minute, startTestBedside, type TestBedside } from '../test/support/bedside.ts'
import { type Job, runJobs } from './core/schedule.ts'
import { jobs } from './jobs.ts'
import { testNow } from './testing.ts'

let bedside: TestBedside
beforeAll(async () => {
  bedside = await startTestBedside()
  await bedside.panel.root.executeQuery(
    CompiledQuery.raw(`
      insert into hospitals (id, code, name_en, name_th, created_at)
      select gen_random_uuid(), 'T' || n, 'Hospital ' || n, 'โรงพยาบาล ' || n, '${testNow}'
      from generate_series(1, 1000) n`),
  )
  await pass()
})
afterAll(() => bedside.panel.close())

/** Runs every job once and returns each job that entered a hospital, with the hospital. */
async function pass(): Promise<string[]> {
  const entered: string[] = []
  const recorded = jobs.map((job): Job => {
    if (!('inHospital' in job)) return job
    return {
      ...job,
      async inHospital(context) {
        entered.push(`${job.name} ${context.hospitalId}`)
        await job.inHospital(context)
      },
    }
  })
  await runJobs({
    root: bedside.panel.root,
    clock: bedside.panel.clock,
    channels: [],
    jobs: recorded,
    log(what) {
      throw new Error(JSON.stringify(what))
    },
  })
  return entered
}

test('no hospital is entered while nothing is due in a thousand hospitals', async () => {
  expect(await pass()).toEqual([])
})

test('a job enters the one hospital with something due, and leaves nothing due behind', async () => {
  const only = (...names: string[]) => names.map((name) => `${name} ${bedside.hospitalId}`)
  const patient = await bedside.addPatient()
  const enters = async (...names: string[]) => {
    expect(await pass()).toEqual(only(...names))
    expect(await pass()).toEqual([])
  }
  await patient.send({ kind: 'temperature', temperature: 39 })
  const { _id } = await patient.findOpenAlarm()
  const becomes = (row: { escalates_at: string } | { snoozed_until: string }) =>
    bedside.panel.root.updateTable('alarms').set(row).where('id', '=', _id).execute()
  await becomes({ escalates_at: bedside.at() })
  await enters('escalation')
  await becomes({ snoozed_until: bedside.at() })
  await enters('snoozes')

  const reason = 'in theatre'
  await bedside.nurse(alarms.updateSettings, {
    patient_id: patient.id,
    version: 0,
    settings: { pulse: { mode: 'disabled', until: bedside.at(-1) } },
    reason,
  })
  await pass()
  bedside.skip(minute)
  await enters('settings')

  const watch = await addDevice(bedside, 'watch', { id: patient.id, minutesAgo: 20 })
  const sendsPulse = () =>
    bedside.send([{ device: watch.mac, kind: 'pulse', pulse: 72, measured_at: bedside.at() }])
  await enters('devices')
  await sendsPulse()
  await enters('devices')
})
