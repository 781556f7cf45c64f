import { computeAge, defaultNumberPatterns, formatNumber } from 'contract'
import { diseases } from '../reference/diseases.ts'
import { staffTypeId } from '../reference/staff-types.ts'
import { readThailand } from '../reference/thailand.ts'
import { type Calendar, createCalendar } from './calendar.ts'
import { demoDevices } from './devices.ts'
import { buildEquipmentRows } from './equipment.ts'
import { buildFleetRows } from './fleet.ts'
import { demoHospital, demoWards, type WardCode } from './hospital.ts'
import { demoId } from './ids.ts'
import { buildMissionRows } from './missions.ts'
import { emergencyPatients } from './patients-emergency.ts'
import { familyPatients } from './patients-family.ts'
import { homePatients } from './patients-home.ts'
import { medicalPatients } from './patients-medical.ts'
import { surgicalPatients } from './patients-surgical.ts'
import type { Days, MedicationEntry, Persona, TriageStory } from './persona.ts'
import { demoStaff, demoStaffId, type StaffKey, staffKeys } from './staff.ts'
import { buildTriage, buildTriageReadings, tellArrival, toldNothing } from './triages.ts'

const hospital_id = demoHospital.id

const wardCodes = Object.keys(demoWards) as WardCode[]
const bedsPerWard = 100
const demoWardId = (ward: WardCode) => demoId('ward', wardCodes.indexOf(ward) + 1)
const demoBedId = (ward: WardCode, label: string) =>
  demoId('bed', (wardCodes.indexOf(ward) + 1) * bedsPerWard + demoWards[ward].beds.indexOf(label) + 1)

/** To whom an alarm of the ward escalates if nobody acknowledges it. */
const onDuty: Record<WardCode, { nurse: StaffKey; doctor: StaffKey }> = {
  ER: { nurse: 'erNurse', doctor: 'doctor' },
  OBS: { nurse: 'erNurse', doctor: 'doctor' },
  MM: { nurse: 'nurse', doctor: 'doctor' },
  FM: { nurse: 'nurse', doctor: 'doctor' },
  SUR: { nurse: 'nurse', doctor: 'surgeon' },
  ICU: { nurse: 'icuNurse', doctor: 'doctor' },
  PED: { nurse: 'icuNurse', doctor: 'paediatrician' },
  OB: { nurse: 'icuNurse', doctor: 'obstetrician' },
}

/** Patients in the order of their registration. */
export const demoPersonas: Persona[] = [
  ...emergencyPatients,
  ...medicalPatients,
  ...surgicalPatients,
  ...familyPatients,
  ...homePatients,
].sort((a, b) => b.registered - a.registered)

const zipcodes = new Map(readThailand().subDistricts.map(({ code, zipcode }) => [code, zipcode]))

/** Everything in the demo hospital as rows of its tables, in an order in which they can be inserted. */
export function buildDemoRecords(now: string, passwordHash: string) {
  const calendar = createCalendar(now)
  const patients = listPatients()
  const visits = buildVisitRows(calendar, patients)
  const stays = buildStayRows(calendar, patients)
  const missions = buildMissionRows(calendar)
  return {
    hospitals: [{ ...demoHospital, created_at: calendar.instant(openedDays) }],
    staff: buildStaffRows(calendar, passwordHash),
    wards: wardCodes.map((code, index) => ({
      id: demoWardId(code),
      hospital_id,
      code,
      name_en: demoWards[code].en,
      name_th: demoWards[code].th,
      position: index + 1,
      nurse_in_charge: demoStaffId(onDuty[code].nurse),
      doctor: demoStaffId(onDuty[code].doctor),
    })),
    beds: wardCodes.flatMap((ward) =>
      demoWards[ward].beds.map((label, index) => ({
        id: demoBedId(ward, label),
        hospital_id,
        ward_id: demoWardId(ward),
        label,
        position: index + 1,
      })),
    ),
    patient_counts: [{ hospital_id, patients: patients.length }],
    patients: patients.map((patient) => buildPatientRow(calendar, patient)),
    ...visits,
    ...stays,
    number_series: [...visits.number_series, ...stays.number_series, ...missions.number_series],
    ...buildClinicalRows(calendar, patients),
    patient_changes: buildChangeRows(calendar, patients),
    ...buildBodyRows(calendar, patients),
    devices: buildDeviceRows(calendar),
    device_assignments: buildWearingRows(calendar, patients),
    ...buildFleetRows(calendar),
    ...buildEquipmentRows(calendar),
    form_records: missions.form_records,
    missions: missions.missions,
    mission_events: missions.mission_events,
    // They hang on missions.
    sheets: missions.sheets,
    form_finishes: missions.form_finishes,
    form_operations: missions.form_operations,
  }
}

