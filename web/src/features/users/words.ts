import type { StaffTypeCode, UserChange } from 'contract'
import { useTranslation } from 'react-i18next'
import { useStaffTypeName } from '../../clinical/staff/use-staff-type-name.ts'

const labelledFields = [
  'photo',
  'first_name',
  'last_name',
  'email',
  'country_code',
  'phone',
  'staff_type',
  'is_form_user',
  'is_verified',
  'status',
  'password',
] as const

/** The label of a field; the field's own name if it has no label. */
export function useUserFieldLabel(): (field: string) => string {
  const { t } = useTranslation('users')
  return (field) => {
    const known = labelledFields.find((one) => one === field)
    return known ? t(`field.${known}`) : field
  }
}

/** A value of the history in words; undefined if there was none. */
export function useUserValueText(): (field: string, value: UserChange['from']) => string | undefined {
  const { t } = useTranslation('users')
  const staffType = useStaffTypeName()
  return (field, value) => {
    if (value === null || value === undefined || value === '') return undefined
    if (field === 'photo') return t(value ? 'photo-there' : 'photo-none')
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (field === 'staff_type') return staffType(value as StaffTypeCode)
    if (field === 'status') return t(`status.${value as 'pending'}`)
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
}
