import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { admissions, type Permission, reference } from 'contract'
import { beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { AdmissionsPage } from './admissions-page.tsx'

const { panel } = usePanel()

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

async function open(permissions: readonly Permission[], at = '/') {
  const nurse = await panel().as('nurse')
  const { user_id: _id, server_token } = nurse.session
  signInAs({ ...malee, _id, server_token, permissions: [...permissions] })
  await show(
    <SignedIn>
      <AdmissionsPage />
    </SignedIn>,
    { at },
  )
  return nurse
}

test('the stays are printed from all pages, with the filters by which they were chosen', async () => {
  const asking = await panel().as('nurse')
  const { ward } = await asking(reference.wards, {})
  const { rows: everybody } = await asking(admissions.list, { number_of_rec: 100 })
  const ofWard = ward.find(({ _id }) => everybody.some(({ place }) => place?.ward._id === _id))
  const { rows, total } = await asking(admissions.list, {
    filterLists: { ward: ofWard?._id },
    number_of_rec: 100,
  })
  await open(['patient:read'], `/?ward=${ofWard?._id}`)
  let printed = ''
  window.print = () => {
    fireEvent(window, new Event('beforeprint'))
    printed = document.body.lastElementChild?.textContent ?? ''
    fireEvent(window, new Event('afterprint'))
  }
  await userEvent.click(await screen.findByRole('button', { name: 'Print' }))
  await waitFor(() => expect(printed).toContain('Admit Records'))
  for (const { an, patient } of rows) {
    expect(printed).toContain(an)
    expect(printed).toContain(`HN ${patient.hn}`)
  }
  expect(printed).toContain(
    `In the hospital · ${total} stay${total === 1 ? '' : 's'} · on ${ofWard?.name_en} · last admission first`,
  )
})

test('whoever may not export patients is offered no export', async () => {
  await open(['patient:read'])
  await screen.findByRole('button', { name: 'Print' })
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
})
