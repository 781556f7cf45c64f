import { Button, Text, Textarea } from '@mantine/core'
import {
  alarms,
  type Limits,
  type NotifySetting,
  notifyModes,
  patients,
  quantities,
  standardOffHours,
} from 'contract'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../../api/client.ts'
import { findMisplacedBound, LimitField, limitBounds } from '../../../clinical/limit-fields.tsx'
import { ChoiceChips } from '../../../ui/form/choice-chips.tsx'
import { ProblemText } from '../../../ui/form/schema-form.tsx'
import classes from '../notify.module.css'

/** How many hours a setting can last; the last value is for a setting that needs a longer end. */
const holdHours = ['1', '4', '8', '24', '72', '168'] as const
type HoldChoice = (typeof holdHours)[number] | 'for-good' | 'as-is'

const standardHold = String(standardOffHours) as HoldChoice

const reasonLength = 500
const hourMs = 3_600_000

type NotifyFormProps = { patientId: string; setting: NotifySetting; onDone: () => void }

export function NotifyForm({ patientId, setting, onDone }: NotifyFormProps) {
  const { t } = useTranslation(['alarms', 'validation', 'ui'])
  const { vital, standard } = setting
  const { unit, decimals } = quantities[vital]
  const [mode, setMode] = useState(setting.mode)
  const [limits, setLimits] = useState<Limits>(setting.limits ?? standard)
  const [reason, setReason] = useState(setting.reason ?? '')
  const [holding, setHolding] = useState<HoldChoice>(setting.until ? 'as-is' : 'for-good')
  // Alarms can be switched off for some hours only, never without an end.
  const held = mode === 'disabled' && holding === 'for-good' ? standardHold : holding
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const send = useSend(alarms.updateSetting, {
    inline: ['invalid'],
    outdates: [alarms.settings, alarms.list, patients.get],
    onSuccess: onDone,
  })
  const misplaced = mode === 'own' ? findMisplacedBound(limits) : undefined
  const isEmpty = mode === 'own' && limitBounds.every((bound) => limits[bound] === null)
  const isReasonMissing = mode === 'disabled' && !reason.trim()
  const refused = (field: string) =>
    send.error?.fields.find((problem) => problem.field.startsWith(field))?.message

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (misplaced || isEmpty || isReasonMissing) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    send.mutate({
      patient_id: patientId,
      vital,
      mode,
      limits: mode === 'own' ? limits : null,
      reason,
      until: mode === 'default' ? null : computeHoldEnd(held, setting.until),
    })
  }

  const holdings: { value: HoldChoice; label: string }[] = [
    ...(setting.until ? [{ value: 'as-is' as const, label: t('notify.as-is') }] : []),
    ...holdHours.map((value) => ({
      value,
      label:
        Number(value) > 24
          ? t('notify.days', { count: Number(value) / 24 })
          : t('notify.hours', { count: Number(value) }),
    })),
    ...(mode === 'disabled' ? [] : [{ value: 'for-good' as const, label: t('notify.for-good') }]),
  ]
  const reasonProblem = refused('reason') ?? (isTried && isReasonMissing ? 'reason-required' : undefined)
  const untilProblem = refused('until')
  return (
    <form ref={form} className={classes.form} noValidate onSubmit={submit}>
      <ChoiceChips
        label={t('notify.how')}
        value={mode}
        choices={notifyModes.map((value) => ({ value, label: t(`notify.mode.${value}`) }))}
        onChange={setMode}
      />
      {mode === 'disabled' && <Text>{t('notify.off-consequence')}</Text>}
      {mode === 'own' && (
        <fieldset className={classes.limits}>
          <legend>{t('notify.limits')}</legend>
          {limitBounds.map((bound) => (
            <LimitField
              key={bound}
              label={t(`bound.${bound}`)}
              unit={unit}
              decimals={decimals}
              value={limits[bound]}
              description={t('notify.standard', { limit: standard[bound] ?? t('notify.no-limit') })}
              error={misplaced === bound ? t('validation:limits-out-of-order') : undefined}
              onChange={(value) => setLimits({ ...limits, [bound]: value })}
            />
          ))}
          {isTried && isEmpty && (
            <Text c="var(--mantine-color-error)" role="alert">
              {t('notify.own-needed')}
            </Text>
          )}
        </fieldset>
      )}
      {mode !== 'default' && (
        <ChoiceChips
          label={t('notify.until')}
          value={held}
          choices={holdings}
          error={untilProblem && <ProblemText message={untilProblem} />}
          onChange={setHolding}
        />
      )}
      <Textarea
        label={t('notify.reason')}
        autosize
        minRows={2}
        maxLength={reasonLength}
        required={mode === 'disabled'}
        value={reason}
        error={reasonProblem && <ProblemText message={reasonProblem} />}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      <div className={classes.actions}>
        <Button variant="default" size="md" onClick={onDone}>
          {t('ui:cancel')}
        </Button>
        <Button type="submit" size="md" loading={send.isPending}>
          {t('notify.save')}
        </Button>
      </div>
    </form>
  )
}

function computeHoldEnd(holding: HoldChoice, before: string | null): string | null {
  if (holding === 'for-good') return null
  if (holding === 'as-is') return before
  return new Date(Date.now() + Number(holding) * hourMs).toISOString()
}
