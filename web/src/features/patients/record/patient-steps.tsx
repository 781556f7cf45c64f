import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, type TablerIcon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePatientNeighbours } from '../../../clinical/patient/patient-order.ts'
import { useTotalText } from '../../../ui/list/pager.tsx'
import { formatRecordPath, type RecordScreen } from './facts/record-paths.ts'
import classes from './record-tabs.module.css'

type PatientStepsProps = { patientId: string; screen: RecordScreen }

/**
 * Leads to the same screen of the previous and of the next patient of the list from which the record was opened. Each
 * takes the place of the one before in the browser's history: back does not lead through all of them.
 */
export function PatientSteps({ patientId, screen }: PatientStepsProps) {
  const { t } = useTranslation('patient-record')
  const neighbours = usePatientNeighbours(patientId)
  const totalText = useTotalText()
  if (!neighbours || neighbours.total === 1) return null
  const { previousId, nextId, place } = neighbours
  const total = totalText(neighbours)
  return (
    <div className={classes.steps} role="group" aria-label={t('step.group')}>
      <Step
        label={t('step.previous')}
        Icon={IconChevronLeft}
        to={previousId && formatRecordPath(previousId, screen)}
      />
      <span className={classes.place}>{t('step.place', { place, total })}</span>
      <Step label={t('step.next')} Icon={IconChevronRight} to={nextId && formatRecordPath(nextId, screen)} />
    </div>
  )
}

function Step({ label, Icon, to }: { label: string; Icon: TablerIcon; to: string | undefined }) {
  const icon = <Icon size={20} aria-hidden />
  const props = { variant: 'subtle', color: 'gray', size: 44, 'aria-label': label, title: label } as const
  if (to === undefined)
    return (
      <ActionIcon {...props} disabled>
        {icon}
      </ActionIcon>
    )
  return (
    <ActionIcon {...props} component={Link} to={to} replace preventScrollReset>
      {icon}
    </ActionIcon>
  )
}
