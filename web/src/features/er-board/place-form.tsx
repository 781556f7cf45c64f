import { Stack } from '@mantine/core'
import { BayKept, BayTaken, type ErRow, errorCodes, judgeZone, type ZoneSettings } from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ErPlace, PlaceFields } from '../../clinical/emergency/place-fields.tsx'
import { useKeptBayText } from '../../clinical/emergency/use-kept-bay-text.ts'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import { useErAct } from './use-act.ts'

type PlaceFormProps = { row: ErRow; zones: ZoneSettings; onDone: () => void }

/** The zone and the bay of a patient. */
export function PlaceForm({ row, zones, onDone }: PlaceFormProps) {
  const { t } = useTranslation('er-board')
  const [place, setPlace] = useState<ErPlace>({ zone: row.visit.zone ?? '', bay: row.visit.bay ?? '' })
  const [isTried, setTried] = useState(false)
  const { change, isPending, error } = useErAct(row, formatPatientName(row.patient))
  const describeKept = useKeptBayText()
  const taken = error?.code === errorCodes['bay-taken'] ? error : null
  const keptError = error?.code === errorCodes['bay-kept'] ? error : null
  const kept = BayKept.safeParse(keptError?.detail).data
  // The user was told of this bay, and of no other that they choose next.
  const [toldBay, setToldBay] = useState<string>()
  const isTold = kept !== undefined && toldBay === place.bay
  const holder = BayTaken.safeParse(taken?.detail).data
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const { zone, bay } = place
    setToldBay(bay)
    if (!judgeZone(zones, zone))
      change({ act: 'place', zone, bay, despite_kept: isTold }, t('act.place'), { onSuccess: onDone })
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
            (taken &&
              (holder
                ? t('bay-taken', { name: formatPatientName(holder.patient) })
                : describeFailure(taken))) ||
            (isTold && describeKept(kept))
          }
        />
        <FormEnd action={t(isTold ? 'place-despite' : 'save')} isPending={isPending} onCancel={onDone} />
      </Stack>
    </form>
  )
}
