import type { UseFormReturnType } from '@mantine/form'
import type { CallError } from 'contract'
import { errorCodes } from 'contract'
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

/** Shows what was refused beside its fields; what somebody else changed meanwhile is asked for again. */
export function showStayFailure<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>) {
  return ({ fields, code }: CallError) => {
    showFieldProblems(form, fields)
    if (code !== errorCodes['changed-meanwhile'] && code !== errorCodes['bed-taken']) return
    for (const { path } of outdatedByStay) void queryClient.invalidateQueries({ queryKey: [path] })
  }
}
