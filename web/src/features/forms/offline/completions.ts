import { type CallError, errorCodes, formDelivery, formRecords } from 'contract'
import i18next from 'i18next'
import { call, queryClient } from '../../../api/client.ts'
import { createStore } from '../../../api/store.ts'
import { showFailure } from '../../../ui/feedback/call-toasts.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { formCalls } from '../calls.ts'
import { deleteCompletion, listCompletions, putCompletion } from './kept-completions.ts'
import { keepRecord } from './kept-records.ts'
import { hasUnsent, refreshState } from './outbox.ts'

/** Why records whose completion had waited are not complete, by id; until it is asked for again. */
export const completionFailures = createStore<ReadonlyMap<string, CallError>>(new Map())

/** `undefined`: it is asked for again. */
export function noteCompletionFailure(recordId: string, failure: CallError | undefined): void {
  const failures = new Map(completionFailures.get())
  if (failure) failures.set(recordId, failure)
  else failures.delete(recordId)
  completionFailures.set(failures)
}

/** What the user has to mend; after any other failure it is asked again. */
const refusals = formRecords.complete.errors.filter((name) => name !== 'changed-meanwhile')

/** Keeps a user's wish to complete a record until everything of it is sent, also when the app is closed meanwhile. */
export async function askCompletion(recordId: string): Promise<void> {
  await putCompletion(recordId)
  await refreshState()
}

/** Takes the wish back: the user cancels it, or writes on. */
export async function withdrawCompletion(recordId: string): Promise<void> {
  if (await deleteCompletion(recordId)) await refreshState()
}

/** Completes the records of the signed-in user that wait for it, once the server has everything of them. */
export async function completeAsked(): Promise<void> {
  for (const id of await listCompletions()) if (!(await hasUnsent(id))) await complete(id)
}

async function complete(_id: string): Promise<void> {
  const { record: present } = await call(formDelivery.apply, { operations: [], show: _id })
  try {
    if (present?.state === 'draft') {
      const { version } = present
      const { record, omitted } = await call(formRecords.complete, { _id, version })
      if (omitted.length > 0) toast('warning', i18next.t('forms:left-out', { count: omitted.length }))
      void keepRecord(record)
      void queryClient.invalidateQueries({ queryKey: [formCalls[record.form].list.path] })
    }
  } catch (error) {
    const failure = error as CallError
    if (!refusals.some((name) => errorCodes[name] === failure.code)) throw failure
    showFailure(failure, undefined)
    noteCompletionFailure(_id, failure)
  }
  await withdrawCompletion(_id)
}
