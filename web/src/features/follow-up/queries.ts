import { type FollowUpKind, followUpForms, missionFollowUp } from 'contract'
import { useTranslation } from 'react-i18next'

export const outdatedByFollowUp = [missionFollowUp.list, missionFollowUp.ofMission]

/** How the sheets call their fields and options. */
export function useSheetTexts() {
  const { t } = useTranslation(['transportation-treatment', 'operation-form', 'form-options'])
  const translate = t as (key: string) => string
  return {
    fieldName: (about: FollowUpKind, field: string) => translate(`${followUpForms[about][0]}:field.${field}`),
    optionName: (list: 'payment' | 'payment-channel' | 'hospital-outcome' | 'request-kind', value: string) =>
      translate(`form-options:${list}.${value}`),
  }
}
