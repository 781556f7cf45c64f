import * as z from 'zod/mini'
import { missionReasons } from '../ambulance/mission-reasons.ts'
import { missionStates } from '../ambulance/mission-states.ts'
import { DrugChanges } from '../clinical/emergency/drug-changes.ts'
import type { Permission } from '../wire/access.ts'
import {
  ById,
  definePage,
  type Endpoints,
  FieldProblem,
  fileReply,
  Id,
  ListRequest,
  listFilters,
} from '../wire/endpoint.ts'
import {
  ChosenInstant,
  Instant,
  PhotoUpload,
  photoErrors,
  requiredProse,
  requiredText,
} from '../wire/fields.ts'
import { FileLanguage } from '../wire/file-language.ts'
import { MissionLabel, PatientLabel, StaffLabel } from '../wire/labels.ts'
import { type FormName, formAccess, formNames, formReaders } from './form-names.ts'
import { referResults, referStatuses } from './referral/refer-status.ts'
import { FormSignature, SignatureRequest } from './signatures.ts'

export const formStates = ['draft', 'complete', 'void'] as const
/**
 * `refused`: the answer cannot be stored, and the reason is beside it. `closed`: the record is complete or void;
 * nothing was changed.
 */
export const operationOutcomes = ['applied', 'same', 'conflict', 'refused', 'closed'] as const

/** What the server writes itself comes from these, as if they were devices: no client has their names. */
export const reservedDevices = ['panel', 'follow-up'] as const

/**
 * One answer at one path (`field`, or `field/row/field`), written where it was given and sent in order. It is applied
 * once, however often it arrives. Null takes an answer back.
 */
export const FormOperation = z.object({
  op_id: Id,
  path: z.string().check(z.minLength(1), z.maxLength(120, 'too-long')),
  answer: z.unknown(),
  /** What the record said where the answer was given. */
  base: z._default(z.unknown(), null),
  /**
   * Answers beside the present one that this one replaces: a person picked. If somebody else has picked another one
   * meanwhile, both stand again.
   */
  settles: z._default(z.array(Id).check(z.maxLength(50, 'too-many')), []),
  /** It is told by the device's clock, which is ahead of the server's by `clock_offset_ms`. */
  at: ChosenInstant,
  clock_offset_ms: z._default(z.int().check(z.gte(-1e12), z.lte(1e12)), 0),
  /** A name of the device that it made for itself. */
  device: z.string().check(
    z.maxLength(64, 'too-long'),
    z.refine((name) => !reservedDevices.some((one) => one === name), 'invalid'),
  ),
})
export type FormOperation = z.output<typeof FormOperation>

const OperationResult = z.object({
  op_id: Id,
  outcome: z.enum(operationOutcomes),
  problem: z.nullable(FieldProblem),
})
export type OperationResult = z.output<typeof OperationResult>

/** An answer that waits beside the present one of its path until a person picks. */
export const OtherAnswer = z.object({
  op_id: Id,
  path: z.string(),
  answer: z.unknown(),
  at: Instant,
  by: StaffLabel,
})
export type OtherAnswer = z.output<typeof OtherAnswer>

/** A photo of what the record is about. `photo_id` is the same as `_id`, which tells photos of other records apart. */
export const FormPhoto = z.object({
  _id: Id,
  photo_id: Id,
  /** The row of the record that it is of; null of the record as a whole. */
  row_id: z.nullable(Id),
  caption: z.nullable(z.string()),
  at: Instant,
  by: StaffLabel,
})
export type FormPhoto = z.output<typeof FormPhoto>

/** The most photos of a record, those that were struck out included. */
export const mostFormPhotos = 20

export const Addendum = z.object({ _id: Id, what: z.string(), why: z.string(), at: Instant, by: StaffLabel })
export type Addendum = z.output<typeof Addendum>

const requestAnswers = ['ACCEPTED', 'DECLINED'] as const
const requestEnds = ['CANCELLED', 'STOOD_DOWN', 'NO_TRANSPORT'] as const

/**
 * What ends a request, or answers it; an assignment accepts one that nobody had accepted. `CALLED`: the time of the
 * call was corrected since.
 */
export const requestDecisions = [...requestAnswers, ...requestEnds, 'CALLED'] as const

const RequestDecision = z.object({
  step: z.enum(requestDecisions),
  at: Instant,
  by: z.nullable(StaffLabel),
  reason: z.nullable(z.enum(missionReasons)),
  note: z.nullable(z.string()),
})
export type RequestDecision = z.output<typeof RequestDecision>

/** Another time of its call than the request says, by the last correction. */
export const findCallCorrection = (decisions: readonly RequestDecision[]) =>
  decisions.findLast(({ step }) => step === 'CALLED')

