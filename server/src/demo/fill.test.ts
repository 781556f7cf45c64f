import {
  type Answers,
  buildCompleteSchema,
  type FormName,
  findForm,
  identityKinds,
  isThaiNationalId,
  listDoubtful,
  MacOrImei,
  mayBePregnant,
  OperationDraft,
  omitHidden,
  PatientUpdate,
  Registration,
  staffTypes,
  suggestFromFindings,
  TeamDraft,
  TriageDecision,
  toAgeBand,
  triageLevels,
  VehicleDraft,
  validateTriage,
  wearableKinds,
} from 'contract'
import { describe, expect, it } from 'vitest'
import { bloodGroups } from '../reference/blood-groups.ts'
import { diseases } from '../reference/diseases.ts'
import { nations } from '../reference/nations.ts'
import { skinColors } from '../reference/skin-colors.ts'
import { readThailand } from '../reference/thailand.ts'
import { underlyingDiseases } from '../reference/underlying-diseases.ts'
import { buildDemoRecords, demoPersonas } from './records.ts'
import { demoStaff } from './staff.ts'

const now = '2026-11-20T05:00:00Z'
const demo = buildDemoRecords(now, 'hash')
const patientById = new Map(demo.patients.map((patient) => [patient.id, patient]))

const codes = (list: readonly { code: string }[]) => new Set<string | null>(list.map(({ code }) => code))
const unique = (values: readonly unknown[]) => new Set(values).size === values.length
const given = <Value>(values: readonly (Value | null)[]) => values.filter((value) => value !== null)

const newest = (patientId: string, vital: string) =>
  demo.latest_values.find((one) => one.patient_id === patientId && one.vital === vital)?.value ?? null

/** A patient's row as the registration form would send it. */
function toRegistration(patient: (typeof demo.patients)[number]) {
  const own = <Row extends { patient_id: string }>(rows: readonly Row[]) =>
    rows.filter(({ patient_id }) => patient_id === patient.id)
  return {
    ...patient,
    lat: patient.latitude,
    lang: patient.longitude,
    height: newest(patient.id, 'height'),
    weight: newest(patient.id, 'weight'),
    waist_circumference: newest(patient.id, 'waist'),
    underlying_disease: own(demo.patient_underlying_diseases).map(({ id: _id, ...entry }) => entry),
    allergies: own(demo.patient_allergies).map(({ id: _id, ...entry }) => entry),
    medication: own(demo.patient_medications).map(({ id: _id, ...entry }) => entry),
    ward_medication: own(demo.patient_ward_medications).map(({ id: _id, ...entry }) => entry),
  }
}

