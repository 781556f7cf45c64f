import { Text } from '@mantine/core'
import type { HospitalChange, NumberYear } from 'contract'
import { useTranslation } from 'react-i18next'
import { SaveHistory } from '../../clinical/save-history.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { mergeBedChanges } from './merge-bed-changes.ts'

/** Who changed what, when, from what to what. */
export function HospitalChangeList({ changes, none }: { changes: readonly HospitalChange[]; none: string }) {
  const { t } = useTranslation('hospitals')
  const localName = useLocalizedName()
  const changedValue = useChangedValue()
  if (changes.length === 0) return <Text c="dimmed">{none}</Text>
  return (
    <SaveHistory saves={mergeBedChanges(changes).map(({ change, beds }) => ({ ...change, beds }))}>
      {({ ward, field, from, to, beds }) => (
        <span>
          {[
            ward && localName(ward),
            beds.length > 0 && t('bed', { count: beds.length, beds: beds.join(', ') }),
            t(`changed.${field}`),
          ]
            .filter(Boolean)
            .join(' · ')}
          {field === 'added' && beds.length > 0 ? null : (
            <>
              {': '}
              {field === 'added' ? null : `${changedValue(field, from)} → `}
              <strong>{changedValue(field, to)}</strong>
            </>
          )}
        </span>
      )}
    </SaveHistory>
  )
}

function useChangedValue(): (field: HospitalChange['field'], value: unknown) => string {
  const { t } = useTranslation('hospitals')
  return (field, value) => {
    if (field === 'is_closed') return t(value === true ? 'closed' : 'open')
    if (field === 'uses_wallet') return t(value === true ? 'wallets.on' : 'wallets.off')
    if (field === 'types_an' || field === 'types_vn')
      return t(value === true ? 'numbers.typed' : 'numbers.own')
    if (field === 'number_year') return t(`numbers.year.${value as NumberYear}`)
    if (field === 'logo') return t(value === true ? 'with-logo' : 'without-logo')
    if (Array.isArray(value)) return value.join(', ')
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '—'
  }
}
