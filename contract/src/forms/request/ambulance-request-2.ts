import { type Condition, type Form, needed } from '../form.ts'
import { refine, replaceFields } from '../operation/refine-fields.ts'

const atScene: Condition = { field: 'kind', of: ['SCENE'] }
const planned: Condition = {
  field: 'kind',
  of: ['REFER_OUT', 'REFER_BACK', 'APPOINTMENT', 'DISCHARGE_HOME', 'EVENT', 'BODY'],
}

/**
 * Request for an ambulance (ใบขอรถพยาบาล). Channels, reporters, kinds and events are those of the Bangkok EMS centre;
 * symptom groups and colours those of the national dispatch protocol (IDC).
 */
export const ambulanceRequest1: Form = {
  name: 'ambulance-request',
  version: 1,
  sections: [
    {
      name: 'call',
      fields: {
        received_at: { kind: 'instant', begins: 'now', ...needed },
        channel: { kind: 'choice', options: 'request-channel', ...needed },
        reporter: { kind: 'choice', options: 'reporter', ...needed },
        reporter_name: { kind: 'text', most: 120 },
        reporter_phone: { kind: 'text', most: 20, format: 'phone', ...needed },
        reporter_relation: { kind: 'text', most: 60 },
        radio_code: { kind: 'text', most: 40 },
      },
    },
    {
      name: 'kind',
      fields: {
        kind: { kind: 'choice', options: 'request-kind', ...needed },
        event: { kind: 'choice', options: 'scene-event', shown: atScene, ...needed },
        symptom_groups: { kind: 'choices', options: 'symptom-group', most: 3, shown: atScene, ...needed },
        colour: { kind: 'choice', options: 'dispatch-colour', shown: atScene, ...needed },
        colour_number: { kind: 'number', decimals: 0, possible: [1, 99], shown: atScene },
        is_breathing: { kind: 'yes-no', shown: atScene, mayGiveReason: true, ...needed },
        is_conscious: { kind: 'yes-no', shown: atScene, mayGiveReason: true, ...needed },
        bleeds_severely: { kind: 'yes-no', shown: atScene, mayGiveReason: true, ...needed },
        has_chest_pain: { kind: 'yes-no', shown: atScene, mayGiveReason: true, ...needed },
        complaint: { kind: 'text', most: 500, isLong: true },
        patient_count: {
          kind: 'number',
          decimals: 0,
          possible: [0, 999],
          plausible: [1, 20],
          shown: atScene,
          ...needed,
        },
        is_mass_casualty: { kind: 'yes-no', shown: atScene },
      },
    },
    {
      name: 'where',
      fields: {
        pick_up: { kind: 'text', most: 300, isLong: true, ...needed },
        landmark: { kind: 'text', most: 200 },
        latitude: { kind: 'number', decimals: 6, possible: [-90, 90], plausible: [5, 21] },
        longitude: { kind: 'number', decimals: 6, possible: [-180, 180], plausible: [97, 106] },
        hazards: { kind: 'choices', options: 'hazard', shown: atScene, ...needed },
        destination: { kind: 'text', most: 200, shown: planned, ...needed },
        destination_code: { kind: 'text', most: 9, format: 'hospital-code', shown: planned },
        needed_at: { kind: 'instant', shown: planned, ...needed },
        appointment_at: { kind: 'instant', shown: { field: 'kind', of: ['APPOINTMENT'] } },
      },
    },
    {
      name: 'patient',
      fields: {
        patient: { kind: 'link', to: 'patient' },
        patient_name: { kind: 'text', most: 200 },
        sex: { kind: 'choice', options: 'sex' },
        age_years: { kind: 'number', decimals: 0, possible: [0, 150], plausible: [0, 110] },
        national_id: { kind: 'text', most: 13, format: 'national-id' },
        patient_phone: { kind: 'text', most: 20, format: 'phone' },
        weight_kg: { kind: 'number', decimals: 1, possible: [0.3, 400], plausible: [1, 200], unit: 'kg' },
        allergies: { kind: 'text', most: 500, isLong: true },
        diseases: { kind: 'text', most: 500, isLong: true },
        medicines: { kind: 'text', most: 500, isLong: true },
        has_advance_directive: { kind: 'yes-no' },
        isolation: { kind: 'choices', options: 'isolation' },
      },
    },
    {
      name: 'needs',
      fields: {
        unit_level: { kind: 'choice', options: 'unit-level', ...needed },
        position: { kind: 'choice', options: 'position', ...needed },
        equipment: { kind: 'choices', options: 'transport-equipment' },
        pump_count: {
          kind: 'number',
          decimals: 0,
          possible: [1, 20],
          shown: { field: 'equipment', of: ['PUMP'] },
          ...needed,
        },
        has_escort: { kind: 'yes-no' },
        has_ward_nurse: { kind: 'yes-no' },
        urgency: { kind: 'choice', options: 'referral-urgency', ...needed },
      },
    },
  ],
}

/**
 * The second version suggests the unit that suits the colour of the call, and asks for the sub-district and whether the
 * patient is too heavy for two people: few know a weight.
 */
export const ambulanceRequest2: Form = {
  name: 'ambulance-request',
  version: 2,
  sections: ambulanceRequest1.sections.map((section) => {
    const { name, fields } = section
    switch (name) {
      case 'where':
        return {
          ...section,
          fields: replaceFields(
            fields,
            refine(fields, 'landmark', {}, { sub_district: { kind: 'text', most: 120 } }),
          ),
        }
      case 'patient':
        return {
          ...section,
          fields: replaceFields(fields, {
            ...refine(fields, 'weight_kg', {}, { is_over_120_kg: { kind: 'yes-no' } }),
            ...refine(fields, 'isolation', { alone: 'STANDARD' }),
          }),
        }
      case 'needs':
        return { ...section, calculations: [{ rule: 'unit-suggestion' }] }
      default:
        return section
    }
  }),
}
