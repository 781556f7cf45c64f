// Generated from a migrated database by `npm run tables`; not edited by hand.
import type { Generated, GeneratedAlways } from 'kysely'

export type Tables = {
  admission_requests: AdmissionRequestsTable
  alarm_steps: AlarmStepsTable
  alarms: AlarmsTable
  audit: AuditTable
  audit_checks: AuditChecksTable
  audit_seals: AuditSealsTable
  bed_reservations: BedReservationsTable
  beds: BedsTable
  blood_groups: BloodGroupsTable
  box_transactions: BoxTransactionsTable
  breaches: BreachesTable
  broken_glass: BrokenGlassTable
  changed_permissions: ChangedPermissionsTable
  clinic_days: ClinicDaysTable
  clinic_queue: ClinicQueueTable
  clinics: ClinicsTable
  clock_jumps: ClockJumpsTable
  corrected_times: CorrectedTimesTable
  device_assignments: DeviceAssignmentsTable
  device_cookies: DeviceCookiesTable
  devices: DevicesTable
  diseases: DiseasesTable
  districts: DistrictsTable
  equipment_checks: EquipmentChecksTable
  equipment_faults: EquipmentFaultsTable
  equipment_photos: EquipmentPhotosTable
  equipment_review_photos: EquipmentReviewPhotosTable
  equipment_reviews: EquipmentReviewsTable
  equipment_rows: EquipmentRowsTable
  equipment_seconds: EquipmentSecondsTable
  equipment_settings: EquipmentSettingsTable
  event_counts: EventCountsTable
  events: EventsTable
  fluid_entries: FluidEntriesTable
  fluid_strikes: FluidStrikesTable
  form_addenda: FormAddendaTable
  form_finishes: FormFinishesTable
  form_operations: FormOperationsTable
  form_photos: FormPhotosTable
  form_readings: FormReadingsTable
  form_records: FormRecordsTable
  form_reviews: FormReviewsTable
  form_settings: FormSettingsTable
  form_signatures: FormSignaturesTable
  group_members: GroupMembersTable
  group_wards: GroupWardsTable
  groups: GroupsTable
  hospital_changes: HospitalChangesTable
  hospitals: HospitalsTable
  inbound_acts: InboundActsTable
  installation: InstallationTable
  lagging_clocks: LaggingClocksTable
  latest_values: LatestValuesTable
  line_codes: LineCodesTable
  line_consents: LineConsentsTable
  line_flows: LineFlowsTable
  listening: ListeningTable
  mission_crew_changes: MissionCrewChangesTable
  mission_crews: MissionCrewsTable
  mission_events: MissionEventsTable
  missions: MissionsTable
  mqtt_leases: MqttLeasesTable
  nations: NationsTable
  notify_settings: NotifySettingsTable
  number_series: NumberSeriesTable
  observation_orders: ObservationOrdersTable
  operation_changes: OperationChangesTable
  operations: OperationsTable
  outbox: OutboxTable
  password_links: PasswordLinksTable
  password_requests: PasswordRequestsTable
  patient_allergies: PatientAllergiesTable
  patient_changes: PatientChangesTable
  patient_counts: PatientCountsTable
  patient_medications: PatientMedicationsTable
  patient_merges: PatientMergesTable
  patient_search: PatientSearchTable
  patient_underlying_diseases: PatientUnderlyingDiseasesTable
  patient_ward_medications: PatientWardMedicationsTable
  patients: PatientsTable
  permission_versions: PermissionVersionsTable
  photos: PhotosTable
  pre_alerts: PreAlertsTable
  provinces: ProvincesTable
  quarantine: QuarantineTable
  readings: ReadingsTable
  recovery_codes: RecoveryCodesTable
  referral_acts: ReferralActsTable
  registration_attempts: RegistrationAttemptsTable
  saved_views: SavedViewsTable
  sealing_keys: SealingKeysTable
  sender_keys: SenderKeysTable
  senders: SendersTable
  sessions: SessionsTable
  shift_notes: ShiftNotesTable
  sign_in_attempts: SignInAttemptsTable
  sign_in_challenges: SignInChallengesTable
  skin_colors: SkinColorsTable
  spo2_scales: Spo2ScalesTable
  staff: StaffTable
  staff_changes: StaffChangesTable
  staff_counts: StaffCountsTable
  staff_factors: StaffFactorsTable
  staff_search: StaffSearchTable
  staff_types: StaffTypesTable
  stay_acts: StayActsTable
  stay_places: StayPlacesTable
  stays: StaysTable
  sub_districts: SubDistrictsTable
  system_admins: SystemAdminsTable
  team_members: TeamMembersTable
  teams: TeamsTable
  threshold_versions: ThresholdVersionsTable
  triage_settings: TriageSettingsTable
  triages: TriagesTable
  underlying_diseases: UnderlyingDiseasesTable
  unknown_trackers: UnknownTrackersTable
  vehicle_positions: VehiclePositionsTable
  vehicles: VehiclesTable
  visit_acts: VisitActsTable
  visits: VisitsTable
  waiting_steps: WaitingStepsTable
  wallet_changes: WalletChangesTable
  wards: WardsTable
}

