import { useQuery } from '@tanstack/react-query'
import { formSettings } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../api/client.ts'
import { formatDate } from '../../../ui/date/dates.ts'
import classes from './form-settings.module.css'

/** Whose the doses and limits beside the drugs are; nothing as long as that is not known. */
export function DrugListNote() {
  const { t, i18n } = useTranslation('forms')
  const { data } = useQuery({ ...ask(formSettings.get, {}, true), refetchOnWindowFocus: false })
  if (!data) return null
  const { drug_list } = data.settings
  return (
    <p className={classes.lead}>
      {drug_list
        ? t('settings.list-approved', {
            person: drug_list.approved_by,
            licence: drug_list.licence,
            date: formatDate(drug_list.approved_on, i18n.language),
          })
        : t('settings.list-default')}
    </p>
  )
}
