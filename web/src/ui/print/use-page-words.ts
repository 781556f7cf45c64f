import { useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'

const gap = '\n'

/**
 * The words around the number at the foot of each page, which is drawn by the style sheet (`base.css`): those of the
 * screen, until a printout in another language brings its own.
 */
export function usePageWords() {
  const { t } = useTranslation()
  const words = t('page-of', { page: gap, pages: gap })
  useLayoutEffect(() => {
    const [before = '', between = '', after = ''] = words.split(gap)
    const { style } = document.documentElement
    const earlier = Object.entries({ before, between, after }).map(([name, word]) => {
      const property = `--page-${name}`
      const own = style.getPropertyValue(property)
      style.setProperty(property, JSON.stringify(word))
      return [property, own] as const
    })
    return () => {
      for (const [property, own] of earlier) style.setProperty(property, own)
    }
  }, [words])
}
