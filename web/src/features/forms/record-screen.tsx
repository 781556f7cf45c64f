import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  type Answers,
  applySettings,
  errorCodes,
  type Form,
  type FormRecord,
  type FormSettings,
  findForm,
  formRecords,
  listMissing,
  referrals,
  releasedFormSettings,
  type SignerRole,
} from 'contract'
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { v7 as newId } from 'uuid'
import { ask, queryClient, useSend } from '../../api/client.ts'
import { connectionLostAt } from '../../api/connection.ts'
import { NameOwnOptions, WithOwnOptions } from '../../clinical/ambulance/own-options.tsx'
import { useAskedFormSettings } from '../../clinical/ambulance/use-form-settings.ts'
import { formatFormListPath, formsPath } from '../../paths.ts'
import { useMay } from '../../session/signed-in.tsx'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FailureAlert } from '../../ui/feedback/failure-alert.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { FormBar } from '../../ui/form/form-bar.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PrintButton } from '../../ui/print/print-button.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { type FormCalls, formCalls } from './calls.ts'
import { CompletionDialog, listDoubts } from './completion/completion-dialog.tsx'
import { Problems } from './completion/problems.tsx'
import { getDeviceName } from './device-name.ts'
import classes from './forms.module.css'
import { LaterSections, useLaterForm } from './later-sections.tsx'
import { GiveMission } from './mission/give-mission.tsx'
import { withdrawCompletion } from './offline/completions.ts'
import { addPart, completeLater, drain } from './offline/delivery.ts'
import { holdVersion } from './offline/install-app.ts'
import { hasUnsentSignature } from './offline/kept-parts.ts'
import { keepRecord } from './offline/kept-records.ts'
import { keepOperation } from './offline/outbox.ts'
import { useCompletionFailure, useIsAwaited } from './offline/outbox-state.ts'
import { useKeptParts } from './offline/use-kept-parts.ts'
import { useKeepRecord, useKeptRecord } from './offline/use-kept-record.ts'
import { useCover } from './offline/vault/cover.tsx'
import { vaultState } from './offline/vault/vault.ts'
import { UnlockBox, VaultBox } from './offline/vault/vault-box.tsx'
import { listPhotoRows, Photos } from './photos/photos.tsx'
import type { FormPrintouts } from './print/load-printout.ts'
import { useFormPrintout } from './print/use-form-printout.ts'
import { findWrittenForm, RecordFacts } from './record-facts.tsx'
import { findSection, RecordSections } from './record-sections.tsx'
import { RecordStore } from './record-store.ts'
import { SavingState } from './saving-state.tsx'
import { DrugsOfHospital } from './settings/hospital-drugs.tsx'
import { readSigned } from './signatures/read-signed.ts'
import { Signatures } from './signatures/signatures.tsx'
import { useFormTexts } from './use-form-texts.ts'
import { useMayWrite } from './use-may-write.ts'
import { RecordContext, readAnswerByPath, useRecord, useRecordStore, useRestedRecord } from './use-record.ts'
import { VoidButton } from './void-button.tsx'

type RecordScreenProps = {
  form: FormRecord['form']
  id: string
  /** Shown above a record, unless its answers are hidden. */
  above?: ReactNode
}

