import { Button, NativeSelect, NumberInput, Skeleton, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  checkKinds,
  type EquipmentGroup,
  type EquipmentSheet,
  equipment,
  equipmentGroups,
  equipmentItems,
  judgeCheck,
  judgeOdometer,
  shiftNames,
} from 'contract'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { v7 as newId } from 'uuid'
import { ask, call, useSend } from '../../api/client.ts'
import { shrinkPhoto } from '../../clinical/ambulance/shrink-photo.ts'
import { equipmentPath, formsPath } from '../../paths.ts'
import { useDraft } from '../../session/draft.ts'
import { formatTime } from '../../ui/date/dates.ts'
import { useToday } from '../../ui/date/use-today.ts'
import { DoubtQuestion } from '../../ui/feedback/doubt-notice.tsx'
import { FailureAlert } from '../../ui/feedback/failure-alert.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { DateField } from '../../ui/form/date-field.tsx'
import { parseTypedNumber } from '../../ui/form/parse-typed-number.ts'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { CheckHistory } from './check-history.tsx'
import { ResultMark } from './check-marks.tsx'
import { CheckPrint } from './check-print.tsx'
import { toBlankCheck } from './check-printout.tsx'
import { CheckRow, type FaultPhotoChoice } from './check-row.tsx'
import {
  completeAll,
  createEntry,
  type Entries,
  type Entry,
  isChecked,
  judgeEntry,
  lacksMarks,
  toRows,
} from './check-values.ts'
import classes from './equipment.module.css'
import { OpenFaults } from './open-faults.tsx'
import { outdatedByCheck } from './queries.ts'
import { SecondCount } from './second-count.tsx'

/** The check of a vehicle: what is open from last time first, then each group of what it carries. */
export function CheckSheet({ vehicleId }: { vehicleId: string }) {
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
      <div className={classes.sheet}>
        {waiting && <SecondCount key={waiting._id} waiting={waiting} />}
        <OpenFaults faults={faults} />
        <CheckForm key={vehicleId} sheet={sheet.data} />
        <CheckHistory vehicleId={vehicleId} />
      </div>
    </>
  )
}

type Head = {
  day: string
  shift: EquipmentSheet['shift']
  kind: (typeof checkKinds)[number]
  odometer: number | string
  note: string
}
/** What was typed; everything else is as the sheet has it. */
type Typed = { head: Partial<Head>; entries: Entries }
const nothing: Typed = { head: {}, entries: {} }

function CheckForm({ sheet }: { sheet: EquipmentSheet }) {
  const { t, i18n } = useTranslation(['equipment', 'fleet'])
  const today = useToday()
  const { vehicle, items } = sheet
  const [typed, setTyped] = useState(nothing)
  const blank = useMemo(() => Object.fromEntries(items.map((one) => [one.item, createEntry(one)])), [items])
  const entries: Entries = { ...blank, ...typed.entries }
  const head: Head = {
    day: sheet.day,
    shift: sheet.shift,
    kind: 'SHIFT',
    odometer: vehicle.odometer ?? '',
    note: '',
    ...typed.head,
  }
  const changeHead = (part: Partial<Head>) =>
    setTyped((before) => ({ ...before, head: { ...before.head, ...part } }))
  const [photos, setPhotos] = useState<Readonly<Record<string, FaultPhotoChoice>>>({})
  const newestFiles = useRef<Record<string, File>>({})
  const [checkId, setCheckId] = useState(() => newId())
  // Another value in the same field is not confirmed.
  const [sureOdometer, setSureOdometer] = useState<Head['odometer']>()
  const [isTold, setTold] = useState(false)
  const draft = useDraft<Record<string, unknown>>(`equipment:${vehicle._id}`, {
    values: typed,
    setValues: (kept) => setTyped(kept as unknown as Typed),
  })
  const send = useSend(equipment.check, { inline: true, outdates: outdatedByCheck, onSuccess: finish })
  const change = useCallback(
    (item: string, part: Partial<Entry>) =>
      setTyped((before) => {
        const entry = before.entries[item] ?? (blank[item] as Entry)
        return { ...before, entries: { ...before.entries, [item]: { ...entry, ...part } } }
      }),
    [blank],
  )
  const choosePhoto = useCallback(async (item: string, file: File) => {
    const keep = (photo: FaultPhotoChoice) => setPhotos((before) => ({ ...before, [item]: photo }))
    newestFiles.current[item] = file
    keep('reading')
    const photo = await shrinkPhoto(file)
    if (newestFiles.current[item] === file) keep(photo)
  }, [])
  const removePhoto = useCallback((item: string) => {
    delete newestFiles.current[item]
    setPhotos(({ [item]: _removed, ...others }) => others)
  }, [])
  async function finish() {
    draft.clear()
    setTold(false)
    setCheckId(newId())
    const chosen = Object.entries(photos).flatMap(([item, photo]) =>
      photo instanceof File ? [{ item, photo }] : [],
    )
    setPhotos({})
    setTyped(nothing)
    const stored = await Promise.allSettled(
      chosen.map((one) => call(equipment.addPhoto, { _id: checkId, ...one }, { showSuccess: false })),
    )
    if (stored.some(({ status }) => status === 'rejected')) toast('warning', t('photo-failed'))
  }
  const left = items.filter(({ item }) => !isChecked(item, entries[item] as Entry))
  const judged = items.flatMap((one) => {
    const status = judgeEntry(one, entries[one.item] as Entry, today)
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
    send.mutate({
      ...head,
      new_id: checkId,
      vehicle_id: vehicle._id,
      odometer,
      is_odometer_confirmed: isSure,
      rows: toRows(entries, items),
    })
  }
  const problem = (name: string) => {
    const found = send.error?.fields.find(({ field }) => field === name)
    return found && <ProblemText message={found.message} />
  }
  return (
    <>
      {draft.isRestored && draft.savedAt && (
        <p className={classes.hint}>
          {t('draft-restored', { time: formatTime(draft.savedAt, i18n.language, 'dd MMM yyyy HH:mm') })}
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
              onPhoto={choosePhoto}
              onRemovePhoto={removePhoto}
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
      <div className={classes.foot}>
        <div className={classes.lines}>
          {left.length === 0 && (
            <span className={classes.inline}>
              {t('result-so-far')} <ResultMark result={judgeCheck(judged)} />
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
    </>
  )
}

type CheckGroupProps = {
  group: EquipmentGroup
  items: EquipmentSheet['items']
  entries: Entries
  photos: Readonly<Record<string, FaultPhotoChoice>>
  today: string
  isTold: boolean
  onChange: (item: string, change: Partial<Entry>) => void
  onPhoto: (item: string, photo: File) => void
  onRemovePhoto: (item: string) => void
  onComplete: () => void
}

function CheckGroup({ group, items, entries, photos, isTold, onComplete, ...row }: CheckGroupProps) {
  const { t } = useTranslation('equipment')
  const done = items.filter(({ item }) => isChecked(item, entries[item] as Entry)).length
  const undated = items.filter(({ item }) => {
    const entry = entries[item] as Entry
    return entry.found !== 0 && lacksMarks(item, entry)
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
            entry={entries[wanted.item] as Entry}
            photo={photos[wanted.item]}
            isMissing={isTold}
            {...row}
          />
        ))}
      </ul>
    </Section>
  )
}
