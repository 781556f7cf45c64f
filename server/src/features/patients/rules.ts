import {
  type Birth,
  type ChronicDisease,
  type FieldProblem,
  type IdentityField,
  identityByField,
  identityFields,
  listChanges,
  type Patient,
  type PatientListRequest,
  type PatientSearch,
  type PatientSection,
  patientSections,
  trimBirthDate,
  type UnderlyingDisease,
  writeBirthDate,
} from 'contract'

const sectionByField = new Map<string, PatientSection>(
  (Object.keys(patientSections) as PatientSection[]).flatMap((section) =>
    patientSections[section].map((field) => [field, section] as const),
  ),
)

/** The section of the record to which a field belongs; undefined for other fields. */
export function findSection(field: string): PatientSection | undefined {
  return sectionByField.get(field)
}

export type FieldChange = { section: PatientSection; field: string; from: unknown; to: unknown }

/** What a save changes in the sections of a record. */
export function diffPatient(record: Record<string, unknown>, sent: Record<string, unknown>): FieldChange[] {
  return listChanges(record, sent).flatMap((change) => {
    const section = findSection(change.field)
    return section ? [{ section, ...change }] : []
  })
}

type Diseases = readonly UnderlyingDisease[]

/** The diseases sent under either name, as lists of one shape with the stored codes. */
export function normalizeDiseaseLists(
  sent: {
    underlying_disease?: Diseases | undefined
    chronic_disease?: readonly ChronicDisease[] | undefined
  },
  sameAs: ReadonlyMap<string, string | null>,
): Diseases[] {
  const chronic = sent.chronic_disease?.map(({ disease, ...entry }) => ({
    ...entry,
    underlying_disease: disease,
  }))
  return [sent.underlying_disease, chronic]
    .filter((list) => list !== undefined)
    .map((list) =>
      list.map((entry) => ({
        ...entry,
        underlying_disease: sameAs.get(entry.underlying_disease) ?? entry.underlying_disease,
      })),
    )
}

/** The one list that results from the sent lists: an existing entry stays if every list has it unchanged. */
export function mergeDiseases(standing: Diseases, sent: readonly Diseases[]): UnderlyingDisease[] {
  const stands = (entry: UnderlyingDisease, list: Diseases) =>
    list.some((other) => other._id === entry._id && saysAsMuch(other, entry) && saysAsMuch(entry, other))
  const kept = standing.filter((entry) => sent.every((list) => stands(entry, list)))
  const begun = sent.flatMap((list) => list.filter((entry) => !stands(entry, standing)))
  const all = [...kept, ...begun]
  return all.filter(
    (entry, place) =>
      !all.some(
        (other, before) =>
          before !== place && saysAsMuch(other, entry) && (before < place || !saysAsMuch(entry, other)),
      ),
  )
}

/** Whether an entry contains all that the other contains. */
function saysAsMuch(entry: UnderlyingDisease, other: UnderlyingDisease): boolean {
  return (
    entry.underlying_disease === other.underlying_disease &&
    (other.since === null || entry.since === other.since) &&
    (other.note === null || entry.note === other.note)
  )
}

type IdentityFields = { identity_kind: string } & { [Field in IdentityField]?: string | null | undefined }

/** Removes what does not belong to the kind of identity, because the record cannot have both. */
export function normalizeIdentity<P extends IdentityFields>(patient: P): P {
  const kept = identityFields.map(
    (field) =>
      [field, patient.identity_kind === identityByField[field] ? (patient[field] ?? null) : null] as const,
  )
  return { ...patient, ...Object.fromEntries(kept) }
}

/** Identity fields that were sent without their kind, and that a record of this kind cannot have. */
export function listForeignIdentity(
  sent: { [Field in keyof IdentityFields]?: unknown },
  kind: string,
): FieldProblem[] {
  if (sent.identity_kind !== undefined) return []
  return identityFields
    .filter((field) => sent[field] && identityByField[field] !== kind)
    .map((field) => ({ field, message: 'identity-kind-needed' }))
}

/** All fields by which a record is identified. */
export type RecordIdentity = Pick<Patient, 'identity_kind' | IdentityField>

export function pickIdentity(patient: RecordIdentity): RecordIdentity {
  const { identity_kind, national_id, passport_no, migrant_kind, migrant_no, appearance } = patient
  return { identity_kind, national_id, passport_no, migrant_kind, migrant_no, appearance }
}

/** The identity with this national ID in place of every other kind. */
export function replaceByNationalId(identity: RecordIdentity, national_id: string | null): RecordIdentity {
  return normalizeIdentity({ ...identity, identity_kind: 'national_id', national_id })
}

