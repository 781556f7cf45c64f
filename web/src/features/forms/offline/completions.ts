import { CallError, type ErrorCode, errorCodes, formDelivery, formRecords } from 'contract'
import i18next from 'i18next'
import { call, queryClient } from '../../../api/client.ts'
import { showFailure } from '../../../ui/feedback/call-toasts.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { formCalls } from '../calls.ts'
import type { RecordName } from './database.ts'
import {
  deleteCompletion,
  deleteRefusal,
  listCompletions,
  putCompletion,
  refuseCompletion,
} from './kept-completions.ts'
import { keepRecord } from './kept-records.ts'
import { hasUnsent, refreshState } from './outbox.ts'

/** HTTP statuses after which the same call may succeed: none was reached, the session ended, too slow, too many. */
const passingStatuses: readonly number[] = [0, 401, 408, 429]

/** Refusals that end by themselves, or when the user signs in, unlocks the screen or secures their account. */
const passingErrors: readonly ErrorCode[] = [
  'session-ended',
  'session-locked',
  'password-must-change',
  'second-factor-needed',
  'changed-meanwhile',
]

/**
 * Whether a record is refused for good, until its user mends it: also by a code of a newer panel, which this version of
 * the app does not know. What has no code is not from the panel.
 */
const isFinal = ({ status, code }: Pick<CallError, 'status' | 'code'>): boolean =>
  code !== 0 &&
  status < 500 &&
  !passingStatuses.includes(status) &&
  !passingErrors.some((name) => errorCodes[name] === code)

/** Whether it is about this record alone: those behind it may be completed. */
const isOfRecord = ({ status, code }: CallError): boolean =>
  status === 500 || code === errorCodes['changed-meanwhile']

/** Keeps a user's wish to complete a record until everything of it is sent, also when the app is closed meanwhile. */
export async function askCompletion(record: RecordName): Promise<void> {
  await putCompletion(record)
  await refreshState()
}

/** Takes the wish back, or forgets that it was refused: the user cancels it, or asks again. */
export async function withdrawCompletion(recordId: string): Promise<void> {
  const ended = [await deleteCompletion(recordId), await deleteRefusal(recordId)]
  if (ended.includes(true)) await refreshState()
}

/**
 * Completes the records of the signed-in user that wait for it, once the server has everything of them. Throws if one
 * is to be tried again, after those behind it.
 */
export async function completeAsked(): Promise<void> {
  let failure: CallError | undefined
  for (const id of await listCompletions()) {
    if (await hasUnsent(id)) continue
    try {
      await complete(id)
    } catch (error) {
      if (!(error instanceof CallError) || !isOfRecord(error)) throw error
      failure = error
    }
  }
  if (failure) throw failure
}

async function complete(_id: string): Promise<void> {
  try {
    const { record: present } = await call(formDelivery.apply, { operations: [], show: _id })
    if (present?.state === 'draft') {
      const { version } = present
      const { record, omitted } = await call(formRecords.complete, { _id, version })
      if (omitted.length > 0) toast('warning', i18next.t('forms:left-out', { count: omitted.length }))
      void keepRecord(record)
      void queryClient.invalidateQueries({ queryKey: [formCalls[record.form].list.path] })
    }
  } catch (error) {
    if (!(error instanceof CallError) || !isFinal(error)) throw error
    showFailure(error, undefined)
    const { code, status, fields } = error
    await refuseCompletion(_id, { code, status, fields })
    await refreshState()
    return
  }
  await withdrawCompletion(_id)
}
