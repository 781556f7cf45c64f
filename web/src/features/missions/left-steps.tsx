import { Text } from '@mantine/core'
import type { Mission } from 'contract'
import { useTranslation } from 'react-i18next'
import { NotSentSteps } from './not-sent-steps.tsx'
import { useKeptSteps } from './use-kept-steps.ts'

/**
 * The user's unsent steps of missions that have no card: they were closed, cancelled or given to another crew
 * meanwhile, or the list could not be read. And how many steps others pressed on this tablet, who alone send them.
 */
export function LeftSteps({ shown }: { shown: readonly Mission[] | undefined }) {
  const { t } = useTranslation('missions')
  const { own, others } = useKeptSteps()
  const left = own.filter(({ body }) => !shown?.some(({ _id }) => _id === body._id))
  return (
    <>
      <NotSentSteps kept={left} without={shown ? 'card' : 'list'} />
      {others > 0 && <Text my="xs">{t('not-sent-by-others', { count: others })}</Text>}
    </>
  )
}