type Patient = { persona: Persona; id: string; number: number }

const listPatients = (): Patient[] =>
  demoPersonas.map((persona, index) => ({ persona, id: demoId('patient', index + 1), number: index + 1 }))

const openedDays: Days = 15 * 365

function buildStaffRows(calendar: Calendar, passwordHash: string) {
  return staffKeys.map((key, index) => {
    const { type, email, firstName, lastName, status, isFormUser } = demoStaff[key]
    const joined = status === 'pending' ? index / 10 : 1500 - index * 40
    return {
      id: demoStaffId(key),
      hospital_id,
      staff_type_id: staffTypeId(type),
      email,
      password_hash: passwordHash,
      first_name: firstName,
      last_name: lastName,
      phone: inventMobile(900 + index),
      status,
      is_form_user: isFormUser,
      created_at: calendar.instant(joined),
      updated_at: calendar.instant(status === 'blocked' ? 20 : joined),
    }
  })
}

function buildPatientRow(calendar: Calendar, { persona, id, number }: Patient) {
  const { born, home, body, kin, changes, registered } = persona
  const isChild = persona.title.startsWith('ด.')
  const subDistrict = home?.subDistrict ?? null
  return {
    id,
    hospital_id,
    number,
    version: 1 + changes.length,
    hn: `${calendar.buddhistYear(registered)}-${String(100 + number * 37).padStart(6, '0')}`,
    title: persona.title,
    name: persona.name,
    surname: persona.surname,
    name_en: persona.nameEn,
    surname_en: persona.surnameEn,
    gender: persona.gender,
    date_of_birth: findBirthDate(calendar, persona),
    birth_date_precision: born && 'day',
    identity_kind: persona.identity,
    national_id: persona.identity === 'national_id' ? inventNationalId(persona, number) : null,
    passport_no: persona.passport,
    migrant_kind: persona.migrantCard?.kind ?? null,
    migrant_no: persona.migrantCard?.number ?? null,
    appearance: persona.appearance,
    mobile: persona.mobile === undefined ? (isChild ? null : inventMobile(number)) : persona.mobile,
    contact_name: kin?.name ?? null,
    contact_number: kin ? (kin.phone ?? inventMobile(500 + number)) : null,
    relationship: kin?.relationship ?? null,
    nationality: persona.nationality,
    skin_color: persona.skin,
    house_no: home?.house ?? null,
    village: home?.village ?? null,
    soi: home?.soi ?? null,
    road: home?.road ?? null,
    province: subDistrict?.slice(0, 2) ?? null,
    district: subDistrict?.slice(0, 4) ?? null,
    sub_district: subDistrict,
    zipcode: subDistrict && (zipcodes.get(subDistrict) ?? null),
    latitude: home?.at ? shiftDegrees(home.at[0], number * 7) : null,
    longitude: home?.at ? shiftDegrees(home.at[1], number * 11) : null,
    blood_group: body.blood,
    no_known_allergy: persona.allergies === 'none known',
    risk_behavior: persona.risks,
    notify_status: persona.notify,
    created_at: calendar.instant(registered),
    updated_at: calendar.instant(Math.min(registered, ...changes.map(({ ago }) => ago))),
  }
}

const findBirthDate = (calendar: Calendar, { born }: Persona): string | null =>
  born && typeof born === 'object' ? calendar.date(born.days) : born

/** Numbers that nobody is likely to have: the subscriber part begins with zeros. */
function inventMobile(seed: number): string {
  const prefixes = ['081', '089', '062', '095', '098', '086']
  return `${prefixes[seed % prefixes.length]}0000${String(seed).padStart(3, '0')}`
}

/**
 * Digits 2–5 name the registry office; none is numbered 4350. A first digit of 0 is for people registered without being
 * Thai.
 */
function inventNationalId({ born, nationality }: Persona, number: number): string {
  const isBornBeforeIds = typeof born === 'string' && born < '1984'
  const category = nationality !== 'THA' ? '0' : isBornBeforeIds ? '3' : '1'
  const digits = `${category}4350${String(10_000 + number * 137).slice(0, 5)}${String((number * 17) % 100).padStart(2, '0')}`
  const sum = Array.from(digits).reduce((total, digit, index) => total + Number(digit) * (13 - index), 0)
  return digits + ((11 - (sum % 11)) % 10)
}

