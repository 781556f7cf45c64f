import { Button, Paper, Textarea } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { monitoring, type SpO2ScaleSetting, spo2Scale, summary } from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../../api/client.ts'
import { useMay } from '../../../session/signed-in.tsx'
import { formatTime } from '../../../ui/date/dates.ts'
import { QueryFailure } from '../../../ui/feedback/query-failure.tsx'
import { ChoiceChips } from '../../../ui/form/choice-chips.tsx'
import { ProblemText } from '../../../ui/form/schema-form.tsx'
import { formatStaffName } from '../../../ui/person-name.ts'
import { SectionTitle } from '../../../ui/section.tsx'
import classes from './spo2-scale.module.css'

const scales = ['1', '2'] as const
const reasonLength = 500

/** The NEWS2 scale that scores the saturation, who prescribed it and why; prescribers set it here. */
export function SpO2Scale({ patientId }: { patientId: string }) {
  const { t } = useTranslation('readings')
  const mayPrescribe = useMay('spo2-scale:prescribe')
  const [isOpen, setOpen] = useState(false)
  const found = useQuery(ask(spo2Scale.get, { patient_id: patientId }, true))
  if (found.isLoadingError) return <QueryFailure query={found} />
  if (!found.data) return null
  const { scale, settings } = found.data
  const [newest, ...older] = settings
  return (
    <Paper withBorder p="md" component="section" aria-label={t('scale.title')} className={classes.scale}>
      <div className={classes.head}>
        <SectionTitle>{t('scale.title')}</SectionTitle>
        <strong data-scale={scale} className={classes.present}>
          {t(`scale.is.${scale}`)}
        </strong>
        {mayPrescribe && !isOpen && (
          <Button
            variant="default"
            size="md"
            leftSection={<IconPencil size={18} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t('scale.set')}
          </Button>
        )}
      </div>
      {newest ? <ScaleSettingText setting={newest} /> : <p className={classes.minor}>{t('scale.never')}</p>}
      {isOpen && <ScaleForm patientId={patientId} scale={scale} onDone={() => setOpen(false)} />}
      {older.length > 0 && (
        <details>
          <summary>{t('scale.history')}</summary>
          <ol className={classes.history}>
            {older.map((setting) => (
              <li key={setting._id}>
                <strong>{t(`scale.short.${setting.scale}`)}</strong>
                <ScaleSettingText setting={setting} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </Paper>
  )
}

function ScaleSettingText({ setting: { at, by, reason } }: { setting: SpO2ScaleSetting }) {
  const { t, i18n } = useTranslation('readings')
  return (
    <p className={classes.setting}>
      <span>{reason}</span>
      <span className={classes.minor}>
        {t('scale.by', {
          who: by ? formatStaffName(by) : '–',
          time: formatTime(at, i18n.language, 'dd MMM yyyy HH:mm'),
        })}
      </span>
    </p>
  )
}

function ScaleForm({ patientId, scale, onDone }: { patientId: string; scale: 1 | 2; onDone: () => void }) {
  const { t } = useTranslation(['readings', 'ui'])
  const [wanted, setWanted] = useState<(typeof scales)[number]>(scale === 2 ? '2' : '1')
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const send = useSend(spo2Scale.set, {
    inline: ['invalid'],
    outdates: [spo2Scale.get, monitoring.wall, summary.get, summary.timeline],
    onSuccess: onDone,
  })
  const refused = send.error?.fields.find(({ field }) => field === 'reason')?.message
  const problem = refused ?? (isTried && !reason.trim() ? 'reason-required' : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (reason.trim()) send.mutate({ patient_id: patientId, scale: wanted === '2' ? 2 : 1, reason })
  }
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <ChoiceChips
        label={t('scale.which')}
        value={wanted}
        choices={scales.map((value) => ({ value, label: t(`scale.is.${value}`) }))}
        onChange={setWanted}
      />
      <p className={classes.minor}>{t('scale.explained')}</p>
      <Textarea
        label={t('scale.reason')}
        autosize
        minRows={2}
        maxLength={reasonLength}
        required
        value={reason}
        error={problem && <ProblemText message={problem} />}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      <div className={classes.actions}>
        <Button variant="default" size="md" onClick={onDone}>
          {t('ui:cancel')}
        </Button>
        <Button type="submit" size="md" loading={send.isPending}>
          {t('scale.save')}
        </Button>
      </div>
    </form>
  )
}
