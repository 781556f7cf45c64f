import { type CensusReport, departureKinds } from 'contract'
import { formatCsv } from '../../core/csv.ts'
import { type Language, texts } from '../../core/texts.ts'

/** One line a ward and day, with the columns of the screen. */
export function formatCensusCsv(wards: CensusReport['wards'], language: Language): AsyncIterable<string> {
  const { column, departed } = texts[language].census
  const headings = [
    column.day,
    column.ward,
    column.at_start,
    column.admitted,
    column.transferred_in,
    ...departureKinds.map((kind) => departed[kind]),
    column.transferred_out,
    column.at_end,
    column.in_beds,
    column.on_leave,
    column.beds,
  ]
  return formatCsv(headings, listLines(), (cells) => cells)

  async function* listLines() {
    for (const { ward, days } of wards) {
      const name = ward[language === 'th' ? 'name_th' : 'name_en']
      yield days.map((day) => [
        day.day,
        name,
        day.at_start,
        day.admitted,
        day.transferred_in,
        ...departureKinds.map((kind) => day.departed[kind]),
        day.transferred_out,
        day.at_end,
        day.in_beds,
        day.on_leave,
        day.beds,
      ])
    }
  }
}
