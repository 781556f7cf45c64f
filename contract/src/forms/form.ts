import type { Permission } from '../wire/access.ts'
import type { Calculation } from './calculations/calculations.ts'
import type { OptionList } from './options.ts'
import type { SignerRole } from './signatures.ts'

/**
 * A form is data. Its draft and complete schemas, its screen, its print, its export and the names of its fields in the
 * audit are derived from this description. A released version never changes: a record opens in the version in which it
 * was written.
 */
export type Form = {
  readonly name: string
  readonly version: number
  readonly sections: readonly Section[]
  /** Who signs before the record is complete. */
  readonly signatures?: readonly NeededSignature[]
}

export type NeededSignature = {
  /** One of these signs. */
  readonly by: readonly SignerRole[]
  readonly need: 'always' | Condition
  /** The field of the form that says why nobody signed; beside it the signature is asked for. */
  readonly unless: string
}

export type Section = {
  readonly name: string
  readonly shown?: Condition
  /** The sheet on which the section is printed, if the form is printed as several. */
  readonly sheet?: string
  /**
   * Users with this permission write it, also when the record is complete, and nobody else does; it keeps no record
   * from being complete. Each of its answers is kept with its author.
   */
  readonly later?: Permission
  /** A record is not complete before the needed answers of this section are there, although it is written later. */
  readonly isStatedFirst?: true
  readonly fields: Readonly<Record<string, Field>>
  readonly calculations?: readonly Calculation[]
}

/**
 * What decides whether a field is shown or needed. `field` is looked for in the same row first, then in the form. A
 * choice of several is one `of` a list if any of its options is; a field without an answer is none.
 */
export type Condition =
  | { readonly field: string; readonly of: readonly (string | boolean)[] }
  /** A number that is less. */
  | { readonly field: string; readonly below: number }
  | { readonly field: string; readonly isAnswered: true }
  | { readonly every: readonly Condition[] }
  | { readonly some: readonly Condition[] }
  | { readonly not: Condition }
  /**
   * What is calculated from the answers is a warning; for a field of a row, from the answers of that row. The released
   * versions keep this name.
   */
  | { readonly marked: Calculation }

export type NumberRange = readonly [least: number, most: number]

type Common = {
  /** Whether the form can be completed without an answer; a condition says when it cannot. Optional by default. */
  readonly need?: 'always' | Condition
  /** A field that is not shown keeps its answer while the record is a draft and loses it at completion. */
  readonly shown?: Condition
  /** Whether a reason may stand for the answer, so that nobody has to invent one. */
  readonly mayGiveReason?: true
  /** What the server knows of the mission on which the record hangs: it answers the field until somebody else does. */
  readonly filled?: MissionFact
  /** Nobody but the server answers it, anew whenever what it knows has changed. */
  readonly isKnown?: true
}

export const missionFacts = [
  'number',
  'kind',
  'call',
  'dispatch',
  'left_base',
  'at_scene',
  'left_scene',
  'at_hospital',
  'handed_over',
  'back_at_base',
  'no_transport',
  'vehicle',
  'vehicle_class',
  'team',
  'crew',
  'pick_up',
  'latitude',
  'longitude',
  'destination',
  'colour',
  'colour_number',
  'symptom_group',
  'complaint',
  'patient_number',
  'patient',
  'hn',
  'patient_name',
  'sex',
  'date_of_birth',
  'age_years',
  'age_months',
  'age_days',
  'is_age_estimated',
  'phone',
  'national_id',
  'blood_group',
  'address',
  'visit_number',
  'admission_number',
  'weight',
  'allergies',
  'record_allergies',
  'diseases',
  'medicines',
  'fee_code',
  'fee_description',
  'price',
  'km_rate',
  'referral_number',
  'referral_risk',
  'planned_crew',
  'planned_equipment',
] as const
export type MissionFact = (typeof missionFacts)[number]

