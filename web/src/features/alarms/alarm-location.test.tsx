import { screen, waitFor } from '@testing-library/react'
import type { Alarm } from 'contract'
import { expect, test } from 'vitest'
import { buildAlarm } from '../../../test/build-alarm.ts'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { AlarmLocation } from './alarm-location.tsx'

const { panel } = usePanel()

async function showPlace(more: Partial<Alarm>, language = 'en') {
  await panel().root.updateTable('hospitals').set({ latitude: 13.75, longitude: 100.5 }).execute()
  const nurse = await panel().as('nurse')
  signInAs({ ...malee, _id: nurse.session.user_id, server_token: nurse.session.server_token })
  const ward = { _id: 'w', name_en: 'Medicine', name_th: 'อายุรกรรม' }
  const patient = { _id: 'p', hn: '1', title: 'นาย', name: 'ก', surname: 'ข', ward, bed: '3' }
  return show(<AlarmLocation alarm={buildAlarm({ rule: 'sos', value: null, patient, ...more })} />, {
    language,
  })
}

test("a call for help close to the hospital is shown as in the hospital, with the wearer's ward and bed", async () => {
  const { container } = await showPlace({ lat: 13.751, lang: 100.501 })
  await waitFor(() => expect(container.textContent).toMatch(/In the hospital.*Medicine.*Bed 3/))
})

test('a call for help far away shows the nearest town, distance and direction, with the map and directions', async () => {
  const { container } = await showPlace({ lat: 14.35, lang: 100.57 })
  const inWords =
    /Near Phra Nakhon Si Ayutthaya, Phra Nakhon Si Ayutthaya \(1 km\).*67 km from the hospital, to the north/
  await waitFor(() => expect(container.textContent).toMatch(inWords))
  const map = screen.getByRole('link', { name: 'Show on the map' })
  expect(map.getAttribute('href')).toBe(`/app/location?alarm=${buildAlarm({})._id}`)
  const way = screen.getByRole<HTMLAnchorElement>('link', { name: 'Directions' })
  expect(way.href).toContain('destination=14.35,100.57')
})

test('a call for help without a position says so, with the ward', async () => {
  const { container } = await showPlace({ lat: null, lang: null })
  await waitFor(() => expect(container.textContent).toMatch(/No position was sent.*Medicine/))
})

test('Thai names the nearest town in the Thai way, with a different word for a district of Bangkok', async () => {
  const inChiangMai = await showPlace({ lat: 18.8, lang: 98.94 }, 'th')
  await waitFor(() =>
    expect(inChiangMai.container.textContent).toContain('ใกล้ตัวอำเภอเมืองเชียงใหม่ จ.เชียงใหม่ (5 กม.)'),
  )
  inChiangMai.unmount()
  const inBangkok = await showPlace({ lat: 13.727, lang: 100.524 }, 'th')
  await waitFor(() => expect(inBangkok.container.textContent).toContain('ใกล้เขตบางรัก กรุงเทพมหานคร (1 กม.)'))
})

test('a place without a town near by is shown with its province', async () => {
  const { container } = await showPlace({ lat: 15.2, lang: 99 })
  await waitFor(() => expect(container.textContent).toMatch(/Uthai Thani province · \d+ km/))
  expect(container.textContent).not.toContain('Near')
})

test('a place at sea is shown with its distance and direction alone', async () => {
  const { container } = await showPlace({ lat: 10, lang: 101.2 })
  await waitFor(() => expect(container.textContent).toMatch(/424 km from the hospital/))
  expect(container.textContent).not.toMatch(/Near|province/)
})

test('a patient who waits for a bed is in the zone and bay of the emergency room, and the ward is named', async () => {
  const visit = { kind: 'ER', zone: { name_en: 'Acute', name_th: 'Acute' }, bay: 'C3' } as const
  const { container } = await showPlace({ lat: 13.751, lang: 100.501, visit })
  await waitFor(() =>
    expect(container.textContent).toMatch(/In the hospital.*ER.*Acute.*C3.*admitted to Medicine/),
  )
})

test('an inpatient who came to the emergency room has the bed of the ward behind the place of the visit', async () => {
  const visit = { kind: 'ER', zone: null, bay: null } as const
  const { container } = await showPlace({ lat: 13.751, lang: 100.501, visit })
  await waitFor(() => expect(container.textContent).toMatch(/ER.*admitted to Medicine.*Bed 3/))
})
