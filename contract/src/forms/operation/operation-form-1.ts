import { drugRows, fluidRows, isAdvanced, procedureRows, survey, vitalRows } from '../care-rows.ts'
import { type AnswerField, type Condition, defineLine, defineProse, type Form, needed } from '../form.ts'
import { defineStamp, missionFields, odometer, patientFields } from '../mission-fields.ts'
import { operationBlocks } from './operation-blocks.ts'

const flag = { kind: 'yes-no' } as const satisfies AnswerField

/** Nobody was found, or the mission was called off: there is no patient to write about. */
const withoutPatient: Condition = { field: 'result', of: ['NOT_FOUND', 'CANCELLED'] }
export const hasPatient: Condition = { not: withoutPatient }
export const hasArrived: Condition = { not: { field: 'result', of: ['CANCELLED'] } }
export const isTransported: Condition = { field: 'is_transported', of: [true] }
export const isTrauma: Condition = { field: 'case_kind', of: ['TRAUMA'] }
const isIllness: Condition = { field: 'case_kind', of: ['ILLNESS'] }
const isBurned: Condition = { field: 'wounds', of: ['BURN'] }
export const refuses: Condition = { field: 'outcome', of: ['REFUSED'] }
export const diesAtScene: Condition = { field: 'outcome', of: ['DIED_SCENE'] }

const severity = { kind: 'choice', options: 'severity-colour', ...needed } as const satisfies AnswerField
const appraisal = { kind: 'choice', options: 'appraisal', ...needed } as const satisfies AnswerField
const defineWhyInappropriate = (field: string) =>
  ({ ...defineLine(300), shown: { field, of: ['INAPPROPRIATE'] }, ...needed }) as const satisfies AnswerField

/**
 * Patient care record on the road (Operation form). Sections 1 to 6, their order and their words are those of the Thai
 * ALS run sheet (2567); lists of findings also those of the Bangkok EMS centre. First responders and basic units do not
 * see what only an advanced unit does. What is beyond the sheet goes by NEMSIS 3.5 and Utstein.
 */
