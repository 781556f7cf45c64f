import { Button, Skeleton, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  type Fields,
  type Result,
  type ThresholdChange,
  ThresholdNumbers,
  ThresholdsChangedMeanwhile,
  thresholds,
} from 'contract'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, queryClient, useSend } from '../../api/client.ts'
import { SaveHistory } from '../../clinical/save-history.tsx'
import { useDraft } from '../../session/draft.ts'
import { useMay } from '../../session/signed-in.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { Caution } from '../../ui/feedback/caution.tsx'
import { confirmDiscard } from '../../ui/feedback/confirm.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { ReasonBar } from '../../ui/form/reason-bar.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { type FormVersion, useVersionedForm } from '../../ui/form/use-versioned-form.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import { SectionTitle } from '../../ui/section.tsx'
import { LimitTable, PersistenceTable, TimesTable } from './limit-table.tsx'
import { findThresholdProblems, flattenNumbers, type Numbers, replaceNumbers } from './rules.ts'
import classes from './thresholds.module.css'
import { useNumberTexts } from './words.ts'

type ThresholdsState = Result<typeof thresholds.get>

const thresholdsQuery = ask(thresholds.get, {}, true)

/** The alarm limits and times of this hospital. `children` go between the times and the history. */
export function AlarmLimits({ children }: { children: ReactNode }) {
  const { t } = useTranslation('thresholds')
  const mayEdit = useMay('threshold:update')
  const [isEditing, setEditing] = useState(false)
  const found = useQuery(thresholdsQuery)
  const held = found.data
  return (
    <>
      <PageHeader title={t('title')}>
        {held && mayEdit && !isEditing && (
          <Button
            variant="default"
            size="md"
            leftSection={<IconPencil size={18} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            {t('edit')}
          </Button>
        )}
      </PageHeader>
      <Text c="dimmed" mb="md">
        {t('explained')}
      </Text>
      {found.isLoadingError ? (
        <QueryFailure query={found} />
      ) : !held ? (
        <Skeleton height="32rem" />
      ) : (
        <>
          {isEditing ? (
            <EditLimits held={held} onDone={() => setEditing(false)} />
          ) : (
            <LimitTables
              numbers={flattenNumbers(held.thresholds)}
              standard={flattenNumbers(held.standard)}
              problems={{}}
              onChange={undefined}
            />
          )}
          {children}
          <LimitHistory history={held.history} />
        </>
      )}
    </>
  )
}

function LimitTables(sheet: Parameters<typeof LimitTable>[0]['sheet']) {
  return (
    <>
      <LimitTable sheet={sheet} />
      <PersistenceTable sheet={sheet} />
      <TimesTable sheet={sheet} />
    </>
  )
}

const toVersion = ({
  thresholds: set,
  version,
}: Pick<ThresholdsState, 'thresholds' | 'version'>): FormVersion<Numbers> => ({
  version,
  values: flattenNumbers(set),
})

function readMeanwhile(detail: unknown) {
  const { changes, ...newest } = ThresholdsChangedMeanwhile.parse(detail)
  void queryClient.invalidateQueries({ queryKey: [thresholds.get.path] })
  return { newest: toVersion(newest), changes }
}

function EditLimits({ held, onDone }: { held: ThresholdsState; onDone: () => void }) {
  const { t, i18n } = useTranslation('thresholds')
  const words = useNumberTexts()
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const { form, kept, stored, changed, conflict, fail } = useVersionedForm<Numbers, ThresholdChange>({
    opened: toVersion(held),
    // `findThresholdProblems` checks the numbers, together.
    schema: () => ThresholdNumbers,
    readMeanwhile,
  })
  const draft = useDraft<Record<string, unknown>>('alarm-limits', {
    values: { ...kept.values, reason },
    setValues(restored) {
      const { reason: typed, ...values } = restored as unknown as { reason: string }
      kept.setValues(values)
      setReason(typed)
    },
  })
  const send = useSend(thresholds.update, {
    inline: ['changed-meanwhile', 'invalid'],
    outdates: [thresholds.get],
    onSuccess: close,
  })
  const wanted = replaceNumbers(held.thresholds, form.values)
  const problems = findThresholdProblems(wanted)
  const count = changed.length
  const setNumber = (path: string, value: number | null) => form.setValues({ [path]: value })

  function close() {
    draft.clear()
    onDone()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (count === 0) return
    if (!reason.trim() || Object.keys(problems).length > 0) {
      requestAnimationFrame(() =>
        element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      )
      return
    }
    send.mutate({ version: stored.version, thresholds: wanted, reason }, { onError: fail })
  }

  async function cancel() {
    const mayClose =
      (count === 0 && !reason) ||
      (await confirmDiscard({ about: t('changes', { count }), consequence: t('discard-consequence') }))
    if (mayClose) close()
  }

  const refusedReason = send.error?.fields.find(({ field }) => field === 'reason')?.message
  const reasonProblem = refusedReason ?? (isTried && !reason.trim() ? 'reason-required' : undefined)
  return (
    <form ref={element} noValidate onSubmit={submit}>
      {draft.isRestored && draft.savedAt && count > 0 && (
        <Caution role="status">
          {t('draft-restored', { time: formatTime(draft.savedAt, i18n.language, 'dd MMM yyyy HH:mm') })}
        </Caution>
      )}
      {conflict && (
        <ConflictNotice
          conflict={conflict}
          clashes={conflict.clashes.filter(({ fields: [path = ''] }) => changed.includes(path))}
          onTake={setNumber}
        />
      )}
      <LimitTables
        numbers={form.values}
        standard={flattenNumbers(held.standard)}
        problems={problems}
        onChange={setNumber}
      />
      <ReasonBar
        texts={{
          changes: t('changes', { count }),
          noChange: t('no-change'),
          reason: t('reason'),
          save: t('save'),
        }}
        count={count}
        changes={
          <ul className={classes.changes}>
            {changed.map((path) => (
              <li key={path}>
                {words.name(path)}: {words.value(path, stored.values[path] ?? null)} →{' '}
                <strong>{words.value(path, form.values[path] ?? null)}</strong>
              </li>
            ))}
          </ul>
        }
        refusal={
          isTried &&
          Object.keys(problems).length > 0 &&
          `${t('problems')} ${Object.keys(problems).map(words.name).join(', ')}`
        }
        reason={reason}
        problem={reasonProblem && <ProblemText message={reasonProblem} />}
        onReason={setReason}
        isSaving={send.isPending}
        onCancel={() => void cancel()}
      />
    </form>
  )
}

type LimitConflict = NonNullable<ReturnType<typeof useVersionedForm<Numbers, ThresholdChange>>['conflict']>

type ConflictNoticeProps = {
  conflict: LimitConflict
  clashes: LimitConflict['clashes']
  onTake: (path: string, value: number | null) => void
}

/** What somebody else saved meanwhile; where both changed the same number, theirs can be taken. */
function ConflictNotice({ conflict, clashes, onTake }: ConflictNoticeProps) {
  const { t } = useTranslation('thresholds')
  const words = useNumberTexts()
  const { before, newest, taken, changes } = conflict
  return (
    <Caution role="alert">
      <SectionTitle>{t('meanwhile')}</SectionTitle>
      <p>{t('meanwhile-explained')}</p>
      <HistoryAuthors history={changes} />
      <ul className={classes.changes}>
        {taken.map((path) => (
          <li key={path}>
            {words.name(path)}: {words.value(path, before[path] ?? null)} →{' '}
            <strong>{words.value(path, newest.values[path] ?? null)}</strong>
          </li>
        ))}
        {clashes.map(({ fields: [path = ''], ...clash }) => {
          const pick = (numbers: Fields) => (numbers as Numbers)[path] ?? null
          const theirs = pick(clash.theirs)
          return (
            <li key={path}>
              {words.name(path)}: {words.value(path, pick(clash.before))} →{' '}
              <strong>{words.value(path, theirs)}</strong>,{' '}
              {t('meanwhile-yours', { value: words.value(path, pick(clash.mine)) })}{' '}
              <Button size="compact-md" variant="default" onClick={() => onTake(path, theirs)}>
                {t('take-theirs')}
              </Button>
            </li>
          )
        })}
      </ul>
    </Caution>
  )
}

function HistoryAuthors({ history }: { history: readonly ThresholdChange[] }) {
  const { t, i18n } = useTranslation('thresholds')
  return (
    <ul className={classes.changes}>
      {history.map(({ _id, at, by, reason }) => (
        <li key={_id}>
          <strong>{by ? formatStaffName(by) : t('by-panel')}</strong> ·{' '}
          {formatTime(at, i18n.language, 'dd MMM yyyy HH:mm')} · {reason}
        </li>
      ))}
    </ul>
  )
}

function LimitHistory({ history }: { history: ThresholdsState['history'] }) {
  const { t } = useTranslation('thresholds')
  const words = useNumberTexts()
  return (
    <section className={classes.section}>
      <SectionTitle>{t('history')}</SectionTitle>
      {history.length === 0 ? (
        <Text c="dimmed">{t('no-history')}</Text>
      ) : (
        <SaveHistory saves={history} byNobody={t('by-panel')}>
          {({ reason, changes }) => (
            <>
              <span>{reason}</span>
              <ul className={classes.changes}>
                {changes.map(({ path, from, to }) => (
                  <li key={path}>
                    {words.name(path)}: {words.value(path, from)} → <strong>{words.value(path, to)}</strong>
                  </li>
                ))}
              </ul>
            </>
          )}
        </SaveHistory>
      )}
    </section>
  )
}
