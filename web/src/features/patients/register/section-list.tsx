import { UnstyledButton } from '@mantine/core'
import {
  IconAlertCircle,
  IconCircle,
  IconCircleCheckFilled,
  IconCircleDashed,
  type TablerIcon,
} from '@tabler/icons-react'
import type { PatientSection } from 'contract'
import { useTranslation } from 'react-i18next'
import classes from './section-list.module.css'

/** The state of a section: with invalid fields, with empty required fields, complete, or empty. */
export type SectionState = { kind: 'wrong' | 'missing'; count: number } | { kind: 'done' | 'empty'; count: 0 }

const stateIcons: Record<SectionState['kind'], TablerIcon> = {
  wrong: IconAlertCircle,
  missing: IconCircle,
  done: IconCircleCheckFilled,
  empty: IconCircleDashed,
}

type SectionListProps = {
  sections: readonly PatientSection[]
  getState: (section: PatientSection) => SectionState
  current: PatientSection
  onGo: (section: PatientSection) => void
}

export function SectionList({ sections, getState, current, onGo }: SectionListProps) {
  const { t } = useTranslation(['patient-form', 'patients'])
  return (
    <nav aria-label={t('sections')} className={classes.list}>
      {sections.map((section) => {
        const { kind, count } = getState(section)
        const Icon = stateIcons[kind]
        return (
          <UnstyledButton
            key={section}
            className={classes.section}
            data-state={kind}
            aria-current={section === current ? 'step' : undefined}
            onClick={() => onGo(section)}
          >
            <Icon size={20} aria-hidden className={classes.icon} />
            <span className={classes.name}>{t(`patients:section.${section}`)}</span>
            <span className={classes.state}>{t(`section-state.${kind}`, { count })}</span>
          </UnstyledButton>
        )
      })}
    </nav>
  )
}
