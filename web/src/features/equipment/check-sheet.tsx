import { Button, NativeSelect, NumberInput, Skeleton, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import {
  type CallError,
  checkKinds,
  controlledItems,
  type EquipmentGroup,
  type EquipmentSheet,
  equipment,
  equipmentGroups,
  equipmentItems,
  type FieldProblem,
  type Input,
  judgeCheck,
  judgeOdometer,
  shiftNames,
} from 'contract'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import { callsLostAt } from '../../api/connection.ts'
import type { CheckEntries, CheckEntry, CheckHead } from '../../clinical/ambulance/check-draft.ts'
import { equipmentPath, formsPath } from '../../paths.ts'
import { formatTime } from '../../ui/date/dates.ts'
import { useToday } from '../../ui/date/use-today.ts'
import { DoubtQuestion } from '../../ui/feedback/doubt-notice.tsx'
import { FailureAlert } from '../../ui/feedback/failure-alert.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { DateField } from '../../ui/form/date/date-field.tsx'
import { parseTypedNumber } from '../../ui/form/parse-typed-number.ts'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { AsOf } from './as-of.tsx'
import { CheckResultBadge } from './check-badges.tsx'
import { CheckHistory } from './check-history.tsx'
import { CheckPrint } from './check-print.tsx'
import { toBlankCheck } from './check-printout.tsx'
import { CheckRow, type FaultPhotoChoice } from './check-row.tsx'
import {
  completeAll,
  createEntry,
  isChecked,
  judgeEntry,
  judgeHead,
  lacksBatchFields,
  toRows,
} from './check-values.ts'
import classes from './equipment.module.css'
import { OpenFaults } from './open-faults.tsx'
import { SecondCount } from './second-count.tsx'
import { type CheckOutbox, type Finished, type Sent, sendCheck } from './send-check.ts'
import { SignDialog, SignedCounts } from './sign-dialog.tsx'
import { type DraftKeeper, pickFiles, useCheckDraft, type VaultWord } from './use-check-draft.ts'

type CheckSheetProps = {
  vehicleId: string
  keeper: DraftKeeper
  outbox: CheckOutbox
  vault: VaultWord
  /** What this tablet keeps of the vehicle, and how it is unlocked. */
  kept: ReactNode
  /** Whether somebody else may be at the tablet than who typed. */
  isCovered: boolean
}

/** The check of a vehicle: what is open from last time first, then each group of what it carries. */
export function CheckSheet({ vehicleId, keeper, outbox, vault, kept, isCovered }: CheckSheetProps) {
  const { t } = useTranslation(['equipment', 'forms', 'fleet'])
  const sheet = useQuery({
    ...ask(equipment.sheet, { _id: vehicleId }, true),
    // What somebody types rests on it; it is asked for again after a check.
    refetchOnWindowFocus: false,
  })
  const crumbs = [
    { label: t('forms:title'), to: formsPath },
    { label: t('title'), to: equipmentPath },
  ]
  if (sheet.isLoadingError || !sheet.data)
    return (
      <>
        <PageHeader title={t('title')} crumbs={crumbs} />
        {kept}
        {sheet.isLoadingError ? <QueryFailure query={sheet} /> : <Skeleton height="32rem" />}
      </>
    )
  const { vehicle, waiting, faults } = sheet.data
  return (
    <>
      <PageHeader
        title={t('title-of', { vehicle: vehicle.call_sign })}
        documentTitle={t('title')}
        crumbs={crumbs}
        count={`${vehicle.plate} · ${t(`fleet:unit.${vehicle.class}`)}`}
      >
        <CheckPrint
          label={t('forms:print-blank')}
          id={vehicleId}
          read={async () => toBlankCheck(sheet.data)}
        />
      </PageHeader>
      {kept}
      <AsOf seenAt={sheet.dataUpdatedAt} />
      <div className={classes.sheet}>
        {waiting && <SecondCount key={waiting._id} waiting={waiting} />}
        <OpenFaults faults={faults} />
        <div hidden={isCovered}>
          <CheckForm
            key={vehicleId}
            sheet={sheet.data}
            keeper={keeper}
            outbox={outbox}
            vault={vault}
            isCovered={isCovered}
          />
        </div>
        <CheckHistory vehicleId={vehicleId} />
      </div>
    </>
  )
}

type CheckFormProps = Pick<CheckSheetProps, 'keeper' | 'outbox' | 'vault' | 'isCovered'> & {
  sheet: EquipmentSheet
}

function CheckForm({ sheet, keeper, outbox, vault, isCovered }: CheckFormProps) {
  const { t, i18n } = useTranslation(['equipment', 'fleet'])
  const today = useToday()
  const isLost = callsLostAt.use() !== undefined
  const { vehicle, items } = sheet
  const draft = useCheckDraft(vehicle._id, keeper, vault)
  const { typed, photos, checkId, setTyped } = draft
  const blank = useMemo(() => Object.fromEntries(items.map((one) => [one.item, createEntry(one)])), [items])
  const entries: CheckEntries = { ...blank, ...typed.entries }
  const head: CheckHead = {
    day: sheet.day,
    shift: sheet.shift,
    kind: 'SHIFT',
    odometer: vehicle.odometer ?? '',
    note: '',
    ...typed.head,
  }
  const changeHead = (part: Partial<CheckHead>) =>
    setTyped((before) => ({ ...before, head: { ...before.head, ...part } }))
  // Another value in the same field is not confirmed.
  const [sureOdometer, setSureOdometer] = useState<CheckHead['odometer']>()
  const [isTold, setTold] = useState(false)
  const send = useMutation<Sent, CallError, Finished>({
    mutationFn: (finished) => sendCheck(finished, outbox, draft.renewId),
    meta: { inline: true },
    onSuccess: (sent) => {
      setTold(false)
      draft.clear()
      if (sent === 'kept') toast('success', t('kept'))
      if (sent === 'stored-without-photos') toast('warning', t('photo-failed'))
    },
  })
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  /** What is finished but for its signature. */
  const [unsigned, setUnsigned] = useState<Input<typeof equipment.check>>()
  const change = useCallback(
    (item: string, part: Partial<CheckEntry>) =>
      setTyped((before) => {
        const entry = before.entries[item] ?? (blank[item] as CheckEntry)
        return { ...before, entries: { ...before.entries, [item]: { ...entry, ...part } } }
      }),
    [blank, setTyped],
  )
  const left = items.filter(({ item }) => !isChecked(item, entries[item] as CheckEntry))
  const judged = items.flatMap((one) => {
    const status = judgeEntry(one, entries[one.item] as CheckEntry, today)
    const vital = equipmentItems[one.item]?.vital
    return status ? [{ status, ...(vital && { vital }) }] : []
  })
  const odometer = parseTypedNumber(head.odometer) ?? null
  const isSure = sureOdometer === head.odometer
  const save = () => {
    const [first] = left
    setTold(left.length > 0)
    if (first) {
      document.getElementById(`item-${first.item}`)?.scrollIntoView({ block: 'center' })
      return
    }
    // Without a signal nobody else says so.
    const found = judgeHead({ day: head.day, odometer, isSure }, { today, last: vehicle.odometer })
    setProblems(found)
    if (found.length > 0) return
    setUnsigned({
      ...head,
      new_id: checkId,
      vehicle_id: vehicle._id,
      odometer,
      is_odometer_confirmed: isSure,
      rows: toRows(entries, items),
    })
  }
  const result = judgeCheck(judged)
  const problem = (name: string) => {
    const found = [...problems, ...(send.error?.fields ?? [])].find(({ field }) => field === name)
    return found && <ProblemText message={found.message} />
  }
  return (
    <fieldset className={classes.form} disabled={send.isPending}>
      {(vault === 'none' || vault === 'locked') && (
        <p className={classes.hint}>{t(vault === 'none' ? 'not-kept' : 'not-kept-locked')}</p>
      )}
      {draft.restoredAt !== undefined && (
        <p className={classes.hint}>
          {t('draft-restored', {
            time: formatTime(new Date(draft.restoredAt), i18n.language, 'dd MMM yyyy HH:mm'),
          })}
        </p>
      )}
      <Section title={t('checklist')}>
        <p className={classes.hint}>
          {t(`rule.${sheet.check_rule}`)} {t('rule-counts')}
        </p>
        <div className={classes.fields}>
          <DateField
            label={t('field.day')}
            required
            size="md"
            value={head.day}
            error={problem('day')}
            onChange={(day) => changeHead({ day })}
          />
          <NativeSelect
            label={t('field.shift')}
            required
            size="md"
            value={head.shift}
            data={shiftNames.map((value) => ({ value, label: t(`shift.${value}`) }))}
            onChange={({ currentTarget: { value } }) =>
              changeHead({ shift: shiftNames.find((one) => one === value) ?? head.shift })
            }
          />
          <NativeSelect
            label={t('field.kind')}
            required
            size="md"
            value={head.kind}
            data={checkKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
            onChange={({ currentTarget: { value } }) =>
              changeHead({ kind: checkKinds.find((one) => one === value) ?? head.kind })
            }
          />
          <div>
            <NumberInput
              label={t('field.odometer')}
              size="md"
              hideControls
              allowDecimal={false}
              allowNegative={false}
              thousandSeparator=","
              suffix={` ${t('fleet:km')}`}
              inputMode="numeric"
              value={head.odometer}
              error={problem('odometer')}
              onChange={(typed) => changeHead({ odometer: typed })}
            />
            {judgeOdometer(vehicle.odometer, odometer) === 'leaps' && (
              <DoubtQuestion
                doubt="changed"
                last={t('last-odometer', { km: vehicle.odometer?.toLocaleString(i18n.language) })}
                isConfirmed={isSure}
                onConfirm={(isRight) => setSureOdometer(isRight ? head.odometer : undefined)}
              />
            )}
          </div>
        </div>
      </Section>
      {equipmentGroups.map((group) => {
        const ofGroup = items.filter(({ item }) => equipmentItems[item]?.group === group)
        return (
          ofGroup.length > 0 && (
            <CheckGroup
              key={group}
              group={group}
              items={ofGroup}
              entries={entries}
              photos={photos}
              today={today}
              isTold={isTold}
              onChange={change}
              onPhoto={draft.choosePhoto}
              onRemovePhoto={draft.removePhoto}
              onComplete={() =>
                setTyped((before) => ({
                  ...before,
                  entries: completeAll({ ...blank, ...before.entries }, ofGroup),
                }))
              }
            />
          )
        )
      })}
      <Textarea
        label={t('field.note')}
        size="md"
        autosize
        maxLength={500}
        value={head.note}
        onChange={({ currentTarget: { value } }) => changeHead({ note: value })}
      />
      <FailureAlert error={send.error} />
      {isLost && items.some(({ item }) => controlledItems.includes(item)) && (
        <p className={classes.hint}>{t('second-needs-signal')}</p>
      )}
      <div className={classes.foot}>
        <div className={classes.lines}>
          {left.length === 0 && (
            <span className={classes.inline}>
              {t('result-so-far')} <CheckResultBadge result={result} />
            </span>
          )}
          <span className={classes.quiet} role="status">
            {left.length > 0 ? t('left', { count: left.length }) : t('result-hint')}
          </span>
        </div>
        <Button
          size="lg"
          loading={send.isPending || Object.values(photos).includes('reading')}
          onClick={save}
        >
          {t('save')}
        </Button>
      </div>
      {unsigned && !isCovered && (
        <SignDialog
          title={t('sign.title')}
          onClose={() => setUnsigned(undefined)}
          onSign={(signature) => {
            setUnsigned(undefined)
            const check = { ...unsigned, signature }
            send.mutate({ check, vehicle, at: new Date().toISOString(), photos: pickFiles(photos) })
          }}
        >
          <p>{t('sign.about', { vehicle: vehicle.call_sign })}</p>
          <span className={classes.inline}>
            {t('result-so-far')} <CheckResultBadge result={result} />
          </span>
          <SignedCounts counts={unsigned.rows} />
        </SignDialog>
      )}
    </fieldset>
  )
}

type CheckGroupProps = {
  group: EquipmentGroup
  items: EquipmentSheet['items']
  entries: CheckEntries
  photos: Readonly<Record<string, FaultPhotoChoice>>
  today: string
  isTold: boolean
  onChange: (item: string, change: Partial<CheckEntry>) => void
  onPhoto: (item: string, photo: File) => void
  onRemovePhoto: (item: string) => void
  onComplete: () => void
}

function CheckGroup({ group, items, entries, photos, isTold, onComplete, ...row }: CheckGroupProps) {
  const { t } = useTranslation('equipment')
  const done = items.filter(({ item }) => isChecked(item, entries[item] as CheckEntry)).length
  const undated = items.filter(({ item }) => {
    const entry = entries[item] as CheckEntry
    return entry.found !== 0 && lacksBatchFields(item, entry)
  }).length
  return (
    <Section title={t(`group.${group}`)}>
      <div className={classes.groupHead}>
        <span className={classes.quiet}>{t('progress', { done, all: items.length })}</span>
        <Button
          variant="default"
          size="md"
          aria-label={t('all-complete-of', { group: t(`group.${group}`) })}
          onClick={onComplete}
        >
          {t('all-complete')}
        </Button>
      </div>
      {(group === 'DRUGS' || group === 'OXYGEN') && <p className={classes.quiet}>{t('all-complete-hint')}</p>}
      {undated > 0 && (
        <p className={classes.quiet} role="status">
          {t('undated', { count: undated })}
        </p>
      )}
      <ul className={classes.rows}>
        {items.map((wanted) => (
          <CheckRow
            key={wanted.item}
            wanted={wanted}
            entry={entries[wanted.item] as CheckEntry}
            photo={photos[wanted.item]}
            isMissing={isTold}
            {...row}
          />
        ))}
      </ul>
    </Section>
  )
}
