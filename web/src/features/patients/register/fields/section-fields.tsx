import type { UseFormReturnType } from '@mantine/form'
import type { PatientSection } from 'contract'
import { memo } from 'react'
import type { BodyDoubts } from '../../../../clinical/vitals/use-body-doubts.ts'
import { findFieldSection } from '../problems.ts'
import { listSectionFields, type PatientValues } from '../values.ts'
import { AddressFields } from './address-fields.tsx'
import { ClinicalFields } from './clinical-fields.tsx'
import { InformationFields } from './information-fields.tsx'
import { ProfileFields } from './profile-fields.tsx'

type SectionFieldsProps = {
  section: PatientSection
  form: UseFormReturnType<PatientValues>
  bodyDoubts: BodyDoubts
}

/**
 * The fields of one section of the whole form. They are rendered again only when one of their own values has
 * changed: rendering the whole form at every keystroke slows down typing.
 */
export const SectionFields = memo(function SectionFields({ section, form, bodyDoubts }: SectionFieldsProps) {
  if (section === 'information') return <InformationFields form={form} />
  if (section === 'profile') return <ProfileFields form={form} />
  if (section === 'address') return <AddressFields form={form} />
  return <ClinicalFields form={form} dateOfBirth={form.values.date_of_birth} bodyDoubts={bodyDoubts} />
}, hasSameProps)

function hasSameProps(before: SectionFieldsProps, after: SectionFieldsProps): boolean {
  const { section } = after
  const fields = listSectionFields(section)
  const read = section === 'clinical' ? [...fields, 'date_of_birth' as const] : fields
  const problems = Object.keys({ ...before.form.errors, ...after.form.errors })
  return (
    before.section === section &&
    (section !== 'clinical' || before.bodyDoubts === after.bodyDoubts) &&
    read.every((field) => isSameProp(before.form.values[field], after.form.values[field])) &&
    problems.every(
      (path) => findFieldSection(path) !== section || before.form.errors[path] === after.form.errors[path],
    )
  )
}

/** The form copies its rows at every keystroke, so compare their content and not the objects. */
function isSameProp(a: unknown, b: unknown): boolean {
  return a === b || (Array.isArray(a) && JSON.stringify(a) === JSON.stringify(b))
}
