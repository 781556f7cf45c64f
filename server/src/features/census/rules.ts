import {
  addDays,
  type CensusDay,
  type CensusReport,
  departureKinds,
  listDays,
  type PlaceLabel,
  type ReportSpan,
  toStartOfDay,
} from 'contract'

export type CountedDay = { ward_id: string; day: string; what: string; count: number }
/** For each bed since when it is closed. */
export type WardBeds = { ward: PlaceLabel; closed_at: string | null; beds: readonly (string | null)[] }

/** The days of each ward that was open or had patients, and of the hospital. */
export function buildCensus(
  wards: readonly WardBeds[],
  counted: readonly CountedDay[],
  span: ReportSpan,
): Pick<CensusReport, 'wards' | 'hospital'> {
  const days = listDays(span)
  const byWard = Map.groupBy(counted, ({ ward_id }) => ward_id)
  const shown = wards
    .filter(
      ({ ward, closed_at }) =>
        byWard.has(ward._id) || closed_at === null || closed_at > toStartOfDay(span.from),
    )
    .map(({ ward, beds }) => {
      const counts = new Map(
        (byWard.get(ward._id) ?? []).map(({ day, what, count }) => [`${what} ${day}`, count]),
      )
      return { ward, days: days.map((day) => buildDay(day, { counts, beds, span })) }
    })
  const hospital = days.map((day, index) =>
    addWards(
      day,
      shown.map((one) => one.days[index] as CensusDay),
    ),
  )
  return { wards: shown, hospital }
}

type WardCounts = { counts: ReadonlyMap<string, number>; beds: WardBeds['beds']; span: ReportSpan }

function buildDay(day: string, { counts, beds, span }: WardCounts): CensusDay {
  const next = addDays(day, 1)
  const end = day === span.to ? span.until : toStartOfDay(next)
  const count = (what: string, on = day) => counts.get(`${what} ${on}`) ?? 0
  return {
    day,
    at_start: count('present'),
    admitted: count('admitted'),
    transferred_in: count('transferred_in'),
    transferred_out: count('transferred_out'),
    departed: countDepartures((kind) => count(kind)),
    at_end: count('present', next),
    in_beds: count('in_beds', next),
    on_leave: count('on_leave', next),
    beds: beds.filter((closedAt) => closedAt === null || Date.parse(closedAt) >= Date.parse(end)).length,
  }
}

const countDepartures = (count: (kind: (typeof departureKinds)[number]) => number) =>
  Object.fromEntries(departureKinds.map((kind) => [kind, count(kind)])) as CensusDay['departed']

function addWards(day: string, wards: readonly CensusDay[]): CensusDay {
  const sum = (read: (ward: CensusDay) => number) => wards.reduce((total, ward) => total + read(ward), 0)
  return {
    day,
    at_start: sum((ward) => ward.at_start),
    admitted: sum((ward) => ward.admitted),
    transferred_in: sum((ward) => ward.transferred_in),
    transferred_out: sum((ward) => ward.transferred_out),
    departed: countDepartures((kind) => sum((ward) => ward.departed[kind])),
    at_end: sum((ward) => ward.at_end),
    in_beds: sum((ward) => ward.in_beds),
    on_leave: sum((ward) => ward.on_leave),
    beds: sum((ward) => ward.beds),
  }
}
