import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { alarmOf } from '../../../test/alarm-of.ts'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { AlarmPlace } from './alarm-place.tsx'

const { panel } = usePanel()

async function showPlace(more: { lat: number | null; lang: number | null }) {
  await panel().root.updateTable('hospitals').set({ latitude: 13.75, longitude: 100.5 }).execute()
  const nurse = await panel().as('nurse')
  signInAs({ ...malee, _id: nurse.session.user_id, server_token: nurse.session.server_token })
  const ward = { _id: 'w', name_en: 'Medicine', name_th: 'อายุรกรรม' }
  const patient = { _id: 'p', hn: '1', title: 'นาย', name: 'ก', surname: 'ข', ward, bed: '3' }
  return show(<AlarmPlace alarm={alarmOf({ rule: 'sos', value: null, patient, ...more })} />)
}

test('a call for help beside the hospital is in the hospital, with the ward and bed of the wearer', async () => {
  const { container } = await showPlace({ lat: 13.751, lang: 100.501 })
  await waitFor(() => expect(container.textContent).toMatch(/In the hospital.*Medicine.*Bed 3/))
})

test('one far away says province, distance and direction, with the map and the way there', async () => {
  const { container } = await showPlace({ lat: 14.35, lang: 100.57 })
  const inWords = /Ayutthaya province.*67 km from the hospital, to the north/
  await waitFor(() => expect(container.textContent).toMatch(inWords))
  const map = screen.getByRole('link', { name: 'Show on the map' })
  expect(map.getAttribute('href')).toBe(`/app/location?alarm=${alarmOf({})._id}`)
  const way = screen.getByRole<HTMLAnchorElement>('link', { name: 'The way there' })
  expect(way.href).toContain('destination=14.35,100.57')
})

test('one that says no position says so, with the ward', async () => {
  const { container } = await showPlace({ lat: null, lang: null })
  await waitFor(() => expect(container.textContent).toMatch(/It told no position.*Medicine/))
})
