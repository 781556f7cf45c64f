import type { UseFormReturnType } from '@mantine/form'
import { type CallError, errorCodes, StayChangedMeanwhile } from 'contract'
import { queryClient } from '../../api/client.ts'
import { showFieldProblems } from '../../ui/form/schema-form.tsx'
import { outdatedByStay } from './queries.ts'

/** The failures that the form of an act shows itself. */
export const stayFailures = [
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
  'stay-overlaps',
  'not-in-bed',
  'already-on-leave',
  'not-on-leave',
] as const

/**
 * Shows what was refused beside its fields. What somebody else changed meanwhile is told and asked for again; who then
 * sends the form once more has seen it.
 */
export function showStayFailure<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>) {
  return ({ fields, code, detail }: CallError) => {
    showFieldProblems(form, fields)
    const newer = code === errorCodes['changed-meanwhile'] && StayChangedMeanwhile.safeParse(detail).data
    if (newer) form.setValues({ version: newer.stay.version } as unknown as Partial<Values>)
    if (code !== errorCodes['changed-meanwhile'] && code !== errorCodes['bed-taken']) return
    for (const { path } of outdatedByStay) void queryClient.invalidateQueries({ queryKey: [path] })
  }
}
