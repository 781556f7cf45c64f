import { isOwnCode, type OptionList, type OwnOption, type OwnOptions, toOwnCode } from 'contract'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAskedFormSettings, useFormSettings } from './use-form-settings.ts'

type OwnIndex = ReadonlyMap<string, OwnOption>

/** The options that the hospital has added, by list and code. */
const OwnOptionsContext = createContext<OwnIndex>(new Map())

const indexOptions = (own: OwnOptions): OwnIndex =>
  new Map(
    Object.entries(own).flatMap(([list, options]) =>
      options.map((option, place) => [`${list}.${toOwnCode(place)}`, option] as const),
    ),
  )

/** What is below writes the options that the hospital has now. */
export function WithOwnOptions({ children }: { children: ReactNode }) {
  return <NameOwnOptions own={useFormSettings()?.own_options}>{children}</NameOwnOptions>
}

export function NameOwnOptions({ own, children }: { own: OwnOptions | undefined; children: ReactNode }) {
  // Every field reads it at each keystroke.
  const index = useMemo(() => indexOptions(own ?? {}), [own])
  return <OwnOptionsContext value={index}>{children}</OwnOptionsContext>
}

/** What an option of the hospital is called; one that this browser has not heard of is written as its code. */
export function useOwnOptionName(): (list: OptionList, code: string, language: string) => string {
  const index = useContext(OwnOptionsContext)
  return (list, code, language) =>
    index.get(`${list}.${code}`)?.[language === 'th' ? 'name_th' : 'name_en'] ?? code
}

/** What an option is called, one of the hospital's own too. */
export function useOptionText(): (list: OptionList, code: string) => string {
  const { t, i18n } = useTranslation('form-options')
  const nameOwn = useOwnOptionName()
  return (list, code) =>
    isOwnCode(code)
      ? nameOwn(list, code, i18n.language)
      : (t as (key: string) => string)(`form-options:${list}.${code}`)
}

/**
 * Names the options of a screen that is no form. It asks for the settings only if the hospital added one of these.
 */
export function NameOwnCodes({ codes, children }: { codes: readonly string[]; children: ReactNode }) {
  const { settings } = useAskedFormSettings(codes.some(isOwnCode))
  return <NameOwnOptions own={settings?.own_options}>{children}</NameOwnOptions>
}
