import { useTranslation } from 'react-i18next'

type LocalizedNames = { name_en: string; name_th: string }

/** The name of a thing that has one in both languages, in the language of the screen. */
export function useLocalizedName(): (thing: LocalizedNames) => string {
  const { i18n } = useTranslation()
  const isThai = i18n.language === 'th'
  return ({ name_en, name_th }) => (isThai ? name_th : name_en)
}
