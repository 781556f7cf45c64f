import { type Ref, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { PaperHead } from '../clinical/paper/paper-head.tsx'
import classes from './print-head.module.css'

/** The head of each page of a screen that is printed as it is. `slotRef`: where a screen adds to it. */
export function PrintHead({ slotRef }: { slotRef: Ref<HTMLDivElement> }) {
  usePageWords()
  return (
    <div className={classes.head} aria-hidden>
      <div className={classes.line}>
        <div className={classes.sheet}>
          <PaperHead />
        </div>
        <div ref={slotRef} className={classes.added} />
      </div>
    </div>
  )
}

const mark = '\n'

/** The words around the number at the foot of each page, which is drawn by the style sheet (`base.css`). */
function usePageWords() {
  const { t } = useTranslation()
  const words = t('page-of', { page: mark, pages: mark })
  useLayoutEffect(() => {
    const [before = '', between = '', after = ''] = words.split(mark)
    for (const [name, word] of Object.entries({ before, between, after }))
      document.documentElement.style.setProperty(`--page-${name}`, JSON.stringify(word))
  }, [words])
}
