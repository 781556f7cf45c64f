import { UnstyledButton } from '@mantine/core'
import type { TriageLevel } from 'contract'
import { useTranslation } from 'react-i18next'
import classes from './triage-badge.module.css'

/** A triage level as its colour and its word; `word` where other people call the same colour otherwise. */
export function TriageBadge({ level, word }: { level: TriageLevel; word?: string }) {
  const { t } = useTranslation('ui')
  return (
    <span className={classes.badge} data-level={level}>
      {word ?? t(`triage.${level}`)}
    </span>
  )
}

type TriageChoiceProps = {
  level: TriageLevel
  /** 1 to 5. */
  number: number
  isChosen: boolean
  onChoose: () => void
}

/** A button that chooses a level: its colour, its number and its words. */
export function TriageChoice({ level, number, isChosen, onChoose }: TriageChoiceProps) {
  const { t } = useTranslation(['ui', 'patients'])
  return (
    <UnstyledButton className={classes.choice} data-level={level} aria-pressed={isChosen} onClick={onChoose}>
      L{number} {t(`triage.${level}`)}
      <span className={classes.word}>{t(`patients:urgency.${level}`)}</span>
    </UnstyledButton>
  )
}
