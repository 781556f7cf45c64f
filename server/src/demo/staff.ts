import type { StaffTypeCode } from 'contract'
import { demoId } from './ids.ts'

export type DemoStaff = {
  type: StaffTypeCode
  email: string
  firstName: string
  lastName: string
  status: 'pending' | 'approved' | 'declined' | 'blocked'
  isFormUser: boolean
}

export const demoPassword = 'panel-demo'

function createMember(
  type: StaffTypeCode,
  mailbox: string,
  name: string,
  { status = 'approved', isFormUser = false }: Partial<Pick<DemoStaff, 'status' | 'isFormUser'>> = {},
): DemoStaff {
  const [firstName = '', lastName = ''] = name.split(' ')
  return { type, email: `${mailbox}@demo.hospital`, firstName, lastName, status, isFormUser }
}

/** The staff, by the key under which the records of patients refer to them. */
export const demoStaff = {
  admin: createMember('admin', 'admin', 'ธนพล ศรีวิไลรัตน์'),
  doctor: createMember('doctor', 'doctor', 'ปกรณ์ วัฒนกิจ'),
  nurse: createMember('nurse', 'nurse', 'สุภาพร จันทร์ดี'),
  paramedic: createMember('paramedic', 'paramedic', 'อนุชา พลศรี', { isFormUser: true }),

  surgeon: createMember('doctor', 'kittipong', 'กิตติพงษ์ เรืองไชย'),
  paediatrician: createMember('doctor', 'nicha', 'ณิชา อัครเดช'),
  obstetrician: createMember('doctor', 'warunee', 'วารุณี สุทธิประภา'),
  erNurse: createMember('nurse', 'wipada', 'วิภาดา โคตรสมบัติ'),
  icuNurse: createMember('nurse', 'malai', 'มาลัย ทองคำ'),
  wardAssistant: createMember('assistant_nurse', 'jiraporn', 'จิราพร บุญมี'),
  erAssistant: createMember('assistant_nurse', 'saifon', 'สายฝน ชาลี'),
  crewLeader: createMember('paramedic', 'nattawut', 'ณัฐวุฒิ คำภา'),
  driver: createMember('driver', 'boonlert', 'บุญเลิศ สีดา'),
  nightDriver: createMember('driver', 'sommai', 'สมหมาย พิมพ์ทอง', { isFormUser: true }),
  registrar: createMember('registrar', 'piyanuch', 'ปิยะนุช วงศ์คำ'),
  nightRegistrar: createMember('registrar', 'theerapong', 'ธีรพงศ์ ไชยวงศ์'),

  newDoctor: createMember('doctor', 'teerapat', 'ธีรภัทร สุขเกษม', { status: 'pending' }),
  newNurse: createMember('nurse', 'kanyarat', 'กัญญารัตน์ ภูมิภาค', { status: 'pending' }),
  newDriver: createMember('driver', 'weera', 'วีระ แสนสุข', { status: 'pending' }),
  declined: createMember('paramedic', 'jakkrit', 'จักรกฤษ ศรีโคตร', { status: 'declined' }),
  blocked: createMember('assistant_nurse', 'prasert', 'ประเสริฐ ขันตี', { status: 'blocked' }),
}
export type StaffKey = keyof typeof demoStaff

export const staffKeys = Object.keys(demoStaff) as StaffKey[]
export const demoStaffId = (key: StaffKey) => demoId('staff', staffKeys.indexOf(key) + 1)
