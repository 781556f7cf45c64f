import {
  admissions,
  beds,
  CallError,
  computeAge,
  type Input,
  judgeZone,
  listMissingVitals,
  type MappedWard,
  mayBePregnant,
  needsOnset,
  standardTriageMinutes,
  suggestFromFindings,
  type TriageQueueRow,
  triage,
  visits,
  type WardPatient,
} from 'contract'
import { formatZonedDate, hospitalTimeZone } from '../core/time.ts'
import { demoWards } from '../demo/hospital.ts'
import { planClinics } from './clinic-flow.ts'
import {
  countPerSlot,
  findOrRegister,
  getZonedHour,
  isPast,
  isSimulated,
  listSlots,
  type PatientFlowOptions,
  type Step,
} from './flow-steps.ts'
import { planMissions } from './mission-flow.ts'
import { hashToFraction } from './noise.ts'
import { type Case, cases, chooseCase, chooseWard, erPeople, type Person } from './people.ts'
import { hour, minute } from './plan.ts'

/** How many arrive in each hour of the day, in Bangkok. */
const arrivalsByHour = [2, 2, 1, 1, 1, 2, 4, 6, 8, 8, 7, 6, 6, 6, 6, 6, 6, 7, 8, 8, 6, 5, 4, 3]
/**
 * Lets the people of the demo hospital come, be triaged, seen, admitted, moved and sent home, as far as all that is due
 * at this instant. Everything is decided from what the panel answers, by HN and time: so it goes on after a restart, is
 * the same whenever it is played, and leaves all other patients alone.
 */
export async function advancePatientFlow(options: PatientFlowOptions): Promise<void> {
  const { staff } = options
  const [{ rows }, { wards }] = await Promise.all([
    staff.nurse(triage.queue, {}),
    staff.nurse(beds.map, { ward: 'every' }),
  ])
  const visiting = rows.filter(({ patient }) => isSimulated(patient))
  const inWards = wards.flatMap(listPatientPlaces).filter(({ who }) => isSimulated(who.patient))
  const admitted = new Set(inWards.map(({ who }) => who.patient._id))

  const steps = [
    ...wards.flatMap((ward) => listCleanedBeds(options, ward)),
    ...visiting.map((row) => planVisit(options, row, { wards, isAdmitted: admitted.has(row.patient._id) })),
    ...inWards.map((place) => planStay(options, place, wards)),
    ...planArrivals(
      options,
      new Set([...visiting, ...inWards.map(({ who }) => who)].map(({ patient }) => patient.hn)),
    ),
    ...(await planClinics(options)),
    ...(await planMissions(options)),
  ]
  for (const step of steps) {
    try {
      await step?.()
    } catch (error) {
      // Each decision is checked by the panel, as everybody's is; the next step begins with what is true then.
      if (!(error instanceof CallError)) throw error
      options.onRefusal(error)
    }
  }
}

type PatientPlace = { who: WardPatient; ward: MappedWard; label: string | null }

const listPatientPlaces = (ward: MappedWard): PatientPlace[] => [
  ...ward.beds.flatMap(({ occupant, label }) => (occupant ? [{ who: occupant, ward, label }] : [])),
  ...ward.without_bed.map((who) => ({ who, ward, label: null })),
]

function planArrivals(options: PatientFlowOptions, present: ReadonlySet<string>): Step[] {
  const { seed } = options
  const away = erPeople.filter(({ hn }) => !present.has(hn))
  return listSlots(options).flatMap((begins) => {
    const expected = countPerSlot(arrivalsByHour[getZonedHour(begins)] ?? 0)
    if (hashToFraction(seed, `arrival ${begins}`) >= expected) return []
    const [person] = away.splice(Math.floor(hashToFraction(seed, `person ${begins}`) * away.length), 1)
    return person ? [() => arrive(options, person, hashToFraction(seed, `case ${begins}`))] : []
  })
}

async function arrive({ staff, now }: PatientFlowOptions, person: Person, chance: number) {
  const { complaint, mode, source, is_accident = false } = chooseCase(person, chance)
  await staff.nurse(visits.arrive, {
    patient_id: await findOrRegister(staff, person, now),
    kind: 'ER',
    source,
    mode,
    complaint,
    is_accident,
    infection_signs: ['NONE'],
  })
}

type Surroundings = { wards: readonly MappedWard[]; isAdmitted: boolean }

