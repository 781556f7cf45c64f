import { Button, Group, Stack, TextInput } from '@mantine/core'
import { BayTaken, errorCodes, type InboundRow, inbound, triageZones } from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { FailureAlert } from '../../ui/feedback/failure-alert.tsx'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import { outdatedByInbound } from './queries.ts'

/** Keeps a zone and a bay for somebody who is on the way. */
export function PrepareForm({ row, onDone }: { row: InboundRow; onDone: () => void }) {
  const { t } = useTranslation(['inbound', 'triage', 'er-board'])
  const [zone, setZone] = useState<(typeof triageZones)[number] | ''>(
    row.prepared?.zone ?? (row.colour === 'RED' ? 'RESUS' : ''),
  )
  const [bay, setBay] = useState(row.prepared?.bay ?? '')
  const [isTried, setTried] = useState(false)
  const send = useSend(inbound.prepare, { inline: true, outdates: outdatedByInbound, onSuccess: onDone })
  const isTaken = send.error?.code === errorCodes['bay-taken']
  const holder = BayTaken.safeParse(send.error?.detail).data
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (zone) send.mutate({ _id: row._id, zone, bay })
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
            isTaken &&
            (holder ? t('er-board:bay-taken', { name: formatPatientName(holder.patient) }) : t('bay-kept'))
          }
          onChange={({ currentTarget: { value } }) => setBay(value)}
        />
        {!isTaken && <FailureAlert error={send.error} />}
        <Group justify="flex-end">
          <Button type="submit" size="md" loading={send.isPending}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
