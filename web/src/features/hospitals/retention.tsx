import { Alert, Button, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Result, RetentionDraft, ThresholdsChangedMeanwhile, thresholds } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { useMay } from '../../session/signed-in.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { useNow } from '../../ui/date/use-now.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { ProblemText, SchemaForm } from '../../ui/form/schema-form.tsx'
import { UnitNumberField } from '../../ui/form/unit-number-field.tsx'
import { type FormVersion, useVersionedForm } from '../../ui/form/use-versioned-form.ts'
import { formatStaffName } from '../../ui/person-name.ts'
import { HospitalSection } from './hospital-section.tsx'
import classes from './hospitals.module.css'

type ThresholdsReply = Result<typeof thresholds.get>

const minuteMs = 60_000
const retentionPath = 'times.retention_months'

/** The month before which readings are deleted, computed as on the server: whole months, in UTC. */
function getRetentionStart(months: number, now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))
}

/** How long readings are stored. Part of the thresholds, but set here because it has nothing to do with alarms. */
export function Retention() {
  const { t } = useTranslation('hospitals')
  const mayRead = useMay('alarm:read')
  const mayManage = useMay('hospital:manage')
  const mayUpdate = useMay('threshold:update')
  const mayEdit = mayManage && mayUpdate
  const [isEditing, setEditing] = useState(false)
  const { data: held } = useQuery({ ...ask(thresholds.get, {}, true), enabled: mayRead })
  if (!mayRead) return null
  return (
    <HospitalSection
      title={t('retention')}
      act={
        held &&
        mayEdit &&
        !isEditing && (
          <Button
            variant="default"
            size="md"
            leftSection={<IconPencil size={18} aria-hidden />}
            aria-label={`${t('edit')}: ${t('retention')}`}
            onClick={() => setEditing(true)}
          >
            {t('edit')}
          </Button>
        )
      }
    >
      {!held ? (
        <Skeleton height="4rem" />
      ) : isEditing ? (
        <RetentionForm held={held} onDone={() => setEditing(false)} />
      ) : (
        <RetentionFacts held={held} />
      )}
    </HospitalSection>
  )
}

function RetentionFacts({ held: { thresholds: set, history } }: { held: ThresholdsReply }) {
  const { t, i18n } = useTranslation('hospitals')
  const inWords = useMonthsText()
  const changes = history.flatMap((one) =>
    one.changes.filter((change) => change.path === retentionPath).map((change) => ({ ...one, ...change })),
  )
  return (
    <>
      <Text>{t('kept', { months: inWords(set.times.retention_months) })}</Text>
      {changes.length > 0 && (
        <ol className={classes.changes}>
          {changes.map(({ _id, at, by, reason, from, to }) => (
            <li key={_id}>
              <span className={classes.small}>
                {[formatTime(at, i18n.language, 'dd MMM yyyy HH:mm'), by && formatStaffName(by), reason]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span>
                {inWords(from)} → <strong>{inWords(to)}</strong>
              </span>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

function useMonthsText(): (months: number | null) => string {
  const { t } = useTranslation('hospitals')
  return (months) => (months === null ? t('for-good') : t('months', { count: months }))
}

type RetentionValues = { months: number | null; reason: string }

const toVersion = ({
  thresholds: { times },
  version,
}: Pick<ThresholdsReply, 'thresholds' | 'version'>): FormVersion<RetentionValues> => ({
  version,
  values: { months: times.retention_months, reason: '' },
})

function readMeanwhile(detail: unknown) {
  const newest = ThresholdsChangedMeanwhile.parse(detail)
  return { newest: toVersion(newest), changes: [newest.thresholds] }
}

function RetentionForm({ held, onDone }: { held: ThresholdsReply; onDone: () => void }) {
  const { t, i18n } = useTranslation('hospitals')
  const inWords = useMonthsText()
  const now = useNow(minuteMs)
  const { form, stored, conflict, fail } = useVersionedForm({
    opened: toVersion(held),
    schema: () => RetentionDraft,
    readMeanwhile,
  })
  const before = stored.values.months
  const send = useSend(thresholds.update, {
    inline: ['changed-meanwhile', 'invalid'],
    outdates: [thresholds.get],
    onSuccess: onDone,
  })
  const { months } = form.values
  const isValid = RetentionDraft.shape.months.safeParse(months).success
  const isShorter = isValid && months !== null && (before === null || months < before)
  const day = isShorter
    ? formatTime(getRetentionStart(months, new Date(now)), i18n.language, 'dd MMM yyyy')
    : ''

  async function submit({ reason }: { reason: string }) {
    if (months === before) return onDone()
    const isSure =
      !isShorter ||
      (await confirm({
        question: t('retention-question'),
        about: t('kept', { months: inWords(months) }),
        consequence: t('retention-warning', { day }),
        action: t('retention-action'),
      }))
    if (!isSure) return
    // The alarm limits are saved with it, as they are now.
    const [newest = held.thresholds] = conflict?.changes ?? []
    const times = { ...newest.times, retention_months: months }
    send.mutate({ version: stored.version, reason, thresholds: { ...newest, times } }, { onError: fail })
  }

  return (
    <SchemaForm form={form} onSubmit={(values) => void submit(values)}>
      <Stack gap="md" maw="32rem">
        {conflict && (
          <Alert role="alert" color="yellow" title={t('meanwhile')}>
            {t('kept', { months: inWords(before) })} {t('save-again')}
          </Alert>
        )}
        <UnitNumberField
          label={t('retention-months')}
          description={t('retention-hint')}
          size="md"
          unit={t('months-unit')}
          decimalScale={0}
          value={months}
          error={form.errors['months'] ?? (isValid ? undefined : <ProblemText message="number-range" />)}
          onChange={(value) => form.setFieldValue('months', typeof value === 'number' ? value : null)}
        />
        {isShorter && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="status">
            {t('retention-warning', { day })}
          </Alert>
        )}
        <Textarea
          {...form.getInputProps('reason')}
          label={t('reason')}
          size="md"
          autosize
          minRows={1}
          maxLength={500}
          required
        />
        <FormEnd action={t('save')} isPending={send.isPending} onCancel={onDone} />
      </Stack>
    </SchemaForm>
  )
}
