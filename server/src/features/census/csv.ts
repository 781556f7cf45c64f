import { type CensusReport, departureKinds, type Language, type PlaceLabel, triageLevels } from 'contract'
import { type CsvCell, formatCsv } from '../../core/csv.ts'
import { texts } from '../../core/texts.ts'

/** One row for each ward and day, with the columns of the screen. */
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

const stayParts = ['wards', 'departments', 'diseases'] as const
const percentiles = ['p25', 'median', 'p75', 'p90'] as const

/** One row for each figure and group: lengths of stay, then the emergency room by level and as a whole. */
export function formatFlowCsv(
  { length_of_stay, emergency }: Pick<CensusReport, 'length_of_stay' | 'emergency'>,
  wards: readonly PlaceLabel[],
  language: Language,
): AsyncIterable<string> {
  const { census, admissions, ui } = texts[language]
  const { stay, emergency: words, chart, p } = census
  const names = new Map(wards.map((ward) => [ward._id, ward[language === 'th' ? 'name_th' : 'name_en']]))
  const departments: Readonly<Record<string, string>> = admissions.departments
  const findName: Record<(typeof stayParts)[number], (key: string) => string | undefined> = {
    wards: (key) => names.get(key),
    departments: (key) => departments[key],
    diseases: (key) => key,
  }
  const headings = [
    stay.part,
    stay.group,
    stay.stays,
    words.arrived,
    words.ended,
    words.left_unseen,
    `${words.share} (%)`,
    ...percentiles.map((one) => p[one]),
    stay.unit,
  ]
  const stays = stayParts.flatMap((part) =>
    length_of_stay[part].map((row): CsvCell[] => [
      stay[part],
      (row.key === null ? undefined : findName[part](row.key)) ?? stay.unknown,
      row.stays,
      null,
      null,
      null,
      null,
      ...percentiles.map((one) => row[one]),
      chart.nights,
    ]),
  )
  const findLevel = (level: number | null) => {
    const named = level === null ? undefined : triageLevels[level - 1]
    return named ? `${level} · ${ui.triage[named]}` : words.untriaged
  }
  const visits = [
    ...emergency.levels.map((row) => ({ ...row, name: findLevel(row.level) })),
    { ...emergency.all, name: words.all },
  ].map(({ name, arrived, ended, left_unseen, minutes }): CsvCell[] => [
    words.title,
    name,
    null,
    arrived,
    ended,
    left_unseen,
    ended === 0 ? null : Math.round((1000 * left_unseen) / ended) / 10,
    ...percentiles.map((one) => minutes?.[one] ?? null),
    chart.minutes,
  ])
  return formatCsv(headings, listLines(), (cells) => cells)

  async function* listLines() {
    yield [...stays, ...visits]
  }
}