export type AdmissionRequestsTable = {
  id: string
  hospital_id: string
  patient_id: string
  visit_id: string | null
  ward_id: string
  department: string
  urgency: string
  diagnosis: string
  isolation: string[]
  features: string[]
  note: string | null
  requested_at: string
  requested_by: string
  state: Generated<string>
  closed_at: string | null
  closed_by: string | null
  decline_reason: string | null
  close_note: string | null
  stay_id: string | null
  planned_on: string | null
  decline_seen_at: string | null
}

export type AlarmStepsTable = {
  id: string
  hospital_id: string
  alarm_id: string
  at: string
  step: string
  staff_id: string | null
  to_staff_id: string | null
  level: string | null
  severity: string | null
  value: number | null
  note: string | null
  told: number | null
}

export type AlarmsTable = {
  id: string
  hospital_id: string
  patient_id: string | null
  device_id: string | null
  raised_ward_id: string | null
  raised_bed: string | null
  rule: string
  severity: string
  value: number | null
  second: number | null
  limit_value: number | null
  last_value: number | null
  last_at: string | null
  raised_at: string
  ended_at: string | null
  acknowledged_at: string | null
  acknowledged_by: string | null
  assigned_to: string | null
  level: Generated<string>
  escalates_at: string | null
  snoozed_until: string | null
  snoozes: Generated<number>
  cleared_at: string | null
  cleared_by: string | null
  clearing: string | null
  outcome: string | null
  note: string | null
  latitude: number | null
  longitude: number | null
  mac: string | null
  named: string | null
  worst_value: number | null
  worst_second: number | null
  worst_at: string | null
  score: unknown
  told: number | null
  tellings: Generated<number>
  told_at: string | null
  cleared_ward_id: string | null
  cleared_bed: string | null
}

export type AuditTable = {
  id: string
  at: string
  hospital_id: string | null
  staff_id: string | null
  action: string
  patient_ids: string[] | null
  outcome: string
  detail: unknown
  address: string | null
  request_id: string | null
  position: GeneratedAlways<number>
}

export type AuditChecksTable = {
  id: string
  at: string
  seal_count: number
  row_count: number
  fault_count: number
  is_full: Generated<boolean>
  newest_seal: number | null
  newest_hash: string | null
  number: GeneratedAlways<number>
}

export type AuditSealsTable = {
  number: number
  sealed_at: string
  after_position: number
  to_position: number
  row_digests: Buffer
  previous_hash: Buffer | null
  hash: Buffer
}

export type BedReservationsTable = {
  id: string
  hospital_id: string
  bed_id: string
  patient_id: string
  during: string
  note: string | null
  reserved_by: string | null
}

export type BedsTable = {
  id: string
  hospital_id: string
  ward_id: string
  label: string
  position: number
  closed_at: string | null
  state: Generated<string>
  state_note: string | null
  state_at: string | null
  state_by: string | null
  features: Generated<string[]>
  needs_terminal_cleaning: Generated<boolean>
}

export type BloodGroupsTable = {
  code: string
  name_en: string
  name_th: string
  position: number
}

export type BoxTransactionsTable = {
  hospital_id: string
  number: number
  hash: Buffer
  previous_hash: Buffer | null
  received_at: string
  mac: string
  patient_id: string | null
  payload: Buffer
  content_hash: Buffer
}

export type BreachesTable = {
  hospital_id: string
  patient_id: string
  rule: string
  times: number
  since: string
}

export type BrokenGlassTable = {
  id: string
  hospital_id: string
  staff_id: string
  patient_id: string
  ward_id: string
  at: string
  until: string
  reason: string
  seen_at: string | null
  seen_by: string | null
}

export type ChangedPermissionsTable = {
  hospital_id: string
  staff_type_id: string
  permission: string
  is_granted: boolean
}

export type ClinicDaysTable = {
  hospital_id: string
  clinic_id: string
  day: string
  last: number
}

export type ClinicQueueTable = {
  id: string
  hospital_id: string
  clinic_id: string
  day: string
  number: number
  patient_id: string
  visit_id: string
  state: Generated<string>
  room: string | null
  calls: Generated<number>
  queued_at: string
  called_at: string | null
  seen_at: string | null
  done_at: string | null
  sent_from: string | null
  sent_to: string | null
  next_id: string | null
}

export type ClinicsTable = {
  id: string
  hospital_id: string
  code: string
  name_en: string
  name_th: string
  closed_at: string | null
  version: Generated<number>
}

