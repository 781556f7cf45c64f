import type { ErrorCode, FieldProblem, NationalIdTaken, NumberedKind } from 'contract'

/** A failure that a caller is expected to get. Everything else that is thrown is a defect. */
export class Failure extends Error {
  override name = 'Failure'
  readonly code: ErrorCode
  readonly fields: readonly FieldProblem[] | undefined
  readonly detail: unknown

  constructor(code: ErrorCode, more: { fields?: readonly FieldProblem[]; detail?: unknown } = {}) {
    super(code)
    this.code = code
    this.fields = more.fields
    this.detail = more.detail
  }
}

export function createHnTakenFailure(): Failure {
  return new Failure('hn-taken', { fields: [{ field: 'hn', message: 'hn-taken' }] })
}

export function createNationalIdTakenFailure(detail?: NationalIdTaken): Failure {
  return new Failure('national-id-taken', {
    fields: [{ field: 'national_id', message: 'national-id-taken' }],
    detail,
  })
}

export function createEmailTaken(): Failure {
  return new Failure('email-taken', { fields: [{ field: 'email', message: 'email-taken' }] })
}

/** A typed number that another admission or visit has. */
export function createNumberTaken(kind: NumberedKind): Failure {
  const [field, code] = kind === 'AN' ? (['an', 'an-taken'] as const) : (['vn', 'vn-taken'] as const)
  return new Failure(code, { fields: [{ field, message: code }] })
}

function createCodeTaken(): Failure {
  return new Failure('code-taken', { fields: [{ field: 'code', message: 'code-taken' }] })
}

/** One field that the schema allows and the rules refuse. */
export function createInvalidFieldFailure(field: string, message: string): Failure {
  return new Failure('invalid', { fields: [{ field, message }] })
}

export function requireNoProblems(fields: readonly FieldProblem[]): void {
  if (fields.length > 0) throw new Failure('invalid', { fields })
}

/**
 * Constraints that a caller can violate, with the failure for each. The name of a constraint contains no patient data.
 */
