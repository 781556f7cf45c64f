import { Alert, Paper } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconHistory } from '@tabler/icons-react'
import {
  type CallError,
  errorCodes,
  MayExistAlready,
  type PatientSection,
  patients,
  photoProblems,
  Registration,
} from 'contract'
import { type KeyboardEvent, type SyntheticEvent, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../../api/client.ts'
import { useBodyDoubts } from '../../../clinical/vitals/use-body-doubts.ts'
import { useDraft } from '../../../session/draft.ts'
import { useMay } from '../../../session/signed-in.tsx'
import { formatTime } from '../../../ui/date/dates.ts'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { PhotoField } from '../../../ui/form/photo-field.tsx'
import { setFieldProblems, showFieldProblems, useSchemaForm } from '../../../ui/form/schema-form.tsx'
import { SectionTitle } from '../../../ui/section.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { getValueAtPath } from '../../../ui/value-at-path.ts'
import { NationalIdTakenAlert } from '../national-id-taken.tsx'
import { type Candidates, CandidatesDialog } from './candidates-dialog.tsx'
import { SectionFields } from './fields/section-fields.tsx'
import { ProblemSummary } from './problem-summary.tsx'
import { findFieldSection, sortProblems } from './problems.ts'
import { RegistrationBar, type RegistrationStep } from './registration-bar.tsx'
import classes from './registration-form.module.css'
import { createPatientSchema, type RefusedValue } from './rules.ts'
import { SectionList, type SectionState } from './section-list.tsx'
import { listSectionFields, type PatientValues, toPatientValues } from './values.ts'

type PatientRegistration = PatientValues & { photo: File | undefined }

const emptyRegistrationForm: PatientRegistration = { ...toPatientValues(), photo: undefined }
const commonSections: readonly PatientSection[] = ['information', 'profile', 'address']
const clinicalStaffSections: readonly PatientSection[] = [...commonSections, 'clinical']

type RegistrationFormProps = {
  /** What can be done at once with the new patient. */
  steps?: readonly RegistrationStep[]
  onRegistered: (patientId: string, step: RegistrationStep | undefined) => void
}

export function RegistrationForm({ steps = [], onRegistered }: RegistrationFormProps) {
  const { t, i18n } = useTranslation(['patient-form', 'patients'])
  const sections = useMay('clinical:update') ? clinicalStaffSections : commonSections
  const isPhone = useIsPhone()
  const [refusals, setRefusals] = useState<readonly RefusedValue[]>([])
  const schema = useMemo(() => createPatientSchema(sections, refusals), [sections, refusals])
  const form = useSchemaForm<PatientRegistration>({ schema, initialValues: emptyRegistrationForm })
  const bodyDoubts = useBodyDoubts(form.values, {
    dateOfBirth: form.values.date_of_birth,
    clearError: form.clearFieldError,
  })
  const draft = useDraft('register-patient', form)
  const [restoredAt, setRestoredAt] = useState(draft.isRestored ? draft.savedAt : undefined)
  const [current, setCurrent] = useState<PatientSection>('information')
  const [isTried, setTried] = useState(false)
  const [candidates, setCandidates] = useState<Candidates>()
  const summary = useRef<HTMLDivElement>(null)
  const isOnItsWay = useRef(false)
  const chosenStep = useRef<RegistrationStep>(undefined)

  const register = useSend(patients.register, {
    inline: ['invalid', 'hn-taken', 'national-id-taken', 'may-exist-already', ...photoProblems],
    outdates: [patients.list, patients.listForLocation],
    onSuccess: ({ patient }) => {
      draft.clear()
      onRegistered(patient._id, chosenStep.current)
    },
  })

  function send(values: PatientRegistration, isSomeoneElse: boolean) {
    if (isOnItsWay.current) return
    isOnItsWay.current = true
    setTried(true)
    const sent = Object.fromEntries(
      sections.flatMap(listSectionFields).map((field) => [field, values[field]]),
    )
    register.mutate(
      Registration.parse({
        ...sent,
        photo: values.photo,
        confirmed: bodyDoubts.confirmed,
        is_someone_else: isSomeoneElse,
      }),
      {
        onError: tellRefusal,
        onSettled: () => {
          isOnItsWay.current = false
        },
      },
    )
  }

  function tellRefusal(error: CallError) {
    const isKnown = error.code === errorCodes['may-exist-already']
    const known = isKnown ? MayExistAlready.safeParse(error.detail).data?.candidates : undefined
    setCandidates(known)
    if (error.fields.length === 0) return
    const values = form.getValues()
    flushSync(() =>
      setRefusals(
        error.fields.map((problem) => ({ ...problem, value: getValueAtPath(values, problem.field) })),
      ),
    )
    showFieldProblems(form, error.fields)
    showSummary()
  }

  function showSummary() {
    flushSync(() => setTried(true))
    summary.current?.focus()
  }

  function submit(event?: SyntheticEvent<HTMLFormElement>, step?: RegistrationStep) {
    chosenStep.current = step
    form.onSubmit((values) => {
      if (bodyDoubts.unconfirmed.length === 0) return send(values, false)
      // Do not focus the field: leaving it for the summary would count as confirming its value.
      setFieldProblems(form, bodyDoubts.unconfirmed)
      showSummary()
    }, showSummary)(event)
  }
  useHotkeys([['mod+S', () => !candidates && submit()]], [])

  function goToSection(section: PatientSection) {
    flushSync(() => setCurrent(section))
    const heading = document.getElementById(`section-${section}`)
    heading?.focus({ preventScroll: true })
    heading?.scrollIntoView({ block: 'start' })
  }

  function goToField(path: string) {
    flushSync(() => setCurrent(findFieldSection(path)))
    const field = form.getInputNode(path)
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
  }

  async function discard() {
    const { hn, title, name, surname } = form.getValues()
    const isSure = await confirm({
      question: t('discard.question'),
      about: [hn && `HN ${hn}`, title, name, surname].filter(Boolean).join(' ') || t('discard.nobody'),
      consequence: t('discard.consequence'),
      action: t('discard.action'),
    })
    if (!isSure) return
    draft.clear()
    setRefusals([])
    form.reset()
    register.reset()
    setTried(false)
    setRestoredAt(undefined)
    goToSection('information')
  }

  const issues = schema['~standard'].validate(form.values).issues ?? []
  const shown = sortProblems(form.errors)
  function getSectionState(section: PatientSection): SectionState {
    const wrong = shown.filter((path) => findFieldSection(path) === section).length
    if (wrong > 0) return { kind: 'wrong', count: wrong }
    const missing = issues.filter(({ path }) => findFieldSection(path.join('.')) === section).length
    if (missing > 0) return { kind: 'missing', count: missing }
    const isTyped = listSectionFields(section).some(
      (field) => JSON.stringify(form.values[field]) !== JSON.stringify(emptyRegistrationForm[field]),
    )
    return { kind: isTyped ? 'done' : 'empty', count: 0 }
  }

  const place = sections.indexOf(current)

  return (
    <form noValidate onSubmit={submit} onKeyDown={keepEnterFromSending} className={classes.form}>
      <div className={classes.sections}>
        <SectionList sections={sections} getState={getSectionState} current={current} onGo={goToSection} />
      </div>

      <div className={classes.parts} inert={register.isPending}>
        {restoredAt && (
          <Alert icon={<IconHistory aria-hidden />} role="status">
            {t('restored', { time: formatTime(restoredAt, i18n.language, 'dd MMM yyyy HH:mm') })}
          </Alert>
        )}
        {isTried && shown.length > 0 && (
          <ProblemSummary ref={summary} errors={form.errors} onGo={goToField} />
        )}
        {form.errors['national_id'] && <NationalIdTakenAlert error={register.error} />}
        {sections
          .filter((section) => !isPhone || section === current)
          .map((section) => (
            <Paper
              key={section}
              withBorder
              component="section"
              aria-labelledby={`section-${section}`}
              className={classes.part}
              onFocus={() => setCurrent(section)}
            >
              <SectionTitle id={`section-${section}`} tabIndex={-1} className={classes.heading}>
                {t(`patients:section.${section}`)}
              </SectionTitle>
              {section === 'information' && (
                <PhotoField
                  label={t('patients:field.photo')}
                  kind="patient"
                  value={form.values.photo}
                  onChange={(photo) => form.setFieldValue('photo', photo || undefined)}
                  error={form.errors.photo}
                />
              )}
              <SectionFields section={section} form={form} bodyDoubts={bodyDoubts} />
            </Paper>
          ))}
      </div>

      <RegistrationBar
        failure={register.error?.fields.length === 0 && !candidates ? register.error : undefined}
        draftedAt={draft.savedAt}
        hasPhoto={form.values.photo !== undefined}
        isSending={register.isPending}
        previous={isPhone ? sections[place - 1] : undefined}
        next={isPhone ? sections[place + 1] : undefined}
        onGo={goToSection}
        onDiscard={() => void discard()}
        steps={steps}
        onRegisterAnd={(step) => submit(undefined, step)}
      />

      <CandidatesDialog
        typed={form.values}
        candidates={candidates}
        isSending={register.isPending}
        onRegister={() => send(form.getValues(), true)}
        onBack={() => {
          setCandidates(undefined)
          register.reset()
        }}
      />
    </form>
  )
}

/** A barcode scanner ends its input with Enter: that must not submit a half-filled form. */
function keepEnterFromSending(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}
