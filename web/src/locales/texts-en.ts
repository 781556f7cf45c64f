export const texts = import.meta.glob<Record<string, unknown>>(
  ['../../../contract/locales/en/*.json', '!**/{messages,dosages}.json'],
  { import: 'default', eager: true },
)
