import { Button, Group } from '@mantine/core'
import type { PatientFilters } from 'contract'
import { useTranslation } from 'react-i18next'
import { useWards } from '../../../clinical/use-wards.ts'
import { FilterChip } from '../../../ui/list/filter-chip.tsx'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'
import type { PatientFiltersProps } from './filter-fields.tsx'
import classes from './patient-list.module.css'

/** The active filters as one sentence; each part can be removed. */
export function PatientFilterSentence({ filters, onChange }: PatientFiltersProps) {
  const { t, i18n } = useTranslation(['patient-list', 'ui'])
  const localName = useLocalizedName()
  const wards = useWards(filters.ward !== undefined)
  const or = new Intl.ListFormat(i18n.language, { type: 'disjunction' })
  const wardNames = filters.ward?.map((id) => {
    if (id === 'mine') return t('sentence.my-wards')
    const ward = wards.find(({ _id }) => _id === id)
    return ward ? localName(ward) : '…'
  })

  const parts: { key: keyof PatientFilters; words: string | undefined }[] = [
    {
      key: 'in_hospital',
      words:
        filters.in_hospital === undefined ? undefined : t(`sentence.${filters.in_hospital ? 'in' : 'out'}`),
    },
    { key: 'ward', words: wardNames && t('sentence.ward', { wards: or.format(wardNames) }) },
    {
      key: 'triage_level',
      words:
        filters.triage_level &&
        t('sentence.triage', {
          levels: or.format(filters.triage_level.map((level) => t(`ui:triage.${level}`))),
        }),
    },
    {
      key: 'gender',
      words:
        filters.gender &&
        t('sentence.sex', { sexes: or.format(filters.gender.map((gender) => t(`sentence.${gender}`))) }),
    },
    { key: 'notify_status', words: filters.notify_status && t(`sentence.notify-${filters.notify_status}`) },
    { key: 'device_status', words: filters.device_status && t(`sentence.device-${filters.device_status}`) },
  ]
  const said = parts.flatMap(({ key, words }) => (words === undefined ? [] : [{ key, words }]))
  if (said.length === 0) return null
  return (
    <Group gap="xs" role="group" aria-label={t('filters')} className={classes.sentence}>
      <span>{t('sentence.patients')}</span>
      {said.map(({ key, words }) => (
        <FilterChip key={key} words={words} onClear={() => onChange({ ...filters, [key]: undefined })} />
      ))}
      <Button variant="subtle" size="compact-md" className={classes.clearAll} onClick={() => onChange({})}>
        {t('clear-all')}
      </Button>
    </Group>
  )
}