function planVisit(options: PatientFlowOptions, row: TriageQueueRow, around: Surroundings): Step {
  const { staff, seed } = options
  const { visit, patient, last, due } = row
  const chance = (what: string) => hashToFraction(seed, `${patient.hn} ${visit.visited_at} ${what}`)
  const one = cases.find(({ complaint }) => complaint === visit.complaint)
  const which = { patient_id: patient._id, visit_id: visit._id }
  if (!one) return undefined
  if (!last) {
    const isTime = isPast(options, visit.visited_at, (2 + 6 * chance('triage')) * minute)
    return isTime ? () => triageVisit(options, row, one) : undefined
  }
  if (around.isAdmitted) return undefined
  if (visit.first_seen_at === null) {
    const waits = standardTriageMinutes[last.level].doctor * (0.3 + 0.9 * chance('seen')) + 2
    if (isPast(options, visit.visited_at, waits * minute))
      return chance('leaves') < 0.05 && last.level !== 'RED' && last.level !== 'PINK'
        ? () => staff.nurse(visits.end, { ...which, disposition: 8 })
        : () => staff.doctor(visits.see, which)
  } else if (isPast(options, visit.first_seen_at, (20 + 70 * chance('decided')) * minute)) {
    const isAdmitted = one.admitted !== null && chance('admitted') < one.admitted.share
    return isAdmitted
      ? () => admitVisitor(options, row, one.admitted, around.wards)
      : () => staff.doctor(visits.end, { ...which, disposition: 1 })
  }
  const isLate = due && isPast(options, due.due_at, 8 * chance(`again ${last.at}`) * minute)
  return isLate ? () => triageVisit(options, row, one) : undefined
}

async function triageVisit(
  { staff, now }: PatientFlowOptions,
  { patient, visit }: TriageQueueRow,
  { found, zone, is_accident = false }: Case,
) {
  const { triages, settings } = await staff.nurse(triage.prepare, { patient_id: patient._id })
  const findings = {
    life_saving: [],
    high_risk: [],
    fast_tracks: [],
    gcs: { eye: null, verbal: null, motor: null },
    gcs_total: null,
    ...found,
  }
  const today = formatZonedDate(hospitalTimeZone, new Date(now).toISOString())
  const age = patient.date_of_birth === null ? null : computeAge(patient.date_of_birth, today)
  const suggestion = suggestFromFindings(findings, age, settings.paediatric_pressure)
  const level = suggestion?.level ?? 'GREEN'
  const decision: Input<typeof triage.record>['decision'] = {
    ...findings,
    complaint: visit.complaint,
    infection_signs: ['NONE'],
    is_accident,
    pregnancy: tellPregnancy(findings, mayBePregnant(patient.gender, age)),
    missing: listMissingVitals(findings).map((vital) => ({ vital, reason: 'NOT_APPLICABLE' })),
    onset_at: needsOnset(findings)
      ? new Date(Date.parse(visit.visited_at) - 70 * minute).toISOString()
      : null,
    level,
    zone: judgeZone(settings.zones, zone) ? settings.zones.of_level[level] : zone,
  }
  await staff.nurse(triage.record, {
    patient_id: patient._id,
    visit_id: visit._id,
    last_triage: triages[0]?._id ?? null,
    decision,
  })
}

const tellPregnancy = ({ fast_tracks = [] }: Case['found'], canBePregnant: boolean) =>
  canBePregnant ? (fast_tracks.includes('OB') ? 'yes' : 'no') : 'not_asked'

/** Admits somebody to a bed that is ready, or to wait for one; the visit ends with the discharge. */
async function admitVisitor(
  { staff, seed }: PatientFlowOptions,
  { patient, visit }: TriageQueueRow,
  admitted: Case['admitted'],
  wards: readonly MappedWard[],
) {
  if (!admitted) return
  const ward = findWard(wards, chooseWard(admitted.ward, patient.gender))
  const { doctors } = await staff.doctor(admissions.doctors, {})
  const attending =
    doctors[Math.floor(hashToFraction(seed, `${patient.hn} ${visit.visited_at}`) * doctors.length)]
  if (!ward || !attending) return
  await staff.doctor(admissions.admit, {
    patient_id: patient._id,
    admit_type: 'E',
    admit_source: 'E',
    arrival_type: 1,
    department: admitted.department as '01',
    attending_id: attending._id,
    diagnosis: admitted.diagnosis,
    disease: admitted.disease,
    ward_id: ward.ward._id,
    bed_id: takeReadyBed(ward),
  })
}

