import { Paper } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function FormsPage() {
  const { t } = useTranslation('forms')
  return (
    <>
      <PageHeader title={t('title')} />
      <Paper withBorder>
        <EmptyState reason={t('none')} />
      </Paper>
    </>
  )
}
