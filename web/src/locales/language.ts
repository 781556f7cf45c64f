import i18next, { type BackendModule, type FormatterModule } from 'i18next'
import { initReactI18next } from 'react-i18next'

const languageKey = 'theme_lang'
const defaultLanguage = 'en'
const rightToLeftKey = 'theme_lang_rtl'

const folder = '../../../contract/locales'
const texts = import.meta.glob<Record<string, unknown>>(
  // The texts of `messages` leave the server by e-mail and LINE, and the contract itself writes those of `dosages`.
  ['../../../contract/locales/*/*.json', '!**/{messages,dosages}.json'],
  { import: 'default' },
)

/** All texts of a language at once, by their paths. */
const allTexts = import.meta.glob<Readonly<Record<string, Record<string, unknown>>>>('./texts-*.ts', {
  import: 'texts',
})
let needsAllTexts = false

/** Loads a feature's texts when a screen first needs them; a language without them falls back to English. */
async function loadTexts(language: string, namespace: string): Promise<Record<string, unknown>> {
  const paths = [language, defaultLanguage].map((one) => `${folder}/${one}/${namespace}.json`)
  const path = paths.find((one) => one in texts)
  const load = path && texts[path]
  if (!load) throw new Error(`There are no texts named ${namespace}.`)
  const all = needsAllTexts ? await allTexts[`./texts-${language}.ts`]?.() : undefined
  return all?.[path] ?? (await load())
}

/**
 * Loads the texts of all screens behind the sign-in, and those of another language when it is chosen there. A screen
 * that is shown already and waits for its own would be blank meanwhile.
 */
export async function loadScreenTexts(): Promise<void> {
  needsAllTexts = true
  if (!i18next.isInitialized) await new Promise((resolve) => i18next.on('initialized', resolve))
  const names = Object.keys(texts).map((path) => path.slice(path.lastIndexOf('/') + 1, -'.json'.length))
  await i18next.loadNamespaces([...new Set(names)])
}

/** A feature's texts in every language there is. */
export async function loadAllTexts(namespace: string): Promise<Record<string, unknown>[]> {
  const paths = Object.keys(texts).filter((path) => path.endsWith(`/${namespace}.json`))
  return await Promise.all(paths.map(async (path) => (await texts[path]?.()) ?? {}))
}

/** Every number in a text has its thousands set apart, and all its decimals. */
const formatter = {
  type: 'formatter',
  init() {},
  add() {},
  addCached() {},
  format(value: unknown, _format, language) {
    if (typeof value !== 'number') return value as string
    // Most are small, and a screen has hundreds of them.
    if (Math.abs(value) < 1000) return String(value)
    return value.toLocaleString(language, { maximumFractionDigits: 20 })
  },
} satisfies FormatterModule

const backend = { type: 'backend', init() {}, read: loadTexts } satisfies BackendModule

/**
 * `before-sign-in` is loaded at the start: its failures are shown when nothing can be loaded any more. It holds the
 * texts of `codes` and `validation` that public calls need; the login page loads no others, and a key that is in
 * neither of the two is looked up there.
 */
export async function startLanguage() {
  i18next.on('languageChanged', showDirection)
  await i18next
    .use(backend)
    .use(formatter)
    .use(initReactI18next)
    .init({
      lng: localStorage.getItem(languageKey) ?? defaultLanguage,
      fallbackLng: false,
      load: 'currentOnly',
      ns: ['app', 'before-sign-in', 'ui'],
      fallbackNS: 'before-sign-in',
      defaultNS: 'app',
      interpolation: { escapeValue: false, alwaysFormat: true },
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