export const operationForm1: Form = {
  name: 'operation-form',
  version: 1,
  sections: [
    {
      name: 'unit',
      fields: {
        unit_level: { kind: 'choice', options: 'unit-level', filled: 'vehicle_class', ...needed },
        ...missionFields,
        operated_at: { kind: 'instant', begins: 'now', ...needed },
        patient_number: { kind: 'number', decimals: 0, possible: [1, 999] },
        operation_number: defineLine(40),
        zone: defineLine(60),
        police_station: defineLine(100),
        result: { kind: 'choice', options: 'operation-result', ...needed },
        cancel_reason: {
          kind: 'choice',
          options: 'operation-cancel',
          shown: { field: 'result', of: ['CANCELLED'] },
          ...needed,
        },
        area: { kind: 'choice', options: 'operation-area', ...needed },
        scene: { ...defineProse(300), filled: 'pick_up', ...needed },
        latitude: { kind: 'number', decimals: 6, possible: [-90, 90], plausible: [5, 21] },
        longitude: { kind: 'number', decimals: 6, possible: [-180, 180], plausible: [97, 106] },
        idc_group: { kind: 'choice', options: 'symptom-group', filled: 'symptom_group', ...needed },
        idc_colour: { kind: 'choice', options: 'dispatch-colour', filled: 'colour', ...needed },
        idc_number: { kind: 'number', decimals: 0, possible: [1, 99], filled: 'colour_number' },
        rc_group: { kind: 'choice', options: 'symptom-group', shown: hasPatient, ...needed },
        rc_colour: { ...severity, shown: hasPatient },
        rc_number: { kind: 'number', decimals: 0, possible: [1, 99], shown: hasPatient },
        response_mode: { kind: 'choice', options: 'response-mode' },
      },
    },
    {
      name: 'times',
      calculations: [{ rule: 'intervals' }, { rule: 'distances' }],
      fields: {
        call: { ...defineStamp('call'), ...needed },
        dispatch: { ...defineStamp('dispatch'), ...needed },
        left_base: { ...defineStamp('left_base'), ...needed },
        at_scene: { ...defineStamp('at_scene'), shown: hasArrived, ...needed },
        at_patient: { kind: 'instant', shown: hasPatient },
        left_scene: { ...defineStamp('left_scene'), shown: isTransported, ...needed },
        at_hospital: { ...defineStamp('at_hospital'), shown: isTransported, ...needed },
        handed_over: { ...defineStamp('handed_over'), shown: isTransported, ...needed },
        back_at_base: { ...defineStamp('back_at_base'), ...needed },
        odometer_base: { ...odometer, ...needed, mayGiveReason: true },
        odometer_scene: { ...odometer, shown: hasArrived, ...needed, mayGiveReason: true },
        odometer_hospital: { ...odometer, shown: isTransported, ...needed, mayGiveReason: true },
        odometer_back: { ...odometer, ...needed, mayGiveReason: true },
        delays: { kind: 'choices', options: 'delay-reason' },
      },
    },
    {
      name: 'patient',
      shown: hasPatient,
      fields: {
        ...patientFields,
        identity: { kind: 'choice', options: 'identity', ...needed },
        identity_number: {
          ...defineLine(40),
          shown: { field: 'identity', of: ['MIGRANT', 'FOREIGNER'] },
        },
        national_id: { ...defineLine(13), format: 'national-id', shown: { field: 'identity', of: ['THAI'] } },
        country: { ...defineLine(80), shown: { field: 'identity', of: ['FOREIGNER'] }, ...needed },
        appearance: { ...defineProse(300), shown: { field: 'identity', of: ['UNKNOWN'] }, ...needed },
        address: defineProse(300),
        phone: { ...defineLine(20), format: 'phone', filled: 'phone' },
        payer: { kind: 'choice', options: 'payer', ...needed, mayGiveReason: true },
        insurance: { kind: 'choices', options: 'other-insurance' },
        travel_country: { ...defineLine(80), shown: { field: 'insurance', of: ['TRAVEL'] } },
        traffic_plate: { ...defineLine(40), shown: { field: 'insurance', of: ['TRAFFIC'] } },
        traffic_province: { ...defineLine(80), shown: { field: 'insurance', of: ['TRAFFIC'] } },
        relative_name: defineLine(120),
        relative_phone: { ...defineLine(20), format: 'phone' },
        case_kind: { kind: 'choice', options: 'case-kind', ...needed },
      },
    },
    {
      name: 'history',
      shown: hasPatient,
      fields: {
        complaint: { ...defineProse(500), filled: 'complaint', ...needed },
        signs: defineProse(1000),
        allergies: { ...defineProse(500), filled: 'allergies', ...needed, mayGiveReason: true },
        medicines: { ...defineProse(500), filled: 'medicines', ...needed, mayGiveReason: true },
        takes_anticoagulant: flag,
        past_illness: { kind: 'choices', options: 'past-illness', ...needed, mayGiveReason: true },
        past_illness_detail: { ...defineProse(500), filled: 'diseases' },
        last_meal: defineLine(),
        events: defineProse(1000),
        pregnancy: { kind: 'choice', options: 'pregnancy', shown: { field: 'sex', of: ['2'] } },
        pregnancy_weeks: {
          kind: 'number',
          decimals: 0,
          possible: [0, 45],
          shown: { field: 'pregnancy', of: ['YES'] },
        },
        suspects_alcohol: flag,
        has_advance_directive: flag,
        blocks: { kind: 'choices', options: 'operation-block' },
      },
    },
    { name: 'vitals', shown: hasPatient, fields: { vitals: vitalRows } },
    { name: 'survey', shown: hasPatient, fields: survey },
    {
      name: 'trauma',
      shown: { every: [hasPatient, isTrauma] },
      calculations: [{ rule: 'field-triage', newest: 'vitals' }, { rule: 'burn-area' }],
      fields: {
        wounds: { kind: 'choices', options: 'wound', ...needed },
        burn_depth: { kind: 'choice', options: 'burn-depth', shown: isBurned },
        burn_inhalation: { ...flag, shown: isBurned },
        burn_regions: {
          kind: 'rows',
          most: 8,
          shown: isBurned,
          fields: {
            burn_region: { kind: 'choice', options: 'nines-region', ...needed },
            burned_percent: { kind: 'number', decimals: 0, possible: [1, 100], unit: '%', ...needed },
          },
        },
        child_burn_regions: {
          kind: 'rows',
          most: 20,
          shown: isBurned,
          fields: {
            child_burn_region: { kind: 'choice', options: 'lund-browder-region', ...needed },
            burned_percent: { kind: 'number', decimals: 0, possible: [1, 100], unit: '%', ...needed },
          },
        },
        burn_palms: { kind: 'number', decimals: 0, possible: [0, 100], shown: isBurned },
        is_part_kept: { ...flag, shown: { field: 'wounds', of: ['AMPUTATION'] } },
        bones: { kind: 'choices', options: 'bone', ...needed },
        blood_loss: { kind: 'choice', options: 'blood-loss', ...needed },
        blood_loss_estimate: { kind: 'number', decimals: 0, possible: [0, 10_000], unit: 'mL' },
        parts: { kind: 'choices', options: 'body-part', ...needed },
        body_chart: {
          kind: 'rows',
          most: 30,
          fields: {
            body_view: { kind: 'choice', options: 'body-view', ...needed },
            body_place: { ...defineLine(100), ...needed },
            body_finding: { ...defineLine(100), ...needed },
          },
        },
        mechanism: {
          kind: 'choices',
          options: 'mechanism',
          shown: isAdvanced,
          ...needed,
          mayGiveReason: true,
        },
        road_user: { kind: 'choice', options: 'road-user', shown: { field: 'mechanism', of: ['TRAFFIC'] } },
        road_vehicle: {
          kind: 'choice',
          options: 'road-vehicle',
          shown: { field: 'mechanism', of: ['TRAFFIC'] },
        },
        protection: {
          kind: 'choices',
          options: 'protection',
          shown: { field: 'mechanism', of: ['TRAFFIC'] },
        },
        trapped_minutes: {
          kind: 'number',
          decimals: 0,
          possible: [0, 2880],
          unit: 'min',
          shown: { field: 'mechanism', of: ['TRAFFIC'] },
        },
        fall_height: {
          kind: 'number',
          decimals: 1,
          possible: [0, 200],
          plausible: [0, 30],
          unit: 'm',
          shown: { field: 'mechanism', of: ['FALL'] },
        },
        red_signs: { kind: 'choices', options: 'red-trauma-sign', shown: isAdvanced },
        yellow_signs: { kind: 'choices', options: 'yellow-trauma-sign', shown: isAdvanced },
      },
    },
    {
      name: 'illness',
      shown: { every: [hasPatient, isIllness, isAdvanced] },
      fields: {
        medical: { kind: 'choices', options: 'medical-problem' },
        obstetric: { kind: 'choices', options: 'obstetric-problem' },
        paediatric: { kind: 'choices', options: 'paediatric-problem' },
        surgical: { kind: 'choices', options: 'surgical-problem' },
        other_illness: { kind: 'choices', options: 'other-problem' },
        illness_detail: defineProse(500),
      },
    },
    ...operationBlocks.map((block) => ({
      ...block,
      shown: { every: [hasPatient, ...(block.shown ? [block.shown] : [])] },
    })),
    {
      name: 'treatment',
      shown: hasPatient,
      fields: {
        airway_care: { kind: 'choices', options: 'airway-care', ...needed },
        sga_size: { ...defineLine(40), shown: { field: 'airway_care', of: ['SGA'] } },
        et_size: {
          kind: 'number',
          decimals: 1,
          possible: [2, 10],
          shown: { field: 'airway_care', of: ['ET'] },
          ...needed,
        },
        et_depth: {
          kind: 'number',
          decimals: 1,
          possible: [5, 35],
          unit: 'cm',
          shown: { field: 'airway_care', of: ['ET'] },
          ...needed,
        },
        et_attempts: {
          kind: 'number',
          decimals: 0,
          possible: [1, 20],
          plausible: [1, 3],
          shown: { field: 'airway_care', of: ['ET'] },
          ...needed,
        },
        et_success: { ...flag, shown: { field: 'airway_care', of: ['ET'] }, ...needed },
        et_confirm: {
          kind: 'choices',
          options: 'tube-check',
          shown: { field: 'airway_care', of: ['ET'] },
          ...needed,
        },
        et_by: { ...defineLine(120), shown: { field: 'airway_care', of: ['ET'] }, ...needed },
        ventilator_mode: { ...defineLine(100), shown: { field: 'airway_care', of: ['VENT'] }, ...needed },
        ventilator_settings: { ...defineLine(200), shown: { field: 'airway_care', of: ['VENT'] } },
        chest_side: {
          kind: 'choice',
          options: 'side',
          shown: { field: 'airway_care', of: ['NEEDLE_DECOMP', 'ICD'] },
          ...needed,
        },
        bleeding_care: { kind: 'choices', options: 'bleeding-care', ...needed },
        tourniquet_at: {
          kind: 'instant',
          shown: { field: 'bleeding_care', of: ['TOURNIQUET'] },
          ...needed,
        },
        immobilise: { kind: 'choices', options: 'immobilise', ...needed },
        limb_before: defineLine(),
        limb_after: defineLine(),
        cpr: { kind: 'choice', options: 'cpr', ...needed },
        other_care: { kind: 'choices', options: 'other-care' },
        procedures: procedureRows,
        consulted_doctor: defineLine(120),
        consulted_at: { kind: 'instant' },
        is_order_read_back: flag,
      },
    },
    { name: 'drugs', shown: hasPatient, fields: { drugs: drugRows, fluids: fluidRows } },
    {
      name: 'outcome',
      shown: hasPatient,
      fields: {
        outcome: { kind: 'choice', options: 'field-outcome', ...needed },
        final_colour: severity,
        is_palliative: flag,
        death_at: { kind: 'instant', shown: diesAtScene, ...needed },
        death_by: { ...defineLine(120), shown: diesAtScene, ...needed },
        death_relative: { ...defineLine(120), shown: diesAtScene, ...needed, mayGiveReason: true },
        is_oriented: { ...flag, shown: refuses, ...needed },
        is_sober: { ...flag, shown: refuses, ...needed },
        is_of_age: { ...flag, shown: refuses, ...needed },
        are_risks_told: { ...flag, shown: refuses, ...needed },
        refusal_witness: { ...defineLine(120), shown: refuses, ...needed },
        is_transported: { ...flag, ...needed },
      },
    },
    {
      name: 'decision',
      shown: { every: [hasPatient, isTransported] },
      fields: {
        hospital: { ...defineLine(200), filled: 'destination', ...needed },
        hospital_kind: { kind: 'choice', options: 'hospital-kind', ...needed },
        hospital_reasons: { kind: 'choices', options: 'hospital-reason', ...needed },
        reporter: { ...defineLine(120), ...needed },
        reporter_code: { ...defineLine(40), ...needed },
        alerted_at: { kind: 'instant' },
        alerted_to: defineLine(),
        alert_answered_by: defineLine(120),
        alert_text: defineProse(2000),
        handed_over_to: { ...defineLine(120), ...needed },
        receiver_role: { kind: 'choice', options: 'receiver-role', ...needed },
        documents: defineLine(300),
        belongings: {
          kind: 'rows',
          most: 30,
          fields: { belonging: { ...defineLine(), ...needed }, belonging_to: defineLine(120) },
        },
        controlled_left: defineLine(300),
      },
    },
    {
      name: 'appraisal',
      shown: { every: [hasPatient, isTransported] },
      later: 'triage:record',
      fields: {
        er_hn: defineLine(20),
        er_diagnosis: defineLine(300),
        er_triage: { kind: 'choice', options: 'er-triage', ...needed },
        airway_appraisal: appraisal,
        airway_appraisal_why: defineWhyInappropriate('airway_appraisal'),
        bleeding_appraisal: appraisal,
        bleeding_appraisal_why: defineWhyInappropriate('bleeding_appraisal'),
        fluid_appraisal: appraisal,
        fluid_appraisal_why: defineWhyInappropriate('fluid_appraisal'),
        splint_appraisal: appraisal,
        splint_appraisal_why: defineWhyInappropriate('splint_appraisal'),
        cpr_appraisal: appraisal,
        cpr_appraisal_why: defineWhyInappropriate('cpr_appraisal'),
        assessor: { ...defineLine(120), ...needed },
        assessor_role: { kind: 'choice', options: 'assessor-role', ...needed },
      },
    },
    {
      name: 'result',
      shown: { every: [hasPatient, isTransported] },
      later: 'admission:manage',
      fields: {
        was_admitted: { ...flag, ...needed },
        admitted_days: {
          kind: 'number',
          decimals: 0,
          possible: [0, 999],
          shown: { field: 'was_admitted', of: [true] },
        },
        hospital_outcome: { kind: 'choice', options: 'hospital-outcome', ...needed },
        followed_by: { ...defineLine(120), ...needed },
        followed_at: { kind: 'instant', ...needed },
      },
    },
  ],
}
