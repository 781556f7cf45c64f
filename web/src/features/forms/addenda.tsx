import { Button, Stack, Textarea } from '@mantine/core'
import { type FormRecord, formRecords } from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { SaveHistory } from '../../clinical/save-history.tsx'
import { FailureAlert, omitFieldFailure } from '../../ui/feedback/failure-alert.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { Section } from '../../ui/section.tsx'
import { formCalls } from './calls.ts'

/** What was added to a complete record, and a form for more: a complete record is never changed. */
export function Addenda({ record, mayAdd }: { record: FormRecord; mayAdd: boolean }) {
  const { t } = useTranslation('forms')
  const [typed, setTyped] = useState({ what: '', why: '' })
  const send = useSend(formRecords.addAddendum, {
    inline: ['invalid'],
    outdates: [formCalls[record.form].list],
    onSuccess: () => setTyped({ what: '', why: '' }),
  })
  const isOpen = mayAdd && record.state === 'complete'
  if (record.addenda.length === 0 && !isOpen) return null
  const problem = (name: string) => {
    const found = send.error?.fields.find(({ field }) => field === name)
    return found && <ProblemText message={found.message} />
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate({ _id: record._id, ...typed })
  }
  return (
    <Section title={t('addenda')}>
      <SaveHistory saves={record.addenda}>
        {({ what, why }) => (
          <p>
            {what} ({why})
          </p>
        )}
      </SaveHistory>
      {isOpen && (
        <form noValidate onSubmit={submit}>
          <Stack gap="sm">
            {(['what', 'why'] as const).map((name) => (
              <Textarea
                key={name}
                label={t(`addendum.${name}`)}
                required
                size="md"
                autosize
                minRows={name === 'what' ? 2 : 1}
                value={typed[name]}
                error={problem(name)}
                onChange={({ currentTarget: { value } }) =>
                  setTyped((before) => ({ ...before, [name]: value }))
                }
              />
            ))}
            <FailureAlert error={omitFieldFailure(send.error)} />
            <Button
              type="submit"
              size="md"
              variant="default"
              loading={send.isPending}
              style={{ alignSelf: 'start' }}
            >
              {t('addendum.add')}
            </Button>
          </Stack>
        </form>
      )}
    </Section>
  )
}
