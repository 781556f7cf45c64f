import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Language = 'en' | 'th'
export const languages: readonly Language[] = ['en', 'th']

/**
 * The language of what the server and the browser do alike in both. Each feature has a journey in both languages, for its
 * words and their room.
 */
export const mainLanguage: Language = 'th'

/** The text that a screen shows for a key, so that a test reads the same in both languages. */
export function loadWords(
  language: Language,
  feature: string,
): (key: string, values?: Record<string, string>) => string {
  const file = join(import.meta.dirname, '../contract/locales', language, `${feature}.json`)
  const texts = JSON.parse(readFileSync(file, 'utf8'))
  return (key, values = {}) => {
    const text = key.split('.').reduce((inner, part) => inner?.[part], texts) ?? texts[key]
    if (typeof text !== 'string') throw new Error(`${language}/${feature}.json has no text for ${key}`)
    return Object.entries(values).reduce(
      (filled, [name, value]) => filled.replaceAll(`{{${name}}}`, value),
      text,
    )
  }
}
