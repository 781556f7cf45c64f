import type { Patient } from 'contract'
import { useTranslation } from 'react-i18next'
import { useOutletContext, useSearchParams } from 'react-router'
import {
  changedSections,
  PatientChangeList,
  SectionFilter,
} from '../../features/patients/record/history/patient-change-list.tsx'
import { patientListPath } from '../../paths.ts'
import { pageSizes } from '../../ui/list/pager.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function PatientHistoryPage() {
  const { t } = useTranslation(['patient-record', 'patients', 'app'])
  const patient = useOutletContext<Patient>()
  const [search, setSearch] = useSearchParams()
  const section = changedSections.find((one) => one === search.get('section'))
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const size = pageSizes.find((one) => String(one) === search.get('size')) ?? pageSizes[0]
  const go = (next: { section?: string | undefined; page?: number; size?: number }) => {
    const wanted = { section, size, page: 1, ...next }
    const kept = Object.entries(wanted).filter(
      ([key, value]) => value !== undefined && value !== standardParams[key],
    )
    setSearch(Object.fromEntries(kept.map(([key, value]) => [key, String(value)])), { replace: true })
  }
  return (
    <>
      <PageHeader
        title={t('patients:section.history')}
        crumbs={[{ label: t('app:patient-list'), to: patientListPath }]}
      >
        <SectionFilter section={section} onSection={(chosen) => go({ section: chosen })} />
      </PageHeader>
      <PatientChangeList
        patientId={patient._id}
        section={section}
        page={page}
        size={size}
        onPage={(wanted) => go({ page: wanted })}
        onSize={(wanted) => go({ size: wanted })}
      />
    </>
  )
}

/** Defaults that the URL leaves out. */
const standardParams: Record<string, unknown> = { page: 1, size: pageSizes[0] }
