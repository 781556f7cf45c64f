import { Stack } from '@mantine/core'
import { type StaffTypeCode, staffTypes } from 'contract'
import { useTranslation } from 'react-i18next'
import { useStaffTypeName } from '../../../clinical/staff/use-staff-type-name.ts'
import { ChoiceChips } from '../../../ui/form/choice-chips.tsx'
import { FilterSentence } from '../../../ui/list/filter/filters.tsx'
import { toOptionalList } from '../../../ui/list/query-codec.ts'
import type { UserListView } from './list-query.ts'

type UserFilters = UserListView['filters']
type UserFiltersProps = { filters: UserFilters; onChange: (filters: UserFilters) => void }

const staffTypeOptions = Object.keys(staffTypes) as StaffTypeCode[]
const flags = ['is_form_user', 'is_verified'] as const

export function UserFilterFields({ filters, onChange }: UserFiltersProps) {
  const { t } = useTranslation('users')
  const staffType = useStaffTypeName()
  const set = (changed: Partial<UserFilters>) => onChange({ ...filters, ...changed })
  return (
    <Stack gap="md">
      <ChoiceChips
        multiple
        label={t('field.staff_type')}
        value={filters.staff_type ?? []}
        choices={staffTypeOptions.map((value) => ({ value, label: staffType(value) }))}
        onChange={(chosen) => set({ staff_type: toOptionalList(chosen) })}
      />
      {flags.map((flag) => (
        <ChoiceChips
          key={flag}
          label={t(`field.${flag}`)}
          value={filters[flag] === undefined ? '' : filters[flag] ? 'yes' : 'no'}
          choices={[
            { value: '', label: t('any') },
            { value: 'yes', label: t('yes') },
            { value: 'no', label: t('no') },
          ]}
          onChange={(said) => set({ [flag]: said === '' ? undefined : said === 'yes' })}
        />
      ))}
    </Stack>
  )
}

export function UserFilterSentence({ filters, onChange }: UserFiltersProps) {
  const { t, i18n } = useTranslation('users')
  const staffType = useStaffTypeName()
  const or = new Intl.ListFormat(i18n.language, { type: 'disjunction' })
  const { status, staff_type, is_form_user, is_verified } = filters
  return (
    <FilterSentence
      label={t('filters')}
      lead={t('sentence.users')}
      clearAll={t('clear-all')}
      filters={filters}
      words={{
        status:
          status && t('sentence.status', { statuses: or.format(status.map((one) => t(`status.${one}`))) }),
        staff_type: staff_type && t('sentence.type', { types: or.format(staff_type.map(staffType)) }),
        is_form_user: is_form_user === undefined ? undefined : t(`sentence.forms-${is_form_user}`),
        is_verified: is_verified === undefined ? undefined : t(`sentence.verified-${is_verified}`),
      }}
      onChange={onChange}
    />
  )
}
