import { Stack } from '@mantine/core'
import {
  BayKept,
  BayTaken,
  errorCodes,
  type InboundRow,
  inbound,
  judgeZone,
  type ZoneSettings,
} from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient, useSend } from '../../api/client.ts'
import { type ErPlace, PlaceFields } from '../../clinical/emergency/place-fields.tsx'
import { useKeptBayText } from '../../clinical/emergency/use-kept-bay-text.ts'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import { outdatedByInbound } from './queries.ts'

type PrepareFormProps = { row: InboundRow; zones: ZoneSettings; onDone: () => void }

/** Keeps a zone and a bay for somebody who is on the way. */
export function PrepareForm({ row, zones, onDone }: PrepareFormProps) {
  const { t } = useTranslation(['inbound', 'er-board'])
  const [place, setPlace] = useState<ErPlace>({
    zone: row.prepared?.zone ?? (row.colour === 'RED' ? zones.of_level.RED : ''),
    bay: row.prepared?.bay ?? '',
  })
  const [isTried, setTried] = useState(false)
  const send = useSend(inbound.prepare, {
    inline: true,
    outdates: outdatedByInbound,
    onSuccess: onDone,
    // A zone that was retired meanwhile goes from the choices.
    onError: () => void queryClient.invalidateQueries({ queryKey: [inbound.board.path] }),
  })
  const describeKept = useKeptBayText()
  const isTaken = send.error?.code === errorCodes['bay-taken']
  const isKept = send.error?.code === errorCodes['bay-kept']
  const holder = BayTaken.safeParse(send.error?.detail).data
  const kept = isKept ? BayKept.safeParse(send.error?.detail).data : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const { zone, bay } = place
    if (!judgeZone(zones, zone)) send.mutate({ _id: row._id, zone, bay })
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <PlaceFields
          zones={zones}
          place={place}
          onChange={setPlace}
          zoneProblem={isTried ? judgeZone(zones, place.zone) : undefined}
          bayError={
            (kept && describeKept(kept)) ||
            (isTaken && holder && t('er-board:bay-taken', { name: formatPatientName(holder.patient) }))
          }
        />
        <FormEnd
          action={t('save')}
          isPending={send.isPending}
          error={isTaken || isKept ? null : send.error}
          onCancel={onDone}
        />
      </Stack>
    </form>
  )
}