export type ClockJumpsTable = {
  number: GeneratedAlways<number>
  at: string
  by_ms: number
}

export type CorrectedTimesTable = {
  hospital_id: string
  id: string
  measured_at: string
}

export type DeviceAssignmentsTable = {
  id: string
  hospital_id: string
  device_id: string
  patient_id: string
  during: string
  assigned_by: string | null
  taken_by: string | null
}

export type DeviceCookiesTable = {
  token_hash: Buffer
  hospital_id: string
  staff_id: string
  created_at: string
  last_used_at: string
}

export type DevicesTable = {
  id: string
  hospital_id: string
  mac: string
  kind: string
  name: string
  model: string | null
  status: string | null
  battery: number | null
  signal: number | null
  last_seen_at: string | null
  latitude: number | null
  longitude: number | null
  located_at: string | null
  registered_at: string
  registered_by: string | null
  retired_at: string | null
  clock_right_at: string | null
  glucose_unit: string | null
}

export type DiseasesTable = {
  code: string
  name_en: string
  name_th: string
  position: number
}

export type DistrictsTable = {
  code: string
  province_code: string
  name_en: string
  name_th: string
}

export type EquipmentChecksTable = {
  hospital_id: string
  id: string
  vehicle_id: string
  day: string
  shift: string
  kind: string
  odometer: number | null
  result: string
  needs_second: boolean
  note: string | null
  checked_by: string
  checked_at: string
  received_at: string | null
  signer_name: string | null
  strokes: string | null
  content_hash: Buffer | null
}

export type EquipmentFaultsTable = {
  hospital_id: string
  vehicle_id: string
  item: string
  opened_by: string
  closed_by: string | null
}

export type EquipmentPhotosTable = {
  hospital_id: string
  check_id: string
  item: string
  photo_id: string
}

export type EquipmentReviewPhotosTable = {
  hospital_id: string
  review_id: string
  item: string
  photo_id: string
}

export type EquipmentReviewsTable = {
  hospital_id: string
  id: string
  vehicle_id: string
  content: unknown
  checked_at: string
  because: string
  checked_by: string
  received_at: string
  delivered_by: string
  decided_at: string | null
  decided_by: string | null
  is_accepted: boolean | null
  decision_note: string | null
}

export type EquipmentRowsTable = {
  hospital_id: string
  check_id: string
  item: string
  needed: number
  found: number
  status: string
  lot: string | null
  expires_on: string | null
  charge: number | null
  pressure: number | null
  note: string | null
  defect: string | null
}

export type EquipmentSecondsTable = {
  hospital_id: string
  check_id: string
  checked_by: string
  staff_id: string
  at: string
  signer_name: string | null
  strokes: string | null
  content_hash: Buffer | null
  counts: unknown
}

export type EquipmentSettingsTable = {
  hospital_id: string
  check_rule: string
  levels: Generated<unknown>
  version: Generated<number>
  updated_at: string
  updated_by: string | null
}

export type EventCountsTable = {
  hospital_id: string
  last: number
}

export type EventsTable = {
  hospital_id: string
  number: number
  at: string
  kind: string
  data: unknown
}

export type FluidEntriesTable = {
  id: string
  hospital_id: string
  patient_id: string
  kind: string
  ml: number
  at: string
  note: string | null
  staff_id: string
  recorded_at: string
}

export type FluidStrikesTable = {
  entry_id: string
  hospital_id: string
  patient_id: string
  at: string
  staff_id: string
  reason: string
}

export type FormAddendaTable = {
  hospital_id: string
  id: string
  record_id: string
  what: string
  why: string
  at: string
  staff_id: string
}

export type FormFinishesTable = {
  hospital_id: string
  record_id: string
  section: string
  at: string
  staff_id: string
}

export type FormOperationsTable = {
  hospital_id: string
  id: string
  record_id: string
  path: string
  answer: unknown
  base: unknown
  outcome: string
  settles: string[]
  made_at: string
  clock_offset_ms: number
  received_at: string
  staff_id: string
  device: string
}

export type FormPhotosTable = {
  hospital_id: string
  id: string
  record_id: string
  photo_id: string
  caption: string | null
  at: string
  staff_id: string
  struck_out_at: string | null
  struck_out_by: string | null
  row_id: string | null
}

export type FormReadingsTable = {
  hospital_id: string
  record_id: string
  row_id: string
  kind: string
  patient_id: string
  reading_id: string
  measured_at: string
  measured_values: unknown
}

