import { drugRows, fluidRows, procedureRows, survey, vitalRows } from '../care-rows.ts'
import { departureSteps, lifeSteps } from '../departure-steps.ts'
import { feeFields } from '../fee-fields.ts'
import { type AnswerField, type Condition, defineLine, defineProse, type Form, needed } from '../form.ts'
import { defineStamp, missionFields, odometer, patientFields } from '../mission-fields.ts'
import { fullVitalRows } from '../operation/operation-form-2.ts'
import { refine, replaceFields } from '../operation/refine-fields.ts'
import { satisfactionFields } from './satisfaction-fields.ts'

const flag = { kind: 'yes-no' } as const satisfies AnswerField
const millilitres = {
  kind: 'number',
  decimals: 0,
  possible: [0, 99_999],
  unit: 'mL',
} as const satisfies AnswerField

const isWorse: Condition = { field: 'became_worse', of: [true] }
const isIsolated: Condition = { field: 'isolation', of: ['CONTACT', 'DROPLET', 'AIRBORNE', 'PROTECTIVE'] }

/**
 * Transfer recording for an ambulance (บันทึกการส่งต่อโดยรถพยาบาล) and the treatment on the way (การรักษาขณะนำส่ง): two
 * sheets of one mission. The steps before the departure are those of the Guide for Interfacility Patient Transfer
 * (NHTSA 2006).
 */
