import { useTranslation } from 'react-i18next'

/** Formats amounts in baht in the language of the screen. */
export function useBaht() {
  const { i18n } = useTranslation()
  return (baht: number, signDisplay: 'auto' | 'always' = 'auto') =>
    baht.toLocaleString(i18n.language, { style: 'currency', currency: 'THB', signDisplay })
}
