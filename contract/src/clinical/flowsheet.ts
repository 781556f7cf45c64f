import { news2Parameters } from './scores/news2.ts'
import {
  type CodedName,
  isQuantity,
  type QuantityName,
  quantities,
  type ReadingKind,
  readingKindNames,
  readingKinds,
} from './vital-signs.ts'

/** A value of a reading, by its name on the wire. */
type ReadingField = QuantityName | CodedName

const listKindFields = (kind: ReadingKind): readonly ReadingField[] => {
  const { needs, may } = readingKinds[kind]
  return [...needs, ...may]
}

const isOfRound = (name: ReadingField): boolean => isQuantity(name) && quantities[name].charted === 'round'

/** What a flowsheet shows: the vital signs, and whatever else is measured on a bedside round. */
export const flowsheetKinds = readingKindNames.filter(
  (kind) => readingKinds[kind].isVitalSign || listKindFields(kind).some(isOfRound),
)

/** These values are written into the row of another one. */
const rowsOfParts = {
  systolic: 'blood_pressure',
  diastolic: 'blood_pressure',
  marker: 'blood_glucose',
  beyond: 'blood_glucose',
  gcs_eye: 'gcs',
  gcs_verbal: 'gcs',
  gcs_motor: 'gcs',
} as const satisfies Partial<Record<ReadingField, string>>
type PartName = keyof typeof rowsOfParts

/** A row of a flowsheet. Both pressures share one; a glucose has its marker, HI or LO with it, a GCS its parts. */
export type FlowsheetRow = Exclude<ReadingField, PartName> | 'blood_pressure'

/** The row that shows a value. */
export const toFlowsheetRow = (name: ReadingField): FlowsheetRow =>
  name in rowsOfParts ? rowsOfParts[name as PartName] : (name as FlowsheetRow)

/** All rows, in the order of the kinds of reading. */
export const flowsheetRows = [...new Set(flowsheetKinds.flatMap(listKindFields).map(toFlowsheetRow))] as [
  FlowsheetRow,
  ...FlowsheetRow[],
]

/** The values of a reading that a row shows. */
export function listRowFields(row: FlowsheetRow): ReadingField[] {
  return [...new Set(readingKindNames.flatMap(listKindFields))].filter((name) => toFlowsheetRow(name) === row)
}

/** Whether a reading has a value of a row. */
export function isInRow(row: FlowsheetRow, reading: { readonly [Name in ReadingField]?: unknown }): boolean {
  return listRowFields(row).some((name) => reading[name] !== null && reading[name] !== undefined)
}

/** The row of each parameter of NEWS2. */
export const news2Rows = news2Parameters.map(toFlowsheetRow)

/** How long a column lasts: in the emergency department, on a ward, and as the Thai chart has its six rounds a day. */
export const flowsheetColumnMinutes = [15, 60, 240] as const
export type FlowsheetColumnMinutes = (typeof flowsheetColumnMinutes)[number]
export const maxFlowsheetColumns = 96
