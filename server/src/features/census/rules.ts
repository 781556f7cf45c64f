import {
  type CensusDay,
  type CensusReport,
  censusMaxDays,
  departureKinds,
  type FieldProblem,
  type PlaceLabel,
  toStartOfDay,
} from 'contract'

/** Days of a report, both part of it; `until` is the end of the last: its midnight, or now if that is to come. */
export type Span = { from: string; to: string; until: string }

const dayMs = 86_400_000

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** The days of a span, in their order. */
export function listDays({ from, to }: Pick<Span, 'from' | 'to'>): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
  return Array.from({ length: count }, (_, index) => addDays(from, index))
}

export function validateSpan({ from, to }: Pick<Span, 'from' | 'to'>, today: string): FieldProblem[] {
  if (to < from) return [{ field: 'to', message: 'to-before-from' }]
  if (to > today) return [{ field: 'to', message: 'date-in-future' }]
  if (listDays({ from, to }).length > censusMaxDays) return [{ field: 'to', message: 'census-too-long' }]
  return []
}

export function toSpan({ from, to }: Pick<Span, 'from' | 'to'>, now: string): Span {
  const end = toStartOfDay(addDays(to, 1))
  return { from, to, until: Date.parse(end) < Date.parse(now) ? end : now }
}

export type CountedDay = { ward_id: string; day: string; what: string; count: number }
/** For each bed since when it is closed. */
export type WardBeds = { ward: PlaceLabel; closed_at: string | null; beds: readonly (string | null)[] }

/** The days of each ward that was open or had patients, and of the hospital. */
export function buildCensus(
  wards: readonly WardBeds[],
  counted: readonly CountedDay[],
  span: Span,
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

type WardCounts = { counts: ReadonlyMap<string, number>; beds: WardBeds['beds']; span: Span }

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
