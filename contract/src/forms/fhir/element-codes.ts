import { type QuantityName, quantities } from '../../clinical/vital-signs.ts'
import type { FormName } from '../form-names.ts'

/** What a field is in a vocabulary of others. */
export type ElementCode = { system: string; code: string }

/**
 * By the name of a field, or by `rows.field`. NEMSIS 3.5.1 has no URL of its own for the names of its elements.
 * `eTimes.11` is the arrival at the destination, `eTimes.12` the transfer of the patient there.
 */
type Elements = Readonly<Record<string, string>>

const times: Elements = {
  call: 'eTimes.01',
  dispatch: 'eTimes.03',
  left_base: 'eTimes.05',
  at_scene: 'eTimes.06',
  at_patient: 'eTimes.07',
  left_scene: 'eTimes.09',
  at_hospital: 'eTimes.11',
  handed_over: 'eTimes.12',
  back_at_base: 'eTimes.15',
}

const measured: Elements = {
  'vitals.measured_at': 'eVitals.01',
  'vitals.rhythm': 'eVitals.03',
  'vitals.systolic': 'eVitals.06',
  'vitals.diastolic': 'eVitals.07',
  'vitals.pulse': 'eVitals.10',
  'vitals.spo2': 'eVitals.12',
  'vitals.respiration_rate': 'eVitals.14',
  'vitals.etco2': 'eVitals.16',
  'vitals.blood_glucose': 'eVitals.18',
  'vitals.eye': 'eVitals.19',
  'vitals.verbal': 'eVitals.20',
  'vitals.motor': 'eVitals.21',
  'vitals.temperature': 'eVitals.24',
  'vitals.consciousness': 'eVitals.26',
  'vitals.pain_score': 'eVitals.27',
  'vitals.skin': 'eExam.04',
}

const vitals: Elements = { ...measured, 'vitals.is_before_arrival': 'eVitals.02' }

const care: Elements = {
  'drugs.given_at': 'eMedications.01',
  'drugs.drug': 'eMedications.03',
  'drugs.route': 'eMedications.04',
  'drugs.dose': 'eMedications.05',
  'drugs.dose_unit': 'eMedications.06',
  'drugs.response': 'eMedications.07',
  'procedures.done_at': 'eProcedures.01',
  'procedures.procedure': 'eProcedures.03',
  'procedures.tries': 'eProcedures.05',
  'procedures.was_successful': 'eProcedures.06',
}

/**
 * Elements of NEMSIS 3.5.1, a default of the panel: no source says which field of a Thai sheet is which of them. What
 * the panel computes, such as MAP, the coma scale and the trauma score, is no field and has none.
 */
const elements: Readonly<Record<string, Elements>> = {
  'ambulance-request': {
    symptom_groups: 'eDispatch.01',
    complaint: 'eSituation.04',
    patient_count: 'eScene.06',
    is_mass_casualty: 'eScene.07',
    weight_kg: 'eExam.01',
  },
  'ambulance-referral': {
    ...measured,
    complaint: 'eSituation.04',
    onset_at: 'eSituation.01',
    reason: 'eSituation.20',
    weight_kg: 'eExam.01',
  },
  'operation-form': {
    ...times,
    ...vitals,
    ...care,
    idc_group: 'eDispatch.01',
    complaint: 'eSituation.04',
    rc_colour: 'eSituation.13',
    last_known_well: 'eSituation.18',
    lysis_risks: 'eVitals.31',
    weight_kg: 'eExam.01',
    red_signs: 'eInjury.03',
    yellow_signs: 'eInjury.04',
    et_confirm: 'eAirway.04',
    et_depth: 'eAirway.05',
    arrest_cause: 'eArrest.02',
    witnessed: 'eArrest.04',
    bystander_aed: 'eArrest.07',
    first_rhythm: 'eArrest.11',
    has_rosc: 'eArrest.12',
    arrest_at: 'eArrest.14',
    arrest_end_at: 'eArrest.15',
    arrest_end_reason: 'eArrest.16',
    arrest_outcome: 'eArrest.18',
    hospital: 'eDisposition.01',
    final_colour: 'eDisposition.19',
    hospital_reasons: 'eDisposition.20',
    result: 'eDisposition.27',
    is_transported: 'eDisposition.30',
  },
  'transportation-treatment': { ...times, ...vitals, ...care, weight_kg: 'eExam.01' },
} satisfies Record<FormName, Elements>

const nemsis = 'urn:medical-staff-panel:nemsis-3.5.1'
const loinc = 'http://loinc.org'

/** The quantity of a field whose name is another. */
const quantityNames: Readonly<Record<string, QuantityName>> = {
  weight_kg: 'weight',
  'vitals.eye': 'gcs_eye',
  'vitals.verbal': 'gcs_verbal',
  'vitals.motor': 'gcs_motor',
}

function findQuantity(linkId: string): QuantityName | undefined {
  const name = linkId.replace(/^vitals\./, '')
  const isMeasured = name !== linkId && name in quantities
  return quantityNames[linkId] ?? (isMeasured ? (name as QuantityName) : undefined)
}

/** What a field is elsewhere: its LOINC code if it is a vital sign, and its element of NEMSIS. */
export function listElementCodes(form: string, linkId: string): ElementCode[] {
  const quantity = findQuantity(linkId)
  const code = quantity && quantities[quantity].code
  const element = elements[form]?.[linkId]
  return [
    ...(code ? [{ system: loinc, code: code.loinc }] : []),
    ...(element === undefined ? [] : [{ system: nemsis, code: element }]),
  ]
}

/** Every field that has an element of NEMSIS. */
export const listElementFields = (form: FormName): string[] => Object.keys(elements[form] ?? {})
