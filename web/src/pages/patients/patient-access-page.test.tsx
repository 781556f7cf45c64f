import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { alarms, type Client, groups, type Patient, patients } from 'contract'
import { Navigate, Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { PatientAccessPage } from './patient-access-page.tsx'
import { PatientPage } from './patient-page.tsx'

const { panel } = usePanel()
let nurse: Client
let nurseId: string
let patient: Patient
let taken = 0

beforeEach(async () => {
  localStorage.clear()
  const signedIn = await panel().as('nurse')
  nurse = signedIn
  nurseId = signedIn.session.user_id
  const { rows } = await nurse(patients.list, { number_of_rec: 30 })
  const chosen = rows[taken++]
  if (!chosen) throw new Error('the demo hospital has too few patients')
  patient = (await nurse(patients.get, { _id: chosen._id })).patient
  await nurse(patients.get, { _id: chosen._id })
  const { session } = await panel().as('admin')
  signInAs({
    ...malee,
    _id: session.user_id,
    server_token: session.server_token,
    staff_type: 'admin',
    permissions: ['patient:read', 'audit:read'],
  })
})

const draw = (language = 'en') =>
  show(
    <SignedIn>
      <Routes>
        <Route index element={<Navigate to={`/app/patients/${patient._id}/access`} />} />
        <Route path="app/patients/:id" element={<PatientPage />}>
          <Route path="access" element={<PatientAccessPage />} />
        </Route>
      </Routes>
    </SignedIn>,
    { language },
  )

const findRow = async (label: string, name: RegExp) => {
  const table = await screen.findByRole('table', { name: label })
  const link = await within(table).findByRole('link', { name })
  const row = link.closest('tr')
  if (!row) throw new Error('the row has no link')
  return { row, link }
}

test('the list says how often each person opened the record, and links to all they did about it', async () => {
  await draw()
  const { row, link } = await findRow('Who opened this record', /สุภาพร จันทร์ดี/)
  const cells = within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
  expect(cells.slice(1, 4)).toEqual(['2', expect.stringMatching(/^[1-9]\d*$/), '0'])
  expect(link.getAttribute('href')).toBe(`/app/audit?patient=${patient._id}&person=${nurseId}&everything=yes`)
  const every = screen.getByRole('link', { name: 'Every entry' })
  expect(every.getAttribute('href')).toBe(`/app/audit?patient=${patient._id}&everything=yes`)
})

test('the list says how often somebody opened the record by break-glass', async () => {
  const admin = await panel().as('admin')
  const placed = (await nurse(patients.list, { number_of_rec: 100 })).rows.find(({ ward }) => ward !== null)
  const { wards } = await admin(alarms.duties, {})
  const other = wards.find(({ ward }) => ward._id !== placed?.ward?._id)
  const { group } = await admin(groups.save, {
    name: 'Another ward',
    ward_ids: [other?.ward._id ?? ''],
    member_ids: [nurseId],
  })
  await nurse(patients.breakGlass, { patient_id: placed?._id ?? '', reason: 'cardiac arrest on the ward' })
  await admin(groups.delete, { _id: group._id, version: group.version })
  patient = (await admin(patients.get, { _id: placed?._id ?? '' })).patient
  await draw()
  const { row } = await findRow('Who opened this record', /สุภาพร จันทร์ดี/)
  const cells = within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
  expect(cells[4]).toBe('1')
})

test('the list includes the user who reads it', async () => {
  await draw()
  const { row } = await findRow('Who opened this record', /ธนพล ศรีวิไลรัตน์/)
  expect(within(row).getAllByRole('cell')[1]?.textContent).toBe('1')
})

test('only users who may read the audit find this screen in the menu of the record', async () => {
  const listMenu = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'More of the record' }))
    return (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
  }
  const { unmount } = await draw()
  await findRow('Who opened this record', /ธนพล ศรีวิไลรัตน์/)
  expect(await listMenu()).toContain('Access')
  unmount()
  const { session } = await panel().as('nurse')
  signInAs({ ...malee, _id: session.user_id, server_token: session.server_token })
  await draw()
  await screen.findByRole('heading', { level: 1 })
  expect(await listMenu()).not.toContain('Access')
})

test('the list is available in Thai', async () => {
  await draw('th')
  await findRow('ใครเปิดดูเวชระเบียนนี้บ้าง', /สุภาพร จันทร์ดี/)
  await userEvent.click(screen.getByRole('button', { name: 'ส่วนอื่นของเวชระเบียน' }))
  expect(await screen.findByRole('menuitem', { name: 'ผู้เปิดดู' })).toBeDefined()
})
