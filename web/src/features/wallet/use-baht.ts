import { useTranslation } from 'react-i18next'

/** Baht as they are written in the language of the screen. */
export function useBaht() {
  const { i18n } = useTranslation()
  return (baht: number, signDisplay: 'auto' | 'always' = 'auto') =>
    baht.toLocaleString(i18n.language, { style: 'currency', currency: 'THB', signDisplay })
}
