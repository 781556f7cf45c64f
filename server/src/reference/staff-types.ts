import { staffTypes as contractStaffTypes, type StaffTypeCode } from 'contract'
import permissionsEn from 'contract/locales/en/permissions.json' with { type: 'json' }
import permissionsTh from 'contract/locales/th/permissions.json' with { type: 'json' }

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

const codes = Object.keys(contractStaffTypes) as StaffTypeCode[]

export const staffTypes = codes.map((code, index) => ({
  id: ids[code],
  code,
  en: permissionsEn['staff-types'][code],
  th: permissionsTh['staff-types'][code],
  position: index + 1,
}))

export const staffTypeId = (code: StaffTypeCode): string => ids[code]
