import type { Body, Input, patients, triage, visits } from 'contract'
import { hashToFraction } from './noise.ts'

type Decision = Body<typeof triage.record>['decision']
type Ward = 'MM' | 'FM' | 'SUR' | 'ICU' | 'PED' | 'OB'

/** Why somebody comes, what the triage nurse finds, and what becomes of it. The complaint names the case. */
export type Case = {
  complaint: string
  mode: Body<typeof visits.arrive>['mode']
  /** They came by themselves, were referred, or were brought by EMS. */
  source: 1 | 3 | 4
  is_accident?: boolean
  gender?: 'male' | 'female'
  /** Years, both included. */
  ages: readonly [number, number]
  found: Pick<Decision, 'resources' | 'values'> & Partial<Pick<Decision, 'high_risk' | 'fast_tracks'>>
  zone: Decision['zone']
  /** The share of these patients who are admitted, and where with what diagnosis. */
  admitted: { share: number; ward: Ward; department: string; diagnosis: string; disease: string } | null
}

/** They stand in the order in which a nurse says them: pressure, pulse, respiration, SpO₂ on air, temperature, pain. */
const vitals = ([systolic, diastolic, pulse, respiration_rate, spo2, temperature, pain_score]: [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]) => ({
  systolic,
  diastolic,
  pulse,
  respiration_rate,
  spo2,
  oxygen: false,
  temperature,
  consciousness: 'A' as const,
  pain_score,
})

export const cases: readonly Case[] = [
  {
    complaint: 'ไข้ ไอมีเสมหะ หอบเหนื่อย 3 วัน',
    mode: 'WHEELCHAIR',
    source: 1,
    ages: [45, 90],
    found: {
      resources: ['LAB', 'XRAY', 'DRUG'],
      values: vitals([128, 74, 98, 20, 94, 38.4, 2]),
    },
    zone: 'ACUTE',
    admitted: { share: 0.7, ward: 'MM', department: '01', diagnosis: 'ปอดอักเสบชุมชน', disease: 'J18.9' },
  },
  {
    complaint: 'ปวดท้องน้อยขวา คลื่นไส้',
    mode: 'WALK',
    source: 1,
    ages: [12, 50],
    found: { resources: ['LAB', 'US', 'IV_FLUID'], values: vitals([122, 76, 96, 18, 98, 37.9, 6]) },
    zone: 'ACUTE',
    admitted: {
      share: 0.8,
      ward: 'SUR',
      department: '02',
      diagnosis: 'ไส้ติ่งอักเสบเฉียบพลัน',
      disease: 'K35.8',
    },
  },
  {
    complaint: 'เจ็บแน่นหน้าอกร้าวไปแขนซ้าย',
    mode: 'STRETCHER',
    source: 4,
    ages: [45, 90],
    found: {
      high_risk: ['CHEST_PAIN'],
      resources: ['EKG', 'LAB', 'DRUG'],
      fast_tracks: ['STEMI'],
      values: vitals([146, 88, 92, 20, 96, 36.8, 7]),
    },
    zone: 'RESUS',
    admitted: {
      share: 0.9,
      ward: 'ICU',
      department: '01',
      diagnosis: 'กล้ามเนื้อหัวใจขาดเลือดเฉียบพลัน',
      disease: 'I21.9',
    },
  },
  {
    complaint: 'แขนขาขวาอ่อนแรง พูดไม่ชัด',
    mode: 'STRETCHER',
    source: 4,
    ages: [50, 90],
    found: {
      high_risk: ['STROKE'],
      resources: ['CT', 'LAB', 'CONSULT'],
      fast_tracks: ['STROKE'],
      values: vitals([172, 96, 84, 18, 97, 36.7, 0]),
    },
    zone: 'RESUS',
    admitted: { share: 0.9, ward: 'ICU', department: '01', diagnosis: 'สมองขาดเลือด', disease: 'I63.9' },
  },
  {
    complaint: 'เจ็บครรภ์ ท้องแข็งทุก 5 นาที',
    mode: 'WHEELCHAIR',
    source: 1,
    gender: 'female',
    ages: [18, 40],
    found: {
      high_risk: ['GESTALT'],
      resources: ['LAB', 'US'],
      fast_tracks: ['OB'],
      values: vitals([116, 72, 92, 20, 99, 36.9, 6]),
    },
    zone: 'ACUTE',
    admitted: {
      share: 1,
      ward: 'OB',
      department: '04',
      diagnosis: 'ครรภ์ครบกำหนด เจ็บครรภ์คลอด',
      disease: 'O80.9',
    },
  },
  {
    complaint: 'ไข้สูง ซึม กินได้น้อย',
    mode: 'CARRIED',
    source: 1,
    ages: [1, 11],
    found: {
      resources: ['LAB', 'IV_FLUID'],
      fast_tracks: ['PAEDIATRIC'],
      values: vitals([96, 60, 118, 24, 98, 39.2, 2]),
    },
    zone: 'ACUTE',
    admitted: { share: 0.6, ward: 'PED', department: '05', diagnosis: 'ไข้เด็งกี', disease: 'A97.9' },
  },
  {
    complaint: 'รถจักรยานยนต์ล้ม แผลถลอก ปวดข้อมือ',
    is_accident: true,
    mode: 'STRETCHER',
    source: 4,
    ages: [15, 60],
    found: { resources: ['XRAY', 'PROCEDURE'], values: vitals([132, 80, 94, 18, 99, 36.8, 5]) },
    zone: 'ACUTE',
    admitted: {
      share: 0.2,
      ward: 'SUR',
      department: '06',
      diagnosis: 'กระดูกปลายแขนหัก',
      disease: 'S52.5',
    },
  },
  {
    complaint: 'เวียนศีรษะ บ้านหมุน',
    mode: 'WHEELCHAIR',
    source: 1,
    ages: [40, 90],
    found: { resources: ['LAB', 'EKG', 'DRUG'], values: vitals([148, 86, 78, 16, 98, 36.6, 1]) },
    zone: 'ACUTE',
    admitted: null,
  },
  {
    complaint: 'ถ่ายเหลว 6 ครั้ง อ่อนเพลีย',
    mode: 'WALK',
    source: 1,
    ages: [12, 80],
    found: { resources: ['IV_FLUID'], values: vitals([112, 68, 92, 18, 98, 37.4, 3]) },
    zone: 'FAST_TRACK',
    admitted: null,
  },
  {
    complaint: 'มีดบาดนิ้วมือ',
    is_accident: true,
    mode: 'WALK',
    source: 1,
    ages: [12, 70],
    found: { resources: ['PROCEDURE'], values: vitals([124, 78, 80, 16, 99, 36.7, 4]) },
    zone: 'FAST_TRACK',
    admitted: null,
  },
  {
    complaint: 'ผื่นคันทั้งตัวหลังกินอาหารทะเล',
    mode: 'WALK',
    source: 1,
    ages: [12, 70],
    found: { resources: ['DRUG'], values: vitals([120, 76, 86, 18, 98, 36.8, 0]) },
    zone: 'FAST_TRACK',
    admitted: null,
  },
  {
    complaint: 'ทำแผลต่อเนื่อง ขอใบรับรองแพทย์',
    mode: 'WALK',
    source: 1,
    ages: [15, 80],
    found: { resources: [], values: vitals([118, 74, 76, 16, 99, 36.5, 0]) },
    zone: 'OPD',
    admitted: null,
  },
]

