import { screen, waitFor, within } from '@testing-library/react'
import { ambulanceRequests, type Client, computePermissions, type FormRecord, formRecords } from 'contract'
import { answerAll, plannedRequest } from 'server/support/missions'
import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../../test/panel.ts'
import { malee, show, signInAs } from '../../../../test/render.tsx'
import { queryClient } from '../../../api/client.ts'
import { formatFormListPath, formatFormRecordPath } from '../../../paths.ts'
import { session } from '../../../session/session.ts'
import { SignedIn } from '../../../session/signed-in.tsx'
import { askCompletion, completeAsked, withdrawCompletion } from '../offline/completions.ts'
import { refreshState } from '../offline/outbox.ts'
import { outboxState } from '../offline/outbox-state.ts'
import { UnsentLine } from '../offline/unsent-line.tsx'
import { RecordScreen } from '../record-screen.tsx'
import { NotAccepted } from './not-accepted.tsx'

const { panel } = usePanel()
let crew: Client
let record: FormRecord

async function begin(answers: Parameters<typeof answerAll>[0]): Promise<FormRecord> {
  const begun = await crew(ambulanceRequests.add, { new_id: newId(), operations: answerAll(answers) })
  return begun.record
}

/** A completion that was refused while nobody looked. */
beforeEach(async () => {
  const medic = await panel().asNew({ staffType: 'paramedic', isFormUser: true })
  const { user_id: _id, server_token } = medic.session
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('paramedic', true)] })
  crew = medic
  record = await begin({ ...plannedRequest, latitude: 1.5 })
  await askCompletion(record)
  await completeAsked()
})

afterEach(() => withdrawCompletion(record._id))

const showBoth = () =>
  show(
    <>
      <UnsentLine />
      <NotAccepted />
    </>,
    { at: formatFormListPath('ambulance-request') },
  )

test('a record that was refused is named on every screen, with why, and opens', async () => {
  await showBoth()
  expect(screen.getByRole('link', { name: /^1 not accepted/ })).toBeDefined()
  const section = within(screen.getByRole('region', { name: 'Not accepted as complete' }))
  const link = await section.findByRole('link', { name: /^Request for an ambulance · / })
  expect(link.getAttribute('href')).toBe(formatFormRecordPath('ambulance-request', record._id))
  expect(section.getByText(/^Some values are unusual/)).toBeDefined()
})

test.each([
  [
    'completed',
    async () => {
      const operations = answerAll({ 'latitude/confirmed': 1.5 })
      const { version } = (await crew(ambulanceRequests.edit, { _id: record._id, operations })).record
      await crew(formRecords.complete, { _id: record._id, version })
    },
  ],
  ['voided', () => crew(ambulanceRequests.delete, { _id: record._id, reason: 'แจ้งซ้ำ' })],
])('once a record was %s elsewhere, it is refused no more', async (_how, end) => {
  await showBoth()
  await screen.findByRole('link', { name: /^1 not accepted/ })
  await end()
  await queryClient.invalidateQueries({ queryKey: [ambulanceRequests.list.path] })
  await waitFor(() => expect(screen.queryByRole('link', { name: /not accepted/ })).toBeNull())
  expect(screen.queryByRole('region')).toBeNull()
  expect(outboxState.get().refused).not.toHaveProperty(record._id)
})

test('a draft says beside its own state that another record was not accepted', async () => {
  const other = await begin(plannedRequest)
  const open = (_id: string) =>
    show(
      <SignedIn>
        <RecordScreen form="ambulance-request" id={_id} />
      </SignedIn>,
    )
  const { unmount } = await open(other._id)
  expect(await screen.findByRole('link', { name: '1 not accepted' })).toBeDefined()
  unmount()
  await open(record._id)
  await screen.findByText(/^Saved/)
  expect(screen.queryByRole('link', { name: '1 not accepted' })).toBeNull()
})

test('a refusal is told to nobody of another hospital', async () => {
  const user = session.get()
  if (!user) return expect.fail('nobody is signed in')
  signInAs({ ...user, hospital: { ...user.hospital, _id: newId() } })
  await refreshState()
  await showBoth()
  expect(screen.queryByText(/not accepted/)).toBeNull()
})