/** Whether a request was accepted, by the last answer; and how it ended before anybody was brought. */
export const findRequestAnswer = (decisions: readonly RequestDecision[]) =>
  findLastStep(decisions, requestAnswers)
export const findRequestEnd = (decisions: readonly RequestDecision[]) => findLastStep(decisions, requestEnds)

const findLastStep = <Step extends RequestDecision['step']>(
  decisions: readonly RequestDecision[],
  steps: readonly Step[],
) =>
  decisions.findLast((made): made is RequestDecision & { step: Step } =>
    steps.some((step) => step === made.step),
  )

/** What was written into a form. `answers` are by field, as the form in `form_version` describes them. */
export const FormRecord = z.object({
  _id: Id,
  form: z.enum(formNames),
  form_version: z.int(),
  /** Given at completion. */
  number: z.nullable(z.string()),
  state: z.enum(formStates),
  /** Whether the record of its patient is closed to the user: then nothing that was written is shown. */
  is_hidden: z.boolean(),
  answers: z.record(z.string(), z.unknown()),
  other_answers: z.array(OtherAnswer),
  patient: z.nullable(PatientLabel),
  mission: z.nullable(MissionLabel),
  /** Where a referral stands and how it ended, by the codes of e-Refer and of the 43 files; null for other forms. */
  sent: z.nullable(
    z.object({
      status: z.nullable(z.enum(referStatuses)),
      result: z.nullable(z.enum(referResults)),
      /** The time that was asked for, or until which the patient is put off, while that is so. */
      proposed_at: z.nullable(Instant),
    }),
  ),
  /** What was decided about a request; empty for other forms. */
  decisions: z.array(RequestDecision),
  /**
   * Who answered the steps before a departure, and when; with their paths, who said of unusual numbers that they are
   * right.
   */
  steps: z.array(z.object({ field: z.string(), at: Instant, by: StaffLabel })),
  /** The rows whose values stand in the record of the patient. */
  measured_rows: z.array(Id),
  /** The fields of times that nobody but the panel wrote: they are compared with the present where they were said. */
  filled_times: z.optional(z.array(z.string())),
  /** Whether it is the sheet of a mission in whose crew the reader is not and was not, and which they did not begin. */
  is_of_others: z.boolean(),
  version: z.int(),
  created_at: Instant,
  created_by: StaffLabel,
  changed_at: Instant,
  changed_by: StaffLabel,
  completed_at: z.nullable(Instant),
  completed_by: z.nullable(StaffLabel),
  voided_at: z.nullable(Instant),
  voided_by: z.nullable(StaffLabel),
  void_reason: z.nullable(z.string()),
  photos: z.array(FormPhoto),
  signatures: z.array(FormSignature),
  addenda: z.array(Addendum),
  /** The sections that are written when the record is complete and that somebody finished. */
  finished: z.array(z.object({ section: z.string(), at: Instant, by: StaffLabel })),
  /**
   * What the hospital has changed of the drug list, by which the doses are judged; of a complete record, what it had
   * changed when the record was completed.
   */
  drugs: DrugChanges,
})
export type FormRecord = z.output<typeof FormRecord>

/** A mission to which a sheet can be given. `pick_up` is null once the mission has ended. */
const MissionChoice = z.object({
  _id: Id,
  number: z.string(),
  called_at: Instant,
  state: z.enum(missionStates),
  pick_up: z.nullable(z.string()),
})
export type MissionChoice = z.output<typeof MissionChoice>

/** `open`: complete operation forms whose crew brought a patient and whose appraisal nobody has finished. */
export const appraisalStates = ['open'] as const

/** A crew is not asked to appraise its own work: `appraisal` leaves its missions out. */
const RecordFilters = listFilters(
  z.object({
    state: z._default(z.array(z.enum(formStates)), []),
    appraisal: z._default(z.array(z.enum(appraisalStates)), []),
  }),
)

/**
 * What was found, given and done; of a referral the 43 files have a row for each (DIAGNOSIS_REFER,
 * INVESTIGATION_REFER, DRUG_REFER, PROCEDURE_REFER).
 */
export const exportedRows = [
  'diagnoses',
  'investigations',
  'treatments',
  'drugs',
  'drips',
  'fluids',
  'procedures',
] as const

/**
 * `csv`: a row for each record. `rows`: one for each row of `exportedRows`. `acts`: one for each act of a referral.
 * `fhir`: a Bundle of the Questionnaires and of a QuestionnaireResponse a record (R4).
 */
export const formFileFormats = ['csv', 'rows', 'acts', 'fhir'] as const

const Operations = z.array(FormOperation).check(z.maxLength(500, 'too-many'))
const RecordReply = z.object({ record: FormRecord, results: z.array(OperationResult) })
const recordErrors = ['not-found', 'break-glass-needed'] as const

