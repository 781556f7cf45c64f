import { staffTypes as contractStaffTypes, type StaffTypeCode } from 'contract'

/** The ids on the wire. They are constants, because an id must never be given to another type. */
const ids: Record<StaffTypeCode, string> = {
  doctor: '01900000-0000-7000-8000-000000000001',
  nurse: '01900000-0000-7000-8000-000000000002',
  assistant_nurse: '01900000-0000-7000-8000-000000000003',
  paramedic: '01900000-0000-7000-8000-000000000004',
  driver: '01900000-0000-7000-8000-000000000005',
  registrar: '01900000-0000-7000-8000-000000000006',
  admin: '01900000-0000-7000-8000-000000000007',
}

export const staffTypes = Object.entries(contractStaffTypes).map(([code, { en, th }], index) => ({
  id: ids[code as StaffTypeCode],
  code: code as StaffTypeCode,
  en,
  th,
  position: index + 1,
}))

export const staffTypeId = (code: StaffTypeCode): string => ids[code]
