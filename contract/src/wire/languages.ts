/** The languages of screens, files and messages: each has a folder of `contract/locales`. */
export const languages = ['en', 'th'] as const
export type Language = (typeof languages)[number]

const languageNames = { en: 'English', th: 'ไทย' } as const satisfies Record<Language, string>

/** The languages as a user chooses among them. */
export const offeredLanguages = languages.map((code) => ({
  code,
  name: languageNames[code],
  is_lang_rtl: false,
}))