/** The shift is within half a kilometre, so that neighbours are not one point on the map. */
const shiftDegrees = (degrees: number, seed: number) =>
  Math.round((degrees + ((seed % 19) - 9) / 2000) * 1e6) / 1e6

const minutesToDays = (minutes: number): Days => minutes / (24 * 60)
/** How long after the arrival somebody is triaged. */
const untilTriage: Days = minutesToDays(4)

/** A registration counts as a visit, and so does an admission. Whoever is in a bed or came today is still here. */
function buildVisitRows(calendar: Calendar, patients: Patient[]) {
  const given = new Map<string, number>()
  const takeNumber = (ago: Days) => {
    const year = calendar.buddhistYear(ago)
    const number = (given.get(year) ?? 0) + 1
    given.set(year, number)
    return formatNumber(defaultNumberPatterns.VN, { year: 2500 + Number(year), count: number })
  }
  const visits = patients
    .flatMap(({ id, persona }) => {
      const visit = {
        kind: 'OPD' as 'OPD' | 'ER',
        is_open: false,
        triage: null as TriageStory | null,
        ...toldNothing,
        mode: null,
        source: null,
      }
      const admissions = persona.stays.map(({ admitted, discharged, from }) => ({
        ...visit,
        ago: admitted + 0.06,
        kind: from,
        is_open: discharged === null,
        triage: discharged === null ? persona.triage : null,
      }))
      const outpatient = persona.visits.map((ago) => ({ ...visit, ago }))
      const isAdmittedAtOnce = admissions.some(({ ago }) => persona.registered - ago < 0.5)
      const first = isAdmittedAtOnce ? [] : [{ ...visit, ago: persona.registered }]
      const { minutesAgo, ...told } = persona.today ?? { minutesAgo: null }
      const today =
        minutesAgo === null
          ? []
          : [
              {
                ...visit,
                ...told,
                ago: minutesToDays(minutesAgo),
                kind: 'ER' as const,
                is_open: true,
                triage: persona.triage,
              },
            ]
      return [...first, ...outpatient, ...admissions, ...today].map((one) => ({
        ...one,
        persona,
        patient_id: id,
        ago: Math.min(one.ago, persona.registered),
      }))
    })
    .sort((a, b) => b.ago - a.ago)
    .map(({ ago, persona, triage, ...visit }, index) => {
      const visitedAt = calendar.instant(ago)
      const bornOn = findBirthDate(calendar, persona)
      const age = bornOn === null ? null : computeAge(bornOn, calendar.date(ago))
      const told = triage && tellArrival(triage, { persona, visitedAt, age })
      return {
        row: {
          id: demoId('visit', index + 1),
          hospital_id,
          vn: takeNumber(ago),
          ...visit,
          ...told,
          visited_at: visitedAt,
        },
        triage: triage && told && buildTriage(triage, told, age),
        triagedAt: calendar.instant(Math.max(ago - untilTriage, 0)),
      }
    })
  return {
    visits: visits.map(({ row }) => row),
    triages: visits
      .flatMap(({ row, triage, triagedAt }) => (triage ? [{ row, triage, triagedAt }] : []))
      .map(({ row, triage, triagedAt }, index) => ({
        id: demoId('triage', index + 1),
        hospital_id,
        patient_id: row.patient_id,
        visit_id: row.id,
        at: triagedAt,
        ...triage,
      })),
    number_series: [...given].map(([year, last]) => ({
      hospital_id,
      kind: 'VN',
      year: 2500 + Number(year),
      last,
    })),
  }
}

/**
 * What was measured of those who wait in the emergency room, at their triage and since. Of those who are in beds the
 * rounds of the wards are there, and what was measured before is in their triage alone.
 */
export function buildWaitingReadings(now: string) {
  const calendar = createCalendar(now)
  return buildTriageReadings(
    listPatients().flatMap(({ id, persona: { today, triage } }) => {
      if (!today || !triage) return []
      const { later } = triage
      const at = (minutesAgo: number) => calendar.instant(minutesToDays(minutesAgo))
      return [
        {
          patientId: id,
          at: calendar.instant(minutesToDays(today.minutesAgo) - untilTriage),
          values: triage.values,
        },
        ...(later ? [{ patientId: id, at: at(later.minutesAgo), values: later.values }] : []),
      ]
    }),
  )
}