/** One record of a form: a draft that is being written, or a complete record. */
export function RecordScreen({ form, id, above }: RecordScreenProps) {
  const { t } = useTranslation(['forms', 'offline'])
  const { title } = useFormTexts(form)
  const calls = formCalls[form]
  const isPhone = useIsPhone()
  const query = useQuery(ask(calls.list, { _id: id }, true))
  const seen = query.data?.rows[0]
  const vault = vaultState.use()
  // The first failure is enough to show what this tablet knows, and without a network none is waited for; the query
  // goes on trying.
  const [beganLost] = useState(() => connectionLostAt.get() !== undefined)
  const isMissing = !seen && (query.failureReason !== null || beganLost || !navigator.onLine)
  const kept = useKeptRecord(id, isMissing)
  const record = seen ?? kept ?? undefined
  useKeepRecord(seen)
  const mayWrite = useMayWrite(form, record)
  const usesForms = useMay('form:use')
  const mayReview = useMay('form:review')
  const isTheirs = record?.is_of_others !== true
  const isDraft = record?.state === 'draft' && mayWrite && isTheirs && !record.is_hidden
  const cover = useCover()
  const settings = useAskedSettings(!record || record.state === 'draft')
  const { printout, ...printing } = useFormPrintout(id, !isPhone && record !== undefined && !record.is_hidden)
  const header = (
    <PageHeader
      title={
        record?.number
          ? `${title} ${record.number}`
          : record
            ? `${title} · ${t(`state.${record.state}`)}`
            : title
      }
      crumbs={
        usesForms
          ? [
              { label: t('title'), to: formsPath },
              { label: title, to: formatFormListPath(form) },
            ]
          : []
      }
    >
      {record && !record.is_hidden && (
        <>
          {!isPhone && <PrintButton isBusy={printing.isReading} onPrint={printing.print} />}
          {mayWrite && (isTheirs || mayReview) && record.state !== 'void' && (
            <VoidButton record={record} calls={calls} />
          )}
        </>
      )}
    </PageHeader>
  )
  if (vault === 'locked' && isMissing && (query.failureReason?.status ?? 0) === 0)
    return (
      <>
        {header}
        <UnlockBox />
      </>
    )
  if (query.error && !record && kept === undefined)
    return (
      <>
        {header}
        {query.error.code === errorCodes['not-found'] ? (
          <EmptyState reason={t('not-found')} />
        ) : (
          <QueryFailure query={query} />
        )}
      </>
    )
  if (!record) return header
  return (
    <>
      {header}
      {!record.is_hidden && above}
      {isDraft && <GiveMission record={record} />}
      {record.state === 'draft' && usesForms && <VaultBox />}
      {isDraft && cover.box}
      {isDraft ? (
        // What is typed stays in it.
        <div hidden={cover.isCovered}>
          {settings && (
            <NameOwnOptions own={settings.own_options}>
              <DrugsOfHospital value={settings.drugs}>
                <Draft key={record._id} {...{ record, calls, settings, printout }} />
              </DrugsOfHospital>
            </NameOwnOptions>
          )}
        </div>
      ) : (
        <WithOwnOptions>
          <WrittenRecord key={record._id} {...{ record, printout }} />
        </WithOwnOptions>
      )}
    </>
  )
}

/** What was written, on the screen and on paper. */
function WrittenRecord({ record, printout }: { record: FormRecord; printout: FormPrintouts | undefined }) {
  const form = findWrittenForm(record)
  const later = useLaterForm(form, record)
  return (
    <DrugsOfHospital value={record.drugs}>
      <RecordFacts record={record} except={later} />
      {later && <LaterPart key={later.sections.length} record={record} form={later} />}
      {form && printout && !record.is_hidden && (
        <printout.FormPrintout
          thai={printout.thai}
          formName={record.form}
          form={form}
          record={record}
          answers={record.answers as Answers}
        />
      )}
    </DrugsOfHospital>
  )
}

function LaterPart({ record, form }: { record: FormRecord; form: Form }) {
  const [store] = useState(() => createStore(record, form))
  useEffect(() => store.adopt(record), [store, record])
  return <LaterSections store={store} />
}

/**
 * How the hospital asks its forms; as they were released if this browser never heard it, and undefined until that is
 * known. It is asked beside the record, and not after it.
 */
function useAskedSettings(isNeeded: boolean): FormSettings | undefined {
  const { settings, isAwaited } = useAskedFormSettings(isNeeded)
  return isAwaited ? undefined : (settings ?? releasedFormSettings)
}

type DraftProps = {
  record: FormRecord
  calls: FormCalls
  settings: FormSettings
  printout: FormPrintouts | undefined
}

function Draft({ record, calls, settings, printout }: DraftProps) {
  const { form: name, form_version: version } = record
  const form = useMemo(() => askForm(name, version, settings), [name, version, settings])
  const [store] = useState(() => createStore(record, form))
  useEffect(() => store.adopt(record), [store, record])
  // The settings of before may be known first: those of now decide, also what is open already.
  useEffect(() => store.ask(form), [store, form])
  useEffect(() => {
    const send = () => void store.flush()
    addEventListener('pagehide', send)
    addEventListener('online', send)
    const release = holdVersion()
    return () => {
      removeEventListener('pagehide', send)
      removeEventListener('online', send)
      release()
      send()
    }
  }, [store])
  return (
    <RecordContext value={store}>
      <DraftSections record={record} calls={calls} />
      {printout && <DraftPrintout printout={printout} />}
    </RecordContext>
  )
}

