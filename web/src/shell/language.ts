import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'

const languageKey = 'theme_lang'
const defaultLanguage = 'en'
const rightToLeftKey = 'theme_lang_rtl'

const texts = import.meta.glob<Record<string, unknown>>('../locales/*/*.json', { import: 'default' })

/** Loads a feature's texts when a screen first asks for them; a language that has none reads English. */
const backend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    const load =
      texts[`../locales/${language}/${namespace}.json`] ??
      texts[`../locales/${defaultLanguage}/${namespace}.json`]
    if (!load) return done(new Error(`No texts named ${namespace}`), false)
    load().then(
      (found) => done(null, found),
      (error: Error) => done(error, false),
    )
  },
}

/** `codes` is loaded from the start: its texts are needed most when nothing can be loaded any more. */
export async function startLanguage() {
  i18next.on('languageChanged', showDirection)
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: localStorage.getItem(languageKey) ?? defaultLanguage,
      fallbackLng: false,
      load: 'currentOnly',
      ns: ['shell', 'codes'],
      defaultNS: 'shell',
      interpolation: { escapeValue: false },
    })
}

export async function chooseLanguage(code: string, isRightToLeft: boolean) {
  localStorage.setItem(languageKey, code)
  localStorage.setItem(rightToLeftKey, String(isRightToLeft))
  await i18next.changeLanguage(code)
}

function showDirection(code: string) {
  const isRightToLeft = code === 'ar' || localStorage.getItem(rightToLeftKey) === 'true'
  document.documentElement.lang = code
  document.documentElement.dir = isRightToLeft ? 'rtl' : 'ltr'
}
