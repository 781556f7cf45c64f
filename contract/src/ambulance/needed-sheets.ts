import type { FormName, MissionForm } from '../forms/form-names.ts'
import type { OperationForm } from './codes.ts'
import { listCountedEvents } from './mission-states.ts'
import type { Mission } from './missions.ts'

export type SheetState = 'missing' | 'started' | 'complete'

/** Where a needed sheet is written: the record itself, or the form in which it is begun. */
export type NeededSheet = {
  form: OperationForm
  state: SheetState
  record: { form: FormName; _id: string } | null
  /** How many are complete and how many are needed, if each patient needs a sheet of their own. */
  patients?: { complete: number; needed: number }
}

/** A check counts for a mission if it is of the shift before the call, or later. */
const shiftMs = 12 * 60 * 60_000

/**
 * The sheets that the operation of a mission needs, in the order of its profile, each with how far it is; those of its
 * kind if no profile names any. Of those that are written in one record there is the first: whoever completes the one
 * has completed the others.
 */
export function listNeededSheets(
  mission: Pick<
    Mission,
    | '_id'
    | 'called_at'
    | 'kind'
    | 'events'
    | 'operation'
    | 'patient'
    | 'referral'
    | 'sheets'
    | 'check'
    | 'met_patients'
  >,
): NeededSheet[] {
  const named = mission.operation?.forms ?? []
  const forms = named.length > 0 ? named : listSheetsOfKind(mission)
  return forms
    .filter((form, place) => forms.findIndex((one) => getWhole(one) === getWhole(form)) === place)
    .map((form) => ({ form, ...judgeSheet(form, mission) }))
}

/** Without a profile: the operation form of whoever was met at a scene, the transfer sheet of a planned transport. */
function listSheetsOfKind({
  kind,
  events,
  patient,
  met_patients,
}: Pick<Mission, 'kind' | 'events' | 'patient' | 'met_patients'>): OperationForm[] {
  const counted = listCountedEvents(events)
  const bringsNobody = counted.some(({ step }) => step === 'NO_TRANSPORT' || step === 'STOOD_DOWN')
  const metNobody =
    counted.some(({ step }) => step === 'STOOD_DOWN') ||
    counted.findLast(({ step }) => step === 'NO_TRANSPORT')?.reason === 'NO_PATIENT'
  const brought = counted.some(({ step }) => step === 'AT_DESTINATION' || step === 'HANDED_OVER')
  switch (kind) {
    case 'SCENE':
      return met_patients > 0 || !metNobody ? ['OPERATION'] : []
    case 'EVENT':
      return met_patients > 0 || brought || (patient !== null && !metNobody) ? ['OPERATION'] : []
    case 'REFER_OUT':
    case 'REFER_BACK':
    case 'APPOINTMENT':
    case 'DISCHARGE_HOME':
      return bringsNobody ? [] : ['TRANSPORTATION_TREATMENT']
    default:
      return []
  }
}

export type OpenSheet = NeededSheet & { state: Exclude<SheetState, 'complete'> }
const isOpen = (sheet: NeededSheet): sheet is OpenSheet => sheet.state !== 'complete'

/**
 * The sheets without which the documents of a mission are not complete: those that are needed, and what was begun
 * besides.
 */
export function listOpenSheets(mission: Parameters<typeof listNeededSheets>[0]): OpenSheet[] {
  const needed = listNeededSheets(mission)
  const begun = mission.sheets
    .filter(({ state, _id }) => state === 'draft' && !needed.some(({ record }) => record?._id === _id))
    .map(({ _id, form }) => ({ form: sheetByForm[form], state: 'started' as const, record: { form, _id } }))
  return [...needed.filter(isOpen), ...begun]
}

const formBySheet: Partial<Record<OperationForm, MissionForm>> = {
  OPERATION: 'operation-form',
  ALS_RECORD: 'operation-form',
  TRANSFER_RECORDING: 'transportation-treatment',
  TRANSPORTATION_TREATMENT: 'transportation-treatment',
}

/** The form of a mission in which a sheet is written, by whose name staff know it; `undefined` for any other sheet. */
export const findMissionForm = (sheet: OperationForm): MissionForm | undefined => formBySheet[sheet]

const getWhole = (sheet: OperationForm) => findMissionForm(sheet) ?? sheet

/** The sheet that gives a record its name. */
const sheetByForm = {
  'operation-form': 'OPERATION',
  'transportation-treatment': 'TRANSPORTATION_TREATMENT',
} as const satisfies Record<MissionForm, OperationForm>

function judgeSheet(
  form: OperationForm,
  { _id, called_at, referral, sheets, check, met_patients }: Parameters<typeof listNeededSheets>[0],
): Omit<NeededSheet, 'form'> {
  switch (form) {
    case 'REQUEST':
      // There is no mission without a complete one.
      return { state: 'complete', record: { form: 'ambulance-request', _id } }
    case 'REFERRAL':
    case 'TAKE_SHIFT': {
      if (!referral) return { state: 'missing', record: null }
      const isDone =
        form === 'REFERRAL' ? referral.number !== null : referral.holder !== null || referral.was_held_by_crew
      const begun = form === 'REFERRAL' ? 'started' : 'missing'
      return {
        state: isDone ? 'complete' : begun,
        record: { form: 'ambulance-referral', _id: referral._id },
      }
    }
    case 'EQUIPMENT_CHECK': {
      if (!check || Date.parse(check.at) < Date.parse(called_at) - shiftMs)
        return { state: 'missing', record: null }
      return { state: check.is_whole ? 'complete' : 'started', record: null }
    }
    default: {
      const written = sheets.filter((sheet) => sheet.form === findMissionForm(form))
      // One for each patient whom the vehicle brings or its crew treated: a draft keeps the whole from being complete.
      const open = written.find(({ state }) => state === 'draft')
      const sheet = open ?? written[0]
      const isOfEach = findMissionForm(form) === 'operation-form' && met_patients > 1
      const complete = written.length - written.filter(({ state }) => state === 'draft').length
      const more = isOfEach ? { patients: { complete, needed: met_patients } } : {}
      if (!sheet || (!open && isOfEach && complete < met_patients))
        return { state: 'missing', record: null, ...more }
      return { state: open ? 'started' : 'complete', record: { form: sheet.form, _id: sheet._id }, ...more }
    }
  }
}
