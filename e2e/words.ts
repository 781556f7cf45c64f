import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, languages } from 'contract'

export { type Language, languages }

/**
 * The language of what the server and the browser do alike in both. Each feature has a journey in both languages, for
 * its words and their room.
 */
export const mainLanguage: Language = 'th'

/** The text that a screen shows for a key, so that a test reads the same in both languages. */
export function loadWords(
  language: Language,
  feature: string,
): (key: string, values?: Record<string, string>) => string {
  const sources = [feature, 'before-sign-in'].map((name) => readTexts(language, name))
  return (key, values = {}) => {
    const text = sources.map((texts) => findText(texts, key)).find((one) => one !== undefined)
    if (typeof text !== 'string') throw new Error(`${language}/${feature}.json has no text for ${key}`)
    return Object.entries(values).reduce(
      (filled, [name, value]) => filled.replaceAll(`{{${name}}}`, value),
      text,
    )
  }
}

type Texts = { [key: string]: string | Texts }

function readTexts(language: Language, name: string): Texts {
  return JSON.parse(
    readFileSync(join(import.meta.dirname, '../contract/locales', language, `${name}.json`), 'utf8'),
  )
}

function findText(texts: Texts, key: string): string | Texts | undefined {
  const inner = key
    .split('.')
    .reduce<string | Texts | undefined>(
      (found, part) => (typeof found === 'object' ? found[part] : undefined),
      texts,
    )
  return inner ?? texts[key]
}