/** The draft as it stands here, with what the server does not have yet. */
function DraftPrintout({ printout }: { printout: FormPrintouts }) {
  const store = useRecordStore()
  const record = useRecord((one) => one.getRecord())
  return (
    <printout.FormPrintout thai={printout.thai} formName={record.form} form={store.form} record={record}>
      <DraftSheets printout={printout} />
    </printout.FormPrintout>
  )
}

/** Follows what is typed only while it is printed. */
function DraftSheets({ printout }: { printout: FormPrintouts }) {
  const store = useRecordStore()
  const record = useRecord((one) => one.getRecord())
  const answers = useRecord((one) => one.getAnswers())
  return <printout.FormSheets formName={record.form} form={store.form} record={record} answers={answers} />
}

/** The form of a record as the hospital asks it. */
function askForm(form: FormRecord['form'], version: number, settings: FormSettings): Form {
  const released = findForm(form, version)
  if (!released) throw new Error('the record has a form that this panel does not know')
  return applySettings(released, settings)
}

function createStore(record: FormRecord, form: Form): RecordStore {
  const { _id: record_id, form_version, mission } = record
  return new RecordStore({
    record,
    form,
    newId,
    device: getDeviceName(),
    keep: (operation, earlier) =>
      keepOperation({ record_id, form: record.form, form_version, mission }, operation, earlier),
    send: async () => {
      const delivery = await drain(record_id)
      if (delivery.record) {
        void keepRecord(delivery.record)
        // What stands beside a referral follows from its patient, its risk and its vital signs.
        if (record.form === 'ambulance-referral')
          void queryClient.invalidateQueries({ queryKey: [referrals.get.path] })
      }
      return delivery
    },
  })
}