function buildStayRows(calendar: Calendar, patients: Patient[]) {
  const numbers = new Map<string, number>()
  const takeNumber = (year: string) => {
    const last = (numbers.get(year) ?? 0) + 1
    numbers.set(year, last)
    return last
  }
  const stays = patients
    .flatMap(({ id, persona }) => persona.stays.map((stay) => ({ patient_id: id, persona, ...stay })))
    .sort((a, b) => b.admitted - a.admitted)
    .map((stay, index) => {
      const year = calendar.buddhistYear(stay.admitted)
      return {
        ...stay,
        id: demoId('stay', index + 1),
        an: formatNumber(defaultNumberPatterns.AN, { year: 2500 + Number(year), count: takeNumber(year) }),
        admitted_at: calendar.instant(stay.admitted),
        discharged_at: stay.discharged === null ? null : calendar.instant(stay.discharged),
        doctor: demoStaffId(pickDoctor(stay.persona)),
      }
    })
  return {
    stays: stays.map(({ id, patient_id, an, disease, admitted_at, discharged_at, doctor, from }) => ({
      id,
      hospital_id,
      patient_id,
      an,
      disease,
      admitted_at,
      discharged_at,
      admit_type: from === 'ER' ? 'E' : 'C',
      admit_source: from === 'ER' ? 'E' : 'O',
      arrival_type: 1,
      diagnosis: diseases.find(({ code }) => code === disease)?.th ?? null,
      department: '01',
      attending_id: doctor,
      isolation: '{}',
      version: 1,
      goes_home_to_die: false,
      discharge_diagnoses: [],
      discharge_status: discharged_at === null ? null : 2,
      discharge_type: discharged_at === null ? null : 1,
    })),
    stay_acts: stays.flatMap(({ admitted_at, discharged_at, doctor, ...stay }, index) =>
      [
        { act: 'admitted', at: admitted_at },
        ...(discharged_at === null ? [] : [{ act: 'discharged', at: discharged_at }]),
      ].map(({ act, at }, step) => ({
        id: demoId('stay-act', index * 2 + step + 1),
        hospital_id,
        stay_id: stay.id,
        act,
        at,
        recorded_at: at,
        staff_id: doctor,
        detail: {},
      })),
    ),
    stay_places: stays.map(({ id, ward, bed, admitted_at, discharged_at }, index) => ({
      id: demoId('stay-place', index + 1),
      hospital_id,
      stay_id: id,
      kind: 'bed',
      ward_id: demoWardId(ward),
      bed_id: demoBedId(ward, bed),
      during: `[${admitted_at},${discharged_at ?? ''})`,
      act_id: demoId('stay-act', index * 2 + 1),
    })),
    number_series: [...numbers].map(([year, last]) => ({
      hospital_id,
      kind: 'AN',
      year: 2500 + Number(year),
      last,
    })),
  }
}

const specialists: Partial<Record<WardCode, StaffKey>> = {
  SUR: 'surgeon',
  PED: 'paediatrician',
  OB: 'obstetrician',
}
const pickDoctor = ({ stays: [stay] }: Persona): StaffKey => (stay && specialists[stay.ward]) ?? 'doctor'

const pickDrug = ({ name, dose, route, frequency }: MedicationEntry) => ({ name, dose, route, frequency })

/** How long before the admission a patient was treated in the emergency room. */
const beforeAdmission: Days = 0.3

/** Whether a drug was started during the stay: it is given on the ward, and is not home medication. */
function isBegunInStay({ stays }: Persona, { since }: MedicationEntry): boolean {
  return stays.some(
    ({ admitted, discharged }) =>
      since !== null && since <= admitted + beforeAdmission && (discharged === null || since > discharged),
  )
}

