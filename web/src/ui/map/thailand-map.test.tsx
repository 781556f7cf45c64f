import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import type { MapPlace } from './map-place.ts'
import { ThailandMap } from './thailand-map.tsx'

const bangkok = { lat: 13.7563, lng: 100.5018 }
const village = { lat: 16.81, lng: 100.26 }
const middle = { left: '320px', top: '210px' }

/** Where Leaflet has put a marker. */
function getPixel(marker: HTMLElement) {
  const { left, top } = (marker.closest('.leaflet-marker-icon') as HTMLElement).style
  return { left, top }
}

test('the keyboard alone can choose the place under the cross', async () => {
  const onPick = vi.fn()
  await show(<ThailandMap label="Home" value={bangkok} onPick={onPick} />)
  const map = await screen.findByRole('application', { name: 'Home', busy: false })
  map.focus()
  await userEvent.keyboard('{Enter}')
  expect(onPick).toHaveBeenLastCalledWith(bangkok)
  await userEvent.keyboard('{ArrowRight}{ArrowUp}{Enter}')
  const [moved] = onPick.mock.lastCall as [MapPlace]
  expect(moved.lat).toBeGreaterThan(bangkok.lat)
  expect(moved.lng).toBeGreaterThan(bangkok.lng)
})

test('a chosen place is shown to whoever wants no motion', async () => {
  const matches = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.defineProperty(matches(media), 'matches', { value: media.includes('prefers-reduced-motion') }),
  )
  const { container } = await show(<ThailandMap label="Home" value={bangkok} />)
  await screen.findByText('13.75630° N, 100.50180° E')
  await waitFor(() => expect(container.querySelector('.leaflet-marker-icon svg')).not.toBeNull())
})

test('a click chooses a place', async () => {
  const onPick = vi.fn()
  const { container } = await show(<ThailandMap label="Home" value={bangkok} onPick={onPick} />)
  await screen.findByRole('application', { busy: false })
  const drawing = container.querySelector('[role="application"] svg') as SVGElement
  await userEvent.pointer({ target: drawing, coords: { clientX: 320, clientY: 110 }, keys: '[MouseLeft]' })
  const [{ lat, lng }] = onPick.mock.lastCall as [MapPlace]
  expect(onPick).toHaveBeenCalledOnce()
  // A hundred pixels to the north, of 150 to 200 m each.
  expect(lat - bangkok.lat).toBeGreaterThan(0.13)
  expect(lat - bangkok.lat).toBeLessThan(0.19)
  expect(lng).toBeCloseTo(bangkok.lng, 2)
})

test('the chosen place is shown with its coordinates and its province', async () => {
  await show(<ThailandMap label="Home" value={bangkok} />, { language: 'th' })
  await screen.findByText('13.75630° N, 100.50180° E')
  screen.getByText('กรุงเทพมหานคร', { selector: 'strong' })
})

