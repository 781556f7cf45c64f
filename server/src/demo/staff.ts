import type { StaffTypeCode } from 'contract'

export type DemoStaff = {
  type: StaffTypeCode
  email: string
  firstName: string
  lastName: string
  status: 'pending' | 'approved' | 'declined' | 'blocked'
  isFormUser: boolean
}

export const demoPassword = 'panel-demo'

function member(
  type: StaffTypeCode,
  mailbox: string,
  name: string,
  { status = 'approved', isFormUser = false }: Partial<Pick<DemoStaff, 'status' | 'isFormUser'>> = {},
): DemoStaff {
  const [firstName = '', lastName = ''] = name.split(' ')
  return { type, email: `${mailbox}@demo.hospital`, firstName, lastName, status, isFormUser }
}

/** By the key under which the records of patients refer to them. */
export const demoStaff = {
  admin: member('admin', 'admin', 'ธนพล ศรีวิไลรัตน์'),
  doctor: member('doctor', 'doctor', 'ปกรณ์ วัฒนกิจ'),
  nurse: member('nurse', 'nurse', 'สุภาพร จันทร์ดี'),
  paramedic: member('paramedic', 'paramedic', 'อนุชา พลศรี', { isFormUser: true }),

  surgeon: member('doctor', 'kittipong', 'กิตติพงษ์ เรืองไชย'),
  paediatrician: member('doctor', 'nicha', 'ณิชา อัครเดช'),
  obstetrician: member('doctor', 'warunee', 'วารุณี สุทธิประภา'),
  erNurse: member('nurse', 'wipada', 'วิภาดา โคตรสมบัติ'),
  icuNurse: member('nurse', 'malai', 'มาลัย ทองคำ'),
  wardAssistant: member('assistant_nurse', 'jiraporn', 'จิราพร บุญมี'),
  erAssistant: member('assistant_nurse', 'saifon', 'สายฝน ชาลี'),
  crewLeader: member('paramedic', 'nattawut', 'ณัฐวุฒิ คำภา'),
  driver: member('driver', 'boonlert', 'บุญเลิศ สีดา'),
  nightDriver: member('driver', 'sommai', 'สมหมาย พิมพ์ทอง', { isFormUser: true }),
  registrar: member('registrar', 'piyanuch', 'ปิยะนุช วงศ์คำ'),
  nightRegistrar: member('registrar', 'theerapong', 'ธีรพงศ์ ไชยวงศ์'),

  newDoctor: member('doctor', 'teerapat', 'ธีรภัทร สุขเกษม', { status: 'pending' }),
  newNurse: member('nurse', 'kanyarat', 'กัญญารัตน์ ภูมิภาค', { status: 'pending' }),
  newDriver: member('driver', 'weera', 'วีระ แสนสุข', { status: 'pending' }),
  declined: member('paramedic', 'jakkrit', 'จักรกฤษ ศรีโคตร', { status: 'declined' }),
  blocked: member('assistant_nurse', 'prasert', 'ประเสริฐ ขันตี', { status: 'blocked' }),
}
export type StaffKey = keyof typeof demoStaff
