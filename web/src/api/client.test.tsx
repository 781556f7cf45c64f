import { QueryObserver, useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { groups, hospitals, signIn } from 'contract'
import { beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../test/panel.ts'
import { malee, show } from '../../test/render.tsx'
import { LoginPage } from '../pages/account/login-page.tsx'
import { getEndedSessionUserId, getLandingPath, session } from '../session/session.ts'
import { ask, call, queryClient, useSend } from './client.ts'
import { connectionLostAt } from './connection.ts'

const { panel } = usePanel()

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  session.endByChoice()
})

async function signInAsNurse() {
  const { session: token } = await panel().as('nurse')
  session.start({ ...malee, _id: token.user_id, server_token: token.server_token })
}

test('a revoked session ends with the next call, and its user returns to the same screen after signing in', async () => {
  await signInAsNurse()
  const user = session.get() ?? malee
  history.replaceState(null, '', '/app/patient-list?page=3')
  await call(signIn.signOut, {})
  expect(session.get()).toBeDefined()

  await expect(call(signIn.whoAmI, {})).rejects.toMatchObject({ code: 999 })
  expect(session.get()).toBeUndefined()
  expect(localStorage.getItem('user')).toBeNull()
  expect(getEndedSessionUserId()).toBe(user._id)
  expect(getLandingPath(user)).toBe('/app/patient-list?page=3')
})

test('another user who signs in afterwards starts at their own first screen', async () => {
  await signInAsNurse()
  history.replaceState(null, '', '/app/patients/1')
  session.end()
  expect(getLandingPath(malee)).toBe('/app/patient-list')
})

test('a late answer to an ended session does not end the next session', async () => {
  await signInAsNurse()
  const late = call(signIn.whoAmI, {}).catch(() => undefined)
  session.endByChoice()
  session.start(malee)
  await late
  expect(session.get()).toEqual(malee)
})

test('a request that cannot be made has code 2003 and the connection counts as lost', async () => {
  const real = globalThis.fetch
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(call(signIn.staffTypes, {})).rejects.toMatchObject({ code: 2003 })
  expect(connectionLostAt.get()).toBeGreaterThan(Date.now() - 60_000)
  globalThis.fetch = real
  await call(signIn.staffTypes, {})
  expect(connectionLostAt.get()).toBeUndefined()
})

test.each([
  ['HTTP 502 of a proxy', new Response('<h1>502 Bad Gateway</h1>', { status: 502 })],
  ['HTTP 503 of a proxy, in JSON', Response.json({ message: 'no healthy upstream' }, { status: 503 })],
  ['HTTP 504 of a proxy, in JSON', Response.json(null, { status: 504 })],
])('%s counts as a request that cannot be made', async (_, response) => {
  await whenAnswered(response, () =>
    expect(call(signIn.staffTypes, {})).rejects.toMatchObject({ code: 2003, status: 0 }),
  )
  expect(connectionLostAt.get()).toBeDefined()
  await call(signIn.staffTypes, {})
  expect(connectionLostAt.get()).toBeUndefined()
})

test('a busy panel is there', async () => {
  const busy = Response.json({ success: false, error_code: 1503 }, { status: 503 })
  await whenAnswered(busy, () =>
    expect(call(signIn.staffTypes, {})).rejects.toMatchObject({ code: 1503, status: 503 }),
  )
  expect(connectionLostAt.get()).toBeUndefined()
})

test('a call without a session is refused and changes nothing else', async () => {
  await expect(call(hospitals.own, {})).rejects.toMatchObject({ code: 999 })
  expect(getEndedSessionUserId()).toBeNull()
})

/** Runs `tried` while the network answers with `response`. */
async function whenAnswered(response: Response, tried: () => Promise<unknown>) {
  const real = globalThis.fetch
  globalThis.fetch = () => Promise.resolve(response)
  await act(tried)
  globalThis.fetch = real
}

test('the message of a failed call is shown as a toast, on the login page too', async () => {
  await show(<LoginPage />)
  const refusal = { success: false, error_code: 1001, error_message: 'The directory is being moved.' }
  await whenAnswered(Response.json(refusal), () =>
    expect(call(signIn.help, {})).rejects.toMatchObject({ code: 1001 }),
  )
  expect(await screen.findByText('The directory is being moved.')).toBeTruthy()
})

test('HTTP 404 shows the message of the reply, even if it is not the panel that replied', async () => {
  await show(<LoginPage />)
  const { status, statusText } = { status: 404, statusText: 'No Such Upstream' }
  await whenAnswered(new Response('<h1>404</h1>', { status, statusText }), () =>
    expect(call(signIn.help, {})).rejects.toMatchObject({ status }),
  )
  expect(await screen.findByText(statusText)).toBeTruthy()
  await whenAnswered(Response.json({ message: 'Route not found' }, { status }), () =>
    expect(call(signIn.help, {})).rejects.toMatchObject({ status }),
  )
  expect(await screen.findByText('Route not found')).toBeTruthy()
})

function Groups() {
  const list = useQuery(ask(groups.list, {}))
  const save = useSend(groups.save, { outdates: [groups.list] })
  const draft = { name: 'Night team', ward_ids: [], member_ids: [] }
  return (
    <>
      <button type="button" onClick={() => save.mutate(draft)}>
        {save.isSuccess ? 'Saved' : 'Save'}
      </button>
      {list.data?.groups.map(({ _id, name }) => (
        <p key={_id}>{name}</p>
      ))}
    </>
  )
}

test('a list that was read before something was saved, and arrives after it, is asked for again', async () => {
  const { session: token } = await panel().as('admin')
  session.start({ ...malee, _id: token.user_id, server_token: token.server_token })
  const { promise: savedFirst, resolve: letThrough } = Promise.withResolvers<void>()
  const real = globalThis.fetch
  let asked = 0
  globalThis.fetch = async (url, init) => {
    const response = await real(url, init)
    if (url !== groups.list.path) return response
    asked += 1
    if (asked === 1) await savedFirst
    return response
  }
  await show(<Groups />)
  await waitFor(() => expect(asked).toBe(1))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Saved' })
  letThrough()
  expect(await screen.findByText('Night team')).toBeTruthy()
  globalThis.fetch = real
})

test('what no screen shows is answered although it goes out of date meanwhile, and is asked for again when it is needed', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const queryKey = ['a scan']
  const scan = queryClient.fetchQuery({ queryKey, queryFn: () => promise })
  await queryClient.invalidateQueries({ queryKey })
  resolve('found')
  await expect(scan).resolves.toBe('found')
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
})

test('whoever waits for the first answer of what a screen shows gets the next one if it goes out of date', async () => {
  const queryKey = ['a list']
  let asked = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const queryFn = async () => {
    const answer = ++asked
    await promise
    return answer
  }
  const leave = new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => {})
  const print = queryClient.fetchQuery({ queryKey, queryFn })
  const invalidated = queryClient.invalidateQueries({ queryKey })
  resolve()
  await invalidated
  await expect(print).resolves.toBe(2)
  expect(queryClient.getQueryState(queryKey)).toMatchObject({ data: 2, isInvalidated: false })
  leave()
})