const constraints: Record<string, () => Failure> = {
  patients_hn: createHnTakenFailure,
  patients_national_id: () => createNationalIdTakenFailure(),
  patients_not_merged: () => new Failure('record-merged'),
  patient_merges_one_a_record: () => new Failure('record-merged'),
  staff_email: createEmailTaken,
  groups_name: () => new Failure('name-taken', { fields: [{ field: 'name', message: 'group-name-taken' }] }),
  teams_name: () => new Failure('name-taken', { fields: [{ field: 'name', message: 'team-name-taken' }] }),
  team_members_one_duty: () => new Failure('on-other-team'),
  teams_complete: () => createInvalidFieldFailure('members', 'driver-missing'),
  vehicles_plate: () => createInvalidFieldFailure('plate', 'plate-taken'),
  vehicles_call_sign: () => createInvalidFieldFailure('call_sign', 'call-sign-taken'),
  vehicles_odometer_rises: () => createInvalidFieldFailure('odometer_reason', 'reason-required'),
  vehicles_province_fkey: () => createInvalidFieldFailure('province', 'choice-invalid'),
  operations_code: createCodeTaken,
  saved_views_name: () =>
    new Failure('name-taken', { fields: [{ field: 'name', message: 'view-name-taken' }] }),
  hospitals_code: createCodeTaken,
  wards_code: createCodeTaken,
  admission_requests_one_open_a_patient: () => new Failure('request-open'),
  visits_one_open_a_patient: () => new Failure('visit-open'),
  visits_one_a_bay: () => new Failure('bay-taken'),
  clinics_code: createCodeTaken,
  clinic_queue_one_a_visit: () => new Failure('already-queued'),
  visit_acts_undone_once: () => new Failure('changed-meanwhile'),
  triages_corrected_once: () => new Failure('changed-meanwhile'),
  closed_is_empty: () => new Failure('still-occupied'),
  stays_in_open_places: () => new Failure('ward-closed'),
  stays_one_at_a_time: () => new Failure('already-admitted'),
  stays_hospital_id_an_key: () => createNumberTaken('AN'),
  visits_hospital_id_vn_key: () => createNumberTaken('VN'),
  stay_places_one_patient_a_bed: () => new Failure('bed-taken'),
  stay_places_one_at_a_time: () => new Failure('stay-overlaps'),
  stay_places_cover_the_stay: () => new Failure('stay-overlaps'),
  bed_reservations_one_a_bed: () => new Failure('bed-reserved'),
  form_operations_pkey: () => createInvalidFieldFailure('operations', 'id-invalid'),
  equipment_reviews_pkey: () => createInvalidFieldFailure('new_id', 'id-invalid'),
  equipment_checks_pkey: () => createInvalidFieldFailure('new_id', 'id-invalid'),
  mission_events_pkey: () => createInvalidFieldFailure('event_id', 'id-invalid'),
  waiting_steps_pkey: () => createInvalidFieldFailure('event_id', 'id-invalid'),
  missions_one_a_vehicle: () => new Failure('vehicle-out'),
  missions_one_a_team: () => new Failure('team-out'),
  mission_crews_one_a_person: () => new Failure('member-out'),
  missions_request_stays: () => new Failure('mission-out'),
  devices_mac: () => new Failure('mac-taken', { fields: [{ field: 'mac', message: 'mac-taken' }] }),
  staff_line: () => new Failure('line-taken'),
  staff_wallet: () => new Failure('wallet-bounds'),
  staff_factors_credential: () => new Failure('passkey-refused'),
  device_assignments_one_wearer: () => new Failure('device-moved-since'),
  patients_nationality_fkey: () => createInvalidFieldFailure('nationality', 'choice-invalid'),
  patients_skin_color_fkey: () => createInvalidFieldFailure('skin_color', 'choice-invalid'),
  patients_blood_group_fkey: () => createInvalidFieldFailure('blood_group', 'choice-invalid'),
  patients_province_fkey: () => createInvalidFieldFailure('province', 'choice-invalid'),
  patients_district: () => createInvalidFieldFailure('district', 'choice-invalid'),
  patients_sub_district: () => createInvalidFieldFailure('sub_district', 'choice-invalid'),
  patient_underlying_diseases_underlying_disease_fkey: () =>
    createInvalidFieldFailure('underlying_disease', 'choice-invalid'),
}

/** The failure for an error of the database, if a caller could have caused it. */
export function toFailure(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error
  if (isTransient(error)) return new Failure('busy')
  const constraint = (error as { constraint?: unknown } | null)?.constraint
  return typeof constraint === 'string' ? constraints[constraint]?.() : undefined
}

const transientCodes = /^(08...|53...|57P0.|57014|25P03|40P01|40001|55P03|ECONNREFUSED|ECONNRESET|EPIPE)$/
const transientMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/**
 * Whether the database is down, shutting down, overloaded or lets nobody in: the same call may succeed a moment later.
 * A `FATAL` error ends or refuses a connection; no statement is at fault.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, severity, syscall } = error as { code?: unknown; severity?: unknown; syscall?: unknown }
  if (severity === 'FATAL') return true
  if (code === 'ENOENT') return syscall === 'connect'
  return typeof code === 'string' ? transientCodes.test(code) : transientMessages.test(error.message)
}

const schemaCodes = /^(3F000|42703|42P01|42883|42704)$/

/**
 * Whether a statement names what the database does not have: a newer version of the panel may have migrated it while
 * this node goes on. No message is at fault, and nothing may be acknowledged.
 */
export function isSchemaError(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return error instanceof Error && typeof code === 'string' && schemaCodes.test(code)
}

/** What may be logged of an error: a database error's detail and parameters contain patient data. */
export function toLoggable(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error }
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown }
  if (typeof code === 'string' && 'severity' in error) {
    return { name: error.name, code, constraint, table, stack: pickStackFrames(error) }
  }
  return { name: error.name, message: error.message, stack: pickStackFrames(error) }
}

function pickStackFrames(error: Error): string {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n')
}
