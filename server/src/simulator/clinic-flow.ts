import { type Clinic, opd, type QueueRow, visits } from 'contract'
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
import { hashToFraction } from './noise.ts'
import { clinicPeople, type Person } from './people.ts'
import { minute } from './plan.ts'

/** The clinics of the demo hospital, which are added if it has none. */
const demoClinics = [
  { code: 'A', name_en: 'General clinic', name_th: 'ตรวจโรคทั่วไป' },
  { code: 'B', name_en: 'Diabetes and hypertension', name_th: 'เบาหวานและความดัน' },
  { code: 'C', name_en: 'Children', name_th: 'กุมารเวช' },
]

/** What people of these ages come to a clinic for. */
const reasons = [
  { code: 'A', ages: [15, 100], complaint: 'ปวดหลังเรื้อรัง' },
  { code: 'A', ages: [15, 100], complaint: 'ไอ เจ็บคอ' },
  { code: 'B', ages: [35, 100], complaint: 'ตรวจตามนัด รับยาความดัน' },
  { code: 'B', ages: [35, 100], complaint: 'ตรวจตามนัด เบาหวาน' },
  { code: 'C', ages: [0, 14], complaint: 'รับวัคซีนตามนัด' },
] as const

const opensAt = 8
const lastArrivalAt = 15
const arrivalsInAnHour = 6

/** Lets people come to the clinics by day, get a number, be called, seen and sent home. */
export async function planClinics(options: PatientFlowOptions): Promise<Step[]> {
  const { staff, seed } = options
  const { clinics, rows, unqueued } = await staff.nurse(opd.queue, {})
  if (clinics.length === 0) return demoClinics.map((clinic) => () => staff.admin(opd.saveClinic, clinic))
  const waiting = [...unqueued, ...rows.filter(({ state }) => state !== 'done')]
  const here = new Set(waiting.map(({ patient }) => patient.hn))
  const away = clinicPeople.filter(({ hn }) => !here.has(hn))
  const arriving = listSlots(options).flatMap((at): Step[] => {
    const isOpen = opensAt <= getZonedHour(at) && getZonedHour(at) < lastArrivalAt
    if (!isOpen || hashToFraction(seed, `clinic ${at}`) >= countPerSlot(arrivalsInAnHour)) return []
    const [person] = away.splice(Math.floor(hashToFraction(seed, `patient ${at}`) * away.length), 1)
    return person ? [() => arrive(options, { person, clinics, at })] : []
  })
  return [...clinics.flatMap((clinic) => planClinic(options, clinic, rows)), ...arriving]
}

async function arrive(
  options: PatientFlowOptions,
  { person, clinics, at }: { person: Person; clinics: readonly Clinic[]; at: number },
) {
  const { staff, seed, now } = options
  const possible = reasons.filter(({ ages: [from, to] }) => from <= person.age && person.age <= to)
  const reason = possible[Math.floor(hashToFraction(seed, `reason ${at}`) * possible.length)]
  const clinic = clinics.find(({ code, is_closed }) => code === reason?.code && !is_closed)
  if (!reason || !clinic) return
  const patient_id = await findOrRegister(staff, person, now)
  const { visit } = await staff.nurse(visits.arrive, {
    patient_id,
    kind: 'OPD',
    source: 2,
    mode: 'WALK',
    complaint: reason.complaint,
    is_accident: false,
    infection_signs: ['NONE'],
  })
  await staff.nurse(opd.enqueue, { patient_id, visit_id: visit._id, clinic_id: clinic._id })
}

/** One patient after the other, as long as the next number is of one of ours. */
function planClinic(options: PatientFlowOptions, clinic: Clinic, rows: readonly QueueRow[]): Step[] {
  const { staff, seed } = options
  const atClinic = rows.filter(({ clinic_id }) => clinic_id === clinic._id)
  const current = atClinic.find(({ state }) => state === 'called' || state === 'seen')
  if (!current) {
    const next = atClinic
      .filter(({ state }) => state === 'waiting')
      .toSorted((one, other) => one.number - other.number)[0]
    return next && isSimulated(next.patient)
      ? [() => staff.nurse(opd.callNext, { clinic_id: clinic._id, room: '1' })]
      : []
  }
  if (!isSimulated(current.patient)) return []
  const entry = { patient_id: current.patient._id, entry_id: current._id, state: current.state }
  if (current.state === 'called')
    return current.called_at !== null && isPast(options, current.called_at, minute)
      ? [() => staff.nurse(opd.move, { ...entry, to: 'seen' })]
      : []
  const lasts = (4 + 10 * hashToFraction(seed, `${current.patient.hn} ${current.queued_at}`)) * minute
  return current.seen_at !== null && isPast(options, current.seen_at, lasts)
    ? [() => staff.nurse(opd.send, { ...entry, to: 'HOME' })]
    : []
}
