import { CloseButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './filter-chip.module.css'

/** One filter of a list, in words, with a button that removes it. */
export function FilterChip({ words, onClear }: { words: string; onClear: () => void }) {
  const { t } = useTranslation('ui')
  return (
    <span className={classes.chip}>
      {words}
      <CloseButton
        className={classes.clear}
        variant="transparent"
        size={32}
        iconSize={16}
        aria-label={t('clear-filter', { words })}
        onClick={onClear}
      />
    </span>
  )
}
