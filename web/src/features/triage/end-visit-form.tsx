import { Stack, Text } from '@mantine/core'
import { dispositions, type PatientLabel, visits } from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { PatientName } from '../../clinical/patient/patient-name.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { outdatedByTriage } from './queries.ts'

const codes = dispositions.map(String) as `${(typeof dispositions)[number]}`[]

type EndVisitProps = {
  row: { patient: PatientLabel; visit: { _id: string } }
  /** Called with the act, by which the end can be undone. */
  onDone: (actId: string) => void
}

/** How a visit ends. */
export function EndVisitForm({ row: { patient, visit }, onDone }: EndVisitProps) {
  const { t } = useTranslation(['triage', 'validation'])
  const [chosen, setChosen] = useState<(typeof codes)[number]>()
  const [isTried, setTried] = useState(false)
  const send = useSend(visits.end, { outdates: outdatedByTriage, onSuccess: ({ act_id }) => onDone(act_id) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const disposition = dispositions.find((code) => String(code) === chosen)
    if (disposition) send.mutate({ patient_id: patient._id, visit_id: visit._id, disposition })
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Text fw={600}>
          <PatientName of={patient} /> · HN {patient.hn}
        </Text>
        <ChoiceChips
          label={t('disposition.label')}
          required
          choices={codes.map((value) => ({ value, label: t(`disposition.${value}`) }))}
          value={chosen ?? ''}
          error={isTried && !chosen && <ProblemText message="field-required" />}
          onChange={setChosen}
        />
        <FormEnd action={t('disposition.submit')} isPending={send.isPending} />
      </Stack>
    </form>
  )
}
