import { Alert, Button, Text } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import type { Mission } from 'contract'
import { useTranslation } from 'react-i18next'
import type { Store } from '../../api/store.ts'
import type { StepKeeper } from '../../clinical/ambulance/kept-step.ts'
import { NotSentSteps } from './not-sent-steps.tsx'
import { useKeptSteps } from './use-kept-steps.ts'

/**
 * The unsent steps that stand on no card. The user's own of missions that were closed, cancelled or given to another
 * crew meanwhile, or while the list could not be read; those that cannot be read here; and those of colleagues who
 * cannot take them back. And how many others wait for who pressed them, who alone send them.
 */
export function LeftSteps({ keeper, shown }: { keeper: StepKeeper; shown: readonly Mission[] | undefined }) {
  const { t } = useTranslation('missions')
  const { read, closed, left, others } = useKeptSteps(keeper)
  const cardless = read.filter(({ pressed }) => !shown?.some(({ _id }) => _id === pressed.step._id))
  return (
    <>
      <NotSentSteps keeper={keeper} kept={cardless} without={shown ? 'card' : 'list'} />
      <NotSentSteps keeper={keeper} kept={closed} without="name" />
      <NotSentSteps keeper={keeper} kept={left} without="author" />
      <SentToDispatcher waiting={keeper.waiting} />
      {others > 0 && <Text my="xs">{t('not-sent-by-others', { count: others })}</Text>}
    </>
  )
}

/** Whoever sent them may not see the mission. */
function SentToDispatcher({ waiting }: { waiting: Store<number> }) {
  const { t } = useTranslation('missions')
  const count = waiting.use()
  if (count === 0) return null
  return (
    <Alert color="yellow" icon={<IconHourglass aria-hidden />} title={t('waiting.for-dispatcher')}>
      <p>{t('waiting.sent', { count })}</p>
      <Button variant="default" size="md" onClick={() => waiting.set(0)}>
        {t('waiting.seen')}
      </Button>
    </Alert>
  )
}
