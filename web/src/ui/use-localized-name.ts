import { useTranslation } from 'react-i18next'

type LocalizedNames = { name_en: string; name_th: string }

/** The English or Thai name of a thing, by the language of the screen. */
export function useLocalizedName(): (thing: LocalizedNames) => string {
  const { i18n } = useTranslation()
  const isThai = i18n.language === 'th'
  return ({ name_en, name_th }) => (isThai ? name_th : name_en)
}