describe('the demo patients', () => {
  it.each(
    demo.patients.map((patient) => [`${patient.title}${patient.name} ${patient.surname}`, patient] as const),
  )('%s could be registered through the API', (_, patient) => {
    expect(Registration.safeParse(toRegistration(patient)).error?.issues).toBeUndefined()
  })

  it('have patient numbers without a gap, in the order of registration', () => {
    expect(demo.patients.map(({ number }) => number)).toEqual(demo.patients.map((_, index) => index + 1))
    const registered = demo.patients.map(({ created_at }) => created_at)
    expect(registered).toEqual(registered.toSorted())
    expect(unique(registered)).toBe(true)
    expect(demo.patient_counts).toEqual([expect.objectContaining({ patients: demo.patients.length })])
  })

  it('number about sixty, most of them in a bed', () => {
    expect(demo.patients.length).toBeGreaterThanOrEqual(60)
    const open = demo.stays.filter(({ discharged_at }) => discharged_at === null)
    expect(open.length).toBeGreaterThanOrEqual(38)
    expect(open.length).toBeLessThan(demo.patients.length)
  })

  it('take at home only home medication, and nothing that is given once or by infusion', () => {
    const regular = demo.patient_medications.map(({ name, frequency }) => `${name} ${frequency}`)
    expect(regular.filter((drug) => /\bstat\b|NaCl|Dextrose|mL\/h|Ringer|1:1000/i.test(drug))).toEqual([])
    const given = demo.patient_ward_medications.map(({ name }) => name)
    expect(given).toEqual(expect.arrayContaining(['Adrenaline 1:1000', '0.9% NaCl']))
    expect(regular.length).toBeGreaterThan(40)
  })

  it('have national IDs that pass the check digit, no two the same', () => {
    const ids = given(demo.patients.map(({ national_id }) => national_id))
    expect(ids.length).toBeGreaterThan(50)
    expect(ids.filter((id) => !isThaiNationalId(id))).toEqual([])
    expect(unique(ids)).toBe(true)
  })

  it('have a number of their own in every register', () => {
    expect(unique(demo.patients.map(({ hn }) => hn))).toBe(true)
    expect(unique(demo.stays.map(({ an }) => an))).toBe(true)
    expect(unique(demo.visits.map(({ vn }) => vn))).toBe(true)
    expect(unique(given(demo.patients.map(({ mobile }) => mobile)))).toBe(true)
    for (const { hn } of demo.patients) expect(hn).toMatch(/^\d{2}-\d{6}$/)
    for (const { an } of demo.stays) expect(an).toMatch(/^\d{7}$/)
    for (const { vn } of demo.visits) expect(vn).toMatch(/^\d{8}$/)
  })

  it('have codes of the reference lists', () => {
    const { provinces, districts, subDistricts } = readThailand()
    const known: [Iterable<string | null>, Set<string | null>][] = [
      [demo.patients.map(({ nationality }) => nationality), codes(nations)],
      [demo.patients.map(({ skin_color }) => skin_color), codes(skinColors)],
      [demo.patients.map(({ blood_group }) => blood_group), codes(bloodGroups)],
      [demo.patients.map(({ province }) => province), codes(provinces)],
      [demo.patients.map(({ district }) => district), codes(districts)],
      [demo.patients.map(({ sub_district }) => sub_district), codes(subDistricts)],
      [demo.stays.map(({ disease }) => disease), codes(diseases)],
      [
        demo.patient_underlying_diseases.map(({ underlying_disease }) => underlying_disease),
        codes(underlyingDiseases),
      ],
    ]
    for (const [used, list] of known) expect(given([...used]).filter((code) => !list.has(code))).toEqual([])
  })

  it('live where their sub-district is', () => {
    const zipcodes = new Map(readThailand().subDistricts.map(({ code, zipcode }) => [code, zipcode]))
    for (const patient of demo.patients) {
      if (!patient.sub_district) continue
      expect(patient.zipcode).toBe(zipcodes.get(patient.sub_district))
      expect(patient.latitude).toBeGreaterThan(5.6)
      expect(patient.latitude).toBeLessThan(20.5)
      expect(patient.longitude).toBeGreaterThan(97.3)
      expect(patient.longitude).toBeLessThan(105.7)
    }
  })

  it('include every kind that a list must handle', () => {
    const kinds = demo.patients.map(({ identity_kind }) => identity_kind)
    expect(new Set(kinds)).toEqual(new Set(identityKinds))
    expect(new Set(demo.triages.map(({ level }) => level)).size).toBe(triageLevels.length)
    const names = demo.patients.map(({ name, surname }) => `${name} ${surname}`)
    const twice = demo.patients.filter(({ name, surname }) => {
      return names.filter((other) => other === `${name} ${surname}`).length === 2
    })
    expect(new Set(twice.map(({ date_of_birth }) => date_of_birth)).size).toBe(2)
  })

  it('called ด.ช. or ด.ญ. are under fifteen', () => {
    for (const { title, date_of_birth } of demo.patients)
      if (title.startsWith('ด.')) expect(date_of_birth && date_of_birth > '2011-11-20').toBe(true)
  })

  it('with no known allergy have no allergy recorded', () => {
    const allergic = new Set(demo.patient_allergies.map(({ patient_id }) => patient_id))
    expect(demo.patients.filter(({ id, no_known_allergy }) => no_known_allergy && allergic.has(id))).toEqual(
      [],
    )
  })
})

