import { drugList, equipmentItems } from 'contract'
import { useTranslation } from 'react-i18next'
import { useLocalizedName } from '../../ui/use-localized-name.ts'

/** What an item of the equipment is called; a drug as in the list of drugs, with its strength. */
export function useItemName(): (code: string) => string {
  const { t } = useTranslation('equipment')
  const localName = useLocalizedName()
  const text = t as (key: string) => string
  return (code) => {
    const drug = equipmentItems[code]?.drug
    if (drug === undefined) return text(`item.${code}`)
    const { strength, ...named } = drugList[drug]
    return [localName(named), strength].filter(Boolean).join(' ')
  }
}
