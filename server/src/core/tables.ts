// Generated from a migrated database by `npm run tables`; not edited by hand.
import type { Generated, GeneratedAlways } from 'kysely'

export type Tables = {
  audit: AuditTable
  beds: BedsTable
  blood_groups: BloodGroupsTable
  countries: CountriesTable
  diseases: DiseasesTable
  districts: DistrictsTable
  hospitals: HospitalsTable
  installation: InstallationTable
  nations: NationsTable
  patient_allergies: PatientAllergiesTable
  patient_changes: PatientChangesTable
  patient_chronic_diseases: PatientChronicDiseasesTable
  patient_counts: PatientCountsTable
  patient_medications: PatientMedicationsTable
  patient_search: PatientSearchTable
  patient_underlying_diseases: PatientUnderlyingDiseasesTable
  patients: PatientsTable
  photos: PhotosTable
  provinces: ProvincesTable
  sessions: SessionsTable
  sign_in_attempts: SignInAttemptsTable
  skin_colors: SkinColorsTable
  staff: StaffTable
  staff_types: StaffTypesTable
  stays: StaysTable
  sub_districts: SubDistrictsTable
  underlying_diseases: UnderlyingDiseasesTable
  visits: VisitsTable
  wards: WardsTable
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
}

export type BedsTable = {
  id: string
  hospital_id: string
  ward_id: string
  label: string
  position: number
}

export type BloodGroupsTable = {
  code: string
  name_en: string
  name_th: string
  position: number
}

export type CountriesTable = {
  code: string
  name_en: string
  name_th: string
  calling_code: string | null
  position: number
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
}

export type InstallationTable = {
  name: string
  value: string
}

export type NationsTable = {
  code: string
  name_en: string
  name_th: string
  position: number
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

export type PatientChronicDiseasesTable = {
  id: string
  hospital_id: string
  patient_id: string
  disease: string
  since: string | null
  note: string | null
  recorded_at: string
  recorded_by: string | null
  ended_at: string | null
  ended_by: string | null
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

export type PatientsTable = {
  id: string
  hospital_id: string
  number: number
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
  height_cm: number | null
  weight_kg: number | null
  waist_cm: number | null
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
}

export type PhotosTable = {
  id: string
  hospital_id: string
  small: Buffer
  large: Buffer
  created_at: string
}

export type ProvincesTable = {
  code: string
  name_en: string
  name_th: string
}

export type SessionsTable = {
  token_hash: Buffer
  hospital_id: string
  staff_id: string
  address: string | null
  created_at: string
  last_seen_at: string
  ended_at: string | null
}

export type SignInAttemptsTable = {
  id: string
  at: string
  email: string
  address: string
}

export type SkinColorsTable = {
  code: string
  name_en: string
  name_th: string
  position: number
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
}

export type StaffTypesTable = {
  id: string
  code: string
  name_en: string
  name_th: string
  position: number
}

export type StaysTable = {
  id: string
  hospital_id: string
  patient_id: string
  an: string
  ward_id: string
  bed_id: string | null
  disease: string | null
  admitted_at: string
  discharged_at: string | null
}

export type SubDistrictsTable = {
  code: string
  district_code: string
  name_en: string
  name_th: string
  zipcode: string
}

export type UnderlyingDiseasesTable = {
  code: string
  name_en: string
  name_th: string
  position: number
}

export type VisitsTable = {
  id: string
  hospital_id: string
  patient_id: string
  vn: string
  kind: string
  visited_at: string
}

export type WardsTable = {
  id: string
  hospital_id: string
  code: string
  name_en: string
  name_th: string
  position: number
}
