import { Alert, Button, Checkbox } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconRestore } from '@tabler/icons-react'
import {
  type Age,
  type CallError,
  type ConfirmedHistory,
  computeAge,
  computeAgeBand,
  computeTriageScore,
  confirmedParts,
  type Doubt,
  detectDoubt,
  errorCodes,
  fastTracks,
  findOwnScoreReason,
  findZone,
  indexLastMeasured,
  listDangerZone,
  listMissingVitals,
  listOfferedZones,
  listUnassessedDanger,
  mayBePregnant,
  needsOnset,
  type QuantityName,
  quantities,
  quantityNames,
  TriageDecision,
  type TriageVital,
  toTriageInput,
  triage,
  triageLevels,
  type VisitAtTriage,
} from 'contract'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient, useSend } from '../../api/client.ts'
import { TriageChoice } from '../../clinical/triage-badge.tsx'
import { useConfirmedValues } from '../../clinical/vitals/use-confirmed-values.ts'
import { useDraft } from '../../session/draft.ts'
import { formatTime, toHospitalDate } from '../../ui/date/dates.ts'
import { useNow } from '../../ui/date/use-now.ts'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { AskedFields, InfectionField, OnsetField } from './asked-fields.tsx'
import { ChipRow } from './chip-row.tsx'
import { OverrideFields } from './decision/override-fields.tsx'
import { SignRows } from './decision/sign-rows.tsx'
import { SuggestionText } from './decision/suggestion-text.tsx'
import {
  changeTracks,
  emptyTriage,
  type TriageForm as FormValues,
  findSuggestedZone,
  findTriageProblems,
  getZone,
  listMeasured,
  listTracks,
  nameField,
  readTold,
  suggest,
  takeTold,
  toDecision,
} from './form-values.ts'
import { MissingField } from './missing-field.tsx'
import { outdatedByTriageValues, type Prepared } from './queries.ts'
import classes from './triage-form.module.css'
import { VitalFields } from './vital-fields.tsx'
import { useFindingsText, useUnassessedText } from './words.ts'

type TriageFormProps = {
  prepared: Prepared & { visit: VisitAtTriage }
  /** What of the record the patient confirmed. */
  confirmedHistory: ConfirmedHistory | null
  onDone: () => void
}

/**
 * A whole triage on one screen: danger signs first, then what is expected and what was measured, the level that the
 * rules suggest, and the level that a person confirms.
 */
