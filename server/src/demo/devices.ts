import type { DeviceKind } from 'contract'
import type { WardCode } from './hospital.ts'
import type { Days } from './persona.ts'
import type { StaffKey } from './staff.ts'

/** From when to when the device was worn, and the bed of the patient who wore it. */
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
  kind: DeviceKind,
  name: string,
  model: string | null,
  worn: Worn[] = [],
  { registered = 200, retired = null }: { registered?: Days; retired?: Days | null } = {},
): DemoDevice => ({ mac, kind, name, model, registered, retired, worn })

const createWorn = (ward: WardCode, bed: string, from: Days, by: StaffKey = 'nurse'): Worn => ({
  bed: [ward, bed],
  from,
  to: null,
  by,
})

/** These ids never change: the simulator sends under them. */
export const demoDevices: DemoDevice[] = [
  createDevice('860000000000011', 'watch', 'Watch 1', 'Kati', [
    { ...createWorn('SUR', '08', 3.2), to: 2.1 },
    createWorn('ICU', '01', 0.9),
  ]),
  createDevice('860000000000029', 'watch', 'Watch 2', 'Kati', [createWorn('MM', '03', 2.9)]),
  createDevice('860000000000037', 'watch', 'Watch 3', 'Kati', [createWorn('FM', '01', 1.6)]),
  createDevice('860000000000045', 'watch', 'Watch 4', 'Kati', [createWorn('ER', 'R2', 0.15, 'erNurse')]),
  createDevice('02d0c0000001', 'cuff', 'Cuff 1', 'Biolight WBP202', [
    { ...createWorn('MM', '08', 8.5), to: 2.2 },
    createWorn('MM', '01', 2.2),
  ]),
  createDevice('02d0c0000002', 'cuff', 'Cuff 2', 'Jumper JPD-HA101', [createWorn('OB', '01', 0.8)]),
  createDevice('02d0c0000003', 'cuff', 'Cuff 3', 'Biolight WBP202'),
  createDevice('02d0c0000011', 'oximeter', 'Oximeter 1', 'Jumper JPD-500F', [createWorn('MM', '03', 3)]),
  createDevice('02d0c0000012', 'oximeter', 'Oximeter 2', 'Jumper JPD-500F', [createWorn('PED', '07', 1.1)]),
  createDevice('02d0c0000021', 'thermometer', 'Thermometer 1', 'Jumper JPD-FR409', [
    createWorn('PED', '03', 1.9),
  ]),
  createDevice('02d0c0000031', 'glucometer', 'Glucometer 1', 'Accu-Chek Instant', [
    createWorn('FM', '06', 0.7),
  ]),
  createDevice('02d0c0000041', 'scale', 'Scale 1', 'Jumper JPD-BFS200A', [createWorn('FM', '09', 1.3)]),
  createDevice('02d0c0000101', 'gateway', 'Gateway Medical wards', 'Dusun DSGW-210'),
  createDevice('02d0c0000102', 'gateway', 'Gateway Emergency', 'Dusun DSGW-210'),
  createDevice('02d0c0000201', 'box', 'Vital-sign box OPD', 'HV01'),
  createDevice('02d0c0000019', 'oximeter', 'Oximeter 9', 'Jumper JPD-500E', [], {
    registered: 900,
    retired: 60,
  }),
]