export type FormRecordsTable = {
  hospital_id: string
  id: string
  form: string
  form_version: number
  number: string | null
  state: Generated<string>
  answers: unknown
  patient_id: string | null
  version: Generated<number>
  created_at: string
  created_by: string
  changed_at: string
  changed_by: string
  completed_at: string | null
  completed_by: string | null
  voided_at: string | null
  voided_by: string | null
  void_reason: string | null
  mission_id: string | null
  later_answers: Generated<unknown>
  finished_sections: Generated<string[]>
  given_at: string | null
  settings_version: number | null
}

export type FormReviewsTable = {
  hospital_id: string
  id: string
  record_id: string
  form: string
  form_version: number
  reason: string
  path: string
  answer: unknown
  base: unknown
  settles: string[]
  made_at: string
  clock_offset_ms: number
  device: string
  staff_id: string
  received_at: string
  delivered_by: string
  decided_at: string | null
  decided_by: string | null
  is_accepted: boolean | null
  decision_reason: string | null
  mission_id: string | null
  photo_id: string | null
  row_id: string | null
}

export type FormSettingsTable = {
  id: string
  hospital_id: string
  version: number
  at: string
  staff_id: string
  reason: string
  settings: unknown
}

export type FormSignaturesTable = {
  hospital_id: string
  id: string
  record_id: string
  role: string
  signer_name: string
  relation: string | null
  strokes: string | null
  content_hash: Buffer
  at: string
  staff_id: string
  signed_answers: unknown
}

export type GroupMembersTable = {
  hospital_id: string
  group_id: string
  staff_id: string
}

export type GroupWardsTable = {
  hospital_id: string
  group_id: string
  ward_id: string
}

export type GroupsTable = {
  id: string
  hospital_id: string
  name: string
  note: string | null
  escalation: string | null
  version: Generated<number>
  updated_at: string
  updated_by: string | null
  deleted_at: string | null
}

export type HospitalChangesTable = {
  id: string
  hospital_id: string
  at: string
  by_staff_id: string
  ward_id: string | null
  bed_id: string | null
  version: number
  field: string
  from_value: unknown
  to_value: unknown
}

export type HospitalsTable = {
  id: string
  code: string
  name_en: string
  name_th: string
  address_en: string | null
  address_th: string | null
  phone: string | null
  email: string | null
  line_account: string | null
  latitude: number | null
  longitude: number | null
  created_at: string
  version: Generated<number>
  logo_id: string | null
  help_phone: string | null
  second_factor_for: Generated<string[]>
  idle_lock_minutes: Generated<number>
  uses_wallet: Generated<boolean>
  map_tile_url: string | null
  map_tile_credit: string | null
  an_pattern: Generated<string>
  vn_pattern: Generated<string>
  number_year: Generated<string>
  types_an: Generated<boolean>
  types_vn: Generated<boolean>
}

export type InboundActsTable = {
  hospital_id: string
  id: string
  mission_id: string
  act: string
  at: string
  staff_id: string
  pre_alert_id: string | null
  zone: string | null
  bay: string | null
  patient_id: string | null
  visit_id: string | null
  is_alone: Generated<boolean>
}

export type InstallationTable = {
  name: string
  value: string
}

export type LaggingClocksTable = {
  hospital_id: string
  mac: string
  behind_ms: number
  since: string
  messages: number
  received_at: string
  is_steady: boolean
  is_in_doubt: boolean
}

export type LatestValuesTable = {
  hospital_id: string
  patient_id: string
  vital: string
  value: number | null
  second: number | null
  note: string | null
  measured_at: string
  source: string
  device_id: string | null
  is_derived: Generated<boolean>
  previous_at: string | null
}

export type LineCodesTable = {
  code_hash: Buffer
  hospital_id: string
  staff_id: string
  created_by: string
  created_at: string
  expires_at: string
  used_at: string | null
}

export type LineConsentsTable = {
  id: string
  hospital_id: string
  staff_id: string
  at: string
  purpose: string
  is_given: boolean
  version: string
}

export type LineFlowsTable = {
  state_hash: Buffer
  secret_hash: Buffer
  nonce: string
  verifier: string
  code_hash: Buffer | null
  address: string
  created_at: string
  expires_at: string
}

export type ListeningTable = {
  is_only: Generated<boolean>
  since: string
  heard_at: string
}

export type MissionCrewChangesTable = {
  hospital_id: string
  event_id: string
  staff_id: string
  position: number
  role: string | null
  level: string | null
}

export type MissionCrewsTable = {
  hospital_id: string
  mission_id: string
  staff_id: string
  is_on: Generated<boolean>
  position: number | null
  role: string | null
  level: string | null
  certificate_number: string | null
  is_taken: Generated<boolean>
  left_at: string | null
}

export type MissionEventsTable = {
  hospital_id: string
  id: string
  mission_id: string
  position: number
  step: string
  at: string
  recorded_at: string
  source: string
  staff_id: string | null
  reason: string | null
  note: string | null
  vehicle_id: string | null
  team_id: string | null
  destination: string | null
  doctor: string | null
  operation_id: string | null
  withdraws: string | null
  comes_here: Generated<boolean>
  withdraws_event_id: string | null
}

