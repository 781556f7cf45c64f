import { NativeSelect } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { offeredLanguages, signIn } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../api/client.ts'
import { chooseLanguage } from '../locales/language.ts'
import classes from './language-switch.module.css'

/** `isQuiet` draws the field without a border, for use in a bar. */
export function LanguageSwitch({ isQuiet = false }: { isQuiet?: boolean }) {
  const { t, i18n } = useTranslation()
  const { data } = useQuery({ ...ask(signIn.languages, {}, true), staleTime: Number.POSITIVE_INFINITY })
  // The server may be newer than this page, and offer others.
  const languages = data?.lang ?? offeredLanguages
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
