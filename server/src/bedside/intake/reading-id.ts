import { hash } from 'node:crypto'
import type { ReadingKind, ReadingValueName, ReadingValues } from 'contract'
import { formatIso } from '../../core/time.ts'
import type { Measurement } from '../measurement.ts'

/**
 * The fields of each kind in version 1 of the digest, in order. Never change this list: a reading that was stored
 * before an update must be recognised by its id when it is sent again afterwards. Fields and kinds that are not listed
 * here are digested by name, and only if they have a value.
 */
const digestedByPosition: Readonly<Partial<Record<ReadingKind, readonly ReadingValueName[]>>> = {
  blood_pressure: ['systolic', 'diastolic', 'map', 'pulse'],
  spo2: ['spo2', 'pulse', 'pi'],
  pulse: ['pulse'],
  temperature: ['temperature'],
  respiration: ['respiration_rate'],
  consciousness: ['consciousness', 'oxygen'],
  glucose: ['blood_glucose', 'marker'],
  body: ['weight', 'height', 'waist', 'impedance'],
  activity: ['steps'],
  sleep: ['awake', 'light', 'deep'],
  lab: ['creatinine', 'bun', 'uric_acid', 'cholesterol', 'ldl', 'hdl', 'triglyceride'],
  position: ['lat', 'lang'],
  fall: ['lat', 'lang'],
  sos: ['lat', 'lang'],
}

/**
 * The id of a reading is a digest of what stays the same when it is sent again: its hospital, the device or patient it
 * names, its values, and the time by the device's own clock.
 */
export function computeReadingId(hospitalId: string, measurement: Measurement): string {
  return digest(describeContent(hospitalId, measurement))
}

/**
 * The id of a reading whose device numbers its tests. Earlier versions stored such a reading without the number, under
 * the id of `computeReadingId`.
 */
export function computeNumberedId(
  hospitalId: string,
  measurement: Measurement & { sequenceNumber: number },
): string {
  return digest(`${describeContent(hospitalId, measurement)} #${measurement.sequenceNumber}`)
}

function describeContent(hospitalId: string, measurement: Measurement): string {
  const { kind, values, mac, nationalId, hn, reportedAt, gatewayScanTime } = measurement
  const scanned = typeof gatewayScanTime === 'number' ? formatIso(gatewayScanTime) : ''
  let content = `${hospitalId} ${kind} ${mac ?? ''} ${nationalId ?? ''} ${formatIso(reportedAt)} ${scanned}`
  const byPosition = digestedByPosition[kind] ?? []
  for (const name of byPosition) content += ` ${values[name] ?? ''}`
  for (const name of listAddedNames(values, byPosition)) content += ` ${name}=${values[name]}`
  // The HN comes last: it is the only part that may hold a space.
  return `${content} ${hn ?? ''}`
}

function digest(content: string): string {
  const hex = hash('sha256', content)
  // Version 8 of RFC 9562: a custom digest.
  const variant = '89ab'[Number.parseInt(hex[16] ?? '', 16) & 3]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The names of the values that version 1 did not have for this kind, sorted. */
function listAddedNames(values: ReadingValues, known: readonly ReadingValueName[]): ReadingValueName[] {
  const added: ReadingValueName[] = []
  for (const name in values) {
    const one = name as ReadingValueName
    if (values[one] !== null && values[one] !== undefined && !known.includes(one)) added.push(one)
  }
  return added.sort()
}
