import { formNames } from 'contract'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { formCalls } from '../../features/forms/calls.ts'
import { recordsQuery } from '../../features/forms/list/list-query.ts'
import { RecordList } from '../../features/forms/list/record-list.tsx'
import { useUser } from '../../session/signed-in.tsx'
import { useSearchedList } from '../../session/use-searched-list.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

export function FormRecordsPage() {
  const { t } = useTranslation('forms')
  const params = useParams()
  const form = formNames.find((name) => name === params['form'])
  const { permissions } = useUser()
  const { view, change } = useSearchedList(`forms:${form}`, recordsQuery)
  if (!form || !permissions.includes(formCalls[form].add.access))
    return <EmptyState reason={t('not-found')} />
  return <RecordList form={form} view={view} onChange={change} />
}