export function TriageForm({ prepared, confirmedHistory, onDone }: TriageFormProps) {
  const { t, i18n } = useTranslation(['triage', 'ui', 'validation', 'readings'])
  const { patient, visit, triages, settings, latest, spo2_scale } = prepared
  const [last] = triages
  const [opened] = useState(() => Date.now())
  const [meanwhile, setMeanwhile] = useState(false)
  const [isTried, setTried] = useState(false)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [initialValues] = useState<FormValues>(() => {
    const told = readTold(visit)
    // Each asks about an accident, and since when a fast track runs: who said that nobody knows is not asked again.
    const is_onset_unknown = told.onset === null && last?.found.is_onset_unknown === true
    const accident = visit.is_accident === null && last?.found.is_accident_unknown ? 'unknown' : ''
    return { ...emptyTriage, ...told, told, is_onset_unknown, accident, basis: last?._id ?? null }
  })
  const state = useForm<FormValues>({ initialValues })
  const draft = useDraft(`triage:${visit._id}`, state)
  const [restoredAt, setRestoredAt] = useState(draft.isRestored ? draft.savedAt : undefined)
  const form = state.values
  const { isConfirmed, confirm } = useConfirmedValues(form.typed)
  const body = useRef<HTMLFormElement>(null)
  const findingsText = useFindingsText()
  const unassessedText = useUnassessedText()
  const nameOfZone = useLocalizedName()
  const now = useNow()
  const today = toHospitalDate(new Date(now))
  const age: Age | null = patient.date_of_birth === null ? null : computeAge(patient.date_of_birth, today)
  const measured = listMeasured(latest, now)
  const { zones, paediatric_pressure: usesPaediatricPressure } = settings
  const { zone: present, fast_tracks: running } = visit
  const { is_accident: isAccident, pregnancy } = visit
  const canBePregnant = mayBePregnant(patient.gender, age)
  const beside = { measured, running, opened, isAccident, pregnancy }
  const known = { ...beside, age, canBePregnant, usesPaediatricPressure, zones, present }
  const suggestion = suggest(form, known)
  const ownProblems = Object.fromEntries(
    findTriageProblems(form, known).map((one) => [one.field, one.message]),
  )
  const problems = { ...ownProblems, ...refused }
  const shownProblems: Record<string, string> = isTried ? problems : {}
  const read = TriageDecision['~standard'].validate({
    ...toDecision(form, known),
    level: 'RED',
    zone: 'RESUS',
  })
  const found = read instanceof Promise || read.issues ? undefined : read.value
  const missing = found ? listMissingVitals(found) : []
  const danger =
    found && suggestion?.rule === 'C'
      ? listDangerZone(toTriageInput(found, age, settings.paediatric_pressure))
      : []
  const unassessed =
    found && suggestion?.rule === 'D' && suggestion.level === 'YELLOW'
      ? listUnassessedDanger(found.values)
      : []
  const isPregnant = found?.pregnancy === 'yes'
  const score = found ? computeTriageScore(found, { age, isPregnant, scale: spo2_scale }) : null
  // What a correction replaces counts no more.
  const before = form.is_correction ? null : (last ?? null)
  const scoreReason = score !== null && form.level !== '' && findOwnScoreReason(form.level, score, before)
  const lastMeasured = indexLastMeasured(latest)
  const asksOnset = found !== undefined && form.level !== 'RED' && needsOnset(found)
  const doubts = findDoubts()

  const send = useSend(triage.record, {
    inline: ['changed-meanwhile', 'invalid'],
    outdates: outdatedByTriageValues,
    onSuccess: () => {
      draft.clear()
      onDone()
    },
    onError: (error: CallError) => {
      if (error.code === errorCodes['changed-meanwhile']) {
        setMeanwhile(true)
        void queryClient.invalidateQueries({ queryKey: [triage.prepare.path] })
      }
      const told = Object.fromEntries(error.fields.map(({ field, message }) => [nameField(field), message]))
      // A zone that was retired meanwhile goes from the choices; what was changed in the record or told is shown.
      if (['zone', ...confirmedParts, 'is_accident', 'pregnancy'].some((field) => field in told))
        void queryClient.invalidateQueries({ queryKey: [triage.prepare.path] })
      setRefused(told)
    },
  })

  useEffect(() => {
    body.current?.querySelector<HTMLElement>('[data-stop] input')?.focus()
  }, [])

  const { setValues } = state
  // Who corrects the arrival meanwhile corrects the form, unless somebody has typed something else into it.
  useEffect(() => {
    const after = readTold(visit)
    if (JSON.stringify(after) !== JSON.stringify(form.told))
      setValues((current) => ({ ...takeTold(current, form.told, after), told: after }))
  }, [visit, form.told, setValues])

  function findDoubts(): Map<QuantityName, Doubt> {
    const band = computeAgeBand(patient.date_of_birth, today)
    const at = new Date(now).toISOString()
    return new Map(
      quantityNames.flatMap((name) => {
        const typed = form.typed[name as TriageVital]
        const { min, max } = quantities[name]
        if (typeof typed !== 'number' || typed < min || typed > max) return []
        const doubt = detectDoubt(name, typed, { band, last: lastMeasured.get(name), at })
        return doubt ? [[name, doubt] as const] : []
      }),
    )
  }

  const change = (changed: Partial<FormValues>) => {
    setRefused({})
    state.setValues(changed)
  }

  function confirmLevel() {
    if (send.isPending) return
    setTried(true)
    const unsure = [...doubts.keys()].some((name) => !isConfirmed(name))
    if (form.level === '' || unsure || Object.keys(ownProblems).length > 0) {
      requestAnimationFrame(() =>
        body.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error] input')?.focus(),
      )
      return
    }
    setMeanwhile(false)
    send.mutate({
      patient_id: patient._id,
      visit_id: visit._id,
      last_triage: form.basis,
      is_correction: form.is_correction && form.basis !== null,
      decision: {
        ...toDecision(form, known),
        ...confirmedHistory,
        level: form.level,
        zone,
        confirmed: [...doubts.keys()].filter(isConfirmed),
      },
    })
  }

  /** The suggested level is taken over first, and confirmed by a second press. */
  function goOn() {
    if (form.level === '' && suggestion) change({ level: suggestion.level })
    else confirmLevel()
  }

  function handleKeys(event: KeyboardEvent<HTMLFormElement>) {
    // What opens over the form has keys of its own.
    if (!event.currentTarget.contains(event.target as Node)) return
    const digit = /^Digit([1-5])$/.exec(event.code)?.[1]
    if (event.altKey && digit) {
      event.preventDefault()
      const level = triageLevels[Number(digit) - 1]
      if (level) change({ level })
      return
    }
    if (event.key !== 'Enter') return
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault()
      goOn()
      return
    }
    if (event.target instanceof HTMLButtonElement) return
    event.preventDefault()
    focusNextStop(event.currentTarget, event.target as HTMLElement)
  }

  const zone = getZone(form, zones, present)
  const suggested = findSuggestedZone(form, zones)
  const suggestedZone = suggested === zone ? undefined : findZone(zones, suggested)
  const noSign = { value: 'NONE' as const, label: t('form.no-sign') }
  const levelName = (level: (typeof triageLevels)[number]) => t(`ui:triage.${level}`)
  const isNewer = (meanwhile || restoredAt) && last && last._id !== form.basis
  return (
    <form
      ref={body}
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        confirmLevel()
      }}
      onKeyDown={handleKeys}
    >
      {restoredAt && (
        <Alert icon={<IconRestore size={18} aria-hidden />} p="xs">
          {t('form.restored', { time: formatTime(restoredAt, i18n.language, 'dd MMM yyyy HH:mm') })}{' '}
          <Button
            size="compact-md"
            variant="default"
            onClick={() => {
              draft.clear()
              setRestoredAt(undefined)
              state.setValues({ ...initialValues, basis: last?._id ?? null })
            }}
          >
            {t('form.discard')}
          </Button>
        </Alert>
      )}
      {isNewer && (
        <Alert color="yellow" p="xs" role="alert">
          {t('form.changed', { level: levelName(last.level) })}{' '}
          <Button
            size="compact-md"
            variant="default"
            onClick={() => {
              change({ basis: last._id })
              setMeanwhile(false)
            }}
          >
            {t('ui:try-again')}
          </Button>
        </Alert>
      )}
      <div className={classes.columns}>
        <div className={classes.column}>
          <SignRows
            signs={form}
            lacksResources={shownProblems['resources'] !== undefined}
            onChange={change}
          />
          {visit.infection_signs.length === 0 && (
            <InfectionField form={form} problem={shownProblems['infection_signs']} onChange={change} />
          )}
        </div>
        <section className={classes.column} aria-label={t('form.vitals')}>
          <AskedFields
            form={form}
            visit={visit}
            canBePregnant={canBePregnant}
            problems={shownProblems}
            onChange={change}
          />
          {asksOnset && <OnsetField form={form} problem={shownProblems['onset_at']} onChange={change} />}
          <VitalFields
            form={form}
            measured={measured}
            opened={opened}
            problems={shownProblems}
            doubts={doubts}
            last={lastMeasured}
            isInfant={age !== null && age.years < 2}
            isConfirmed={isConfirmed}
            onConfirm={confirm}
            onChange={change}
          />
          {form.level !== '' && missing.length > 0 && (
            <MissingField form={form} missing={missing} problems={shownProblems} onChange={change} />
          )}
        </section>
      </div>
      <div className={classes.result}>
        <p className={classes.suggestion} role="status">
          <SuggestionText suggestion={suggestion} />
          {score !== null && ` · ${t('form.score', { value: score })}`}
          {scoreReason && (
            <strong className={classes.danger}>
              {' '}
              {t('form.score-due', { reason: t(`reason.${scoreReason}`) })}
            </strong>
          )}
          {suggestedZone && form.zone === '' && (
            <strong>{` · ${t('form.zone-suggested', { name: nameOfZone(suggestedZone) })}`}</strong>
          )}
          {unassessed.length > 0 && <strong className={classes.danger}> {unassessedText(unassessed)}</strong>}
          {danger.length > 0 && (
            <strong className={classes.danger}> {t('form.danger', { values: findingsText(danger) })}</strong>
          )}
        </p>
        <div className={classes.levels} role="group" aria-label={t('form.level')} data-stop="level">
          {triageLevels.map((level, index) => (
            <TriageChoice
              key={level}
              level={level}
              number={index + 1}
              isChosen={form.level === level}
              onChoose={() => change({ level: form.level === level ? '' : level })}
            />
          ))}
        </div>
        <div className={classes.places}>
          <ChipRow
            label={t('form.zone')}
            data-stop="zone"
            choices={listOfferedZones(zones).map((one) => ({
              value: one.code,
              label: nameOfZone(one),
              note: one.code === present ? t('form.present') : undefined,
            }))}
            value={zone}
            error={shownProblems['zone'] !== undefined}
            onChange={(chosen) => change({ zone: chosen })}
          />
          {shownProblems['zone'] && <ProblemText message={shownProblems['zone']} />}
          <ChipRow
            multiple
            label={t('form.fast-track')}
            data-stop="fast-track"
            choices={[
              ...fastTracks.map((value) => ({
                value,
                label: t(`track.${value}`),
                note: running.includes(value) ? t('form.running') : undefined,
              })),
              noSign,
            ]}
            value={listTracks(form, running)}
            onChange={(chosen) => change({ tracks: changeTracks(form, running, chosen) })}
          />
        </div>
        <div className={classes.foot}>
          {confirmedParts.map((part) => refused[part] && <ProblemText key={part} message={refused[part]} />)}
          {last && (
            <Checkbox
              label={t('form.correction')}
              checked={form.is_correction}
              onChange={({ currentTarget: { checked } }) => change({ is_correction: checked })}
            />
          )}
          <OverrideFields
            level={form.level}
            suggestion={suggestion}
            reasons={form}
            problems={shownProblems}
            onChange={change}
          />
          <span className={classes.keys}>{t('form.keys')}</span>
          <Button
            type="submit"
            size="md"
            data-stop="confirm"
            className={classes.confirm ?? ''}
            loading={send.isPending}
            disabled={form.level === ''}
          >
            {form.level === ''
              ? t('form.confirm-none')
              : `${t('form.confirm', { level: levelName(form.level) })} ${t('form.about', { name: formatPatientName(patient) })}`}
          </Button>
        </div>
      </div>
    </form>
  )
}

/** Enter goes on from row to row, and not from chip to chip. */
function focusNextStop(form: HTMLElement, here: HTMLElement) {
  const stops = [...form.querySelectorAll<HTMLElement>('[data-stop]')]
  const at = stops.findIndex((stop) => stop.contains(here))
  const next = stops[at + 1]
  const target = next?.matches('input, select, button')
    ? next
    : next?.querySelector<HTMLElement>('input, select, button')
  target?.focus()
}
