import {
  type CallError,
  type FormName,
  type FormOperation,
  type FormRecord,
  findForm,
  listFields,
  missions,
} from 'contract'
import { useState } from 'react'
import { v7 as newId } from 'uuid'
import { call, queryClient } from '../../../api/client.ts'
import { connectionLostAt } from '../../../api/connection.ts'
import { showFailure } from '../../../ui/feedback/call-toasts.ts'
import { formCalls } from '../calls.ts'
import { getDeviceName } from '../device-name.ts'
import { beginRecord } from '../offline/kept-records.ts'
import { keepOperation, readServerTime } from '../offline/outbox.ts'

/**
 * Begins a record under an id of this device; fields that begin with the present instant have it. With a mission the
 * server answers what it knows of it; for a record that begins without a signal, once it is sent.
 */
export function useBeginRecord(form: FormName, onBegun: (id: string) => void) {
  const [isPending, setPending] = useState(false)
  const start = async (mission: FormRecord['mission']) => {
    setPending(true)
    const id = newId()
    const at = (await readServerTime()).toISOString()
    const operations = listFirstAnswers(form, at)
    try {
      const beginning = { form, mission, id, at }
      if (connectionLostAt.get() === undefined) await sendBeginning(beginning, operations)
      else await beginHere(beginning, operations)
      onBegun(id)
    } catch (error) {
      showFailure(error as CallError, undefined)
    }
    setPending(false)
  }
  return { start: (mission: FormRecord['mission'] = null) => void start(mission), isPending }
}

type Beginning = Parameters<typeof beginRecord>[0]

async function sendBeginning(beginning: Beginning, operations: FormOperation[]): Promise<void> {
  const { form, mission, id } = beginning
  const calls = formCalls[form]
  try {
    await call(calls.add, { new_id: id, operations, mission_id: mission?._id ?? null })
    for (const { path } of [calls.list, missions.mine, missions.board])
      void queryClient.invalidateQueries({ queryKey: [path] })
  } catch (error) {
    const { status } = error as CallError
    if (status !== 0 && status !== 503) throw error
    await beginHere(beginning, operations)
  }
}

/** Without a signal; the same operations, if they had arrived after all, are applied once. */
async function beginHere(beginning: Beginning, operations: FormOperation[]): Promise<void> {
  const { _id: record_id, form, form_version, mission } = beginRecord(beginning)
  for (const operation of operations)
    await keepOperation({ record_id, form, form_version, mission }, operation, undefined)
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
