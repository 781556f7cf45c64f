import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { ThailandMap } from './thailand-map.tsx'
import type { MapPlace } from './thailand-view.ts'

const bangkok = { lat: 13.7563, lng: 100.5018 }
const village = { lat: 16.81, lng: 100.26 }

test('the keyboard alone can choose the place under the cross', async () => {
  const onPick = vi.fn()
  await show(<ThailandMap label="Home" value={bangkok} onPick={onPick} />)
  const map = await screen.findByRole('application', { name: 'Home' })
  map.focus()
  await userEvent.keyboard('{Enter}')
  expect(onPick).toHaveBeenLastCalledWith(bangkok)
  await userEvent.keyboard('{ArrowRight}{ArrowUp}{Enter}')
  const [moved] = onPick.mock.lastCall as [MapPlace]
  expect(moved.lat).toBeGreaterThan(bangkok.lat)
  expect(moved.lng).toBeGreaterThan(bangkok.lng)
})

test('a click chooses a place', async () => {
  const onPick = vi.fn()
  const { container } = await show(<ThailandMap label="Home" value={bangkok} onPick={onPick} />)
  await screen.findByRole('application')
  const drawing = container.querySelector('[role="application"] > svg') as SVGElement
  await userEvent.pointer({ target: drawing, coords: { clientX: 320, clientY: 210 }, keys: '[MouseLeft]' })
  expect(onPick).toHaveBeenCalledExactlyOnceWith(bangkok)
})

test('the chosen place is shown with its coordinates and its province', async () => {
  await show(<ThailandMap label="Home" value={bangkok} />, { language: 'th' })
  await screen.findByText('13.75630° N, 100.50180° E')
  screen.getByText('กรุงเทพมหานคร', { selector: 'strong' })
})

test('a map without a place opens at its province', async () => {
  const onPick = vi.fn()
  await show(<ThailandMap label="Home" province="50" onPick={onPick} />)
  ;(await screen.findByRole('application', { name: 'Home' })).focus()
  await userEvent.keyboard('{ArrowUp}{ArrowDown}')
  await screen.findByText('Chiang Mai', { selector: 'strong' })
  await userEvent.keyboard('{Enter}')
  const [{ lat, lng }] = onPick.mock.lastCall as [MapPlace]
  expect(Math.hypot(lat - 18.8, lng - 98.7)).toBeLessThan(0.5)
})

test('points at one place share a marker, and a list shows all of them', async () => {
  const points = [
    { id: '1', label: 'Malee', ...village },
    { id: '2', label: 'Somchai', ...village },
    { id: '3', label: 'Anong', ...bangkok },
  ]
  await show(<ThailandMap label="Patients" points={points} />)
  const list = await screen.findByRole('list', { name: '3 points' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    'Malee, 16.81000° N, 100.26000° E',
    'Somchai, 16.81000° N, 100.26000° E',
    'Anong, 13.75630° N, 100.50180° E',
  ])
  screen.getByRole('button', { name: 'Anong' })
  await userEvent.click(screen.getByRole('button', { name: '2 points: Malee, Somchai' }))
  const shared = await screen.findByRole('dialog')
  expect(
    within(shared)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Malee', 'Somchai'])
})

test('a map with a mark opens centred on the mark, whatever other points there are', async () => {
  const points = [{ id: '1', label: 'Malee', ...village }]
  function Marked() {
    const [isFall, setFall] = useState(true)
    const mark = isFall
      ? { id: 'fall', label: 'Fall, Anong', ...bangkok }
      : { id: 'sos', label: 'SOS, Malee', ...village }
    return (
      <>
        <button type="button" onClick={() => setFall(false)}>
          The other
        </button>
        <ThailandMap label="Alarm" points={points} mark={mark} />
      </>
    )
  }
  await show(<Marked />)
  const middle = { left: '320px', top: '210px' }
  expect((await screen.findByRole('button', { name: 'Fall, Anong' })).style).toMatchObject(middle)
  within(screen.getByRole('list', { name: '2 points' })).getByText(/^Fall, Anong, 13\.75630° N/)
  screen.getByText('Bangkok', { selector: 'strong' })
  await userEvent.click(screen.getByRole('button', { name: 'The other' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'SOS, Malee' }).style).toMatchObject(middle))
})
