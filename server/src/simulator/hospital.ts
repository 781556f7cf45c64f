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

/** The patients by bed, as ill as their records say and no closer to an alarm than that. */
const bodies: Record<string, Partial<Body>> = {
  // Bleeding below the skull: the pressure rises and the pulse falls.
  'ER R1': { pulse: 62, systolic: 164, diastolic: 84, spo2: 96, respiration: 14, weight: 65 },
  // Anaphylaxis, treated.
  'ER R2': { pulse: 92, systolic: 117, diastolic: 70, spo2: 97, temperature: 36.8, weight: 49.5 },
  'ER E1': { pulse: 88, systolic: 132, diastolic: 80, spo2: 98, weight: 63 },
  // Asthma after nebulisers.
  'ER E2': { pulse: 98, systolic: 124, diastolic: 74, spo2: 95.4, respiration: 19, weight: 58.2 },
  // Fainted.
  'ER E4': { pulse: 66, systolic: 118, diastolic: 66, spo2: 97, weight: 54 },
  // Urticaria, seven years old.
  'ER E5': { pulse: 96, systolic: 102, diastolic: 62, spo2: 98.5, respiration: 21, weight: 22.4 },
  // Bitten by a snake.
  'OBS 01': { pulse: 84, systolic: 126, diastolic: 78, spo2: 97.5, weight: 61.5 },
  // Hypoglycaemia, and kidneys that fail.
  'OBS 02': { pulse: 72, systolic: 138, diastolic: 70, spo2: 96.5, glucose: 128, weight: 44.5 },
  'OBS 03': { pulse: 82, systolic: 120, diastolic: 74, spo2: 98, temperature: 37.2, weight: 66 },
  // Gastroenteritis.
  'OBS 04': { pulse: 94, systolic: 115, diastolic: 70, spo2: 98, temperature: 37.5, weight: 68 },
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
  // Leptospirosis.
  'MM 05': { pulse: 95, systolic: 116, diastolic: 68, spo2: 96.5, temperature: 38, weight: 62 },
  // Gangrene of a foot.
  'MM 08': { pulse: 86, systolic: 128, diastolic: 74, spo2: 96.8, temperature: 37.3, weight: 58.3 },
  // Withdrawal of alcohol.
  'MM 09': { pulse: 97, systolic: 148, diastolic: 90, spo2: 97, temperature: 37.3, weight: 56.7 },
  // Heart failure.
  'MM 10': { pulse: 88, systolic: 117, diastolic: 70, spo2: 94.7, respiration: 19, weight: 78.9 },
  // Dengue, with atrial fibrillation.
  'MM 11': { pulse: 91, systolic: 130, diastolic: 80, spo2: 97, temperature: 37.9, weight: 96 },
  // Tuberculosis.
  'MM 12': { pulse: 89, systolic: 118, diastolic: 72, spo2: 95.7, temperature: 37.6, weight: 50.8 },
  // Ninety-seven years old, with an infection of the urinary tract.
  'FM 01': { pulse: 78, systolic: 134, diastolic: 72, spo2: 96, temperature: 37.1, weight: 38.2 },
  // Lupus nephritis.
  'FM 04': { pulse: 84, systolic: 146, diastolic: 92, spo2: 97.5, temperature: 37.4, weight: 51 },
  // Type 1 diabetes.
  'FM 06': { glucose: 180, weight: 47.3 },
  // A gastric ulcer that bled.
  'FM 08': { pulse: 95, systolic: 114, diastolic: 66, spo2: 97, weight: 60 },
  // The values are those before dialysis.
  'FM 09': { systolic: 160, diastolic: 92, weight: 63.8 },
  // Scrub typhus.
  'FM 11': { pulse: 94, systolic: 116, diastolic: 70, spo2: 96.4, temperature: 37.9, weight: 55 },
  // Cellulitis of a leg.
  'FM 12': { pulse: 86, systolic: 138, diastolic: 82, spo2: 96.5, temperature: 37.6, weight: 72.5 },
  // The day after an appendectomy.
  'SUR 02': { pulse: 82, systolic: 122, diastolic: 72, spo2: 98, temperature: 37.4, weight: 68 },
  // A broken hip.
  'SUR 05': { pulse: 84, systolic: 142, diastolic: 76, spo2: 95.8, temperature: 37.2, weight: 43 },
  'SUR 08': { pulse: 78, systolic: 124, diastolic: 76, spo2: 98, weight: 57.5 },
  // Necrotising fasciitis, after surgery.
  'SUR 10': { pulse: 96, systolic: 117, diastolic: 68, spo2: 95.8, temperature: 37.8, weight: 71 },
  // Cholangitis, drained.
  'SUR 12': { pulse: 92, systolic: 115, diastolic: 68, spo2: 96.4, temperature: 37.7, weight: 48.7 },
  // The day after an infarction.
  'ICU 01': { pulse: 76, systolic: 118, diastolic: 72, spo2: 96.5, temperature: 37, weight: 84.5 },
  // Sepsis, better.
  'ICU 03': { pulse: 97, systolic: 116, diastolic: 64, spo2: 96.4, temperature: 37.7, weight: 57 },
  // Poisoned by an organophosphate, under atropine.
  'ICU 04': { pulse: 98, systolic: 124, diastolic: 76, spo2: 96.5, temperature: 37.4, weight: 52 },
  // Aspiration pneumonia.
  'ICU 06': {
    pulse: 93,
    systolic: 126,
    diastolic: 70,
    spo2: 94.8,
    respiration: 19,
    temperature: 37.6,
    weight: 49.6,
  },
  // Influenza, four years old.
  'PED 01': {
    pulse: 112,
    systolic: 98,
    diastolic: 58,
    spo2: 97.5,
    respiration: 24,
    temperature: 37.6,
    weight: 16.2,
  },
  // Dengue haemorrhagic fever, nine years old: the fever lasts, and the pulse does not follow it.
  'PED 03': {
    pulse: 82,
    systolic: 106,
    diastolic: 68,
    spo2: 98,
    respiration: 18,
    temperature: 39.2,
    weight: 28.4,
  },
  // A seizure with a fever, one and a half years old.
  'PED 04': { pulse: 122, spo2: 98, respiration: 28, temperature: 37.5, weight: 10.6 },
  // Bronchiolitis, three months old.
  'PED 07': { pulse: 136, spo2: 96.5, respiration: 37, temperature: 37.4, weight: 5.7 },
  // Pre-eclampsia.
  'OB 01': { pulse: 86, systolic: 157, diastolic: 100, weight: 74.6 },
  // The values are those after a caesarean.
  'OB 03': { pulse: 84, systolic: 118, diastolic: 72, spo2: 98, temperature: 37, weight: 64.2 },
  // Preterm labour.
  'OB 06': { pulse: 90, systolic: 116, diastolic: 70, spo2: 98.5, weight: 55.1 },
  // A day and a half old.
  'OB C1': { pulse: 138, spo2: 97.5, respiration: 42, temperature: 36.9, weight: 3.12 },
}

/** The patient in a bed, such as `MM 03`; a patient who is not one of the demo's is healthy. */
export const getBody = (bed: string): Body => ({ ...healthy, ...bodies[bed], name: bed })

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

/** Adults who are at home and have an identity card. */
function listOutpatients(now: string): Outpatient[] {
  const { patients } = buildDemoRecords(now, '')
  return demoPersonas
    .flatMap((persona, index): Outpatient[] => {
      const row = patients[index]
      const { stays, today, born, body } = persona
      const isAtHome = today === null && stays.every(({ discharged }) => discharged !== null)
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