/** What the risk of a referral asks for depends on another answer of the same record. */
export const planFacts = ['planned_crew', 'planned_equipment'] as const satisfies readonly MissionFact[]
export type PlanFact = (typeof planFacts)[number]

/** What a mission costs depends on its operation, which can change. */
export const priceFacts = [
  'fee_code',
  'fee_description',
  'price',
  'km_rate',
] as const satisfies readonly MissionFact[]

/** When the vehicle of a mission was where, or why nobody went along: a step can be corrected, a destination change. */
export const driveFacts = [
  'call',
  'dispatch',
  'left_base',
  'at_scene',
  'left_scene',
  'at_hospital',
  'handed_over',
  'back_at_base',
  'no_transport',
  'destination',
] as const satisfies readonly MissionFact[]

/** Which vehicle goes, and who is in it: another one can take the mission over. */
export const unitFacts = [
  'vehicle',
  'vehicle_class',
  'team',
  'crew',
] as const satisfies readonly MissionFact[]

/** Who a patient is and what is the matter with them, as their record or the request says. */
export const patientFacts = [
  'colour',
  'colour_number',
  'symptom_group',
  'complaint',
  'patient',
  'hn',
  'patient_name',
  'sex',
  'date_of_birth',
  'age_years',
  'age_months',
  'age_days',
  'is_age_estimated',
  'phone',
  'national_id',
  'blood_group',
  'address',
  'visit_number',
  'admission_number',
  'weight',
  'allergies',
  'record_allergies',
  'diseases',
  'medicines',
  'referral_number',
  'referral_risk',
] as const satisfies readonly MissionFact[]

export type TextFormat = 'phone' | 'icd-10' | 'hospital-code' | 'national-id'

type Listed = {
  readonly options: OptionList
  /** The codes that this hospital has added to the list. */
  readonly own?: readonly string[]
  /** Which options this hospital offers; all by default. */
  readonly offered?: readonly string[]
}

/** A field with one answer. */
export type AnswerField = Common &
  (
    | { readonly kind: 'text'; readonly most: number; readonly isLong?: true; readonly format?: TextFormat }
    | {
        readonly kind: 'number'
        readonly decimals: number
        /** Outside of these nothing is stored, not even in a draft. */
        readonly possible: NumberRange
        /** Outside of these the screen asks whether the number is right. */
        readonly plausible?: NumberRange
        readonly unit?: string
      }
    /**
     * ISO 8601. With `begins`, a new record has the present instant. With `near`, the screen asks about one that is
     * more than a day before the present (`now`), or away from the first of these fields that has an answer.
     */
    | { readonly kind: 'instant'; readonly begins?: 'now'; readonly near?: 'now' | readonly string[] }
    /** A day of the calendar, `yyyy-mm-dd`. */
    | { readonly kind: 'date' }
    | { readonly kind: 'yes-no' }
    | (Listed & { readonly kind: 'choice' })
    /** The list has an option `NONE`, which excludes all others. An empty list is no answer. */
    | (Listed & {
        readonly kind: 'choices'
        readonly most?: number
        /** Another option that excludes all others, such as a finding that is normal. */
        readonly alone?: string
        /** What a basic unit (FR, BLS) has no equipment for: it is not offered. */
        readonly advanced?: readonly string[]
      })
    /** The id of another record. */
    | { readonly kind: 'link'; readonly to: LinkTarget }
  )

export type LinkTarget = 'patient' | 'ward'

/** Answers that repeat: vital signs, drugs, crew. A row is never deleted: it is struck out. */
export type RowsField = Omit<Common, 'mayGiveReason'> & {
  readonly kind: 'rows'
  readonly fields: Readonly<Record<string, AnswerField>>
  readonly most: number
  /** What is calculated for each row. */
  readonly calculations?: readonly Calculation[]
  /**
   * Each row is a measurement, at the time in this field: when somebody finishes it (`is_finished`), the fields that
   * have the names of values of a reading stand in the record of the patient.
   */
  readonly measuredAt?: string
  /** Each row is an injury on a drawing. */
  readonly figure?: 'body'
  /** A row may have photos of its own. */
  readonly hasPhotos?: true
}

