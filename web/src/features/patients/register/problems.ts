import type { FormErrors } from '@mantine/form'
import type { PatientSection } from 'contract'
import { useTranslation } from 'react-i18next'
import { allFields, type ClinicalList, type PatientValues, sectionFields } from './values.ts'

type PatientField = keyof PatientValues | 'photo'

const fieldOrder: readonly string[] = ['photo', ...allFields]

const getTopField = (path: string) => path.split('.')[0] as PatientField

export function findFieldSection(path: string): PatientSection {
  const field = getTopField(path)
  const sections = Object.keys(sectionFields) as PatientSection[]
  return sections.find((section) => field in sectionFields[section]) ?? 'information'
}

/** The invalid fields in the order of the screen. */
export function sortProblems(errors: FormErrors): string[] {
  const place = (path: string) => fieldOrder.indexOf(getTopField(path))
  const row = (path: string) => Number(path.split('.')[1] ?? -1)
  return Object.keys(errors)
    .filter((path) => Boolean(errors[path]))
    .toSorted((a, b) => place(a) - place(b) || row(a) - row(b))
}

/** The label of a field's path: "Allergies 1, Substance" for `allergies.0.substance`. */
export function useFieldPathLabel(): (path: string) => string {
  const { t } = useTranslation(['patient-form', 'patients'])
  return (path) => {
    const [field, index, cell] = path.split('.')
    if (index === undefined) return t(`patients:field.${field as PatientField}`)
    const list = field as ClinicalList
    const row = t('row', { list: t(`patients:field.${list}`), number: Number(index) + 1 })
    if (cell === undefined) return row
    if (cell === 'underlying_disease') return `${row}, ${t('patients:field.disease')}`
    if (list.endsWith('medication') && cell === 'name')
      return `${row}, ${t('patients:field.medication-name')}`
    return `${row}, ${t(`patients:field.${cell as 'substance'}`)}`
  }
}
