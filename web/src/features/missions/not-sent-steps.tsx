import { Alert, Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Moment } from '../../ui/date/moment.tsx'
import { FailureAlert } from '../../ui/feedback/failure-alert.tsx'
import { dropStep, type KeptStep } from './kept-steps.ts'
import classes from './missions.module.css'
import { sendKeptSteps } from './send-steps.ts'

/** Steps that were pressed without a signal, each with its moment; one that the panel refused can be removed. */
export function NotSentSteps({ kept }: { kept: readonly KeptStep[] }) {
  const { t } = useTranslation('missions')
  if (kept.length === 0) return null
  return (
    <Alert color="yellow" icon={<IconCloudOff aria-hidden />} title={t('not-sent')}>
      <ul className={classes.timeline}>
        {kept.map(({ body: { event_id, step, at }, failure }) => (
          <li key={event_id} className={classes.step}>
            <span>
              <Moment at={at} /> <strong>{t(`step.${step}`)}</strong>
            </span>
            <FailureAlert error={failure ?? null} />
            {failure && (
              <Button variant="subtle" size="md" onClick={() => dropStep(event_id)}>
                {t('remove-unsent')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button variant="default" size="md" onClick={() => void sendKeptSteps()}>
        {t('send-now')}
      </Button>
    </Alert>
  )
}