export type MissionsTable = {
  hospital_id: string
  id: string
  number: string
  called_at: string
  state: Generated<string>
  vehicle_id: string | null
  team_id: string | null
  destination: string | null
  ended_at: string | null
  version: Generated<number>
  is_out: GeneratedAlways<boolean>
  operation_id: string | null
  comes_here: Generated<boolean>
}

export type MqttLeasesTable = {
  hospital_id: string
  node: string
  ends_at: string
}

export type NationsTable = {
  code: string
  name_en: string
  name_th: string
  position: number
}

export type NotifySettingsTable = {
  id: string
  hospital_id: string
  patient_id: string
  vital: string
  at: string
  staff_id: string
  mode: string
  critical_low: number | null
  low: number | null
  high: number | null
  critical_high: number | null
  reason: string | null
  until: string | null
  is_current: boolean
  off_bounds: Generated<string[]>
}

export type NumberSeriesTable = {
  hospital_id: string
  kind: string
  year: number
  last: number
}

export type ObservationOrdersTable = {
  id: string
  hospital_id: string
  patient_id: string
  at: string
  staff_id: string
  every_minutes: number | null
  reason: string
  risk: string | null
}

export type OperationChangesTable = {
  id: string
  hospital_id: string
  operation_id: string
  at: string
  by_staff_id: string
  version: number
  field: string
  from_value: unknown
  to_value: unknown
}

export type OperationsTable = {
  id: string
  hospital_id: string
  code: string
  name: string
  unit_level: string
  fee_code: string | null
  price: number | null
  km_rate: number | null
  activation_minutes: number | null
  red_minutes: number | null
  yellow_minutes: number | null
  protocols: string | null
  forms: Generated<string[]>
  deactivated_at: string | null
  version: Generated<number>
  updated_at: string
  updated_by: string | null
}

export type OutboxTable = {
  id: string
  hospital_id: string
  channel: string
  message: unknown
  created_at: string
  tries: Generated<number>
  next_at: string
  sent_at: string | null
  given_up_at: string | null
  last_error: string | null
  to_staff: string | null
}

export type PasswordLinksTable = {
  token_hash: Buffer
  hospital_id: string
  staff_id: string
  created_at: string
  expires_at: string
  used_at: string | null
  created_by: string | null
}

export type PasswordRequestsTable = {
  id: string
  at: string
  email: string
  address: string
}

export type PatientAllergiesTable = {
  id: string
  hospital_id: string
  patient_id: string
  kind: string
  substance: string
  severity: string
  reaction: string | null
  certainty: string
  since: string | null
  recorded_at: string
  recorded_by: string | null
  ended_at: string | null
  ended_by: string | null
}

export type PatientChangesTable = {
  id: string
  hospital_id: string
  patient_id: string
  version: number
  at: string
  staff_id: string
  section: string
  field: string
  from_value: unknown
  to_value: unknown
}

export type PatientCountsTable = {
  hospital_id: string
  patients: Generated<number>
}

export type PatientMedicationsTable = {
  id: string
  hospital_id: string
  patient_id: string
  name: string
  dose: string | null
  route: string | null
  frequency: string | null
  since: string | null
  recorded_at: string
  recorded_by: string | null
  ended_at: string | null
  ended_by: string | null
}

export type PatientMergesTable = {
  hospital_id: string
  id: string
  patient_id: string
  into_id: string
  merged_at: string
  merged_by: string
  reason: string
  separated_at: string | null
  separated_by: string | null
  separation_reason: string | null
  replaced_identity: unknown
}

export type PatientSearchTable = {
  hospital_id: string
  kind: string
  key: string
  patient_id: string
}

export type PatientUnderlyingDiseasesTable = {
  id: string
  hospital_id: string
  patient_id: string
  underlying_disease: string
  since: string | null
  note: string | null
  recorded_at: string
  recorded_by: string | null
  ended_at: string | null
  ended_by: string | null
}

export type PatientWardMedicationsTable = {
  id: string
  hospital_id: string
  patient_id: string
  name: string
  dose: string | null
  route: string | null
  frequency: string | null
  since: string | null
  recorded_at: string
  recorded_by: string | null
  ended_at: string | null
  ended_by: string | null
}

