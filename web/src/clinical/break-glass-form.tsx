import { Button, Paper, Text, TextInput } from '@mantine/core'
import { IconLockOpen } from '@tabler/icons-react'
import { breakGlassHours, type CallError, errorCodes, OutsideWards, patients } from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../api/client.ts'
import { ProblemText } from '../ui/form/schema-form.tsx'
import { SectionTitle } from '../ui/section.tsx'
import { useLocalizedName } from '../ui/use-localized-name.ts'
import classes from './break-glass-form.module.css'

/** The patient whose record the call was refused for, if it can be opened by giving a reason (break-glass). */
export function parseBlockedRecord(error: CallError | null): OutsideWards | undefined {
  return error?.code === errorCodes['break-glass-needed']
    ? OutsideWards.safeParse(error.detail).data
    : undefined
}

type BreakGlassFormProps = { record: OutsideWards; isOpening?: boolean; onOpened?: () => void }

/** Replaces a record outside the user's wards: in an emergency one field and the Enter key open it. */
export function BreakGlassForm({
  record: { patient_id, hn, ward },
  isOpening,
  onOpened,
}: BreakGlassFormProps) {
  const { t } = useTranslation(['patient-record', 'validation'])
  const localName = useLocalizedName()
  const [reason, setReason] = useState('')
  const open = useSend(patients.breakGlass, {
    inline: ['invalid'],
    outdates: [patients.get],
    onSuccess: () => onOpened?.(),
  })
  const problem = open.error?.fields.find(({ field }) => field === 'reason')?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!open.isPending) open.mutate({ patient_id, reason })
  }
  return (
    <Paper withBorder className={classes.page} component="form" noValidate onSubmit={submit}>
      <SectionTitle>
        HN {hn} · {localName(ward)}
      </SectionTitle>
      <Text>{t('outside.explained', { hours: breakGlassHours })}</Text>
      <TextInput
        size="md"
        label={t('outside.reason')}
        description={t('outside.reason-hint')}
        required
        maxLength={500}
        autoFocus
        autoComplete="off"
        value={reason}
        error={problem && <ProblemText message={problem} />}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      <Button
        type="submit"
        size="md"
        className={classes.open}
        leftSection={<IconLockOpen size={18} aria-hidden />}
        loading={open.isPending || (open.isSuccess && isOpening === true)}
      >
        {t('outside.open')}
      </Button>
    </Paper>
  )
}
