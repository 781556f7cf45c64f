import type { UseFormReturnType } from '@mantine/form'
import {
  type CallError,
  type Endpoint,
  errorCodes,
  type PatientLabel,
  type Stay,
  StayChangedMeanwhile,
  type StayHistory,
  type StayPlace,
} from 'contract'
import { queryClient, type Received, useSend } from '../../../api/client.ts'
import { showFieldProblems } from '../../../ui/form/schema-form.tsx'
import { outdatedByStay } from '../queries.ts'

/** What an act about where a patient is has to know of the stay. */
export type StayInPlace = Pick<Stay, '_id' | 'version'> & {
  patient: Pick<PatientLabel, '_id'>
  place: Pick<StayPlace, 'kind' | 'ward' | 'bed'> | null
  /** Undefined where the record is closed to the user. */
  isolation?: readonly string[] | undefined
}

/** The failures that the form of an act shows itself. */
const stayFailures = [
  'invalid',
  'changed-meanwhile',
  'already-admitted',
  'bed-taken',
  'bed-reserved',
  'bed-not-ready',
  'ward-closed',
  'an-taken',
  'stay-ended',
  'stay-open',
  'discharge-too-old',
  'stay-overlaps',
  'not-in-bed',
  'swap-across-wards',
  'already-on-leave',
  'not-on-leave',
  'request-open',
  'request-closed',
  'break-glass-needed',
] as const

/** An act about a stay, whose form shows why it was refused. */
export function useStayAct<E extends Endpoint>(
  endpoint: E,
  onDone: (reply: Received<E>) => void,
  outdates: readonly Endpoint[] = outdatedByStay,
) {
  return useSend(endpoint, { inline: stayFailures, outdates, onSuccess: onDone })
}

/**
 * Shows what was refused beside its fields. What somebody else changed meanwhile is told and asked for again; who then
 * sends the form once more has seen it. `onNewer` gets the stay as it is then.
 */
export function showStayFailure<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  onNewer?: (stay: StayHistory) => void,
) {
  return ({ fields, code, detail }: CallError) => {
    showFieldProblems(form, fields)
    const newer = code === errorCodes['changed-meanwhile'] && StayChangedMeanwhile.safeParse(detail).data
    if (newer) {
      if (form.getValues()['stay_id'] === newer.stay._id)
        form.setValues({ version: newer.stay.version } as unknown as Partial<Values>)
      onNewer?.(newer.stay)
    }
    if (code !== errorCodes['changed-meanwhile'] && code !== errorCodes['bed-taken']) return
    for (const { path } of outdatedByStay) void queryClient.invalidateQueries({ queryKey: [path] })
  }
}