export const transportationTreatment1: Form = {
  name: 'transportation-treatment',
  version: 1,
  sections: [
    {
      name: 'journey',
      sheet: 'recording',
      fields: {
        unit_level: { kind: 'choice', options: 'unit-level', filled: 'vehicle_class', ...needed },
        ...missionFields,
        recorded_at: { kind: 'instant', begins: 'now', ...needed },
        referral_number: defineLine(40),
        from_place: { ...defineLine(200), filled: 'pick_up', ...needed },
        to_place: { ...defineLine(200), filled: 'destination', ...needed },
        transport_mode: { kind: 'choice', options: 'referral-mode', ...needed },
        ...patientFields,
      },
    },
    {
      name: 'times',
      sheet: 'recording',
      calculations: [{ rule: 'intervals' }, { rule: 'distances' }],
      fields: {
        call: { ...defineStamp('call'), ...needed },
        dispatch: { ...defineStamp('dispatch'), ...needed },
        left_base: { ...defineStamp('left_base'), ...needed },
        at_scene: { ...defineStamp('at_scene'), ...needed },
        at_patient: { kind: 'instant' },
        left_scene: { ...defineStamp('left_scene'), ...needed },
        at_hospital: { ...defineStamp('at_hospital'), ...needed },
        handed_over: { ...defineStamp('handed_over'), ...needed },
        back_at_base: { ...defineStamp('back_at_base'), ...needed },
        odometer_base: { ...odometer, ...needed, mayGiveReason: true },
        odometer_scene: { ...odometer, ...needed, mayGiveReason: true },
        odometer_hospital: { ...odometer, ...needed, mayGiveReason: true },
        odometer_back: { ...odometer, ...needed, mayGiveReason: true },
        fuel: { kind: 'number', decimals: 1, possible: [0, 500], unit: 'L' },
      },
    },
    {
      name: 'risk',
      sheet: 'recording',
      calculations: [{ rule: 'referral-risk', newest: 'vitals' }],
      fields: {
        risk_referred: { kind: 'choice', options: 'referral-risk', ...needed },
        risk_signs: { kind: 'choices', options: 'referral-sign', ...needed },
        risk_found: { kind: 'choice', options: 'referral-risk', ...needed },
        is_crew_adequate: { ...flag, ...needed },
        crew_reason: { ...defineLine(300), shown: { field: 'is_crew_adequate', of: [false] }, ...needed },
        crew_doctor: { ...defineLine(120), shown: { field: 'is_crew_adequate', of: [false] }, ...needed },
      },
    },
    {
      name: 'checklist',
      sheet: 'recording',
      calculations: [{ rule: 'oxygen' }],
      fields: {
        ...lifeSteps,
        cylinder: { kind: 'choice', options: 'cylinder' },
        oxygen_psi: { kind: 'number', decimals: 0, possible: [0, 3000], plausible: [200, 2400], unit: 'psi' },
        planned_flow: { kind: 'number', decimals: 1, possible: [0.1, 80], unit: 'L/min' },
        trip_minutes: { kind: 'number', decimals: 0, possible: [1, 2880], plausible: [1, 600], unit: 'min' },
        ...departureSteps,
      },
    },
    {
      name: 'before',
      sheet: 'treatment',
      calculations: [{ rule: 'morse' }],
      fields: {
        ...survey,
        lines: {
          kind: 'rows',
          most: 30,
          fields: {
            line_kind: { kind: 'choice', options: 'line-kind', ...needed },
            line_site: defineLine(100),
            line_size: defineLine(40),
            line_depth: defineLine(40),
            line_date: defineLine(40),
          },
        },
        isolation: { kind: 'choices', options: 'isolation', ...needed },
        airborne_steps: {
          kind: 'choices',
          options: 'airborne-step',
          shown: { field: 'isolation', of: ['AIRBORNE'] },
          ...needed,
        },
        pregnancy: { kind: 'choice', options: 'pregnancy', shown: { field: 'sex', of: ['2'] } },
        morse_history: { kind: 'choice', options: 'morse-yes-no', ...needed, mayGiveReason: true },
        morse_secondary_diagnosis: {
          kind: 'choice',
          options: 'morse-yes-no',
          ...needed,
          mayGiveReason: true,
        },
        morse_aid: { kind: 'choice', options: 'morse-aid', ...needed, mayGiveReason: true },
        morse_infusion: { kind: 'choice', options: 'morse-yes-no', ...needed, mayGiveReason: true },
        morse_gait: { kind: 'choice', options: 'morse-gait', ...needed, mayGiveReason: true },
        morse_forgets_limits: { kind: 'choice', options: 'morse-yes-no', ...needed, mayGiveReason: true },
        humpty_dumpty: { kind: 'number', decimals: 0, possible: [7, 23] },
        allergies: { ...defineProse(500), filled: 'allergies', ...needed, mayGiveReason: true },
        transfer_restraint: defineLine(),
      },
    },
    { name: 'on-the-way', sheet: 'treatment', fields: { vitals: vitalRows } },
    {
      name: 'treatment',
      sheet: 'treatment',
      calculations: [{ rule: 'fluid-balance' }],
      fields: {
        drips: {
          kind: 'rows',
          most: 20,
          fields: {
            drip_drug: { ...defineLine(), ...needed },
            drip_concentration: defineLine(100),
            drip_rate: { ...defineLine(100), ...needed },
            drip_changed_at: { kind: 'instant', begins: 'now', ...needed },
          },
        },
        drugs: drugRows,
        fluids: fluidRows,
        fluids_in: millilitres,
        fluids_out: millilitres,
        ventilator: {
          kind: 'rows',
          most: 30,
          fields: {
            ventilator_at: { kind: 'instant', begins: 'now', ...needed },
            ventilator_mode: { ...defineLine(60), ...needed },
            tidal_volume: { kind: 'number', decimals: 0, possible: [1, 2000], unit: 'mL' },
            ventilator_rate: { kind: 'number', decimals: 0, possible: [0, 100], unit: '/min' },
            peep: { kind: 'number', decimals: 0, possible: [0, 40], unit: 'cmH₂O' },
            ventilator_oxygen: { kind: 'number', decimals: 0, possible: [21, 100], unit: '%' },
          },
        },
        procedures: procedureRows,
        way_events: {
          kind: 'rows',
          most: 60,
          fields: {
            event_at: { kind: 'instant', begins: 'now', ...needed },
            event: { ...defineLine(300), ...needed },
          },
        },
      },
    },
    {
      name: 'deterioration',
      sheet: 'treatment',
      fields: {
        became_worse: { ...flag, ...needed },
        worse_at: { kind: 'instant', shown: isWorse, ...needed },
        worse_sign: { ...defineProse(500), shown: isWorse, ...needed },
        worse_action: { ...defineProse(500), shown: isWorse, ...needed },
        worse_doctor: { ...defineLine(120), shown: isWorse, ...needed, mayGiveReason: true },
        diverted_to: { ...defineLine(), shown: isWorse },
      },
    },
    {
      name: 'outcome',
      sheet: 'treatment',
      fields: {
        outcome: { kind: 'choice', options: 'field-outcome', ...needed },
        condition: { ...defineProse(1000), ...needed },
        treatment_outcome: { ...defineProse(1000), ...needed },
      },
    },
    {
      name: 'hand-over',
      sheet: 'recording',
      fields: {
        handover_situation: { ...defineProse(1000), ...needed },
        handover_background: { ...defineProse(1000), ...needed },
        handover_assessment: { ...defineProse(1000), ...needed },
        handover_recommendation: { ...defineProse(1000), ...needed },
        handed_over_to: { ...defineLine(120), ...needed },
        receiver_role: { kind: 'choice', options: 'receiver-role', ...needed },
        devices_taken_back: defineLine(300),
        documents: defineLine(300),
      },
    },
    {
      name: 'incidents',
      sheet: 'recording',
      fields: {
        incidents: { kind: 'choices', options: 'incident', ...needed },
        incident_detail: defineProse(1000),
        cleaning: { kind: 'choice', options: 'cleaning', shown: isIsolated, ...needed },
        is_waste_done: { ...flag, shown: isIsolated, ...needed },
        exposure_report: { ...defineProse(500), shown: { field: 'incidents', of: ['EXPOSURE'] }, ...needed },
      },
    },
    {
      name: 'fees',
      sheet: 'recording',
      later: 'form:use',
      calculations: [{ rule: 'fee' }],
      fields: feeFields,
    },
    {
      name: 'receiver',
      sheet: 'recording',
      later: 'triage:record',
      fields: {
        suitability: { kind: 'choice', options: 'suitability' },
        suitability_reason: {
          ...defineLine(300),
          shown: { field: 'suitability', of: ['INAPPROPRIATE'] },
          ...needed,
        },
        data_transfer: { kind: 'choice', options: 'data-transfer' },
        data_missing: {
          ...defineLine(300),
          shown: { field: 'data_transfer', of: ['INCOMPLETE'] },
          ...needed,
        },
        receiver_comment: defineProse(1000),
      },
    },
    {
      name: 'satisfaction',
      sheet: 'recording',
      later: 'form:use',
      fields: satisfactionFields,
    },
  ],
}

/**
 * The second version takes vital signs as the operation form does, with how the pressure was taken and the leads of the
 * rhythm; a finding that is normal stands beside no other one.
 */
export const transportationTreatment2: Form = {
  ...transportationTreatment1,
  version: 2,
  sections: transportationTreatment1.sections.map((section) => {
    const { name, fields } = section
    if (name === 'on-the-way') return { ...section, fields: { vitals: fullVitalRows } }
    if (name !== 'before') return section
    return {
      ...section,
      fields: replaceFields(fields, {
        ...refine(fields, 'airway', { alone: 'CLEAR' }),
        ...refine(fields, 'chest', { alone: 'SYMMETRICAL' }),
        ...refine(fields, 'isolation', { alone: 'STANDARD' }),
      }),
    }
  }),
}
