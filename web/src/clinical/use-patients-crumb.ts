import { useTranslation } from 'react-i18next'
import { patientListPath } from '../paths.ts'
import { beginsOnWard } from '../session/begins-on-ward.ts'
import { useUser } from '../session/signed-in.tsx'

/** The breadcrumb to the first screen, called as in the navigation. */
export function usePatientsCrumb(): { label: string; to: string } {
  const { t } = useTranslation('app')
  return { label: t(beginsOnWard(useUser()) ? 'ward' : 'patients'), to: patientListPath }
}
