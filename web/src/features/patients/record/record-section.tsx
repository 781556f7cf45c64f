import { Button } from '@mantine/core'
import { IconHistory, IconPencil } from '@tabler/icons-react'
import type { Patient, PatientSection } from 'contract'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { usePatientsCrumb } from '../../../clinical/use-patients-crumb.ts'
import { useMay } from '../../../session/signed-in.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EditSection, type SectionForm } from './edit/edit-section.tsx'
import { formatPatientHistoryPath } from './facts/record-paths.ts'
import classes from './record-section.module.css'

type RecordSectionProps<Values extends Record<string, unknown>> = {
  section: PatientSection
  patient: Patient
  form: SectionForm<Values>
  /** The section in reading mode. */
  children: ReactNode
}

/** A section of the record, in reading or editing mode. The URL says which. */
export function RecordSection<Values extends Record<string, unknown>>({
  section,
  patient,
  form,
  children,
}: RecordSectionProps<Values>) {
  const { t } = useTranslation(['patient-record', 'patients'])
  const patientsCrumb = usePatientsCrumb()
  const mayEdit = useMay(section === 'clinical' ? 'clinical:update' : 'patient:update')
  const [search, setSearch] = useSearchParams()
  const isEditing = mayEdit && search.has('edit')
  const { pencil, content } = useFocusOnEditToggle(isEditing)
  const edit = (isOpen: boolean) =>
    setSearch(isOpen ? { edit: '' } : {}, { replace: true, preventScrollReset: true })
  const title = t(`patients:section.${section}`)
  return (
    <>
      <PageHeader title={title} crumbs={[patientsCrumb]}>
        <div className={classes.actions}>
          <Button
            component={Link}
            to={formatPatientHistoryPath(patient._id, section)}
            variant="subtle"
            color="gray"
            size="md"
          >
            <IconHistory size={18} aria-hidden />
            <span className={classes.historyWord}>{t('section-history')}</span>
          </Button>
          {mayEdit && !isEditing && (
            <Button
              ref={pencil}
              variant="default"
              size="md"
              leftSection={<IconPencil size={18} aria-hidden />}
              onClick={() => edit(true)}
            >
              {t('edit')}
            </Button>
          )}
        </div>
      </PageHeader>
      <div ref={content} className={classes.content}>
        {isEditing ? (
          <EditSection section={section} patient={patient} form={form} onDone={() => edit(false)} />
        ) : (
          children
        )}
      </div>
    </>
  )
}

/** Opening the form focuses its first field, closing it focuses the edit button again. */
function useFocusOnEditToggle(isEditing: boolean) {
  const pencil = useRef<HTMLButtonElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const wasEditing = useRef(isEditing)
  useEffect(() => {
    if (wasEditing.current === isEditing) return
    wasEditing.current = isEditing
    const target = isEditing ? content.current?.querySelector<HTMLElement>('[data-path]') : pencil.current
    target?.focus({ preventScroll: true })
  }, [isEditing])
  return { pencil, content }
}
