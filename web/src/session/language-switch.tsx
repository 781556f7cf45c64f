import { NativeSelect } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { signIn } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../api/client.ts'
import { chooseLanguage } from '../locales/language.ts'
import classes from './language-switch.module.css'

/** The languages offered until the server has sent its list. */
const builtIn = [
  { code: 'en', name: 'English', is_lang_rtl: false },
  { code: 'th', name: 'ไทย', is_lang_rtl: false },
]

/** `isQuiet` draws the field without a border, for use in a bar. */
export function LanguageSwitch({ isQuiet = false }: { isQuiet?: boolean }) {
  const { t, i18n } = useTranslation()
  const { data } = useQuery({ ...ask(signIn.languages, {}, true), staleTime: Number.POSITIVE_INFINITY })
  const languages = data?.lang ?? builtIn
  return (
    <NativeSelect
      aria-label={t('language')}
      leftSection={<IconLanguage size={18} aria-hidden />}
      value={i18n.language}
      onChange={({ currentTarget: { value } }) => {
        const chosen = languages.find(({ code }) => code === value)
        if (chosen) void chooseLanguage(chosen.code, chosen.is_lang_rtl)
      }}
      data={languages.map(({ code, name }) => ({ value: code, label: name }))}
      size="md"
      {...(isQuiet && { classNames: { input: `${classes.quiet}` } })}
    />
  )
}
