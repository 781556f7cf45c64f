import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { alarms, type Client, devices, groups, ingest, patients, readings, standardTimes } from 'contract'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { queryClient } from '../../api/client.ts'
import { session } from '../../session/session.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { ConfirmHost } from '../../ui/feedback/confirm.tsx'
import { ToastHost } from '../../ui/feedback/toast-host.tsx'
import { DevicesPage } from './devices-page.tsx'
import { InboxPage } from './inbox-page.tsx'
import { QuarantinePage } from './quarantine-page.tsx'
import { SendersPage } from './senders-page.tsx'
import { TransactionsPage } from './transactions-page.tsx'

const { panel } = usePanel()
let nurse: Client

beforeEach(async () => {
  localStorage.clear()
  const { session, ...rest } = await asPerson('nurse')
  nurse = rest.call
  signInAs({
    ...malee,
    _id: session.user_id,
    server_token: session.server_token,
    permissions: ['patient:read', 'clinical:record', 'device:read', 'device:assign', 'device:manage'],
  })
})

async function asPerson(name: 'nurse' | 'admin') {
  const call = await panel().as(name)
  return { call: call as Client, session: call.session }
}

const draw = (page: ReactNode, language = 'en') =>
  show(
    <SignedIn>
      <ConfirmHost>{page}</ConfirmHost>
    </SignedIn>,
    { language },
  )
const findRow = async (name: string) => {
  const cell = await screen.findByRole('rowheader', { name: new RegExp(name) })
  const row = cell.closest('tr')
  if (!row) throw new Error(`${name} has no row`)
  return within(row)
}

test('a device is registered with a MAC address that is checked during typing', async () => {
  await draw(<DevicesPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Register device' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Register a device' }))
  const mac = dialog.getByRole('textbox', { name: /MAC or IMEI/ })
  await userEvent.type(mac, '02:D0:C0:00:00:01')
  expect(await dialog.findByText('Cuff 1 has this MAC or IMEI already.')).toBeDefined()
  await userEvent.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Cuff 77')
  await userEvent.click(dialog.getByRole('button', { name: 'Register device' }))
  expect(await dialog.findByText(/is registered already|Another device has this MAC or IMEI/)).toBeDefined()
  await userEvent.clear(mac)
  await userEvent.type(mac, '02-d0-c0-00-00-77')
  expect(await dialog.findByText('This MAC or IMEI is free.')).toBeDefined()
  await userEvent.click(dialog.getByRole('button', { name: 'Register device' }))
  const row = await findRow('Cuff 77')
  expect(row.getByText('02:D0:C0:00:00:77')).toBeDefined()
  expect(row.getAllByText('No data yet').length).toBeGreaterThan(0)
})

test('a filter is said in words above the list, and can be cleared there', async () => {
  await draw(<DevicesPage />)
  await findRow('Cuff 1')
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'In use' }), 'Free')
  await waitFor(() => expect(screen.queryByRole('rowheader', { name: /Cuff 1/ })).toBeNull())
  const said = within(screen.getByRole('group', { name: 'Filters' }))
  await userEvent.click(said.getByRole('button', { name: 'Remove filter: free' }))
  await findRow('Cuff 1')
})

