import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { computePermissions, line } from 'contract'
import { Route, Routes } from 'react-router'
import { type DemoUser, demoPassword, testLine } from 'server/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { ConfirmHost } from '../../ui/feedback/confirm.tsx'
import { UserPage } from '../administration/user-page.tsx'
import { LineLinkPage } from './line-link-page.tsx'
import { ProfilePage } from './profile-page.tsx'

const { panel } = usePanel({ line: testLine })

beforeEach(() => {
  localStorage.clear()
  // The screen checks by its own clock whether a code has expired: synchronise the panel's clock with it.
  panel().wait(Date.now() - panel().clock().getTime())
})

async function startPanelSession(user: DemoUser): Promise<string> {
  const { session } = await panel().as(user)
  const { user_id: _id, server_token } = session
  signInAs({
    ...malee,
    _id,
    server_token,
    staff_type: user,
    permissions: [...computePermissions(user, false)],
  })
  return _id
}

const draw = (at: string, language = 'en') =>
  show(
    <SignedIn>
      <ConfirmHost>
        <Routes>
          <Route path="/app/profile" element={<ProfilePage />} />
          <Route path="/app/users/:id" element={<UserPage />} />
        </Routes>
      </ConfirmHost>
    </SignedIn>,
    { language, at },
  )

const openCodes = () =>
  panel()
    .root.selectFrom('line_codes')
    .select(['staff_id', 'created_by'])
    .where('used_at', 'is', null)
    .execute()

async function openDialog(button: string) {
  await userEvent.click(await screen.findByRole('button', { name: button }))
  return within(await screen.findByRole('dialog'))
}

test("a user's QR code needs their password; a wrong one is reported and stays as typed", async () => {
  const _id = await startPanelSession('nurse')
  await draw('/app/profile')
  const dialog = await openDialog('Link LINE')
  const picture = { name: 'QR code that links the LINE account of whoever scans it' }
  const password = await dialog.findByLabelText(/^Password/)
  await userEvent.type(password, 'wrong')
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
  const told = await dialog.findByText('This is not your current password.')
  expect(told.closest('[role=alert]')).not.toBeNull()
  expect(password).toHaveProperty('value', 'wrong')
  expect(dialog.queryByRole('img', picture)).toBeNull()
  expect(await openCodes()).toEqual([])
  await userEvent.clear(password)
  await userEvent.type(password, `${demoPassword}{Enter}`)
  expect(await dialog.findByRole('img', picture)).toBeDefined()
  expect(await openCodes()).toEqual([{ staff_id: _id, created_by: _id }])
  // A new code asks for the password again: somebody else may be at the screen now.
  await userEvent.click(dialog.getByRole('button', { name: 'New code' }))
  expect(await dialog.findByLabelText(/^Password/)).toHaveProperty('value', '')
  expect(dialog.queryByRole('img', picture)).toBeNull()
})

test("an admin must give their own password before a user's QR code, which says whose it is (Thai)", async () => {
  const admin = await startPanelSession('admin')
  const { session } = await panel().asNew({ staffType: 'nurse' })
  const nurse = session.user_id
  await draw(`/app/users/${nurse}`, 'th')
  const dialog = await openDialog('คิวอาร์โค้ดสำหรับ LINE')
  expect(dialog.getByText(/รหัสผ่านหรือพาสคีย์ของคุณเองก่อน/)).toBeDefined()
  await userEvent.type(await dialog.findByLabelText(/^รหัสผ่าน/), demoPassword)
  await userEvent.click(dialog.getByRole('button', { name: 'ดำเนินการต่อ' }))
  expect(await dialog.findByRole('img', { name: 'คิวอาร์โค้ดสำหรับเชื่อมบัญชี LINE ของผู้ที่สแกน' })).toBeDefined()
  expect(await openCodes()).toContainEqual({ staff_id: nurse, created_by: admin })
})

describe('the phone that opens a code', () => {
  const makeCode = async (user: DemoUser) => {
    const call = await panel().as(user)
    const re_authentication = { kind: 'password', password: demoPassword } as const
    const { url } = await call(line.linkCode, { re_authentication })
    return new URL(url).hash
  }
  const { go, noCode } = {
    go: { en: 'Continue to LINE', th: 'ไปที่ LINE' },
    noCode: { en: /expired|used/, th: /หมดอายุ|ใช้/ },
  }

  test.each(['en', 'th'] as const)(
    'shows whose account it will link before it goes to LINE (%s)',
    async (language) => {
      const hash = await makeCode('nurse')
      const { first_name, last_name, name_en, name_th } = await panel()
        .root.selectFrom('staff')
        .innerJoin('hospitals', 'hospitals.id', 'staff.hospital_id')
        .select(['first_name', 'last_name', 'name_en', 'name_th'])
        .where('staff.email', '=', 'nurse@demo.hospital')
        .executeTakeFirstOrThrow()
      await show(<LineLinkPage />, { language, at: `/line/link${hash}` })
      expect(await screen.findByRole('button', { name: go[language] })).toBeDefined()
      expect(screen.getByText(`${first_name} ${last_name}`)).toBeDefined()
      expect(screen.getByText(language === 'en' ? name_en : name_th)).toBeDefined()
    },
  )

  test.each(['en', 'th'] as const)(
    'goes nowhere with a code that another has replaced (%s)',
    async (language) => {
      const hash = await makeCode('nurse')
      await makeCode('nurse')
      await show(<LineLinkPage />, { language, at: `/line/link${hash}` })
      expect((await screen.findByRole('alert')).textContent).toMatch(noCode[language])
      expect(screen.queryByRole('button', { name: go[language] })).toBeNull()
    },
  )
})
