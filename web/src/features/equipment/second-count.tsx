import { Alert, Button, NumberInput } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { type EquipmentSheet, equipment, type FieldProblem } from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { callsLostAt } from '../../api/connection.ts'
import { outdatedByCheck } from '../../clinical/ambulance/outdated-by-check.ts'
import { useItemName } from '../../clinical/ambulance/use-item-name.ts'
import { useUser } from '../../session/signed-in.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { FailureAlert, omitFieldFailure } from '../../ui/feedback/failure-alert.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import { Section } from '../../ui/section.tsx'
import classes from './equipment.module.css'
import { SignDialog, SignedCounts } from './sign-dialog.tsx'

/** The count of controlled drugs by a second person, who does not see the first one. */
export function SecondCount({ waiting }: { waiting: NonNullable<EquipmentSheet['waiting']> }) {
  const { t, i18n } = useTranslation('equipment')
  const itemName = useItemName()
  const user = useUser()
  const [counts, setCounts] = useState<Record<string, number | string>>({})
  const send = useSend(equipment.confirm, { inline: true, outdates: outdatedByCheck })
  const isLost = callsLostAt.use() !== undefined
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  /** What is counted, but not signed yet. */
  const [unsigned, setUnsigned] = useState<{ item: string; found: number }[]>()
  const time = formatTime(waiting.checked_at, i18n.language, 'dd MMM yyyy HH:mm')
  if (!waiting.is_signed)
    return (
      <Alert color="yellow" icon={<IconUsers aria-hidden />} title={t('waits')} className={classes.alert}>
        {t('second.unsigned')}
      </Alert>
    )
  if (waiting.by._id === user._id)
    return (
      <Alert color="yellow" icon={<IconUsers aria-hidden />} title={t('waits')} className={classes.alert}>
        {t('second.own', { time })}
      </Alert>
    )
  if (isLost)
    return (
      <Alert color="yellow" icon={<IconUsers aria-hidden />} title={t('waits')} className={classes.alert}>
        {t('second.needs-signal')}
      </Alert>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = waiting.items.flatMap((item) => {
      const found = counts[item]
      return typeof found === 'number' ? [{ item, found }] : []
    })
    const isLeft = (item: string) => !typed.some((one) => one.item === item)
    const left = waiting.items.filter(isLeft)
    setProblems(left.map((item) => ({ field: `counts.${item}`, message: 'field-required' })))
    if (left.length === 0) setUnsigned(typed)
  }
  const problem = (item: string) => {
    const all = [...problems, ...(send.error?.fields ?? [])]
    const found = all.find(({ field }) => field === `counts.${item}`)
    return found && <ProblemText message={found.message} />
  }
  return (
    <Section title={t('second.title')}>
      <form noValidate onSubmit={submit} className={classes.form}>
        <p className={classes.hint}>{t('second.about', { person: formatStaffName(waiting.by), time })}</p>
        <div className={classes.fields}>
          {waiting.items.map((item) => (
            <NumberInput
              key={item}
              label={itemName(item)}
              required
              hideControls
              size="md"
              min={0}
              max={999}
              allowDecimal={false}
              inputMode="numeric"
              value={counts[item] ?? ''}
              error={problem(item)}
              onChange={(found) => setCounts((before) => ({ ...before, [item]: found }))}
            />
          ))}
        </div>
        <FailureAlert error={omitFieldFailure(send.error)} />
        <div>
          <Button type="submit" size="md" loading={send.isPending}>
            {t('second.save')}
          </Button>
        </div>
      </form>
      {unsigned && (
        <SignDialog
          title={t('sign.second-title')}
          onClose={() => setUnsigned(undefined)}
          onSign={(signature) => {
            setUnsigned(undefined)
            send.mutate({ _id: waiting._id, counts: unsigned, signature })
          }}
        >
          <p>{t('sign.second-about')}</p>
          <SignedCounts counts={unsigned} />
        </SignDialog>
      )}
    </Section>
  )
}