test('a map without a place opens at its province', async () => {
  const onPick = vi.fn()
  await show(<ThailandMap label="Home" province="50" onPick={onPick} />)
  ;(await screen.findByRole('application', { name: 'Home', busy: false })).focus()
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

test('a map that is focused on a point opens centred on it, whatever other points there are', async () => {
  const points = [{ id: '1', label: 'Malee', ...village }]
  function Focused() {
    const [isFall, setFall] = useState(true)
    const focus = isFall
      ? { id: 'fall', label: 'Fall, Anong', ...bangkok }
      : { id: 'sos', label: 'SOS, Malee', ...village }
    return (
      <>
        <button type="button" onClick={() => setFall(false)}>
          The other
        </button>
        <ThailandMap label="Alarm" points={points} focus={focus} />
      </>
    )
  }
  await show(<Focused />)
  expect(getPixel(await screen.findByRole('button', { name: 'Fall, Anong' }))).toEqual(middle)
  within(screen.getByRole('list', { name: '2 points' })).getByText(/^Fall, Anong, 13\.75630° N/)
  screen.getByText('Bangkok', { selector: 'strong' })
  await userEvent.click(screen.getByRole('button', { name: 'The other' }))
  await waitFor(() => expect(getPixel(screen.getByRole('button', { name: 'SOS, Malee' }))).toEqual(middle))
})

test('points that all lie on the site are shown with its circle, as close as the circle fits', async () => {
  const site = { ...bangkok, metres: 300, label: 'Demo Hospital' }
  const near = { lat: bangkok.lat + 0.001, lng: bangkok.lng }
  const points = [
    { id: '1', label: 'Malee', ...bangkok },
    { id: '2', label: 'Somchai', ...near },
  ]
  const drawn = await show(<ThailandMap label="Patients" points={points} site={site} />)
  await screen.findByText('Demo Hospital')
  screen.getByRole('button', { name: 'Malee' })
  screen.getByRole('button', { name: 'Somchai' })
  drawn.unmount()
  await show(
    <ThailandMap
      label="Patients"
      points={[...points, { id: '3', label: 'Anong', ...village }]}
      site={site}
    />,
  )
  await screen.findByRole('button', { name: '2 points: Malee, Somchai' })
  expect(screen.queryByText('Demo Hospital')).toBeNull()
})

test('a map without points opens on the town around the site, whose name it shows', async () => {
  const site = { ...bangkok, metres: 300, label: 'Demo Hospital' }
  await show(<ThailandMap label="Vehicles" points={[]} site={site} />)
  expect(await screen.findByText('Demo Hospital')).toBeDefined()
})

test('a marker that is pressed keeps the focus while the map moves to it', async () => {
  const points = [
    { id: '1', label: 'Malee', ...village },
    { id: '2', label: 'Somchai', lat: village.lat + 0.01, lng: village.lng },
    { id: '3', label: 'Anong', ...bangkok },
  ]
  await show(<ThailandMap label="Patients" points={points} />)
  await userEvent.click(await screen.findByRole('button', { name: '2 points: Malee, Somchai' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Malee' })).toBe(document.activeElement))
  screen.getByRole('button', { name: 'Somchai' })
})

test('nothing is fetched for a map, unless the hospital has set a tile server', async () => {
  const { container, unmount } = await show(<ThailandMap label="Home" value={bangkok} />)
  await screen.findByRole('application', { busy: false })
  expect(container.querySelectorAll('img')).toHaveLength(0)
  unmount()
  const tiles = { url: 'https://tiles.test/{z}/{x}/{y}.png', credit: '© OpenStreetMap <b>contributors</b>' }
  const tiled = await show(<ThailandMap label="Home" value={bangkok} tiles={tiles} />)
  await screen.findByText('© OpenStreetMap <b>contributors</b>')
  const images = [...tiled.container.querySelectorAll('img')]
  expect(images.length).toBeGreaterThan(0)
  for (const { src, referrerPolicy } of images) {
    expect(src).toMatch(/^https:\/\/tiles\.test\/\d+\/\d+\/\d+\.png$/)
    expect(referrerPolicy).toBe('strict-origin')
  }
})

test('a map that was moved stays where it is when its points change, and goes back on request', async () => {
  function Moving() {
    const [place, setPlace] = useState(bangkok)
    return (
      <>
        <button type="button" onClick={() => setPlace(village)}>
          Walk
        </button>
        <ThailandMap label="Patients" points={[{ id: '1', label: 'Malee', ...place }]} />
      </>
    )
  }
  await show(<Moving />)
  expect(getPixel(await screen.findByRole('button', { name: 'Malee' }))).toEqual(middle)
  await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }))
  await userEvent.click(screen.getByRole('button', { name: 'Walk' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Malee' })).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Back to the first view' }))
  await waitFor(() => expect(getPixel(screen.getByRole('button', { name: 'Malee' }))).toEqual(middle))
})