/**
 * The four calls of a form. Users see the records of their hospital if they may read patients, and otherwise those that
 * they began, those of their crew and the request of its mission. Whoever writes no referrals sees that of the mission
 * on which they are out; a dispatcher, those of the missions that last.
 */
function defineFormCalls<const Name extends FormName>(form: Name, family: string, what: string) {
  const access: (typeof formAccess)[Name] = formAccess[form]
  return {
    list: {
      path: `/admin/get_${family}`,
      summary: `${what}: records, the newest first, or the one with this id`,
      access: formReaders[form],
      patientData: true,
      opensRecord: false,
      byItself: true,
      outdatedBy: ['form-records-outdated'],
      body: z.object({
        ...ListRequest.shape,
        _id: z.optional(Id),
        filterLists: RecordFilters,
      }),
      reply: definePage(FormRecord),
      errors: ['not-found'],
    },
    add: {
      path: `/admin/add_${family}`,
      summary: `${what}: begin a record under an id of the device; a second call with the id adds to it`,
      access,
      patientData: true,
      opensRecord: 'as-found',
      /**
       * `new_id`: made by the device, so that a record can begin without a connection. `mission_id`: the mission on
       * which the record hangs, of which the caller is a dispatcher or in the crew; the server answers what it knows of
       * it.
       */
      body: z.object({
        new_id: Id,
        operations: z._default(Operations, []),
        mission_id: z._default(z.nullable(Id), null),
      }),
      reply: RecordReply,
      errors: recordErrors,
    },
    edit: {
      path: `/admin/edit_${family}`,
      summary: `${what}: answer fields of a draft`,
      access,
      patientData: true,
      opensRecord: 'as-found',
      body: z.object({ _id: Id, operations: Operations }),
      reply: RecordReply,
      errors: recordErrors,
    },
    delete: {
      path: `/admin/delete_${family}`,
      summary: `${what}: void a record; it stays readable`,
      access,
      patientData: true,
      opensRecord: 'as-found',
      body: z.object({ _id: Id, reason: requiredProse('field-required', 500) }),
      reply: z.object({ record: FormRecord }),
      errors: [...recordErrors, 'form-closed', 'mission-out', 'sheet-of-crew'],
      success: 'form-voided',
    },
  } as const satisfies Endpoints
}

/**
 * Requests for ambulances. The paths of requests and referrals are swapped on the wire, because existing clients ask
 * for requests under the name of referrals and the other way round; nowhere else are they.
 */
export const ambulanceRequests = defineFormCalls(
  'ambulance-request',
  'referrals_ambulance_operations',
  'Request for an ambulance',
)
export const ambulanceReferrals = defineFormCalls(
  'ambulance-referral',
  'request_ambulances',
  'Referral by ambulance',
)
export const operationRecords = defineFormCalls('operation-form', 'operation_form', 'Operation form')
export const transportationTreatments = defineFormCalls(
  'transportation-treatment',
  'transportation_treatment',
  'Transfer recording and transportation treatment',
)

const AnsweredForm = z.object({ form: z.enum(formNames), fields: z.array(z.string()) })
export type AnsweredForm = z.output<typeof AnsweredForm>

/** What the audit says that a call wrote into forms: into one as its screen sends it, into several as a tablet does. */
export function parseAnsweredForms(detail: Record<string, unknown> | null): AnsweredForm[] {
  const one = AnsweredForm.safeParse(detail)
  return one.success ? [one.data] : (z.array(AnsweredForm).safeParse(detail?.['answered']).data ?? [])
}

/**
 * With which permissions somebody exports the records of a form, beside `patient:export`: those who write it, and of
 * referrals the records office.
 */
export const formExportAccess = (form: FormName): Permission[] =>
  form === 'ambulance-referral' ? [formAccess[form], 'referral:export'] : [formAccess[form]]

