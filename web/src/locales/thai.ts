import i18next, { type i18n } from 'i18next'

let thai: Promise<i18n> | undefined

/** Official forms are printed in Thai, whatever the language of the screen: these texts, in Thai. */
export async function loadThai(namespaces: readonly string[]): Promise<i18n> {
  thai ??= new Promise((resolve) => {
    const instance = i18next.cloneInstance({ lng: 'th' }, () => resolve(instance))
  })
  const texts = await thai
  await texts.loadNamespaces(namespaces)
  return texts
}
