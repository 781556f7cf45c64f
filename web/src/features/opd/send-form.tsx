import { NativeSelect, Stack } from '@mantine/core'
import { type Clinic, opd, type QueueRow, type QueueTarget, queueTargets } from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { outdatedBySending } from './queries.ts'

type SendFormProps = {
  row: QueueRow
  /** The other clinics that are open. */
  clinics: readonly Clinic[]
  onDone: (to: QueueTarget) => void
}

/** Where somebody goes from a clinic. */
export function SendForm({ row, clinics, onDone }: SendFormProps) {
  const { t } = useTranslation(['opd', 'validation'])
  const localName = useLocalizedName()
  const [to, setTo] = useState<QueueTarget | ''>('')
  const [clinicId, setClinicId] = useState(clinics[0]?._id ?? '')
  const [isTried, setTried] = useState(false)
  const send = useSend(opd.send, {
    outdates: outdatedBySending,
    onSuccess: (_reply, sent) => onDone(sent.to),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!to) return
    const named = { patient_id: row.patient._id, entry_id: row._id, state: row.state }
    send.mutate({ ...named, to, clinic_id: to === 'CLINIC' ? clinicId : null })
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <ChoiceChips
          label={t('to')}
          required
          choices={queueTargets
            .filter((target) => target !== 'CLINIC' || clinics.length > 0)
            .map((value) => ({ value, label: t(`target.${value}`) }))}
          value={to}
          error={isTried && !to && <ProblemText message="field-required" />}
          onChange={setTo}
        />
        {to === 'CLINIC' && (
          <NativeSelect
            size="md"
            label={t('to-clinic')}
            value={clinicId}
            onChange={({ currentTarget: { value } }) => setClinicId(value)}
            data={clinics.map((one) => ({ value: one._id, label: `${one.code} · ${localName(one)}` }))}
          />
        )}
        <FormEnd action={t('save')} isPending={send.isPending} />
      </Stack>
    </form>
  )
}