describe('admissions', () => {
  it('are in beds that exist, with no two open ones in the same bed', () => {
    const wardByBed = new Map(demo.beds.map(({ id, ward_id }) => [id, ward_id]))
    for (const { bed_id, ward_id } of demo.stay_places) expect(wardByBed.get(bed_id)).toBe(ward_id)
    const open = demo.stays.filter(({ discharged_at }) => discharged_at === null)
    const openIds = new Set(open.map(({ id }) => id))
    const used = demo.stay_places.filter(({ stay_id }) => openIds.has(stay_id))
    expect(unique(used.map(({ bed_id }) => bed_id))).toBe(true)
    expect(unique(open.map(({ patient_id }) => patient_id))).toBe(true)
  })

  it('of one patient follow one another, and follow the registration', () => {
    for (const { stays, registered } of demoPersonas) {
      let before = registered
      for (const { admitted, discharged } of stays.toSorted((a, b) => b.admitted - a.admitted)) {
        expect(admitted).toBeLessThanOrEqual(before)
        before = discharged ?? -1
        expect(before).toBeLessThan(admitted)
      }
    }
  })
})

describe('triages', () => {
  it('could be confirmed through the API, and have the level that the panel suggests or say why not', () => {
    for (const {
      level,
      inputs,
      suggested,
      override,
      override_words,
      zone,
      fast_tracks,
      patient_id,
    } of demo.triages) {
      const decision = TriageDecision.parse({
        ...inputs,
        level: triageLevels[level - 1],
        override,
        override_words,
        zone,
        fast_tracks,
      })
      const suggestion = suggestFromFindings(decision, inputs.age, inputs.paediatric_pressure)
      expect(suggestion?.level).toBe(triageLevels[suggested - 1])
      const canBePregnant = mayBePregnant(patientById.get(patient_id)?.gender ?? 'female', inputs.age)
      expect([inputs.complaint, validateTriage(decision, suggestion, canBePregnant)]).toEqual([
        inputs.complaint,
        [],
      ])
    }
    const overridden = demo.triages.filter(({ level, suggested }) => level !== suggested)
    expect(overridden.map(({ override }) => override)).toEqual(['LOOKS_WORSE'])
  })

  it('know a NEWS2 of every adult who is not pregnant', () => {
    for (const { inputs, news2 } of demo.triages) {
      const isScored = inputs.age !== null && toAgeBand(inputs.age) === 'adult' && inputs.pregnancy !== 'yes'
      expect([inputs.complaint, news2 !== null]).toEqual([inputs.complaint, isScored])
    }
  })
})

describe('recorded data', () => {
  it('was recorded after registration and ended after that', () => {
    const entries = [
      ...demo.patient_underlying_diseases,
      ...demo.patient_allergies,
      ...demo.patient_medications,
      ...demo.patient_ward_medications,
    ]
    for (const { patient_id, recorded_at, ended_at } of entries) {
      expect(recorded_at >= (patientById.get(patient_id)?.created_at ?? '')).toBe(true)
      expect(ended_at === null || ended_at > recorded_at).toBe(true)
    }
    expect(entries.some(({ ended_at }) => ended_at)).toBe(true)
    expect(unique(entries.map(({ id }) => id))).toBe(true)
  })

  it('is the result of the changes in its history', () => {
    for (const patient of demo.patients) {
      const changes = demo.patient_changes.filter(({ patient_id }) => patient_id === patient.id)
      expect(patient.version).toBe(1 + changes.length)
      expect(changes.map(({ at }) => at)).toEqual(changes.map(({ at }) => at).toSorted())
      const record: Record<string, unknown> = toRegistration(patient)
      const values = new Map<string, unknown>()
      for (const { field, from_value, to_value, at, section } of changes) {
        if (values.has(field)) expect(from_value).toBe(values.get(field))
        values.set(field, to_value)
        expect(at > patient.created_at).toBe(true)
        expect(PatientUpdate.shape).toHaveProperty(field)
        expect(section).not.toBe('photo')
      }
      for (const [field, value] of values) expect(record[field]).toBe(value)
    }
    expect(demo.patient_changes.length).toBeGreaterThan(10)
  })
})