/** Where a man and a woman are admitted with the same illness. */
export function chooseWard(ward: Ward, gender: string): Ward {
  return ward === 'MM' && gender === 'female' ? 'FM' : ward
}

/** Somebody who comes to the demo hospital again and again, with one thing or another. */
export type Person = Pick<Input<typeof patients.register>, 'title' | 'name' | 'surname'> & {
  hn: string
  gender: 'male' | 'female'
  /** Years. */
  age: number
}

const names = {
  male: ['สมพงษ์', 'วิชัย', 'ประเสริฐ', 'อนันต์', 'สุรชัย', 'ธีระ', 'บุญเลิศ', 'ณรงค์', 'พิชิต', 'กฤษณะ', 'ภูมิ', 'ชยพล'],
  female: [
    'สมหญิง',
    'มาลี',
    'วันเพ็ญ',
    'รัตนา',
    'สุดารัตน์',
    'พรทิพย์',
    'กัลยา',
    'จันทร์เพ็ญ',
    'อรทัย',
    'น้ำฝน',
    'พิมพ์ชนก',
    'ปาลิตา',
  ],
}
const surnames = [
  'แก้วมณี',
  'ศรีสุข',
  'คำแสน',
  'วงษ์ทอง',
  'บุญเรือง',
  'ใจกล้า',
  'พรมมา',
  'อินทะวงศ์',
  'สายบุญ',
  'ทาสีดา',
  'จันทะลุน',
  'โพธิ์ศรี',
]
const ages = [2, 4, 7, 10, 17, 24, 29, 34, 41, 52, 63, 71, 78, 85]

const peopleCount = 70

/** The first digits of the HN of all of them. */
export const peopleHn = '69-9900'

const people: readonly Person[] = Array.from({ length: peopleCount }, (_, index) => {
  const pick = <Value>(what: string, of: readonly Value[]) =>
    of[Math.floor(hashToFraction(index, what) * of.length)] as Value
  const gender = index % 2 === 0 ? 'male' : 'female'
  const age = ages[index % ages.length] ?? 40
  const isChild = age < 15
  const titles = { male: isChild ? 'ด.ช.' : 'นาย', female: isChild ? 'ด.ญ.' : age < 30 ? 'น.ส.' : 'นาง' }
  return {
    hn: `${peopleHn}${String(index + 1).padStart(2, '0')}`,
    gender,
    age,
    title: titles[gender],
    name: pick('name', names[gender]),
    surname: pick('surname', surnames),
  }
})

/** Who comes to the emergency room, and who to the clinics. */
export const erPeople = people.slice(0, 42)
export const clinicPeople = people.slice(42)

/** What this person has this time. */
export function chooseCase({ age, gender }: Person, chance: number): Case {
  const possible = cases.filter(
    (one) => one.ages[0] <= age && age <= one.ages[1] && (one.gender ?? gender) === gender,
  )
  return possible[Math.floor(chance * possible.length)] as Case
}