export type Field = AnswerField | RowsField

/** Why a field has no answer (NEMSIS "not values"). */
export const emptyReasons = ['NOT_DONE', 'UNABLE', 'REFUSED', 'NOT_APPLICABLE'] as const
export type EmptyReason = (typeof emptyReasons)[number]

export type Answer = string | number | boolean | readonly string[] | { readonly reason: EmptyReason }
/**
 * A row by its fields; `is_struck_out`: it counts no more; `is_finished`: it is measured and written.
 */
export type Row = Readonly<Record<string, Answer>> & {
  readonly is_struck_out?: boolean
  readonly is_finished?: boolean
}
/** A row with its id, by which a calculation tells it from the others. */
export type PlacedRow = { readonly id: string; readonly values: Row }
/** The rows of a field by their ids, which begin with their time of creation (UUIDv7). */
export type Rows = Readonly<Record<string, Row>>
/** What a record holds, by field. A field without an answer is absent. */
export type Answers = Readonly<Record<string, Answer | Rows>>

export const needed = { need: 'always' } as const

export const defineLine = (most = 200) => ({ kind: 'text', most }) as const satisfies AnswerField
export const defineProse = (most: number) =>
  ({ kind: 'text', most, isLong: true }) as const satisfies AnswerField

/** The field in which somebody says that a row of measurements is finished. */
export const finishedField = { kind: 'yes-no' } as const satisfies AnswerField

type NamedField = readonly [name: string, field: Field, section: Section]

/** Each mounted field of a form asks for itself at each keystroke, and the longest form has hundreds. */
const fieldsOfForms = new WeakMap<Form, ReadonlyMap<string, NamedField>>()

function indexFields(form: Form): ReadonlyMap<string, NamedField> {
  const known = fieldsOfForms.get(form)
  if (known) return known
  const fields = new Map(
    form.sections.flatMap((section) =>
      Object.entries(section.fields).map(([name, field]) => [name, [name, field, section]] as const),
    ),
  )
  fieldsOfForms.set(form, fields)
  return fields
}

/** The fields of a form by name; a name is used once in a form. */
export const listFields = (form: Form): NamedField[] => [...indexFields(form).values()]

export const findField = (form: Form, name: string): Field | undefined => indexFields(form).get(name)?.[1]

/**
 * Who writes a section apart from whoever writes the form. The crew states the fee while its sheet is a draft; of a
 * complete one whoever records payments does.
 */
export const findLaterWriter = (
  { name, later }: Pick<Section, 'name' | 'later'>,
  state: string,
): Permission | undefined => (later && name === 'fees' && state === 'complete' ? 'payment:record' : later)

/**
 * With which permission somebody writes a field of the sheet of a crew to which they do not belong: a dispatcher the
 * times and who the patient is, whoever records payments the fee, others what is written later. Nobody writes the rest.
 */
export function findOthersWriter({ name, later, fields }: Section, field: string): Permission | undefined {
  if (name === 'times' || fields[field]?.kind === 'link') return 'mission:dispatch'
  return name === 'fees' ? 'payment:record' : later
}

/** What the receiving side writes about the work of a crew. */
export const appraises: Permission = 'triage:record'

/** What others than the crew write of it and of its patient: how it worked, and how the patient fared. */
export const writtenByOthers: readonly Permission[] = [appraises, 'admission:manage']

/**
 * Whether whoever writes a section of a complete record says that they are done with it. A fee and how a patient fared
 * are recorded by acts of their own.
 */
export const isFinishedApart = ({ later }: Pick<Section, 'later'>): boolean => later === appraises

/** The section in which a field stands. */
export const findFormSection = (form: Form, name: string): Section | undefined =>
  indexFields(form).get(name)?.[2]
