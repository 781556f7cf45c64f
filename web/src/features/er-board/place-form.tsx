import { Button, Group, Stack, TextInput } from '@mantine/core'
import { BayTaken, type ErRow, errorCodes, triageZones } from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import { useErAct } from './use-act.ts'

/** The zone and the bay of a patient. */
export function PlaceForm({ row, onDone }: { row: ErRow; onDone: () => void }) {
  const { t } = useTranslation(['er-board', 'triage', 'validation'])
  const [zone, setZone] = useState<(typeof triageZones)[number] | ''>(row.visit.zone ?? '')
  const [bay, setBay] = useState(row.visit.bay ?? '')
  const [isTried, setTried] = useState(false)
  const { change, isPending, error } = useErAct(row, formatPatientName(row.patient))
  const taken = error?.code === errorCodes['bay-taken'] ? error : null
  const holder = BayTaken.safeParse(taken?.detail).data
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (zone) change({ act: 'place', zone, bay }, t('act.place'), { onSuccess: onDone })
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <ChoiceChips
          label={t('zone')}
          required
          choices={triageZones.map((value) => ({ value, label: t(`triage:zone.${value}`) }))}
          value={zone}
          error={isTried && !zone && <ProblemText message="field-required" />}
          onChange={setZone}
        />
        <TextInput
          label={t('bay')}
          description={t('bay-hint')}
          size="md"
          maxLength={12}
          value={bay}
          error={
            taken &&
            (holder ? t('bay-taken', { name: formatPatientName(holder.patient) }) : describeFailure(taken))
          }
          onChange={({ currentTarget: { value } }) => setBay(value)}
        />
        <Group justify="flex-end">
          <Button type="submit" size="md" loading={isPending}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