export type PatientsTable = {
  id: string
  hospital_id: string
  number: Generated<number>
  version: Generated<number>
  hn: string
  title: string
  name: string
  surname: string
  name_en: string | null
  surname_en: string | null
  gender: string
  date_of_birth: string | null
  identity_kind: string
  national_id: string | null
  passport_no: string | null
  photo_id: string | null
  mobile: string | null
  contact_name: string | null
  contact_number: string | null
  relationship: string | null
  nationality: string | null
  skin_color: string | null
  house_no: string | null
  village: string | null
  soi: string | null
  road: string | null
  province: string | null
  district: string | null
  sub_district: string | null
  zipcode: string | null
  latitude: number | null
  longitude: number | null
  blood_group: string | null
  no_known_allergy: Generated<boolean>
  risk_behavior: Generated<string[]>
  triage_level: number | null
  notify_status: Generated<string>
  device_status: string | null
  an: string | null
  ward_id: string | null
  bed_id: string | null
  place: string | null
  admitted_at: string | null
  sort_name: GeneratedAlways<string>
  created_at: string
  updated_at: string
  doubled: Generated<number>
  is_pregnant: Generated<boolean>
  migrant_kind: string | null
  migrant_no: string | null
  appearance: string | null
  merged_into: string | null
  birth_date_precision: string | null
}

export type PermissionVersionsTable = {
  hospital_id: string
  version: number
  id: string
  at: string
  staff_id: string
  reason: string
  changes: unknown
}

export type PhotosTable = {
  id: string
  hospital_id: string
  small: Buffer
  large: Buffer
  created_at: string
}

export type PreAlertsTable = {
  hospital_id: string
  id: string
  mission_id: string
  position: number
  mission_version: number
  at: string
  staff_id: string
  colour: string
  scheme: string
  story: unknown
  eta_at: string | null
  isolation: string[]
  fast_tracks: string[]
  told: unknown
  measured_at: string
  alarm_id: string | null
}

export type ProvincesTable = {
  code: string
  name_en: string
  name_th: string
}

export type QuarantineTable = {
  id: string
  hospital_id: string
  received_at: string
  topic: string
  sender: string | null
  reason: string
  field: string | null
  payload: Buffer
  tries: Generated<number>
  resolved_at: string | null
  resolved_by: string | null
  resolution: string | null
  note: string | null
}

export type ReadingsTable = {
  measured_at: string
  id: string
  hospital_id: string
  patient_id: string | null
  kind: string
  source: string
  device_id: string | null
  device_type: number | null
  timing: Generated<string>
  received_at: string
  device_time: string | null
  gateway_scan_time: string | null
  entered_by: string | null
  corrects: string | null
  replaced_at: string | null
  waits_for: string | null
  note: string | null
  mac: string | null
  systolic: number | null
  diastolic: number | null
  map: number | null
  pulse: number | null
  spo2: number | null
  pi: number | null
  temperature: number | null
  respiration_rate: number | null
  blood_glucose: number | null
  marker: string | null
  consciousness: string | null
  oxygen: boolean | null
  weight: number | null
  height: number | null
  waist: number | null
  impedance: number | null
  steps: number | null
  awake: number | null
  light: number | null
  deep: number | null
  creatinine: number | null
  bun: number | null
  uric_acid: number | null
  cholesterol: number | null
  ldl: number | null
  hdl: number | null
  triglyceride: number | null
  latitude: number | null
  longitude: number | null
  told_hn: string | null
  told_national_id: string | null
  act_id: string | null
  told_glucose: number | null
  beyond: string | null
  is_in_doubt: boolean | null
  etco2: number | null
  pain_score: number | null
  gcs: number | null
  gcs_eye: number | null
  gcs_verbal: number | null
  gcs_motor: number | null
  assigned_by: string | null
  assigned_at: string | null
  waited_for: string | null
  sequence_number: number | null
}

export type RecoveryCodesTable = {
  code_hash: Buffer
  hospital_id: string
  staff_id: string
  created_at: string
  used_at: string | null
}

export type ReferralActsTable = {
  hospital_id: string
  id: string
  record_id: string
  position: number
  act: string
  at: string
  staff_id: string
  to_staff_id: string | null
  level: string | null
  vehicle_id: string | null
  team_id: string | null
  told_by: string | null
  reason: string | null
  bed: string | null
  note: string | null
  appraisal: unknown
  result: string | null
  proposed_at: string | null
}

export type RegistrationAttemptsTable = {
  id: string
  at: string
  address: string
}

export type SavedViewsTable = {
  id: string
  hospital_id: string
  staff_id: string
  list: string
  name: string
  query: string
  created_at: string
}

export type SealingKeysTable = {
  hospital_id: string
  id: string
  public_key: Buffer
  private_key: Buffer
  created_at: string
  replaced_at: string | null
}

export type SenderKeysTable = {
  id: string
  hospital_id: string
  sender_id: string
  key_hash: Buffer
  begins: string
  created_at: string
  created_by: string | null
  revoked_at: string | null
  last_used_at: string | null
}

export type SendersTable = {
  id: string
  hospital_id: string
  name: string
  created_at: string
}