function DraftSections({ record, calls }: Omit<DraftProps, 'settings' | 'printout'>) {
  const { t } = useTranslation(['forms', 'ui'])
  const store = useRecordStore()
  const [open, setOpen] = useState<string>()
  const [isFlushing, setFlushing] = useState(false)
  // The doubts of the server's refusal, while the screen asks about them.
  const [asked, setAsked] = useState<readonly string[]>()
  const [saidLeftOut, setSaidLeftOut] = useState<readonly string[]>([])
  const { _id } = record
  const isAwaited = useIsAwaited(_id)
  const [signer, setSigner] = useState<SignerRole>()
  const kept = useKeptParts(_id, 'signature').flatMap(({ described }) =>
    described?.kind === 'signature' ? [described.role] : [],
  )
  const signed = [...record.signatures.map(({ role }) => role), ...kept]
  const isWhole = useDeferredValue(true, false)
  const { mutate: fill } = useSend<FormCalls['edit']>(calls.edit, { inline: true, outdates: [calls.list] })
  const complete = useSend(formRecords.complete, {
    inline: [
      'form-incomplete',
      'signature-missing',
      'form-contradicts',
      'form-doubtful',
      'answers-differ',
      'changed-meanwhile',
    ],
    outdates: [calls.list],
    onSuccess: ({ omitted }) => {
      const untold = omitted.filter((path) => !saidLeftOut.includes(path))
      if (untold.length > 0) toast('warning', t('left-out', { count: untold.length }))
    },
    // With the version of the refused call, each press would be refused again.
    onError: ({ code }) => {
      if (code === errorCodes['changed-meanwhile'])
        void queryClient.invalidateQueries({ queryKey: [calls.list.path] })
    },
  })
  const failedLater = useCompletionFailure(_id)
  const failure = complete.error ?? failedLater
  const refusal = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!failure) return
    refusal.current?.scrollIntoView({ block: 'nearest' })
    store.setProblems(failure.fields)
    const section = failure.fields[0] && findSection(store.form, failure.fields[0].field)
    if (section) setOpen(section)
    // What the server knows and has not written yet, such as a new allergy, may ask for a field that is hidden.
    const missing = listMissing(store.form, store.getAnswers()).map(({ field }) => field)
    const knowsMore = failure.fields.some(({ field }) => !missing.includes(field))
    if (failure.code === errorCodes['form-incomplete'] && knowsMore) fill({ _id, operations: [] })
    // The server may know an unusual number that does not stand here: the refusal names it.
    if (failure.code !== errorCodes['form-doubtful']) return
    const { unconfirmed } = listDoubts(store)
    const open = failure.fields
      .map(({ field }) => field)
      .filter((path) => unconfirmed.includes(path) || readAnswerByPath(store, path) === null)
    if (open.length > 0) setAsked(open)
  }, [failure, store, fill, _id])
  const ask = () => {
    const { unconfirmed, leftOut } = listDoubts(store)
    // Whatever is missing: the server may know it, and nobody may be there any more when it refuses.
    if (unconfirmed.length + leftOut.length > 0) setAsked([])
    else void finish([])
  }
  const finish = async (leftOut: readonly string[]) => {
    setAsked(undefined)
    setSaidLeftOut(leftOut)
    // What was refused before would hide what is refused later.
    complete.reset()
    setFlushing(true)
    try {
      await withdrawCompletion(_id)
      const isWhole = await store.flush()
      // Without a signal nothing is complete yet; it is when the server has everything, the signatures too.
      if (isWhole && !(await hasUnsentSignature(_id)))
        complete.mutate({ _id, version: store.getRecord().version })
      else await completeLater(store.getRecord())
    } finally {
      setFlushing(false)
    }
  }
  return (
    <>
      {failure && (
        <div ref={refusal} className={classes.refusal}>
          <FailureAlert error={failure}>
            {describeFailure(failure)}
            <Problems fields={failure.fields} onOpen={setOpen} />
          </FailureAlert>
        </div>
      )}
      <RecordSections open={open} onOpen={setOpen} signed={signed} onSign={setSigner} />
      {isWhole && <DraftParts record={record} asked={signer} onAsked={() => setSigner(undefined)} />}
      {asked && (
        <CompletionDialog
          refused={asked}
          onOpen={setOpen}
          onClose={() => setAsked(undefined)}
          onComplete={(leftOut) => void finish(leftOut)}
        />
      )}
      <FormBar failure={undefined}>
        <SavingState />
        <Group ml="auto">
          {isAwaited ? (
            <>
              <span role="status">{t('complete-later')}</span>
              <Button size="md" variant="default" onClick={() => void withdrawCompletion(_id)}>
                {t('ui:cancel')}
              </Button>
            </>
          ) : (
            <Button size="md" loading={isFlushing || complete.isPending} onClick={ask}>
              {t('complete')}
            </Button>
          )}
        </Group>
      </FormBar>
    </>
  )
}

/**
 * Photos, which go behind what is typed, and signatures of what is typed. They are the record's as it was last read:
 * the reply to what was typed may be older than a photo.
 */
type PartsProps = { record: FormRecord; asked: SignerRole | undefined; onAsked: () => void }

function DraftParts({ record, asked, onAsked }: PartsProps) {
  const store = useRecordStore()
  const replied = useRecord((one) => one.getRecord())
  const rowIds = useRestedRecord((one) =>
    listPhotoRows(one.form, one.getAnswers())
      .map(({ id }) => id)
      .join(' '),
  )
  const { _id: record_id, form, form_version, mission } = record
  // The reply to what was typed after a signature says that it does not hold any more.
  const signatures =
    replied.version > record.version
      ? record.signatures.map((one) => replied.signatures.find(({ _id }) => _id === one._id) ?? one)
      : record.signatures
  const place = { record_id, form, form_version, mission }
  const prepare = async () => ((await store.flush()) ? store.getRecord().version : undefined)
  return (
    <div className={classes.facts}>
      <Photos
        record={record}
        rowIds={rowIds === '' ? [] : rowIds.split(' ')}
        add={(photo, caption) => addPart(place, { kind: 'photo', caption, row_id: null }, photo)}
      />
      <Signatures
        record={{ ...record, signatures }}
        {...{ prepare, asked, onAsked }}
        keep={async ({ role, signer_name, relation, strokes }) => {
          const content = await readSigned(record, store.getAnswers())
          const signed = { role, signer_name, relation, strokes, ...content }
          return addPart(place, { kind: 'signature', ...signed }, new File([], 'none'))
        }}
      />
    </div>
  )
}
