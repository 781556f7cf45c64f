import type { Calendar } from './calendar.ts'
import { demoHospital } from './hospital.ts'
import { demoId } from './ids.ts'
import type { Days } from './persona.ts'
import { demoStaff, demoStaffId } from './staff.ts'

const hospital_id = demoHospital.id
const minutes = (count: number): Days => count / (24 * 60)

type PastMission = {
  /** When it was called. */
  ago: Days
  request: {
    event: string
    symptom_groups: string[]
    colour: string
    complaint: string
    pick_up: string
    patient_name: string
    sex: string
    age_years: number
  }
  sheet: (at: (minutesAfter: number) => string) => Record<string, unknown>
  /** What was recorded when it was over; the other one is open still. */
  recorded: Record<string, unknown>
}

const trauma = {
  case_kind: 'TRAUMA',
  wounds: ['LACERATION', 'ABRASION'],
  bones: ['CLOSED_FX'],
  blood_loss: 'EXT_STOPPED',
  parts: ['EXTREMITY'],
  mechanism: ['FALL'],
  fall_height: 2,
  red_signs: ['NONE'],
  yellow_signs: ['NONE'],
  body_chart: {
    [demoId('form-row', 1)]: {
      body_view: 'FRONT',
      body_region: 'RIGHT_FOREARM',
      body_injury: 'CLOSED_FX',
    },
    [demoId('form-row', 2)]: {
      body_view: 'FRONT',
      body_region: 'RIGHT_LOWER_LEG',
      body_injury: 'LACERATION',
      body_finding: 'ยาว 4 cm',
    },
  },
  airway_care: ['NONE'],
  bleeding_care: ['PRESSURE_DRESSING'],
  immobilise: ['AIR_SPLINT'],
  has_fluids: false,
}

const writeIllness: PastMission['sheet'] = (at) => ({
  case_kind: 'ILLNESS',
  medical: ['DYSPNEA'],
  airway_care: ['O2_CANNULA', 'NEB'],
  bleeding_care: ['NONE'],
  immobilise: ['NONE'],
  has_fluids: true,
  fluids: {
    [demoId('form-row', 3)]: {
      fluid: 'NSS',
      started_at: at(15),
      hung_ml: 1000,
      rate_ml_h: 80,
      access_site: 'หลังมือซ้าย',
      gauge: '20',
    },
  },
})

/** The older first. */
const pastMissions: PastMission[] = [
  {
    ago: 1.4,
    request: {
      event: 'OTHER_ACCIDENT',
      symptom_groups: ['23'],
      colour: 'YELLOW',
      complaint: 'ตกบันไดสูง 2 เมตร แขนขวาผิดรูป',
      pick_up: 'บ้านเลขที่ 45 หมู่ 3 ตำบลริมโขง',
      patient_name: 'นางบุญมี แสงทอง',
      sex: '2',
      age_years: 58,
    },
    sheet: () => trauma,
    recorded: {
      er_triage: 'L3',
      er_diagnosis: 'กระดูกแขนท่อนล่างขวาหัก',
      airway_appraisal: 'NOT_NEEDED',
      bleeding_appraisal: 'APPROPRIATE',
      fluid_appraisal: 'NOT_NEEDED',
      splint_appraisal: 'APPROPRIATE',
      cpr_appraisal: 'NOT_NEEDED',
      assessor: demoStaff.erNurse.firstName,
      assessor_role: 'NURSE',
      payment: 'PAID',
      payment_channel: 'CLAIM',
      was_admitted: false,
      hospital_outcome: 'IMPROVED',
    },
  },
  {
    ago: 0.9,
    request: {
      event: 'SICK',
      symptom_groups: ['5'],
      colour: 'RED',
      complaint: 'หายใจหอบเหนื่อย พูดเป็นคำ ๆ',
      pick_up: 'ตลาดเช้า ริมถนนชยางกูร',
      patient_name: 'นายสมบัติ ใจดี',
      sex: '1',
      age_years: 71,
    },
    sheet: writeIllness,
    recorded: {},
  },
]