export type SessionsTable = {
  token_hash: Buffer
  hospital_id: string
  staff_id: string
  address: string | null
  created_at: string
  last_seen_at: string
  ended_at: string | null
  id: Generated<string>
  user_agent: string | null
  ended_by: string | null
  browser: string | null
  system: string | null
  is_unknown: Generated<boolean>
  wrong_passwords: Generated<number>
  must_add_factor: Generated<boolean>
  locked_at: string | null
  device_hash: Buffer | null
}

export type ShiftNotesTable = {
  id: string
  hospital_id: string
  patient_id: string
  at: string
  staff_id: string
  text: string
}

export type SignInAttemptsTable = {
  id: string
  at: string
  email: string
  address: string
  kind: Generated<string>
  device_hash: Buffer | null
}

export type SignInChallengesTable = {
  token_hash: Buffer
  hospital_id: string | null
  staff_id: string | null
  purpose: string
  secret: Buffer | null
  created_at: string
  expires_at: string
  used_at: string | null
  tries: Generated<number>
}

export type SkinColorsTable = {
  code: string
  name_en: string
  name_th: string
  position: number
}

export type Spo2ScalesTable = {
  id: string
  hospital_id: string
  patient_id: string
  at: string
  staff_id: string
  scale: number
  reason: string
}

export type StaffTable = {
  id: string
  hospital_id: string
  staff_type_id: string
  email: string
  password_hash: string
  first_name: string
  last_name: string
  phone: string | null
  status: string
  is_form_user: Generated<boolean>
  last_login_at: string | null
  created_at: string
  updated_at: string
  number: GeneratedAlways<number>
  version: Generated<number>
  country_code: string | null
  photo_id: string | null
  verified_at: string | null
  line_user_id: string | null
  app_version: string | null
  wallet: Generated<number>
  must_change_password: Generated<boolean>
  password_changed_at: string | null
  registered_by: string | null
  decided_by: string | null
  decided_at: string | null
  list: GeneratedAlways<number | null>
  sort_name: GeneratedAlways<string>
  line_linked_at: string | null
  line_choice: Generated<string>
  line_least_severity: Generated<string>
  line_consent_at: string | null
}

export type StaffChangesTable = {
  id: string
  hospital_id: string
  staff_id: string
  version: number
  at: string
  by_staff_id: string
  field: string
  from_value: unknown
  to_value: unknown
  reason: string | null
}

export type StaffCountsTable = {
  hospital_id: string
  status: string
  members: number
}

export type StaffFactorsTable = {
  id: string
  hospital_id: string
  staff_id: string
  kind: string
  name: string
  created_at: string
  last_used_at: string | null
  secret: Buffer | null
  last_step: number | null
  credential_id: string | null
  public_key: Buffer | null
  counter: number | null
  transports: string[] | null
  rp_id: string | null
}

export type StaffSearchTable = {
  hospital_id: string
  list: number
  kind: string
  key: string
  staff_id: string
}

export type StaffTypesTable = {
  id: string
  code: string
  name_en: string
  name_th: string
  position: number
}

export type StayActsTable = {
  id: string
  hospital_id: string
  stay_id: string
  act: string
  at: string
  recorded_at: string
  staff_id: string | null
  reason: string | null
  note: string | null
  detail: Generated<unknown>
}

export type StayPlacesTable = {
  id: string
  hospital_id: string
  stay_id: string
  kind: string
  ward_id: string
  bed_id: string | null
  during: string
  due_back_at: string | null
  act_id: string
  superseded_at: string | null
  superseded_by_act_id: string | null
}

export type StaysTable = {
  id: string
  hospital_id: string
  patient_id: string
  an: string
  disease: string | null
  admitted_at: string
  discharged_at: string | null
  version: Generated<number>
  admit_type: string | null
  admit_source: string | null
  arrival_type: number | null
  referral_cause: number | null
  referring_hospital: string | null
  department: string | null
  attending_id: string | null
  diagnosis: string | null
  payer: string | null
  isolation: Generated<string[]>
  is_dnr: boolean | null
  has_consent: boolean | null
  morse_score: number | null
  planned_discharge_on: string | null
  discharge_status: number | null
  discharge_type: number | null
  discharged_to: string | null
  discharge_cause: number | null
  goes_home_to_die: Generated<boolean>
  discharge_diagnoses: Generated<unknown>
  discharge_summary: string | null
  discharge_advice: string | null
  follow_up: string | null
  home_medicines: string | null
  voided_at: string | null
  refusal: unknown
  referral_number: string | null
  pregnancy: Generated<string>
  news2: number | null
  news2_at: string | null
}

export type SubDistrictsTable = {
  code: string
  district_code: string
  name_en: string
  name_th: string
  zipcode: string
}

export type SystemAdminsTable = {
  staff_id: string
  hospital_id: string
  since: string
}

