import { equipmentItems, findDrugs } from 'contract'
import { useTranslation } from 'react-i18next'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { useFormSettings } from './use-form-settings.ts'

/** What an item of the equipment is called; a drug as in the list of drugs, with the strength that the hospital has. */
export function useItemName(): (code: string) => string {
  const { t } = useTranslation('equipment')
  const localName = useLocalizedName()
  const drugs = findDrugs(useFormSettings()?.drugs ?? {})
  const text = t as (key: string) => string
  return (code) => {
    const drug = equipmentItems[code]?.drug
    if (drug === undefined) return text(`item.${code}`)
    const { strength, ...named } = drugs[drug]
    return [localName(named), strength].filter(Boolean).join(' ')
  }
}