function buildClinicalRows(calendar: Calendar, patients: Patient[]) {
  let entries = 0
  const buildRows = <Entry extends { since: Days | null; ended?: { ago: Days; by: StaffKey } }, Row>(
    listOf: (persona: Persona) => Entry[],
    by: (persona: Persona) => StaffKey,
    describe: (entry: Entry) => Row,
  ) =>
    patients.flatMap(({ id, persona }) =>
      listOf(persona).map((entry) => ({
        id: demoId('entry', ++entries),
        hospital_id,
        patient_id: id,
        ...describe(entry),
        since: entry.since === null ? null : calendar.date(entry.since),
        recorded_at: calendar.instant(Math.min(entry.since ?? persona.registered, persona.registered)),
        recorded_by: demoStaffId(by(persona)),
        ended_at: entry.ended ? calendar.instant(entry.ended.ago) : null,
        ended_by: entry.ended ? demoStaffId(entry.ended.by) : null,
      })),
    )
  return {
    patient_underlying_diseases: buildRows(
      ({ diseases }) => diseases,
      pickDoctor,
      ({ code, note }) => ({ underlying_disease: code, note }),
    ),
    patient_allergies: buildRows(
      ({ allergies }) => (allergies === 'none known' ? [] : allergies),
      () => 'erNurse',
      ({ kind, substance, severity, reaction, certainty }) => ({
        kind,
        substance,
        severity,
        reaction,
        certainty,
      }),
    ),
    patient_medications: buildRows(
      (persona) => persona.medication.filter((drug) => !isBegunInStay(persona, drug)),
      pickDoctor,
      pickDrug,
    ),
    patient_ward_medications: buildRows(
      (persona) => persona.medication.filter((drug) => isBegunInStay(persona, drug)),
      pickDoctor,
      pickDrug,
    ),
  }
}

function buildChangeRows(calendar: Calendar, patients: Patient[]) {
  return patients
    .flatMap(({ id, persona }) =>
      persona.changes.map((change, index) => ({ patient_id: id, version: index + 2, ...change })),
    )
    .map(({ ago, by, from, to, ...change }, index) => ({
      id: demoId('change', index + 1),
      hospital_id,
      ...change,
      at: calendar.instant(ago),
      staff_id: demoStaffId(by),
      from_value: from,
      to_value: to,
    }))
}

/** Every recorded body measurement, and the newest one. */
function buildBodyRows(calendar: Calendar, patients: Patient[]) {
  const vitals = { height: 'height', weight: 'weight', waist_circumference: 'waist' } as const
  const noted = patients.flatMap(({ id, persona: { body, changes, registered } }) =>
    Object.entries(vitals).flatMap(([field, vital]) => {
      const later = changes.filter((change) => change.field === field).toSorted((a, b) => b.ago - a.ago)
      const first = later[0] ? later[0].from : body[vital]
      return [{ ago: registered, by: 'nurse' as const, to: first }, ...later].flatMap(({ ago, by, to }) =>
        typeof to === 'number' ? [{ patient_id: id, vital, value: to, at: calendar.instant(ago), by }] : [],
      )
    }),
  )
  const newest = new Map(noted.map((one) => [`${one.patient_id} ${one.vital}`, one]))
  return {
    readings: noted.map(({ patient_id, vital, value, at, by }, index) => ({
      measured_at: at,
      id: demoId('reading', index + 1),
      hospital_id,
      patient_id,
      kind: 'body',
      source: 'manual',
      timing: 'told',
      received_at: at,
      entered_by: demoStaffId(by),
      height: null,
      weight: null,
      waist: null,
      [vital]: value,
    })),
    latest_values: [...newest.values()].map(({ patient_id, vital, value, at }) => ({
      hospital_id,
      patient_id,
      vital,
      value,
      measured_at: at,
      source: 'manual',
      is_derived: false,
    })),
  }
}

function buildDeviceRows(calendar: Calendar) {
  return demoDevices.map(({ mac, kind, name, model, registered, retired }, index) => ({
    id: demoId('device', index + 1),
    hospital_id,
    mac,
    kind,
    name,
    model,
    registered_at: calendar.instant(registered),
    registered_by: demoStaffId('admin'),
    retired_at: retired === null ? null : calendar.instant(retired),
  }))
}

function buildWearingRows(calendar: Calendar, patients: Patient[]) {
  const inBed = ([ward, bed]: [WardCode, string]) => {
    const patient = patients.find(({ persona }) =>
      persona.stays.some((stay) => stay.discharged === null && stay.ward === ward && stay.bed === bed),
    )
    if (!patient) throw new Error(`nobody of the demo lies in ${ward} ${bed}`)
    return patient.id
  }
  return demoDevices
    .flatMap(({ worn }, index) => worn.map((wearing) => ({ device: index + 1, ...wearing })))
    .map(({ device, bed, from, to, by }, index) => ({
      id: demoId('wearing', index + 1),
      hospital_id,
      device_id: demoId('device', device),
      patient_id: inBed(bed),
      during: `[${calendar.instant(from)},${to === null ? '' : calendar.instant(to)})`,
      assigned_by: demoStaffId(by),
      taken_by: to === null ? null : demoStaffId(by),
    }))
}
