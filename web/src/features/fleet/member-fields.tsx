import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconTrash } from '@tabler/icons-react'
import { type CrewLevel, type CrewRole, crewLevels, crewRoles, fleet, type StaffLabel } from 'contract'
import { useTranslation } from 'react-i18next'
import { StaffSelect } from '../../clinical/staff/staff-select.tsx'
import { useCountries } from '../../clinical/use-countries.ts'
import { DateField } from '../../ui/form/date/date-field.tsx'
import { JoinedPhoneField } from '../../ui/form/phone-field.tsx'
import classes from './fleet.module.css'

export type MemberRow = {
  key: string
  staff_id: string
  role: CrewRole
  level: CrewLevel | ''
  certificate_number: string
  certificate_expires_on: string
  phone: string
}

type MemberFieldsProps<Values> = {
  form: UseFormReturnType<Values>
  place: number
  /** Staff whose names are loaded already. */
  known: readonly StaffLabel[]
  onRemove: () => void
}

/** One member of a team. */
export function MemberFields<Values extends { members: MemberRow[] }>(props: MemberFieldsProps<Values>) {
  const { form, place, known, onRemove } = props
  const { t } = useTranslation('fleet')
  const row = form.values.members[place]
  const field = (name: keyof MemberRow) => {
    const { value, error, onChange, onBlur } = form.getInputProps(`members.${place}.${name}`)
    return { value, error, onChange, onBlur, 'data-path': `members.${place}.${name}`, size: 'md' as const }
  }
  const countries = useCountries()
  if (!row) return null
  const { size: _size, ...phone } = field('phone')
  const staff = field('staff_id')
  return (
    <fieldset className={classes.row} aria-label={t('team.member', { number: place + 1 })}>
      <StaffSelect
        {...staff}
        search={fleet.candidates}
        known={known}
        value={staff.value || null}
        onChange={(id) => staff.onChange(id ?? '')}
        label={t('field.staff_id')}
        description={t('team.member-hint')}
        nothingFoundMessage={t('nothing-found')}
      />
      <div className={classes.fields}>
        <NativeSelect
          {...field('role')}
          label={t('field.role')}
          data={crewRoles.map((value) => ({ value, label: t(`role.${value}`) }))}
        />
        <NativeSelect
          {...field('level')}
          label={t('field.level')}
          required
          data={[
            { value: '', label: t('choose') },
            ...crewLevels.map((value) => ({ value, label: t(`crew.${value}`) })),
          ]}
        />
        <TextInput
          {...field('certificate_number')}
          label={t('field.certificate_number')}
          maxLength={50}
          autoComplete="off"
        />
        <DateField {...field('certificate_expires_on')} label={t('field.certificate_expires_on')} />
        <div className={classes.wide}>
          <JoinedPhoneField {...phone} label={t('field.phone')} countries={countries} />
        </div>
      </div>
      <Button
        variant="subtle"
        color="gray"
        size="md"
        justify="flex-start"
        leftSection={<IconTrash size={18} aria-hidden />}
        aria-label={t('team.remove-member', { number: place + 1 })}
        onClick={onRemove}
      >
        {t('team.remove')}
      </Button>
    </fieldset>
  )
}
