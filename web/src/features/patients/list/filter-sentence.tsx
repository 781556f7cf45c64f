import { useTranslation } from 'react-i18next'
import { useWards } from '../../../clinical/use-wards.ts'
import { FilterSentence } from '../../../ui/list/filter/filters.tsx'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'
import type { PatientFiltersProps } from './filter-fields.tsx'

export function PatientFilterSentence({ filters, onChange }: PatientFiltersProps) {
  const { t, i18n } = useTranslation(['patient-list', 'ui'])
  const localName = useLocalizedName()
  const { in_hospital, ward, triage_level, gender, notify_status, device_status } = filters
  const wards = useWards(ward !== undefined)
  const or = new Intl.ListFormat(i18n.language, { type: 'disjunction' })
  const wardName = (id: string) => {
    if (id === 'mine') return t('sentence.my-wards')
    const known = wards.find(({ _id }) => _id === id)
    return known ? localName(known) : '…'
  }
  return (
    <FilterSentence
      label={t('filters')}
      lead={t('sentence.patients')}
      clearAll={t('clear-all')}
      filters={filters}
      words={{
        in_hospital: in_hospital === undefined ? undefined : t(`sentence.${in_hospital ? 'in' : 'out'}`),
        ward: ward && t('sentence.ward', { wards: or.format(ward.map(wardName)) }),
        triage_level:
          triage_level &&
          t('sentence.triage', { levels: or.format(triage_level.map((level) => t(`ui:triage.${level}`))) }),
        gender: gender && t('sentence.sex', { sexes: or.format(gender.map((one) => t(`sentence.${one}`))) }),
        notify_status: notify_status && t(`sentence.notify-${notify_status}`),
        device_status: device_status && t(`sentence.device-${device_status}`),
      }}
      onChange={onChange}
    />
  )
}
