import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CallError } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../api/client.ts'
import { describeFailure } from '../../../ui/feedback/call-toasts.ts'
import { Section } from '../../../ui/section.tsx'
import { formCalls } from '../calls.ts'
import type { KeptRefusal, RecordName } from '../offline/database.ts'
import { KeptLink } from '../offline/kept-list.tsx'
import classes from '../offline/offline.module.css'
import { listNamedRefusals, outboxState } from '../offline/outbox-state.ts'
import { useKeepRecord } from '../offline/use-kept-record.ts'

/** The records that were refused as complete while nobody looked, whoever asked for it on this tablet. */
export function NotAccepted() {
  const { t } = useTranslation('offline')
  const refusals = listNamedRefusals(outboxState.use())
  if (refusals.length === 0) return null
  return (
    <div className={classes.place}>
      <Section title={t('not-accepted.title')}>
        <div className={classes.notSent}>
          <Text>{t('not-accepted.what', { count: refusals.length })}</Text>
          <ul className={classes.kept}>
            {refusals.map((one) => (
              <li key={one.name._id}>
                <Refused {...one} />
              </li>
            ))}
          </ul>
        </div>
      </Section>
    </div>
  )
}

/** Asks for the record: one that was completed or voided elsewhere is refused no more. */
function Refused({ name, ...refusal }: KeptRefusal & { name: RecordName }) {
  const { data } = useQuery(ask(formCalls[name.form].list, { _id: name._id }, true))
  const seen = data?.rows[0]
  useKeepRecord(seen)
  return (
    <>
      <KeptLink record={seen ?? name} />
      <Text size="sm">{describeFailure(new CallError(refusal))}</Text>
    </>
  )
}
