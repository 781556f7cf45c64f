import type { FormRecord } from 'contract'
import { useMay, useUser } from '../../session/signed-in.tsx'
import { formCalls } from './calls.ts'

/** Whether the user may write into a record. A crew that reads no patients reads the request of its mission alone. */
export function useMayWrite(
  form: FormRecord['form'],
  record: Pick<FormRecord, 'created_by'> | undefined,
): boolean {
  const mayWrite = useMay(formCalls[form].add.access)
  const readsPatients = useMay('patient:read')
  const { _id } = useUser()
  const isRead = form === 'ambulance-request' && !readsPatients && record?.created_by._id !== _id
  return mayWrite && !isRead
}