const findWard = (wards: readonly MappedWard[], code: keyof typeof demoWards) =>
  wards.find(({ ward }) => ward.name_en === demoWards[code].en)

/** A bed that is free; it is taken out of the map, so that the next patient of this pass gets another one. */
function takeReadyBed(ward: MappedWard): string | null {
  const free = ward.beds.find(
    ({ state, occupant, reservation }) => state === 'ready' && !occupant && !reservation,
  )
  ward.beds = ward.beds.filter((bed) => bed !== free)
  return free?._id ?? null
}

function planStay(
  options: PatientFlowOptions,
  { who, ward }: PatientPlace,
  wards: readonly MappedWard[],
): Step {
  const { staff, seed } = options
  const chance = (what: string) => hashToFraction(seed, `${who.patient.hn} ${who.admitted_at} ${what}`)
  const lasts = (5 + 14 * chance('lasts')) * hour
  const withStay =
    (act: (stay: { patient_id: string; stay_id: string; version: number }) => Promise<unknown>) =>
    async () => {
      const { stays } = await staff.nurse(admissions.history, { patient_id: who.patient._id })
      const stay = stays.find(({ discharged_at, voided_at }) => discharged_at === null && voided_at === null)
      if (stay) await act({ patient_id: who.patient._id, stay_id: stay._id, version: stay.version })
    }
  if (who.kind === 'waiting') {
    const bed = takeReadyBed(ward)
    return bed === null
      ? undefined
      : withStay((stay) =>
          staff.nurse(admissions.move, {
            ...stay,
            ward_id: ward.ward._id,
            bed_id: bed,
            reason: 'BED_ASSIGNED',
          }),
        )
  }
  if (who.kind === 'leave')
    return who.due_back_at !== undefined && isPast(options, who.due_back_at, 0)
      ? withStay((stay) => staff.nurse(admissions.comeBack, stay))
      : undefined
  if (isPast(options, who.admitted_at, lasts))
    return withStay((stay) =>
      staff.doctor(admissions.discharge, { ...stay, discharge_status: 2, discharge_type: 1 }),
    )
  // After half of the stay something happens once: a move or a leave begins a new place.
  if (!isPast(options, who.since, lasts / 2)) return undefined
  const medical = findWard(wards, who.patient.gender === 'female' ? 'FM' : 'MM')
  if (medical && ward.ward.name_en === demoWards.ICU.en)
    return withStay((stay) => stepDown(options, stay, medical))
  if (chance('leave') < 0.15)
    return withStay((stay) =>
      staff.nurse(admissions.leave, {
        ...stay,
        due_back_at: new Date(options.now + 2 * hour).toISOString(),
        note: 'ไปทำธุระที่บ้าน แพทย์อนุญาต',
        relative: 'ญาติสายตรง',
      }),
    )
  return undefined
}

async function stepDown(
  { staff }: PatientFlowOptions,
  stay: { patient_id: string; stay_id: string; version: number },
  ward: MappedWard,
) {
  const { staff: receivers } = await staff.nurse(admissions.receivers, {})
  await staff.nurse(admissions.move, {
    ...stay,
    ward_id: ward.ward._id,
    bed_id: takeReadyBed(ward),
    reason: 'STEP_DOWN',
    hand_over: {
      situation: 'อาการคงที่ สัญญาณชีพปกติ ไม่ต้องใช้เครื่องช่วยหายใจ',
      recommendation: 'วัดสัญญาณชีพทุก 4 ชั่วโมง',
    },
    receiver_id: receivers[0]?._id ?? null,
  })
}

/** Beds that were cleaned long enough. */
function listCleanedBeds(options: PatientFlowOptions, { beds: all }: MappedWard): Step[] {
  return all
    .filter(
      ({ state, state_at, _id }) =>
        state === 'cleaning' &&
        state_at !== undefined &&
        isPast(options, state_at, (10 + 20 * hashToFraction(options.seed, `${_id} ${state_at}`)) * minute),
    )
    .map(
      ({ _id }) =>
        () =>
          options.staff.nurse(beds.setState, { _id, state: 'ready' }),
    )
}
