import { Button, Paper, Text, TextInput, Title } from '@mantine/core'
import { IconLockOpen } from '@tabler/icons-react'
import { glassBrokenHours, type OutsideWards as Outside, patients } from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api.ts'
import { patientListAddress } from '../../shell/addresses.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Problem } from '../../ui/schema-form.tsx'
import { useNameOf } from '../../ui/use-name-of.ts'
import classes from './outside-wards.module.css'

type OutsideWardsProps = { patientId: string; outside: Outside; isOpening: boolean }

/**
 * In the place of a record that is outside the wards of her groups. In an emergency it costs one field and the Enter
 * key.
 */
export function OutsideWards({ patientId, outside: { hn, ward }, isOpening }: OutsideWardsProps) {
  const { t } = useTranslation(['patient-record', 'shell', 'validation'])
  const nameOf = useNameOf()
  const [reason, setReason] = useState('')
  const open = useSend(patients.breakGlass, { inline: ['invalid'], outdates: [patients.get] })
  const problem = open.error?.fields.find(({ field }) => field === 'reason')?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!open.isPending) open.mutate({ patient_id: patientId, reason })
  }
  return (
    <>
      <PageHeader
        title={t('outside.title')}
        crumbs={[{ label: t('shell:patient-list'), to: patientListAddress }]}
      />
      <Paper withBorder className={classes.page} component="form" noValidate onSubmit={submit}>
        <Title order={2} size="h4">
          HN {hn} · {nameOf(ward)}
        </Title>
        <Text>{t('outside.explained', { hours: glassBrokenHours })}</Text>
        <TextInput
          size="md"
          label={t('outside.reason')}
          description={t('outside.reason-hint')}
          required
          maxLength={500}
          autoFocus
          autoComplete="off"
          value={reason}
          error={problem && <Problem message={problem} />}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
        <Button
          type="submit"
          size="md"
          className={classes.open}
          leftSection={<IconLockOpen size={18} aria-hidden />}
          loading={open.isPending || (open.isSuccess && isOpening)}
        >
          {t('outside.open')}
        </Button>
      </Paper>
    </>
  )
}
