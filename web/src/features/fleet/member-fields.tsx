import { Button, NativeSelect, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type CrewLevel, type CrewRole, crewLevels, crewRoles, fleet, type StaffLabel } from 'contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import { useCountries } from '../../clinical/use-countries.ts'
import { DateField } from '../../ui/form/date-field.tsx'
import { JoinedPhoneField } from '../../ui/form/phone-field.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import { searchPauseMs } from '../../ui/search-pause.ts'
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
  return (
    <fieldset className={classes.row} aria-label={t('team.member', { number: place + 1 })}>
      <StaffField {...field('staff_id')} known={known} />
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
        <JoinedPhoneField {...phone} label={t('field.phone')} countries={countries} />
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

type StaffFieldProps = {
  value: string
  error: ReactNode
  known: readonly StaffLabel[]
  onChange: (id: string) => void
  onBlur: () => void
}

/** Chooses a user by the beginning of a name or an e-mail, which the server searches for. */
function StaffField({ known, value, onChange, ...props }: StaffFieldProps) {
  const { t } = useTranslation('fleet')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<StaffLabel>()
  const person = chosen ?? known.find(({ _id }) => _id === value)
  const isName = person !== undefined && typed === formatStaffName(person)
  const [search_value] = useDebouncedValue(isName ? '' : typed, searchPauseMs)
  const { data } = useQuery({
    ...ask(fleet.candidates, { search_value }, true),
    placeholderData: keepPreviousData,
  })
  const found = data?.staff ?? []
  const offered = new Map([...(person ? [person] : []), ...found].map((one) => [one._id, one]))
  return (
    <Select
      {...props}
      value={value || null}
      onChange={(id) => {
        setChosen(id === null ? undefined : offered.get(id))
        onChange(id ?? '')
      }}
      label={t('field.staff_id')}
      description={t('team.member-hint')}
      required
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server searches, by any way to write a name, so do not filter its results again.
      filter={({ options }) => options}
      nothingFoundMessage={t('nothing-found')}
      data={[...offered.values()].map((one) => ({ value: one._id, label: formatStaffName(one) }))}
    />
  )
}
