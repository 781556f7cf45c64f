import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { fleet, type Operation, type OperationChange } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import { SaveHistory } from '../../clinical/save-history.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { CardSkeletons } from '../../ui/list/card-skeletons.tsx'
import { writeBaht } from '../../ui/write-number.ts'

/** Who changed what of an operation, from what to what, newest first. */
export function OperationChanges({ operationId }: { operationId: string }) {
  const { t } = useTranslation('fleet')
  const query = useQuery(ask(fleet.operationChanges, { _id: operationId }, true))
  if (query.isLoadingError) return <QueryFailure query={query} />
  if (!query.data) return <CardSkeletons label={t('operation.trace')} />
  if (query.data.changes.length === 0) return <Text c="dimmed">{t('operation.no-changes')}</Text>
  return <OperationChangeList changes={query.data.changes} />
}

function OperationChangeList({ changes }: { changes: readonly OperationChange[] }) {
  const { t } = useTranslation('fleet')
  const valueText = useValueText()
  return (
    <SaveHistory saves={changes}>
      {({ field, from, to }) => (
        <span>
          {t(`field.${field}`)}: {valueText(field, from)} → <strong>{valueText(field, to)}</strong>
        </span>
      )}
    </SaveHistory>
  )
}

function useValueText(): (field: OperationChange['field'], value: unknown) => string {
  const { t, i18n } = useTranslation('fleet')
  return (field, value) => {
    if (field === 'is_active' && value !== null) return t(value === true ? 'in-use' : 'not-in-use')
    if (field === 'forms')
      return (value as Operation['forms']).map((form) => t(`form.${form}`)).join(', ') || '—'
    if (field === 'unit_level') return t(`unit.${value as Operation['unit_level']}`)
    if (typeof value === 'number') {
      if (field === 'price') return writeBaht(value)
      if (field === 'km_rate') return t('operation.per-km', { amount: writeBaht(value) })
      return `${value.toLocaleString(i18n.language)} ${t('minutes')}`
    }
    return typeof value === 'string' ? value : '—'
  }
}
