import type { DeviceKind } from 'contract'
import type { WardCode } from './hospital.ts'
import type { Days } from './persona.ts'
import type { StaffKey } from './staff.ts'

/** It says from when to when the device was worn, and has the bed of the patient who wore it. */
type Worn = { bed: [WardCode, string]; from: Days; to: Days | null; by: StaffKey }

export type DemoDevice = {
  /** Locally administered, so that no real device has the same; a watch is identified by its IMEI. */
  mac: string
  kind: DeviceKind
  name: string
  model: string | null
  registered: Days
  retired: Days | null
  worn: Worn[]
}

const createDevice = (
  mac: string,
  device: Pick<DemoDevice, 'kind' | 'name' | 'model'> & Partial<DemoDevice>,
): DemoDevice => ({ mac, registered: 200, retired: null, worn: [], ...device })

const createWorn = (ward: WardCode, bed: string, from: Days, by: StaffKey = 'nurse'): Worn => ({
  bed: [ward, bed],
  from,
  to: null,
  by,
})

/** These ids never change: the simulator sends under them. */
export const demoDevices: DemoDevice[] = [
  createDevice('860000000000011', {
    kind: 'watch',
    name: 'Watch 1',
    model: 'Kati',
    worn: [{ ...createWorn('SUR', '08', 3.2), to: 2.1 }, createWorn('ICU', '01', 0.9)],
  }),
  createDevice('860000000000029', {
    kind: 'watch',
    name: 'Watch 2',
    model: 'Kati',
    worn: [createWorn('MM', '03', 2.9)],
  }),
  createDevice('860000000000037', {
    kind: 'watch',
    name: 'Watch 3',
    model: 'Kati',
    worn: [createWorn('FM', '01', 1.6)],
  }),
  createDevice('860000000000045', {
    kind: 'watch',
    name: 'Watch 4',
    model: 'Kati',
    worn: [createWorn('ER', 'R2', 0.15, 'erNurse')],
  }),
  createDevice('02d0c0000001', {
    kind: 'cuff',
    name: 'Cuff 1',
    model: 'Biolight WBP202',
    worn: [{ ...createWorn('MM', '08', 8.5), to: 2.2 }, createWorn('MM', '01', 2.2)],
  }),
  createDevice('02d0c0000002', {
    kind: 'cuff',
    name: 'Cuff 2',
    model: 'Jumper JPD-HA101',
    worn: [createWorn('OB', '01', 0.8)],
  }),
  createDevice('02d0c0000003', { kind: 'cuff', name: 'Cuff 3', model: 'Biolight WBP202' }),
  createDevice('02d0c0000011', {
    kind: 'oximeter',
    name: 'Oximeter 1',
    model: 'Jumper JPD-500F',
    worn: [createWorn('MM', '03', 3)],
  }),
  createDevice('02d0c0000012', {
    kind: 'oximeter',
    name: 'Oximeter 2',
    model: 'Jumper JPD-500F',
    worn: [createWorn('PED', '07', 1.1)],
  }),
  createDevice('02d0c0000021', {
    kind: 'thermometer',
    name: 'Thermometer 1',
    model: 'Jumper JPD-FR409',
    worn: [createWorn('PED', '03', 1.9)],
  }),
  createDevice('02d0c0000031', {
    kind: 'glucometer',
    name: 'Glucometer 1',
    model: 'Accu-Chek Instant',
    worn: [createWorn('FM', '06', 0.7)],
  }),
  createDevice('02d0c0000041', {
    kind: 'scale',
    name: 'Scale 1',
    model: 'Jumper JPD-BFS200A',
    worn: [createWorn('FM', '09', 1.3)],
  }),
  createDevice('02d0c0000101', { kind: 'gateway', name: 'Gateway Medical wards', model: 'Dusun DSGW-210' }),
  createDevice('02d0c0000102', { kind: 'gateway', name: 'Gateway Emergency', model: 'Dusun DSGW-210' }),
  createDevice('02d0c0000201', { kind: 'box', name: 'Vital-sign box OPD', model: 'HV01' }),
  createDevice('02d0c0000019', {
    kind: 'oximeter',
    name: 'Oximeter 9',
    model: 'Jumper JPD-500E',
    registered: 900,
    retired: 60,
  }),
]
