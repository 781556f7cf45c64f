import type { OutsideWards as Outside } from 'contract'
import { useTranslation } from 'react-i18next'
import { BreakGlassForm } from '../../../clinical/break-glass-form.tsx'
import { usePatientsCrumb } from '../../../clinical/use-patients-crumb.ts'
import { PageHeader } from '../../../ui/page-header.tsx'

/** Replaces a record that is outside the wards of the user's groups. */
export function BlockedRecord({ outside, isOpening }: { outside: Outside; isOpening: boolean }) {
  const { t } = useTranslation('patient-record')
  const patientsCrumb = usePatientsCrumb()
  return (
    <>
      <PageHeader title={t('outside.title')} crumbs={[patientsCrumb]} />
      <BreakGlassForm record={outside} isOpening={isOpening} />
    </>
  )
}
