import type { OutsideWards as Outside } from 'contract'
import { useTranslation } from 'react-i18next'
import { BreakGlassForm } from '../../../clinical/break-glass-form.tsx'
import { patientListPath } from '../../../paths.ts'
import { PageHeader } from '../../../ui/page-header.tsx'

/** Replaces a record that is outside the wards of the user's groups. */
export function BlockedRecord({ outside, isOpening }: { outside: Outside; isOpening: boolean }) {
  const { t } = useTranslation(['patient-record', 'app'])
  return (
    <>
      <PageHeader
        title={t('outside.title')}
        crumbs={[{ label: t('app:patient-list'), to: patientListPath }]}
      />
      <BreakGlassForm record={outside} isOpening={isOpening} />
    </>
  )
}