export type TeamMembersTable = {
  hospital_id: string
  team_id: string
  staff_id: string
  position: number
  role: string
  level: string
  certificate_number: string | null
  certificate_expires_on: string | null
  phone: string | null
  duty: string | null
}

export type TeamsTable = {
  id: string
  hospital_id: string
  name: string
  shifts: Generated<string[]>
  weekdays: Generated<string[]>
  base_name: string | null
  latitude: number | null
  longitude: number | null
  default_vehicle_id: string | null
  deactivated_at: string | null
  version: Generated<number>
  updated_at: string
  updated_by: string | null
}

export type ThresholdVersionsTable = {
  hospital_id: string
  version: number
  id: string
  at: string
  staff_id: string
  reason: string
  thresholds: unknown
  changes: unknown
}

export type TriageSettingsTable = {
  id: string
  hospital_id: string
  version: number
  at: string
  staff_id: string
  reason: string
  settings: unknown
}

export type TriagesTable = {
  id: string
  hospital_id: string
  patient_id: string
  visit_id: string
  at: string
  staff_id: string
  level: number
  suggested: number | null
  rule: string | null
  findings: unknown
  inputs: unknown
  override: string | null
  override_words: string | null
  zone: string
  fast_tracks: string[]
  news2: number | null
  corrects: string | null
  completes: Generated<boolean>
  late_reason: string | null
}

export type UnderlyingDiseasesTable = {
  code: string
  name_en: string
  name_th: string
  position: number
  same_as: string | null
}

export type UnknownTrackersTable = {
  hospital_id: string
  mac: string
  positions: number
  first_at: string
  last_at: string
}

export type VehiclePositionsTable = {
  hospital_id: string
  id: string
  vehicle_id: string
  at: string
  received_at: string
  latitude: number
  longitude: number
  accuracy_m: number | null
  source: string
  staff_id: string | null
}

export type VehiclesTable = {
  id: string
  hospital_id: string
  plate: string
  province: string
  call_sign: string
  class: string
  brand: string | null
  model: string | null
  year: number | null
  vin: string | null
  certificate_number: string | null
  certificate_expires_on: string | null
  act_expires_on: string | null
  tax_expires_on: string | null
  insurance_expires_on: string | null
  odometer: number | null
  stretchers: Generated<number>
  has_negative_pressure: Generated<boolean>
  has_ventilator: Generated<boolean>
  has_incubator: Generated<boolean>
  base_name: string | null
  latitude: number | null
  longitude: number | null
  default_team_id: string | null
  device_id: string | null
  out_reason: string | null
  out_until: string | null
  photo_id: string | null
  deactivated_at: string | null
  version: Generated<number>
  updated_at: string
  updated_by: string | null
  special_kind: string | null
  odometer_reason: string | null
}

export type VisitActsTable = {
  id: string
  hospital_id: string
  patient_id: string
  visit_id: string
  at: string
  staff_id: string
  before: unknown
  after: unknown
  undoes: string | null
  reason: string | null
}

export type VisitsTable = {
  id: string
  hospital_id: string
  patient_id: string
  vn: string
  kind: string
  visited_at: string
  is_open: Generated<boolean>
  registered_by: string | null
  source: number | null
  mode: string | null
  complaint: string | null
  symptom_groups: Generated<number[]>
  onset_at: string | null
  accident: unknown
  pregnancy: Generated<string>
  pregnancy_weeks: number | null
  infection_signs: Generated<string[]>
  triage_level: number | null
  triaged_at: string | null
  zone: string | null
  fast_tracks: Generated<string[]>
  first_seen_at: string | null
  left_at: string | null
  disposition: number | null
  bay: string | null
  doctor_id: string | null
  nurse_id: string | null
  pending: Generated<string[]>
  decided: number | null
  decided_at: string | null
  is_accident: boolean | null
  referring_hospital: string | null
  referral_number: string | null
  er_since: string | null
  opd_seen_at: string | null
  voided_at: string | null
  voided_by: string | null
  void_reason: string | null
  void_note: string | null
}

export type WaitingStepsTable = {
  hospital_id: string
  id: string
  mission_id: string
  step: string
  at: string
  reason: string | null
  note: string | null
  withdraws: string | null
  withdraws_event_id: string | null
  because: string
  staff_id: string
  received_at: string
  delivered_by: string
  decided_at: string | null
  decided_by: string | null
  is_accepted: boolean | null
  decision_note: string | null
}

export type WalletChangesTable = {
  id: string
  hospital_id: string
  staff_id: string
  at: string
  by_staff_id: string
  amount: number
  balance: number
  reason: string
}

export type WardsTable = {
  id: string
  hospital_id: string
  code: string
  name_en: string
  name_th: string
  position: number
  nurse_in_charge: string | null
  doctor: string | null
  version: Generated<number>
  closed_at: string | null
}