/** All identity fields if one of them was sent: changing one can clear the others. */
export function pickIdentityFields(
  sent: Record<string, unknown>,
  whole: IdentityFields,
): Partial<IdentityFields> {
  const fields = ['identity_kind', ...identityFields] as const
  if (!fields.some((field) => sent[field] !== undefined)) return {}
  return Object.fromEntries(fields.map((field) => [field, whole[field]]))
}

type SentBirth = { [Field in keyof Birth]?: Birth[Field] | undefined }

/** Keeps no more of a birth date than is known. Whoever sends a date alone knows the day. */
export function normalizeBirth<P extends SentBirth>(patient: P): P & Birth {
  const { date_of_birth: date, birth_date_precision } = patient
  if (!date) return { ...patient, date_of_birth: null, birth_date_precision: null }
  const precision = birth_date_precision ?? 'day'
  return { ...patient, date_of_birth: trimBirthDate(date, precision), birth_date_precision: precision }
}

/** The birth fields that a save sets: another date has the precision with which it is sent. */
export function pickBirthFields(kept: Birth, sent: SentBirth): Partial<Birth> {
  if (sent.date_of_birth === undefined && sent.birth_date_precision === undefined) return {}
  const isOtherDate = sent.date_of_birth !== undefined && sent.date_of_birth !== kept.date_of_birth
  const { date_of_birth, birth_date_precision } = normalizeBirth({
    date_of_birth: sent.date_of_birth === undefined ? kept.date_of_birth : sent.date_of_birth,
    birth_date_precision: sent.birth_date_precision ?? (isOtherDate ? null : kept.birth_date_precision),
  })
  return { date_of_birth, birth_date_precision }
}

/** Changes as the history keeps them: the birth date as far as it was known, also when only that has changed. */
export function describeChanges(changes: readonly FieldChange[], before: Birth, after: Birth): FieldChange[] {
  const isBirth = ({ field }: FieldChange) => field === 'date_of_birth'
  const birth = { from: writeBirthDate(before), to: writeBirthDate(after) }
  if (changes.some(isBirth))
    return changes.map((change) => (isBirth(change) ? { ...change, ...birth } : change))
  if (birth.from === birth.to) return [...changes]
  return [{ section: 'information', field: 'date_of_birth', ...birth }, ...changes]
}

const titles = [
  'เด็กชาย',
  'เด็กหญิง',
  'นางสาว',
  'นาง',
  'นาย',
  'คุณ',
  'ด.ช.',
  'ด.ญ.',
  'น.ส.',
  'ดร.',
  'นพ.',
  'พญ.',
  'พระภิกษุ',
  'พระ',
  'สามเณร',
  'แม่ชี',
  'mrs',
  'miss',
  'mr',
  'ms',
  'dr',
  'master',
]
  .map((title) => title.replaceAll('.', ''))
  .sort((a, b) => b.length - a.length)

/**
 * The spellings under which a typed name may be stored: as typed, and without a title in front. Both, because a name
 * can begin like a title (นายิกา begins with นาย).
 */
export function listNameSpellings(typed: string): string[] {
  const plain = typed.trim().replaceAll('.', '')
  const title = titles.find((candidate) => plain.toLowerCase().startsWith(candidate))
  const rest = title === undefined ? '' : plain.slice(title.length).trim()
  return rest === '' ? [plain] : [plain, rest]
}

/** A number as it is stored, without the letters that people put in front: `HN 67-000123`. */
export function stripNumberLabel(typed: string): string {
  return typed.trim().replace(/^(hn|vn|an)[\s:.-]*/i, '')
}

/** Describes the text of a search without containing it. */
export function describeSearch({
  search_field: field,
  search_value,
}: Pick<PatientListRequest, 'search_field' | 'search_value'>): Pick<
  PatientSearch,
  'field' | 'typed' | 'is_whole' | 'characters'
> {
  const number = search_value
    .replace(/[๐-๙]/g, (digit) => String('๐๑๒๓๔๕๖๗๘๙'.indexOf(digit)))
    .replace(/[\s().-]/g, '')
  const characters = search_value.trim().length
  const isNumber = /^\+?\d+$/.test(number)
  if (/^\d{13}$/.test(number)) return { field, typed: 'national_id', is_whole: true, characters }
  if (/^(0|\+?66|0066)\d{8,9}$/.test(number)) return { field, typed: 'phone', is_whole: true, characters }
  const kinds = { national_id: 'national_id', phone: 'phone' } as const
  const typed = field in kinds ? kinds[field as keyof typeof kinds] : isNumber ? 'number' : 'text'
  return { field, typed, is_whole: false, characters }
}
