import { type FormName, findForm, listFields } from 'contract'
import { v7 as newId } from 'uuid'
import { useSend } from '../../api/client.ts'
import { formCalls } from './calls.ts'
import { getDeviceName } from './device-name.ts'

/** Begins a record under an id of this device; fields that begin with the present instant have it. */
export function useBeginRecord(form: FormName, onBegun: (id: string) => void) {
  const calls = formCalls[form]
  const { mutate, isPending } = useSend(calls.add, {
    outdates: [calls.list],
    onSuccess: ({ record }) => onBegun(record._id),
  })
  const start = () => {
    const described = findForm(form)
    const at = new Date().toISOString()
    const operations = (described ? listFields(described) : []).flatMap(([path, field]) =>
      field.kind === 'instant' && field.begins === 'now'
        ? [{ op_id: newId(), path, answer: at, at, device: getDeviceName() }]
        : [],
    )
    mutate({ new_id: newId(), operations })
  }
  return { start, isPending }
}