describe('devices', () => {
  it('have an id of their own that the API would accept', () => {
    for (const { mac } of demo.devices) expect(MacOrImei.parse(mac)).toBe(mac)
    expect(unique(demo.devices.map(({ mac }) => mac))).toBe(true)
    expect(new Set(demo.devices.map(({ kind }) => kind)).size).toBeGreaterThan(6)
  })

  it('are worn by patients while they are in the hospital, except gateways and boxes', () => {
    const admitted = new Map(
      demo.stays.flatMap(({ patient_id, admitted_at, discharged_at }) =>
        discharged_at === null ? [[patient_id, admitted_at]] : [],
      ),
    )
    const kindById = new Map(demo.devices.map(({ id, kind }) => [id, kind]))
    expect(demo.device_assignments.length).toBeGreaterThan(9)
    for (const { patient_id, device_id, during } of demo.device_assignments) {
      expect(during.slice(1) > (admitted.get(patient_id) ?? '9999')).toBe(true)
      expect(wearableKinds).toContain(kindById.get(device_id))
    }
  })
})

describe('the demo staff', () => {
  it('has somebody of every type and of every status', () => {
    const approved = Object.values(demoStaff).filter(({ status }) => status === 'approved')
    expect(new Set(approved.map(({ type }) => type))).toEqual(new Set(Object.keys(staffTypes)))
    expect(new Set(demo.staff.map(({ status }) => status))).toEqual(
      new Set(['approved', 'pending', 'declined', 'blocked']),
    )
    expect(unique(demo.staff.map(({ email }) => email))).toBe(true)
  })

  it.each(['admin', 'doctor', 'nurse', 'paramedic'] as const)('%s can sign in under that name', (key) => {
    expect(demoStaff[key]).toMatchObject({
      type: key,
      email: `${key}@demo.hospital`,
      status: 'approved',
      isFormUser: key === 'paramedic',
    })
  })
})

it('the demo hospital is the same whenever it is made, with only its days moved', () => {
  expect(buildDemoRecords(now, 'hash')).toEqual(demo)
  const later = buildDemoRecords('2027-02-01T22:30:00Z', 'hash')
  expect(later.patients.map(({ id, name, national_id }) => [id, name, national_id])).toEqual(
    demo.patients.map(({ id, name, national_id }) => [id, name, national_id]),
  )
  expect(later.patients.every(({ created_at }) => created_at < '2027-02-01T22:30:00Z')).toBe(true)
})

describe('the demo ambulance service', () => {
  it('has profiles that could be saved through the API', () => {
    const vehicles = demo.vehicles.map(({ latitude, longitude, ...vehicle }) => ({
      ...vehicle,
      lat: latitude,
      lang: longitude,
      is_out: vehicle.out_reason !== null,
    }))
    const members = Map.groupBy(demo.team_members, ({ team_id }) => team_id)
    const teams = demo.teams.map(({ id, latitude, longitude, ...team }) => ({
      ...team,
      lat: latitude,
      lang: longitude,
      members: members.get(id),
    }))
    const problems = [
      ...vehicles.map((vehicle) => VehicleDraft.safeParse(vehicle)),
      ...teams.map((team) => TeamDraft.safeParse(team)),
      ...demo.operations.map((operation) => OperationDraft.safeParse(operation)),
    ].flatMap(({ error }) => error?.issues ?? [])
    expect(problems).toEqual([])
    expect([demo.vehicles.length, demo.teams.length, demo.operations.length]).toEqual([4, 3, 4])
  })
})

describe('missions', () => {
  it('have complete forms in which nothing is missing or doubtful', () => {
    for (const { form, form_version, answers, later_answers } of [...demo.form_records, ...demo.sheets]) {
      const described = findForm(form as FormName, form_version)
      if (!described) throw new Error('it is released')
      const { error } = buildCompleteSchema(described).safeParse({ ...answers, ...later_answers })
      expect(error?.issues ?? []).toEqual([])
      expect(omitHidden(described, { ...answers, ...later_answers } as Answers).omitted).toEqual([])
      expect(listDoubtful(described, answers as Answers)).toEqual([])
    }
  })

  it('that are over are followed up in part', () => {
    const outcomes = demo.sheets.map(({ later_answers }) => 'hospital_outcome' in later_answers)
    expect(outcomes).toEqual([true, false])
  })
})