/** Minutes after the call. */
const steps = [
  { step: 'ACCEPTED', after: 1 },
  { step: 'ASSIGNED', after: 2 },
  { step: 'DISPATCHED', after: 3 },
  { step: 'EN_ROUTE', after: 4 },
  { step: 'AT_SCENE', after: 11 },
  { step: 'LEFT_SCENE', after: 26 },
  { step: 'AT_DESTINATION', after: 38 },
  { step: 'HANDED_OVER', after: 47 },
  { step: 'BACK_AT_BASE', after: 62 },
  { step: 'CLOSED', after: 90 },
] as const

const crew = { vehicle_id: demoId('vehicle', 2), team_id: demoId('team', 2) }
const operation_id = demoId('operation', 1)
const fee = { fee_code: 'EMS-ALS', fee_description: 'ออกเหตุฉุกเฉินระดับสูง', price: 1000 }

type Numbering = (kind: 'ambulance-request' | 'operation-form', ago: Days) => string

/**
 * Missions of yesterday that are over, with their sheets: one is paid and its patient's outcome is confirmed, the other
 * waits for both.
 */
export function buildPastMissionRows(calendar: Calendar, takeNumber: Numbering) {
  const nurse = demoStaffId('erNurse')
  const leader = demoStaffId('crewLeader')
  const { firstName, lastName } = demoStaff.crewLeader
  const built = pastMissions.map(({ ago, request, sheet, recorded }, index) => {
    const at = (after: number) => calendar.instant(ago - minutes(after))
    const [id, sheetId] = [demoId('mission', index + 2), demoId('form-record', index + 1)]
    const number = takeNumber('ambulance-request', ago)
    const stamps = {
      call: at(0),
      dispatch: at(3),
      left_base: at(4),
      at_scene: at(11),
      at_patient: at(12),
      left_scene: at(26),
      at_hospital: at(38),
      handed_over: at(47),
      back_at_base: at(62),
    }
    const requested = {
      received_at: at(0),
      channel: '1669',
      reporter: 'PUBLIC',
      reporter_phone: '1669',
      kind: 'SCENE',
      is_breathing: true,
      is_conscious: true,
      bleeds_severely: false,
      has_chest_pain: false,
      patient_count: 1,
      latitude: 17.9,
      longitude: 102.77,
      hazards: ['NONE'],
      unit_level: 'ALS',
      position: 'LIE',
      urgency: 'E',
      ...request,
    }
    const written = {
      unit_level: 'ALS',
      mission_number: number,
      vehicle: 'ริมโขง 2 กข 4312',
      unit_name: 'ALS 2 บ่าย-ดึก',
      crew: {
        [demoId('form-row', 10 + index)]: {
          crew_name: `${firstName} ${lastName}`,
          crew_level: 'PARAMEDIC',
        },
      },
      operated_at: at(0),
      request_kind: 'SCENE',
      result: 'FOUND',
      area: 'INSIDE',
      scene: requested.pick_up,
      latitude: requested.latitude,
      longitude: requested.longitude,
      idc_group: requested.symptom_groups[0],
      idc_colour: requested.colour,
      rc_group: requested.symptom_groups[0],
      rc_colour: 'YELLOW',
      response_mode: 'HOT',
      ...stamps,
      odometer_base: 130_900 + index * 60,
      odometer_scene: 130_909 + index * 60,
      odometer_hospital: 130_921 + index * 60,
      odometer_back: 130_922 + index * 60,
      patient_name: requested.patient_name,
      sex: requested.sex,
      age_years: requested.age_years,
      identity: 'THAI',
      payer: 'UC',
      complaint: requested.complaint,
      allergies: 'ไม่มี',
      medicines: 'ไม่ทราบ',
      past_illness: ['HYPERTENSION'],
      vitals: Object.fromEntries(
        [12, 27, 40].map((after, row) => [
          demoId('form-row', 20 + index * 10 + row),
          {
            measured_at: at(after),
            systolic: 148 - row * 4,
            diastolic: 88 - row * 2,
            pulse: 104 - row * 6,
            respiration_rate: 24 - row * 2,
            spo2: 93 + row * 2,
            temperature: 36.9,
            eye: '4',
            verbal: '5',
            motor: '6',
            consciousness: 'A',
            is_finished: true,
          },
        ]),
      ),
      airway: ['CLEAR'],
      breathing: 'FAST',
      pulse_quality: 'STRONG',
      survey_consciousness: 'A',
      cpr: 'NONE',
      outcome: 'IMPROVED',
      final_colour: 'YELLOW',
      is_transported: true,
      hospital: demoHospital.name_th,
      hospital_kind: 'GOV',
      hospital_reasons: ['CAPABLE', 'NEAR'],
      reporter: `${firstName} ${lastName}`,
      reporter_code: 'P-1610',
      handed_over_to: demoStaff.erNurse.firstName,
      receiver_role: 'NURSE',
      ...sheet(at),
    }
    const hasFollowUp = Object.keys(recorded).length > 0
    const isAppraised = 'er_triage' in recorded
    const person = `${demoStaff.erNurse.firstName} ${demoStaff.erNurse.lastName}`
    const later = hasFollowUp
      ? { ...recorded, paid_to: person, followed_by: person, followed_at: at(300) }
      : recorded
    const complete = { form_version: 1, state: 'complete', version: 2 }
    return {
      form_records: [
        {
          hospital_id,
          id,
          form: 'ambulance-request',
          ...complete,
          number,
          answers: requested,
          later_answers: {},
          mission_id: null,
          created_at: at(0),
          created_by: nurse,
          changed_at: at(1),
          changed_by: nurse,
          completed_at: at(1),
          completed_by: nurse,
        },
      ],
      sheets: [
        {
          hospital_id,
          id: sheetId,
          form: 'operation-form',
          ...complete,
          form_version: 2,
          number: takeNumber('operation-form', ago),
          answers: written,
          later_answers: { ...fee, ...later },
          finished_sections: isAppraised ? ['appraisal'] : [],
          mission_id: id,
          created_at: at(12),
          created_by: leader,
          changed_at: hasFollowUp ? at(300) : at(80),
          changed_by: hasFollowUp ? nurse : leader,
          completed_at: at(80),
          completed_by: leader,
        },
      ],
      form_finishes: isAppraised
        ? [{ hospital_id, record_id: sheetId, section: 'appraisal', at: at(300), staff_id: nurse }]
        : [],
      missions: [
        {
          hospital_id,
          id,
          number,
          called_at: at(0),
          state: 'CLOSED',
          ...crew,
          operation_id,
          ended_at: at(90),
          version: steps.length + 1,
        },
      ],
      mission_events: steps.map(({ step, after }, place) => ({
        hospital_id,
        id: demoId('mission-event', (index + 1) * 100 + place),
        mission_id: id,
        position: place + 1,
        recorded_at: at(after),
        source: 'DESK',
        staff_id: nurse,
        step,
        at: at(after),
        ...(step === 'ASSIGNED'
          ? { ...crew, operation_id }
          : { vehicle_id: null, team_id: null, operation_id: null }),
      })),
      form_operations: Object.entries(later).map(([path, answer], place) => ({
        hospital_id,
        id: demoId('form-operation', (index + 1) * 100 + place),
        record_id: sheetId,
        path,
        answer,
        base: null,
        outcome: 'applied',
        settles: [],
        made_at: at(300),
        clock_offset_ms: 0,
        received_at: at(300),
        staff_id: nurse,
        device: 'follow-up',
      })),
    }
  })
  return {
    form_records: built.flatMap(({ form_records }) => form_records),
    sheets: built.flatMap(({ sheets }) => sheets),
    missions: built.flatMap(({ missions }) => missions),
    mission_events: built.flatMap(({ mission_events }) => mission_events),
    form_operations: built.flatMap(({ form_operations }) => form_operations),
    form_finishes: built.flatMap(({ form_finishes }) => form_finishes),
  }
}
