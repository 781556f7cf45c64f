import { type CallError, type FormName, type FormOperation, findForm, listFields, missions } from 'contract'
import { useState } from 'react'
import { v7 as newId } from 'uuid'
import { call, queryClient } from '../../api/client.ts'
import { connectionLostAt } from '../../api/connection.ts'
import { showFailure } from '../../ui/feedback/call-toasts.ts'
import { formCalls } from './calls.ts'
import { getDeviceName } from './device-name.ts'
import { beginRecord } from './offline/kept-records.ts'
import { keepOperation, readServerTime } from './offline/outbox.ts'

/**
 * Begins a record under an id of this device; fields that begin with the present instant have it. With a mission the server
 * answers what it knows of it; a record that begins without a signal hangs on none.
 */
export function useBeginRecord(
  form: FormName,
  onBegun: (id: string) => void,
  missionId: string | null = null,
) {
  const [isPending, setPending] = useState(false)
  const start = async () => {
    setPending(true)
    const new_id = newId()
    const at = (await readServerTime()).toISOString()
    const operations = listFirstAnswers(form, at)
    try {
      if (connectionLostAt.get() === undefined)
        await sendBeginning(form, { new_id, operations, mission_id: missionId })
      else await beginHere(form, new_id, at, operations)
      onBegun(new_id)
    } catch (error) {
      showFailure(error as CallError, undefined)
    }
    setPending(false)
  }
  return { start: () => void start(), isPending }
}

type Beginning = { new_id: string; operations: FormOperation[]; mission_id: string | null }

async function sendBeginning(form: FormName, beginning: Beginning): Promise<void> {
  const calls = formCalls[form]
  const { new_id, operations } = beginning
  try {
    await call(calls.add, beginning)
    for (const { path } of [calls.list, missions.mine, missions.board])
      void queryClient.invalidateQueries({ queryKey: [path] })
  } catch (error) {
    const { status } = error as CallError
    if (status !== 0 && status !== 503) throw error
    await beginHere(form, new_id, new Date().toISOString(), operations)
  }
}

/** Without a signal; the same operations, if they had arrived after all, are applied once. */
async function beginHere(form: FormName, id: string, at: string, operations: FormOperation[]): Promise<void> {
  const { form_version } = beginRecord(form, id, at)
  for (const operation of operations)
    await keepOperation({ record_id: id, form, form_version }, operation, undefined)
}

function listFirstAnswers(form: FormName, at: string): FormOperation[] {
  const described = findForm(form)
  return (described ? listFields(described) : []).flatMap(([path, field]) =>
    field.kind === 'instant' && field.begins === 'now'
      ? [
          {
            op_id: newId(),
            path,
            answer: at,
            base: null,
            settles: [],
            at: new Date().toISOString(),
            clock_offset_ms: 0,
            device: getDeviceName(),
          },
        ]
      : [],
  )
}
