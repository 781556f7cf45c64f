import { useTranslation } from 'react-i18next'

/** Formats amounts in baht in the language of the screen, with the sign of the baht in all of them. */
export function useBaht() {
  const { i18n } = useTranslation()
  return (baht: number, signDisplay: 'auto' | 'always' = 'auto') =>
    baht.toLocaleString(i18n.language, {
      style: 'currency',
      currency: 'THB',
      currencyDisplay: 'narrowSymbol',
      signDisplay,
    })
}
