import { findMissionForm, type OperationForm } from 'contract'
import { useTranslation } from 'react-i18next'

/** The name of a sheet that a mission needs: where the mission has a form for it, that of the form. */
export function useSheetName(): (sheet: OperationForm) => string {
  const { t } = useTranslation(['fleet', 'operation-form', 'transportation-treatment'])
  return (sheet) => {
    const form = findMissionForm(sheet)
    return form ? t(`${form}:short`) : t(`fleet:form.${sheet}`)
  }
}