/** What is the same for every form. */
export const formRecords = {
  exportList: {
    path: '/api/hospital_user/export_form_records',
    summary:
      'The records of a form that a list shows, all of them or a row for each of their diagnoses, investigations, drugs, fluids and procedures, or of a referral for each of its acts, as data.csv, or as a FHIR R4 bundle',
    access: 'patient:export',
    patientData: true,
    opensRecord: false,
    body: z.object({
      form: z.enum(formNames),
      format: z._default(z.enum(formFileFormats), 'csv'),
      language: FileLanguage,
      search_value: ListRequest.shape.search_value,
      filterLists: RecordFilters,
    }),
    reply: fileReply,
    file: true,
  },
  complete: {
    path: '/api/hospital_user/complete_form',
    summary:
      'Complete a record: what is needed is there and signed, nothing contradicts itself or waits beside another answer, unusual numbers are confirmed, what is hidden is left out',
    access: 'form:use',
    patientData: true,
    opensRecord: 'as-found',
    body: z.object({ _id: Id, version: z.int().check(z.gte(1), z.lte(2_147_483_647)) }),
    /**
     * `omitted`: the paths whose answers were left out, because their fields are not shown; not those that the panel
     * knew.
     */
    reply: z.object({ record: FormRecord, omitted: z.array(z.string()) }),
    errors: [
      ...recordErrors,
      'form-closed',
      'sheet-of-crew',
      'form-incomplete',
      'signature-missing',
      'form-contradicts',
      'form-doubtful',
      'answers-differ',
      'changed-meanwhile',
    ],
    success: 'form-completed',
  },
  finishSection: {
    path: '/api/hospital_user/finish_form_section',
    summary:
      'Finish a section that is written when the record is complete, such as the appraisal: nothing needed of it is missing; what changes later is an addendum',
    access: 'form:use',
    patientData: true,
    opensRecord: 'as-found',
    body: z.object({
      _id: Id,
      section: z.string().check(z.minLength(1, 'field-required'), z.maxLength(60, 'too-long')),
      version: z.int().check(z.gte(1), z.lte(2_147_483_647)),
    }),
    reply: z.object({ record: FormRecord }),
    errors: [...recordErrors, 'form-closed', 'form-incomplete', 'answers-differ', 'changed-meanwhile'],
    success: 'form-section-finished',
  },
  addPhoto: {
    path: '/api/hospital_user/add_form_photo',
    summary: 'Add a photo to a draft; a second call with its id changes nothing',
    access: 'form:use',
    patientData: true,
    opensRecord: 'as-found',
    form: true,
    body: z.object({
      _id: Id,
      new_id: Id,
      photo: PhotoUpload,
      caption: z.optional(requiredText('field-required', 120)),
      row_id: z.optional(Id),
    }),
    reply: z.object({ record: FormRecord }),
    errors: [...recordErrors, 'form-closed', 'sheet-of-crew', ...photoErrors],
  },
  strikePhoto: {
    path: '/api/hospital_user/strike_form_photo',
    summary: 'Strike out a photo of a draft: it is kept and not shown',
    access: 'form:use',
    patientData: true,
    opensRecord: 'as-found',
    body: z.object({ _id: Id, photo_id: Id }),
    reply: z.object({ record: FormRecord }),
    errors: [...recordErrors, 'form-closed', 'sheet-of-crew'],
  },
  photo: {
    path: '/api/hospital_user/get_form_photo',
    summary: 'A photo of a record',
    access: formReaders['ambulance-referral'],
    patientData: true,
    opensRecord: 'as-found',
    byItself: true,
    body: z.object({ ...ById.shape, size: z._default(z.enum(['small', 'large']), 'large') }),
    reply: fileReply,
    file: true,
    errors: recordErrors,
  },
  missionChoices: {
    path: '/api/hospital_user/get_form_mission_choices',
    summary:
      'The missions to which a sheet without one can be given: the newest in whose crew its author is or was; for them and for whoever decides what waits',
    access: 'form:use',
    patientData: false,
    byItself: true,
    body: ById,
    reply: z.object({ missions: z.array(MissionChoice) }),
    errors: ['not-found'],
  },
  giveMission: {
    path: '/api/hospital_user/give_form_mission',
    summary:
      'Give a draft that was begun without a mission to one of those in whose crew its author is or was; the server answers what it knows of it',
    access: 'form:use',
    patientData: true,
    opensRecord: 'as-found',
    body: z.object({ _id: Id, mission_id: Id }),
    reply: z.object({ record: FormRecord }),
    errors: [...recordErrors, 'form-closed', 'changed-meanwhile'],
    success: 'sheet-given',
  },
  sign: {
    path: '/api/hospital_user/sign_form',
    summary: 'Sign what a record says; a later change of its answers shows beside the signature',
    access: 'form:use',
    patientData: true,
    opensRecord: 'as-found',
    body: SignatureRequest,
    reply: z.object({ record: FormRecord }),
    errors: [...recordErrors, 'form-closed', 'changed-meanwhile'],
    success: 'form-signed',
  },
  addAddendum: {
    path: '/api/hospital_user/add_form_addendum',
    summary: 'Correct a complete record: what, and why',
    access: 'form:use',
    patientData: true,
    opensRecord: 'as-found',
    body: z.object({
      _id: Id,
      what: requiredProse('field-required', 2_000),
      why: requiredProse('field-required', 500),
    }),
    reply: z.object({ record: FormRecord }),
    errors: [...recordErrors, 'form-closed'],
    success: 'addendum-added',
  },
} as const satisfies Endpoints
