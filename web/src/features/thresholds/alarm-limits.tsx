import { Button, Skeleton, Text, Title } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type CallError, errorCodes, type Result, thresholds } from 'contract'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, call, queryClient, useSend } from '../../api/client.ts'
import { SaveHistory } from '../../clinical/save-history.tsx'
import { useDraft } from '../../session/draft.ts'
import { useMay } from '../../session/signed-in.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { Caution } from '../../ui/feedback/caution.tsx'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { ReasonBar } from '../../ui/form/reason-bar.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import { LimitTable, PersistenceTable, TimesTable } from './limit-table.tsx'
import {
  diffNumbers,
  findClashes,
  findThresholdProblems,
  flattenNumbers,
  type Numbers,
  replaceNumbers,
} from './rules.ts'
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

type LimitsEdit = { version: number; base: Numbers; numbers: Numbers; reason: string }
type LimitClashes = ReturnType<typeof findClashes> & { history: ThresholdsState['history'] }

function EditLimits({ held, onDone }: { held: ThresholdsState; onDone: () => void }) {
  const { t, i18n } = useTranslation('thresholds')
  const words = useNumberTexts()
  const [typed, setTyped] = useState<LimitsEdit>({
    version: held.version,
    base: flattenNumbers(held.thresholds),
    numbers: {},
    reason: '',
  })
  const [meanwhile, setMeanwhile] = useState<LimitClashes>()
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const draft = useDraft<LimitsEdit>('thresholds', {
    values: typed,
    setValues: (kept) => setTyped((before) => ({ ...before, ...(kept as LimitsEdit) })),
  })
  const send = useSend(thresholds.update, {
    inline: ['changed-meanwhile', 'invalid'],
    outdates: [thresholds.get],
  })
  const { base, reason, version } = typed
  const changed = diffNumbers(base, typed.numbers)
  const wanted = replaceNumbers(held.thresholds, { ...base, ...changed })
  const problems = findThresholdProblems(wanted)
  const count = Object.keys(changed).length
  const set = (path: string, value: number | null) =>
    setTyped((before) => ({ ...before, numbers: { ...before.numbers, [path]: value } }))

  /** Rebases what was typed on what others saved; nothing of it is lost. */
  async function standOnNewer() {
    const newer = await call(thresholds.get, {})
    queryClient.setQueryData(thresholdsQuery.queryKey, newer)
    const theirs = flattenNumbers(newer.thresholds)
    setMeanwhile({
      ...findClashes(base, theirs, changed),
      history: newer.history.slice(0, Math.max(newer.version - version, 0)),
    })
    setTyped((before) => ({ ...before, version: newer.version, base: theirs }))
  }

  function fail(error: CallError) {
    if (error.code === errorCodes['changed-meanwhile']) void standOnNewer()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (count === 0) return
    if (!reason.trim() || Object.keys(problems).length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    setMeanwhile(undefined)
    send.mutate(
      { version, thresholds: wanted, reason },
      {
        onSuccess: () => {
          draft.clear()
          onDone()
        },
        onError: fail,
      },
    )
  }

  async function cancel() {
    const mayClose =
      (count === 0 && !reason) ||
      (await confirm({
        question: t('discard-question'),
        about: t('changes', { count }),
        consequence: t('discard-consequence'),
        action: t('discard'),
      }))
    if (!mayClose) return
    draft.clear()
    onDone()
  }

  const refusedReason = send.error?.fields.find(({ field }) => field === 'reason')?.message
  const reasonProblem = refusedReason ?? (isTried && !reason.trim() ? 'reason-required' : undefined)
  return (
    <form ref={form} noValidate onSubmit={submit}>
      {draft.isRestored && draft.savedAt && count > 0 && (
        <Caution role="status">
          {t('draft-restored', { time: formatTime(draft.savedAt, i18n.language, 'dd MMM yyyy HH:mm') })}
        </Caution>
      )}
      {meanwhile && (
        <Caution role="alert">
          <Title order={2} size="h5">
            {t('meanwhile')}
          </Title>
          <p>{t('meanwhile-explained')}</p>
          <HistoryAuthors history={meanwhile.history} />
          <ul className={classes.changes}>
            {meanwhile.taken.map(({ path, before, theirs }) => (
              <li key={path}>
                {words.name(path)}: {words.value(path, before)} → <strong>{words.value(path, theirs)}</strong>
              </li>
            ))}
            {meanwhile.clashes
              .filter(({ path }) => path in changed)
              .map(({ path, before, theirs, mine }) => (
                <li key={path}>
                  {words.name(path)}: {words.value(path, before)} →{' '}
                  <strong>{words.value(path, theirs)}</strong>,{' '}
                  {t('meanwhile-yours', { value: words.value(path, mine) })}{' '}
                  <Button size="compact-md" variant="default" onClick={() => set(path, theirs)}>
                    {t('take-theirs')}
                  </Button>
                </li>
              ))}
          </ul>
        </Caution>
      )}
      <LimitTables
        numbers={{ ...base, ...typed.numbers }}
        standard={flattenNumbers(held.standard)}
        problems={problems}
        onChange={set}
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
            {Object.entries(changed).map(([path, value]) => (
              <li key={path}>
                {words.name(path)}: {words.value(path, base[path] ?? null)} →{' '}
                <strong>{words.value(path, value)}</strong>
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
        onReason={(value) => setTyped((before) => ({ ...before, reason: value }))}
        isSaving={send.isPending}
        onCancel={() => void cancel()}
      />
    </form>
  )
}

function HistoryAuthors({ history }: { history: ThresholdsState['history'] }) {
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
      <Title order={2} size="h4">
        {t('history')}
      </Title>
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
