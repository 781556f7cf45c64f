import { demoDevices } from '../demo/devices.ts'
import { buildDemoRecords, demoPersonas } from '../demo/records.ts'
import type { Outpatient, SimulatedDevice } from './plan.ts'
import type { Body } from './vitals.ts'

const healthy: Omit<Body, 'name'> = {
  pulse: 76,
  systolic: 122,
  diastolic: 76,
  spo2: 97,
  respiration: 16,
  temperature: 36.6,
  glucose: 102,
  weight: 60,
}

/** The patients with a device, by bed, as ill as their records say and no closer to an alarm than that. */
const bodies: Record<string, Partial<Body>> = {
  // The day after an infarction.
  'ICU 01': { pulse: 76, systolic: 118, diastolic: 72, spo2: 96.5, temperature: 37, weight: 84.5 },
  // Chronic obstructive lung disease that has worsened.
  'MM 03': {
    pulse: 84,
    systolic: 136,
    diastolic: 80,
    spo2: 95.3,
    respiration: 19,
    temperature: 36.9,
    weight: 52.4,
  },
  // Pneumonia, better.
  'MM 01': {
    pulse: 90,
    systolic: 124,
    diastolic: 72,
    spo2: 95,
    respiration: 19,
    temperature: 37.5,
    weight: 70.5,
  },
  // Ninety-seven years old, with an infection of the urinary tract.
  'FM 01': { pulse: 78, systolic: 134, diastolic: 72, spo2: 96, temperature: 37.1, weight: 38.2 },
  // Anaphylaxis, treated.
  'ER R2': { pulse: 92, systolic: 117, diastolic: 70, spo2: 97, temperature: 36.8, weight: 49.5 },
  // Pre-eclampsia.
  'OB 01': { pulse: 86, systolic: 157, diastolic: 100, weight: 74.6 },
  // Bronchiolitis, three months old.
  'PED 07': { pulse: 136, spo2: 96.5, respiration: 38, temperature: 37.4, weight: 5.7 },
  // Dengue haemorrhagic fever, nine years old: the fever lasts.
  'PED 03': { pulse: 92, respiration: 18, temperature: 39.2, weight: 28.4 },
  // Type 1 diabetes.
  'FM 06': { glucose: 180, weight: 47.3 },
  // Before dialysis.
  'FM 09': { systolic: 160, diastolic: 92, weight: 63.8 },
}

const getBody = (bed: string): Body => ({ ...healthy, ...bodies[bed], name: bed })

export const deviceMacs = {
  medicalGateway: '02d0c0000101',
  emergencyGateway: '02d0c0000102',
  /** Not registered: somebody bought it without telling anybody. */
  strangeWatch: '860000000000052',
  getWatchMac(bed: string): string {
    const watch = demoDevices.find((one) => one.kind === 'watch' && findDemoWearer(one) === bed)
    if (!watch) throw new Error(`nobody in ${bed} of the demo has a watch`)
    return watch.mac
  },
}

function findDemoWearer({ worn }: (typeof demoDevices)[number]): string | null {
  const wearing = worn.find(({ to }) => to === null)
  return wearing ? wearing.bed.join(' ') : null
}

/** Devices that nobody wears are heard where people come in; so are the children and mothers on the floor above. */
const emergencyWards = /^(ER|OBS|PED|OB) /

/** The devices of the demo hospital, and one that does not belong to it. `now` is ISO 8601. */
export function listDemoDevices(now: string): SimulatedDevice[] {
  const visitors = listOutpatients(now)
  const devices = demoDevices
    .filter(({ retired }) => retired === null)
    .map((device): SimulatedDevice => {
      const bed = findDemoWearer(device)
      const { mac, kind, name } = device
      const isHeard = kind !== 'watch' && kind !== 'gateway' && kind !== 'box'
      const via =
        bed !== null && !emergencyWards.test(bed) ? deviceMacs.medicalGateway : deviceMacs.emergencyGateway
      return {
        mac,
        kind,
        name,
        via: isHeard ? via : null,
        body: getBody(bed ?? 'nobody'),
        isWorn: bed !== null,
        outpatients: kind === 'box' ? visitors : [],
      }
    })
  const strange = { kind: 'watch', name: '', via: null, isWorn: false, outpatients: [] } as const
  return [...devices, { ...strange, mac: deviceMacs.strangeWatch, body: getBody('nobody') }]
}

const outpatientCount = 6

/** Adults who live at home and have an identity card. */
function listOutpatients(now: string): Outpatient[] {
  const { patients } = buildDemoRecords(now, '')
  return demoPersonas
    .flatMap((persona, index): Outpatient[] => {
      const row = patients[index]
      const { stays, born, body } = persona
      const isAtHome = stays.every(({ discharged }) => discharged !== null)
      if (!row?.national_id || !isAtHome || typeof born !== 'string' || born > '2000') return []
      const [year = '', ...monthAndDay] = born.split('-')
      const card = {
        citiz: row.national_id,
        nameTH: `${persona.title}#${persona.name}##${persona.surname}`,
        nameEN: `#${persona.nameEn ?? ''}##${persona.surnameEn ?? ''}`,
        brith: `${Number(year) + 543}${monthAndDay.join('')}`,
        gender: persona.gender === 'male' ? '1' : '2',
      } as const
      return [{ card, body: { ...healthy, name: row.national_id, weight: body.weight ?? healthy.weight } }]
    })
    .slice(0, outpatientCount)
}
