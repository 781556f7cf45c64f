import { formNames } from 'contract'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { recordsQuery } from '../../features/forms/list-query.ts'
import { RecordList } from '../../features/forms/record-list.tsx'
import { useSearchedList } from '../../session/use-searched-list.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

export function FormRecordsPage() {
  const { t } = useTranslation('forms')
  const params = useParams()
  const form = formNames.find((name) => name === params['form'])
  const { view, change } = useSearchedList(`forms:${form}`, recordsQuery)
  if (!form) return <EmptyState reason={t('not-found')} />
  return <RecordList form={form} view={view} onChange={change} />
}
