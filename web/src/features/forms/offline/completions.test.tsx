import { ambulanceRequests, type Client, computePermissions, errorCodes, formRecords } from 'contract'
import { answerAll, plannedRequest } from 'server/support/missions'
import { v7 as newId } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../../test/panel.ts'
import { malee, signInAs } from '../../../../test/render.tsx'
import { replaceFetch } from '../../../../test/replace-fetch.ts'
import { askCompletion, completeAsked, withdrawCompletion } from './completions.ts'
import { refreshState } from './outbox.ts'
import { outboxState } from './outbox-state.ts'

const { panel } = usePanel()
let crew: Client
let [first, second] = ['', '']

beforeEach(async () => {
  const medic = await panel().asNew({ staffType: 'paramedic', isFormUser: true })
  const { user_id: _id, server_token } = medic.session
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('paramedic', true)] })
  crew = medic
  ;[first, second] = [newId(), newId()]
  for (const new_id of [first, second]) {
    const { record } = await crew(ambulanceRequests.add, { new_id, operations: answerAll(plannedRequest) })
    await askCompletion(record)
  }
})

/** Answers the completion of the first record in place of the panel. */
const answerFirst = (answer: () => Response) =>
  replaceFetch((server) => (input, init) => {
    const body = typeof init?.body === 'string' ? init.body : ''
    const isFirst = input === formRecords.complete.path && body.includes(first)
    return isFirst ? Promise.resolve(answer()) : server(input, init)
  })
const readState = async (_id: string) => (await crew(ambulanceRequests.list, { _id })).rows[0]?.state

test('a refusal that this version of the app does not know is final, and holds up no other record', async () => {
  answerFirst(() => Response.json({ success: false, error_code: 1999, fields: [] }))
  await completeAsked()
  expect(await readState(second)).toBe('complete')
  expect(outboxState.get().refused).toMatchObject({ [first]: { code: 1999 } })
  expect(outboxState.get().asked).toEqual([])
})

test('the reason of a refusal is shown to the next user of the tablet, until somebody asks again', async () => {
  const fields = [{ field: 'latitude', message: 'value-doubtful' }]
  const error_code = errorCodes['form-doubtful']
  answerFirst(() => Response.json({ success: false, error_code, fields }))
  await completeAsked()
  const { session } = await panel().asNew({ staffType: 'paramedic', isFormUser: true })
  signInAs({ ...malee, _id: session.user_id, server_token: session.server_token })
  await refreshState()
  expect(outboxState.get()).toMatchObject({ asked: [], refused: { [first]: { code: error_code, fields } } })
  await withdrawCompletion(first)
  expect(outboxState.get().refused).not.toHaveProperty(first)
})

test.each([
  ['a defect of the panel', 'failed', 500],
  ['an answer that somebody gave meanwhile', 'changed-meanwhile', 200],
] as const)('%s is tried again, after the records behind it', async (_what, code, status) => {
  const restore = answerFirst(() =>
    Response.json({ success: false, error_code: errorCodes[code] }, { status }),
  )
  await expect(completeAsked()).rejects.toMatchObject({ code: errorCodes[code] })
  expect(await readState(second)).toBe('complete')
  expect(outboxState.get().asked).toEqual([first])
  restore()
  await completeAsked()
  expect(await readState(first)).toBe('complete')
})

test.each([
  ['the session has ended', { success: false, error_code: errorCodes['session-ended'] }, 200],
  ['the screen is locked', { success: false, error_code: errorCodes['session-locked'] }, 200],
  ['the panel is busy', { success: false, error_code: errorCodes.busy }, 503],
  ['there were too many calls', { success: false, error_code: errorCodes['too-many-calls'] }, 429],
  ['something between answers in place of the panel', 'sign in to this network', 403],
] as const)('every record waits while %s', async (_what, reply, status) => {
  answerFirst(() => Response.json(reply, { status }))
  await expect(completeAsked()).rejects.toMatchObject({ status })
  expect(outboxState.get().asked).toEqual([first, second])
  expect(outboxState.get().refused).not.toHaveProperty(first)
})
