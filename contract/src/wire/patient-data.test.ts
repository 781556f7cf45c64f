import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '../index.ts'
import { LiveEvent } from '../monitoring.ts'
import type { ErrorCode } from './codes.ts'
import { definePage, type Endpoint } from './endpoint.ts'
import { PatientLabel } from './labels.ts'

const endpoints = new Map<string, Endpoint>(
  Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).map(
      ([name, endpoint]) => [`${group}.${name}`, endpoint] as const,
    ),
  ),
)

/** Fields that identify a patient, say where the patient is, or hold what was measured. */
const patientFields = new Set([
  'patient_id',
  'patient_ids',
  'hn',
  'told_hn',
  'national_id',
  'told_national_id',
  'passport_no',
  'migrant_no',
  'appearance',
  'named',
  'surname',
  'date_of_birth',
  'bed',
  'measured_at',
])

/** Failures whose `detail` names a patient. */
const patientFailures: readonly ErrorCode[] = [
  'break-glass-needed',
  'hn-taken',
  'national-id-taken',
  'may-exist-already',
  'record-merged',
  'bed-taken',
  'bed-reserved',
  'device-moved-since',
]

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null

/** The names of all properties of a JSON Schema, at any depth. */
function listPropertyNames(schema: Json): string[] {
  if (schema === null || typeof schema !== 'object') return []
  const inner = Object.values(schema).flatMap(listPropertyNames)
  return Array.isArray(schema) ? inner : [...Object.keys(schema['properties'] ?? {}), ...inner]
}

function hasPatientFields(schema: z.ZodMiniType, io: 'input' | 'output'): boolean {
  const fields = listPropertyNames(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json)
  return fields.some((field) => patientFields.has(field))
}

const seemsAboutPatients = ({ body, reply, errors }: Pick<Endpoint, 'body' | 'reply' | 'errors'>) =>
  hasPatientFields(reply, 'output') ||
  hasPatientFields(body, 'input') ||
  errors?.some((code) => patientFailures.includes(code)) === true

/** Calls with such fields that are about no patient. */
const undeclared: Record<string, string> = {
  'hospitals.records': '`bed` is the label of a bed that was added, closed or renamed, whoever lies in it',
  'ingest.readings':
    'the call of a system without a session: each reading is stored with the key that sent it',
}

/** Calls that are about patients, though their fields do not show it. */
const markedForOtherReasons: Record<string, string> = {
  'patients.exportList': 'the file lists patients',
  'admissions.exportList': 'the file lists stays of patients',
  'triage.exportList': 'the file lists visits of patients',
  'formDelivery.applyPart': 'it adds a photo or a signature that is sealed to a record',
  'formRecords.exportList': 'the file lists records of patients',
  'missions.deliver': 'a step is sealed, and its words can speak of the patient',
  'missionFollowUp.exportList': 'the file lists patients of missions',
  'monitoring.exportWardBoard': 'the file lists patients',
  'ingest.replay': 'the messages hold readings, which become readings of patients',
  'beds.endReservation': 'the reservation is of a patient',
  'ingest.dismissMessages': 'the messages hold readings, which are then shown to nobody',
  'opd.callNext': 'whoever is called is a patient',
}

test('an endpoint is declared as patient data if a field of it is of a patient, but for the listed exceptions', () => {
  const found = [...endpoints].filter(([, endpoint]) => seemsAboutPatients(endpoint))
  expect(found.length).toBeGreaterThan(40)
  const wrong = found.filter(([name, { patientData }]) => !patientData && !(name in undeclared))
  expect(wrong.map(([name]) => name)).toEqual([])
})

test('an endpoint that is declared as patient data has a field of a patient, or its reason is listed', () => {
  const declared = [...endpoints].filter(([, { patientData }]) => patientData)
  const without = declared.filter(([, endpoint]) => !seemsAboutPatients(endpoint))
  expect(without.map(([name]) => name).toSorted()).toEqual(Object.keys(markedForOtherReasons).toSorted())
})

/** Acts in a patient's record that begin nothing in it: they correct or end what was begun before it was merged. */
const correcting = [
  'admissionRequests.decline',
  'admissionRequests.seeDecline',
  'admissionRequests.withdraw',
  'admissions.changeDischarge',
  'admissions.changeLeave',
  'admissions.comeBack',
  'admissions.leave',
  'admissions.move',
  'admissions.update',
  'admissions.void',
  'fluids.strike',
  'opd.enqueue',
  'readings.correct',
  'readings.takeBack',
  'triage.correct',
  'visits.correct',
  'visits.end',
  'visits.see',
  'visits.void',
]

test("each call that begins something in a patient's record declares the failure of a merged record", () => {
  const acts = [...endpoints].filter(
    ([, { opensRecord, success }]) =>
      success !== undefined && (opensRecord === '_id' || opensRecord === 'patient_id'),
  )
  const others = acts.filter(([, { errors }]) => !errors?.includes('record-merged'))
  expect(others.map(([name]) => name).toSorted()).toEqual(correcting)
})

test('each listed exception is needed', () => {
  const needed = Object.keys(undeclared).filter((name) => {
    const endpoint = endpoints.get(name)
    return endpoint && !endpoint.patientData && seemsAboutPatients(endpoint)
  })
  expect(needed).toEqual(Object.keys(undeclared))
})

test('files that are not declared as patient data show no patient', () => {
  const files = [...endpoints].filter(([, { file, patientData }]) => file && !patientData)
  expect(files.map(([name]) => name).toSorted()).toEqual([
    'account.getPhoto',
    'census.exportDays',
    'census.exportFlow',
    'equipment.photo',
    'equipment.reviewPhoto',
    'fleet.vehiclePhoto',
    'hospitals.logo',
    'missionReports.exportFigures',
    'signIn.lineQr',
    'users.exportList',
    'users.getPhoto',
  ])
})

test('a call without a session is not audited, so it is not declared', () => {
  const open = [...endpoints].filter(([, { access }]) => access === 'public' || access === 'sender')
  expect(open.length).toBeGreaterThan(10)
  expect(open.filter(([, { patientData }]) => patientData).map(([name]) => name)).toEqual([])
})

const empty = z.object({})

test.each<[string, Pick<Endpoint, 'body' | 'reply' | 'errors'>]>([
  ['rows of a page', { body: empty, reply: definePage(z.object({ holder: z.nullable(PatientLabel) })) }],
  ['one kind of an event', { body: empty, reply: z.object({ event: LiveEvent }) }],
  ['a field of the body', { body: z.object({ patient_id: z.optional(z.uuid()) }), reply: empty }],
  ['a failure', { body: empty, reply: empty, errors: ['break-glass-needed'] }],
])('a patient in %s is found', (_, endpoint) => {
  expect(seemsAboutPatients(endpoint)).toBe(true)
})
