import { Popover, UnstyledButton } from '@mantine/core'
import { IconAlertTriangleFilled, IconCheck, IconHelpCircle } from '@tabler/icons-react'
import type { Patient } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sortBySeverity } from '../../../../clinical/patient/sort-by-severity.ts'
import classes from './allergy-notice.module.css'

/** The patient's allergies; if they are unknown, it says so. */
export function AllergyNotice({ patient: { allergies, no_known_allergy } }: { patient: Patient }) {
  const { t } = useTranslation(['patient-record', 'patients'])
  const [isPinned, setPinned] = useState(false)
  const [isHovered, setHovered] = useState(false)
  if (allergies.length === 0) {
    const Icon = no_known_allergy ? IconCheck : IconHelpCircle
    return (
      <p className={classes.notice} data-kind={no_known_allergy ? 'none' : 'unknown'}>
        <Icon size={16} aria-hidden />
        <span className={classes.names}>
          {t(no_known_allergy ? 'patients:field.no_known_allergy' : 'allergies-not-recorded')}
        </span>
      </p>
    )
  }
  const worstFirst = sortBySeverity(allergies)
  const names = worstFirst.map(({ substance }) => substance).join(', ')
  return (
    <Popover
      opened={isPinned || isHovered}
      onChange={setPinned}
      position="bottom-start"
      shadow="md"
      withinPortal
      trapFocus={false}
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.notice}
          data-kind="allergic"
          data-threatens-life={worstFirst[0]?.severity === 'life_threatening' || undefined}
          onClick={() => setPinned(!isPinned)}
          onMouseEnter={() => setHovered(true)}
          onMouseLeave={() => setHovered(false)}
        >
          <IconAlertTriangleFilled size={16} aria-hidden />
          <span className={classes.names}>
            <strong>
              {t('allergic-to')}
              {allergies.length > 1 && ` (${allergies.length})`}:
            </strong>{' '}
            {names}
          </span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('show-allergies')} className={classes.details}>
        <ul>
          {worstFirst.map((allergy) => (
            <li key={allergy._id}>
              <strong>{allergy.substance}</strong>{' '}
              <span className={classes.severity}>{t(`patients:allergy-severity.${allergy.severity}`)}</span>
              <br />
              {allergy.reaction ?? t('no-reaction')}
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