test('a scanner hands a device over: its MAC address and Enter, then the HN and Enter', async () => {
  const { rows } = await nurse(patients.list, { filterLists: { in_hospital: true }, number_of_rec: 1 })
  const [patient] = rows
  if (!patient) throw new Error('no patient is in hospital')
  await draw(<DevicesPage />)
  await findRow('Cuff 3')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search devices' }), '02D0C0000003{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Give Cuff 3 to a patient' }))
  await userEvent.type(dialog.getByRole('combobox', { name: 'Patient' }), `${patient.hn}{Enter}`)
  expect(await dialog.findByDisplayValue(new RegExp(`· HN ${patient.hn}`))).toBeDefined()
  await userEvent.click(dialog.getByRole('button', { name: 'Give to patient' }))
  await waitFor(async () => {
    const { device } = await nurse(devices.check, { mac: '02d0c0000003' })
    expect(device?.wearer?.hn).toBe(patient.hn)
  })
})

test('a device that a patient has is handed over in the same words, from the button to the dialog', async () => {
  await draw(<DevicesPage />)
  await userEvent.click((await findRow('Cuff 1')).getByRole('button', { name: 'Hand over' }))
  const dialog = await screen.findByRole('dialog', { name: 'Hand Cuff 1 over to another patient' })
  expect(within(dialog).getByRole('button', { name: 'Hand over' })).toBeDefined()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a hand-over at a time typed in the Buddhist Era begins on the same day of the Common Era', async () => {
  const { rows } = await nurse(patients.list, { filterLists: { in_hospital: true }, number_of_rec: 1 })
  const [patient] = rows
  if (!patient) throw new Error('no patient is in hospital')
  const mac = '02d0c0000078'
  await nurse(devices.register, { mac, kind: 'cuff', name: 'Cuff 78' })
  await draw(<DevicesPage />)
  await userEvent.click((await findRow('Cuff 78')).getByRole('button', { name: 'Give' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Give Cuff 78 to a patient' }))
  await userEvent.type(dialog.getByRole('combobox', { name: 'Patient' }), `${patient.hn}{Enter}`)
  await dialog.findByDisplayValue(new RegExp(`· HN ${patient.hn}`))
  await userEvent.click(dialog.getByText('Earlier'))
  const date = dialog.getByRole('textbox', { name: 'Date' })
  await userEvent.clear(date)
  await userEvent.type(date, '04/11/2569')
  await userEvent.type(dialog.getByLabelText('Time'), '09:15')
  await userEvent.click(dialog.getByRole('button', { name: 'Give to patient' }))
  await waitFor(async () => {
    const { device } = await nurse(devices.check, { mac })
    expect(Date.parse(device?.worn_since ?? '')).toBe(Date.parse('2026-11-04T09:15:00+07:00'))
  })
})

test("a battery is shown as low exactly where the hospital's alarm begins", async () => {
  const charge = (name: string, battery: number) =>
    panel().root.updateTable('devices').set({ battery }).where('name', '=', name).execute()
  await charge('Oximeter 1', standardTimes.battery_percent)
  await charge('Oximeter 2', standardTimes.battery_percent + 1)
  await draw(<DevicesPage />)
  expect((await findRow('Oximeter 1')).getByText('Battery 15 % low')).toBeDefined()
  expect((await findRow('Oximeter 2')).getByText('Battery 16 %')).toBeDefined()
})

test('a device that is not connected shows when it was heard last; one that is heard all the time does not', async () => {
  const hear = (name: string, status: string) =>
    panel()
      .root.updateTable('devices')
      .set({ status, last_seen_at: panel().clock().toISOString() })
      .where('name', '=', name)
      .execute()
  await hear('Oximeter 1', 'connected')
  await hear('Oximeter 2', 'disconnected')
  await draw(<DevicesPage />)
  const connected = await findRow('Oximeter 1')
  expect(connected.getByText('Connected')).toBeDefined()
  expect(connected.queryByText(/^heard/)).toBeNull()
  expect((await findRow('Oximeter 2')).getByText(/^heard/)).toBeDefined()
})

test("a wrong device clock, and a jump of the panel's clock, show by how much and what to do", async () => {
  const { root } = panel()
  const at = panel().clock().toISOString()
  const cuff = await root
    .selectFrom('devices')
    .select(['mac', 'hospital_id'])
    .where('name', '=', 'Cuff 1')
    .executeTakeFirstOrThrow()
  const lags = {
    behind_ms: 7 * 3_600_000,
    since: at,
    messages: 3,
    received_at: at,
    is_steady: true,
    is_in_doubt: false,
  }
  await root
    .insertInto('lagging_clocks')
    .values({ ...cuff, ...lags })
    .execute()
  await root.insertInto('clock_jumps').values({ at, by_ms: -7_200_000 }).execute()
  await draw(<DevicesPage />)
  const row = await findRow('Cuff 1')
  expect(row.getByText('Clock 7 hr behind')).toBeDefined()
  expect(row.getByText('The times of its readings are corrected. Please set its clock.')).toBeDefined()
  expect(await screen.findByRole('alert')).toHaveProperty(
    'textContent',
    expect.stringContaining('The panel’s clock was put back by 2 hr') as string,
  )
})

test('taking a device back names device and patient, and Cancel keeps the assignment', async () => {
  await draw(<DevicesPage />)
  const row = await findRow('Oximeter 2')
  await userEvent.click(row.getByRole('button', { name: 'Take back' }))
  const question = within(await screen.findByRole('dialog', { name: 'Take this device back?' }))
  expect(question.getByText(/^Oximeter 2 · .+ · HN /)).toBeDefined()
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(row.getByRole('button', { name: 'Take back' }))
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Take this device back?' })).getByRole('button', {
      name: 'Take back',
    }),
  )
  await waitFor(async () => expect((await findRow('Oximeter 2')).getByText('Free')).toBeDefined())
})

test('a device that somebody else has got meanwhile is not taken from them: the screen says who wears it', async () => {
  const { rows } = await nurse(patients.list, { filterLists: { in_hospital: true }, number_of_rec: 3 })
  const [first, second, third] = rows
  if (!first || !second || !third) throw new Error('too few patients are in hospital')
  const mac = '02d0c0000079'
  const { device } = await nurse(devices.register, { mac, kind: 'cuff', name: 'Cuff 79' })
  const giveElsewhere = (patient_id: string) => {
    panel().wait(1)
    return nurse(devices.assign, { device_id: device._id, patient_id })
  }
  const findWearer = async () => (await nurse(devices.get, { _id: device._id })).device.wearer?._id
  await draw(
    <>
      <DevicesPage />
      <ToastHost />
    </>,
  )
  await userEvent.type(await screen.findByRole('searchbox'), 'Cuff 79')
  await userEvent.click((await findRow('Cuff 79')).getByRole('button', { name: 'Give' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Give Cuff 79 to a patient' }))
  await userEvent.type(dialog.getByRole('combobox', { name: 'Patient' }), `${second.hn}{Enter}`)
  await dialog.findByDisplayValue(new RegExp(`· HN ${second.hn}`))
  await giveElsewhere(first._id)
  await userEvent.click(dialog.getByRole('button', { name: 'Give to patient' }))
  expect(await screen.findByText(new RegExp(`HN ${first.hn}\\) has had this device since`))).toBeDefined()
  expect(dialog.getByRole('alert').textContent).toContain(first.surname)
  expect(await findWearer()).toBe(first._id)
  // Whoever has read that can still take it.
  panel().wait(1)
  await userEvent.click(dialog.getByRole('button', { name: 'Hand over' }))
  await waitFor(async () => expect(await findWearer()).toBe(second._id))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const row = await findRow('Cuff 79')
  await row.findByText(new RegExp(`HN ${second.hn}`))
  await giveElsewhere(third._id)
  await userEvent.click(row.getByRole('button', { name: 'Take back' }))
  const question = within(await screen.findByRole('dialog', { name: 'Take this device back?' }))
  await userEvent.click(question.getByRole('button', { name: 'Take back' }))
  expect(await (await findRow('Cuff 79')).findByText(new RegExp(`HN ${third.hn}`))).toBeDefined()
  expect(await findWearer()).toBe(third._id)
})

test('hand-overs show who had which device until when, and box messages whether their chain is intact', async () => {
  await draw(<TransactionsPage />)
  const table = within(await screen.findByRole('table', { name: 'Device hand-overs' }))
  expect((await table.findAllByText('still has it')).length).toBeGreaterThan(0)
  await userEvent.click(screen.getByRole('tab', { name: 'Vital-sign box messages' }))
  expect(await screen.findByText('No box has sent anything yet.')).toBeDefined()
})

async function send(key: string, sent: readonly object[]) {
  await panel().fetch(ingest.readings.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sent_at: '2026-11-05T07:32:00Z', readings: sent }),
  })
}

test('the glucose unit of a meter is set on its record', async () => {
  const { call: admin } = await asPerson('admin')
  const { device } = await admin(devices.register, { mac: '0035ff220003', kind: 'meter', name: 'Meter 6' })
  await draw(<DevicesPage />)
  await userEvent.type(await screen.findByRole('searchbox'), 'Meter 6')
  await userEvent.click(await screen.findByRole('button', { name: /Meter 6/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Unit of glucose' }), 'mmol/L')
  await userEvent.click(dialog.getByRole('button', { name: /Save/ }))
  expect(await screen.findByText('Glucose in mmol/L')).toBeDefined()
  expect((await nurse(devices.get, { _id: device._id })).device.glucose_unit).toBe('mmol/L')
})

test('a meter that is renamed keeps the unit that somebody else stated meanwhile', async () => {
  const { device } = await nurse(devices.register, { mac: '0035ff220004', kind: 'meter', name: 'Meter 7' })
  await draw(<DevicesPage />)
  await userEvent.type(await screen.findByRole('searchbox'), 'Meter 7')
  await userEvent.click(await screen.findByRole('button', { name: /Meter 7/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change' }))
  const dialog = within(await screen.findByRole('dialog'))
  await nurse(devices.update, { _id: device._id, model: 'Accu-Chek', glucose_unit: 'mmol/L' })
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), '7')
  await userEvent.click(dialog.getByRole('button', { name: /Save/ }))
  await waitFor(async () =>
    expect((await nurse(devices.get, { _id: device._id })).device).toMatchObject({
      name: 'Meter 77',
      model: 'Accu-Chek',
      glucose_unit: 'mmol/L',
    }),
  )
})

test('readings without a patient are assigned to one of those who wore the device around that time, once the person is confirmed', async () => {
  const { call: admin } = await asPerson('admin')
  const { key } = await admin(ingest.addSender, { name: 'Inbox test' })
  const { device } = await nurse(devices.check, { mac: '02d0c0000001' })
  const since = Date.parse(device?.worn_since ?? '')
  const [first, second] = [19, 20].map((days) => new Date(since - days * 86_400_000).toISOString())
  await send(key, [
    {
      device: '02d0c0000001',
      kind: 'blood_pressure',
      measured_at: first,
      systolic: 131,
      diastolic: 84,
    },
    {
      device: '02d0c0000001',
      kind: 'blood_pressure',
      measured_at: second,
      systolic: 132,
      diastolic: 84,
    },
  ])
  await draw(<InboxPage />)
  await userEvent.click(await screen.findByRole('checkbox', { name: /BP 131\/84 mmHg/ }))
  await userEvent.click(await screen.findByRole('checkbox', { name: /BP 132\/84 mmHg/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Assign to patient' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Whose readings are these?' }))
  expect(dialog.getByText(/^After the measurement: /)).toBeDefined()
  await userEvent.click(dialog.getByRole('button', { name: 'Assign' }))
  expect(dialog.getByText('Please choose a patient')).toBeDefined()
  await userEvent.click(dialog.getByRole('button', { name: /^Choose / }))
  await userEvent.click(dialog.getByRole('button', { name: 'Assign' }))
  const question = within(await screen.findByRole('dialog', { name: 'Assign 2 readings to this patient?' }))
  expect(question.getByText(/HN .* · born /)).toBeDefined()
  expect((await nurse(readings.inbox, {})).total).toBe(2)
  await userEvent.click(question.getByRole('button', { name: 'Assign' }))
  await waitFor(async () => expect((await nurse(readings.inbox, {})).total).toBe(0))
  expect(await screen.findByText('Every reading has its patient.')).toBeDefined()
})

test('rows of the inbox stay under the pointer while others arrive, and what was dealt with leaves at once', async () => {
  const { call: admin } = await asPerson('admin')
  const { key } = await admin(ingest.addSender, { name: 'Steady test' })
  const sendPressure = (systolic: number) =>
    send(key, [
      {
        device: '02d0c00000fe',
        kind: 'blood_pressure',
        measured_at: '2026-11-05T07:31:00Z',
        systolic,
        diastolic: 84,
      },
    ])
  await sendPressure(131)
  await draw(<InboxPage />)
  const first = await screen.findByRole('checkbox', { name: /BP 131\/84 mmHg/ })
  await userEvent.hover(first)
  panel().wait(1)
  await sendPressure(132)
  await act(() => queryClient.invalidateQueries())
  const showsNewest = await screen.findByRole('button', { name: 'The inbox has changed. Show the newest' })
  expect(screen.queryByRole('checkbox', { name: /BP 132\/84/ })).toBeNull()
  await userEvent.click(first)
  await userEvent.click(showsNewest)
  expect(await screen.findByRole('checkbox', { name: /BP 132\/84/ })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'ทดสอบเครื่อง')
  await userEvent.hover(screen.getByText(/BP 132\/84/))
  await userEvent.click(dialog.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: /BP 131\/84/ })).toBeNull())
  expect(screen.getByRole('checkbox', { name: /BP 132\/84/ })).toBeDefined()
})

test('whoever assigns or dismisses what somebody else has dealt with is told how many were left', async () => {
  const { call: admin } = await asPerson('admin')
  const { key } = await admin(ingest.addSender, { name: 'Two nurses' })
  const pulses = [61, 62, 63]
  await send(
    key,
    pulses.map((pulse) => ({
      hn: '99-000606',
      kind: 'pulse',
      measured_at: `2026-11-05T07:${pulse - 40}:00Z`,
      pulse,
    })),
  )
  const listMine = async () =>
    (await nurse(readings.inbox, {})).rows.filter(({ told_hn }) => told_hn === '99-000606')
  const dismissElsewhere = async (pulse: number) => {
    const [one] = (await listMine()).filter((row) => row.pulse === pulse)
    if (!one) throw new Error('the reading does not wait')
    const { _id, measured_at } = one
    await nurse(readings.dismiss, { readings: [{ _id, measured_at }], reason: 'test of the device' })
  }
  await draw(
    <>
      <InboxPage />
      <ToastHost />
    </>,
  )
  for (const pulse of pulses)
    await userEvent.click(await screen.findByRole('checkbox', { name: new RegExp(`\\b${pulse} `) }))
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Dismiss readings' }))
  await dismissElsewhere(61)
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'calibration')
  await userEvent.click(dialog.getByRole('button', { name: 'Dismiss' }))
  expect(
    await screen.findByText('Done for 2 of 3 readings. Somebody else had dealt with the others already.'),
  ).toBeDefined()
  expect(await listMine()).toEqual([])
})

test('a waiting reading shows its device and whom it named, and the device can be registered there', async () => {
  const { call: admin } = await asPerson('admin')
  const { key } = await admin(ingest.addSender, { name: 'Strangers' })
  const measured_at = '2026-11-05T07:30:00Z'
  await send(key, [
    { device: '0a1b2c3d4e5f', kind: 'temperature', measured_at, temperature: 36.6 },
    { hn: '99-000404', kind: 'pulse', measured_at, pulse: 71 },
  ])
  await draw(<InboxPage />)
  const of = async (words: RegExp) =>
    within((await screen.findByRole('checkbox', { name: words })).closest('tr') ?? document.body)
  expect((await of(/36\.6/)).getByText('0A:1B:2C:3D:4E:5F')).toBeDefined()
  expect((await of(/71/)).getByText('HN 99-000404')).toBeDefined()

  await userEvent.click((await of(/36\.6/)).getByRole('button', { name: 'Register device' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Register a device' }))
  expect(dialog.getByLabelText(/MAC or IMEI/)).toHaveProperty('value', '0A:1B:2C:3D:4E:5F')
  await userEvent.type(dialog.getByLabelText(/Name/), 'Thermometer 12')
  await userEvent.click(dialog.getByRole('button', { name: 'Register device' }))
  await waitFor(async () => expect((await of(/36\.6/)).getByText('Thermometer 12')).toBeDefined())
})

/** A meter that does not say its unit sends 35. */
async function receiveWithoutUnit(mac: string) {
  const { id: hospital_id } = await panel()
    .root.selectFrom('hospitals')
    .select('id')
    .executeTakeFirstOrThrow()
  const id = crypto.randomUUID()
  const time = Date.parse('2026-11-05T07:30:00Z') / 1000
  const value = { device_list: [{ scan_time: time, ble_addr: mac, blood_glucose: '35' }] }
  const message = { time, mac: '08f9e00a0b0c', data: { attribute: 'MGSS_REF_GLUC', value } }
  const payload = Buffer.from(JSON.stringify(message))
  await panel()
    .root.insertInto('quarantine')
    .values({
      id,
      hospital_id,
      received_at: '2026-11-05T07:31:00Z',
      topic: 'dusun_pub',
      reason: 'malformed',
      payload,
    })
    .execute()
  await nurse(ingest.replay, { ids: [id] })
}

test('a glucose without its unit is shown in both units, and the chosen unit is stored for the device', async () => {
  const mac = '0035ff220002'
  const { call: admin } = await asPerson('admin')
  const { device } = await admin(devices.register, { mac, kind: 'glucometer', name: 'Meter 5' })
  await receiveWithoutUnit(mac)

  await draw(<InboxPage />)
  const row = within(
    (await screen.findByRole('checkbox', { name: /Glucose, sent as 35/ })).closest('tr') ?? document.body,
  )
  expect(row.getByText('The meter does not say which unit it measures in')).toBeDefined()
  expect(row.getByText('mg/dL would be 35 mg/dL')).toBeDefined()
  expect(row.getByText('mmol/L would be 631 mg/dL')).toBeDefined()
  await userEvent.click(row.getByRole('checkbox'))
  expect(screen.queryByRole('button', { name: 'Assign to patient' })).toBeNull()
  await userEvent.click(row.getByRole('button', { name: '35 is in mg/dL' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, mg/dL' }))
  await waitFor(async () =>
    expect((await nurse(devices.get, { _id: device._id })).device.glucose_unit).toBe('mg/dL'),
  )
  // Nobody wears the meter: the value is known now, and waits for its patient.
  expect(await screen.findByRole('checkbox', { name: /DTX 35 mg\/dL|Glucose 35 mg\/dL/ })).toBeDefined()
})

test('a glucose leaves the inbox as soon as its unit is told, if its patient is known', async () => {
  const mac = '0035ff220014'
  const { call: admin } = await asPerson('admin')
  const { device } = await admin(devices.register, { mac, kind: 'glucometer', name: 'Meter 9' })
  const { rows } = await nurse(patients.list, { filterLists: { in_hospital: true }, number_of_rec: 1 })
  const patient_id = rows[0]?._id ?? ''
  await nurse(devices.assign, { device_id: device._id, patient_id, at: '2026-11-05T07:00:00Z' })
  await receiveWithoutUnit(mac)
  await draw(<InboxPage />)
  const told = await screen.findByRole('checkbox', { name: /Glucose, sent as 35/ })
  await userEvent.click(screen.getByRole('button', { name: '35 is in mg/dL' }))
  const answer = await screen.findByRole('button', { name: 'Yes, mg/dL' })
  fireEvent.pointerMove(told)
  await userEvent.setup({ pointerEventsCheck: 0 }).click(answer)
  fireEvent.pointerMove(told)
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: /Glucose, sent as 35/ })).toBeNull())
})

test('the shown box messages are verified, and the whole chain on request', async () => {
  const { id: hospital_id } = await panel()
    .root.selectFrom('hospitals')
    .select('id')
    .executeTakeFirstOrThrow()
  const messages = [36.5, 37.1].map((Temp, at) => ({
    id: `0193b000-0000-7000-8000-00000000001${at}`,
    hospital_id,
    received_at: '2026-11-05T07:00:00Z',
    topic: 'CM4_BLE_GW_TX',
    reason: 'malformed',
    payload: Buffer.from(
      JSON.stringify({
        from: 'PI',
        mac: 'd8:3a:dd:00:00:01',
        time: Date.parse('2026-11-05T07:00:00Z') / 1000,
        type: 'reportAttribute',
        data: {
          attribute: 'IR_TEMO_JUMPER',
          ble_mac: 'ff:00:00:00:00:01',
          value: { Temp, mode: 'Head' },
        },
      }),
    ),
  }))
  await panel().root.insertInto('quarantine').values(messages).execute()
  await nurse(ingest.replay, { ids: messages.map(({ id }) => id) })
  await draw(<TransactionsPage />)
  await userEvent.click(await screen.findByRole('tab', { name: 'Vital-sign box messages' }))
  expect(
    await screen.findByText('The messages on this page are complete and in the order in which they came.'),
  ).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Check the whole chain' }))
  expect(await screen.findByText('All 2 messages are complete and unchanged since they came.')).toBeDefined()
})

test('an unreadable message is shown as received, can be decoded again, and can be dismissed', async () => {
  const { id } = await panel().root.selectFrom('hospitals').select('id').executeTakeFirstOrThrow()
  await panel()
    .root.insertInto('quarantine')
    .values({
      id: '0193b000-0000-7000-8000-000000000001',
      hospital_id: id,
      received_at: '2026-11-05T07:00:00Z',
      topic: 'dusun_pub',
      reason: 'not-json',
      payload: Buffer.from('{"half":'),
    })
    .execute()
  await draw(<QuarantinePage />)
  await userEvent.click(await screen.findByRole('button', { name: /^Open the message/ }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Message in quarantine' }))
  expect(sheet.getByText('{"half":')).toBeDefined()
  await userEvent.click(sheet.getByRole('button', { name: 'Close' }))
  await userEvent.click(screen.getByRole('checkbox', { name: /^Select the message/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(async () => {
    const { rows } = await nurse(ingest.quarantine, {})
    expect(rows).toMatchObject([{ tries: 2 }])
  })
  // Whoever has tried again has nothing selected.
  const select = await screen.findByRole('checkbox', { name: /^Select the message/, checked: false })
  await userEvent.click(select)
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Dismiss messages' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Dismiss' }))
  expect(await screen.findByText('Every message could be read.')).toBeDefined()
})

test('the key of a sender is shown once, when it is created', async () => {
  const { session } = await asPerson('admin')
  signInAs({
    ...malee,
    _id: session.user_id,
    server_token: session.server_token,
    permissions: ['sender:manage'],
  })
  await draw(<SendersPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Add a sender' }))
  await userEvent.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Gateway 5')
  await userEvent.click(screen.getByRole('button', { name: 'Add sender' }))
  const dialog = await screen.findByRole('dialog', { name: 'The key of Gateway 5' })
  const key = within(dialog).getByLabelText('Key').textContent ?? ''
  expect(key.length).toBeGreaterThan(20)
  await userEvent.click(within(dialog).getByRole('button', { name: 'I have copied it' }))
  await waitFor(() => expect(screen.queryByText(key)).toBeNull())
  await userEvent.click(await screen.findByRole('button', { name: /^Revoke: Gateway 5/ }))
  const question = within(await screen.findByRole('dialog', { name: 'Revoke this key?' }))
  await userEvent.click(question.getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText(/Revoked 05 Nov 2026/)).toBeDefined()
})

test('the device screens are available in Thai', async () => {
  await draw(<DevicesPage />, 'th')
  expect((await screen.findAllByText('เครื่องวัดความดัน')).length).toBeGreaterThan(0)
})

test("readings are assigned to a record outside the nurse's wards after a break-glass reason", async () => {
  const { call: admin } = await asPerson('admin')
  const nurseId = session.get()?._id ?? ''
  const { rows } = await nurse(patients.list, { number_of_rec: 100 })
  const elsewhere = rows.find(({ ward }) => ward !== null)
  const { wards } = await nurse(alarms.duties, {})
  const followed = wards.find(({ ward }) => ward._id !== elsewhere?.ward?._id)
  const { key } = await admin(ingest.addSender, { name: 'Another ward' })
  await send(key, [{ hn: '99-000505', kind: 'pulse', measured_at: '2026-11-05T07:30:00Z', pulse: 72 }])
  const { group } = await admin(groups.save, {
    name: 'Another ward',
    ward_ids: [followed?.ward._id ?? ''],
    member_ids: [nurseId],
  })
  await draw(<InboxPage />)
  await userEvent.click(await screen.findByRole('checkbox', { name: /72/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Assign to patient' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Whose readings are these?' }))
  await userEvent.type(dialog.getByRole('combobox', { name: 'Patient' }), `${elsewhere?.hn}{Enter}`)
  await dialog.findByDisplayValue(new RegExp(`· HN ${elsewhere?.hn}`))
  await userEvent.click(dialog.getByRole('button', { name: 'Assign' }))
  await userEvent.type(
    await dialog.findByRole('textbox', { name: /^Reason/ }),
    'covering this ward tonight{Enter}',
  )
  await waitFor(async () => {
    const inbox = await nurse(readings.inbox, {})
    expect(inbox.rows.filter(({ told_hn }) => told_hn === '99-000505')).toEqual([])
  })
  const { rows: kept } = await nurse(readings.history, { patient_id: elsewhere?._id ?? '', kinds: ['pulse'] })
  expect(kept.some(({ pulse }) => pulse === 72)).toBe(true)
  await admin(groups.delete, { _id: group._id, version: group.version })
})
