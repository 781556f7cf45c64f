import { type ErRow, getWaitStart, isOverdue, type TriageLevel, type TriageSettings } from 'contract'

export const sections = ['L1-L2', 'waiting', 'L3', 'L4', 'L5'] as const
export type Section = (typeof sections)[number]

const sectionOfLevel: Record<TriageLevel, Section> = {
  RED: 'L1-L2',
  PINK: 'L1-L2',
  YELLOW: 'L3',
  GREEN: 'L4',
  WHITE: 'L5',
}

export const getSection = ({ last }: Pick<ErRow, 'last'>): Section =>
  last ? sectionOfLevel[last.level] : 'waiting'

/** The sections that have somebody, in their order. */
export function groupBySection(rows: readonly ErRow[]): { section: Section; rows: ErRow[] }[] {
  const groups = Map.groupBy(rows, getSection)
  return sections.flatMap((section) => {
    const members = groups.get(section)
    return members ? [{ section, rows: members }] : []
  })
}

/** What the head of the board counts. */
export function summarize(
  rows: readonly ErRow[],
  { minutes, zones, places }: Pick<TriageSettings, 'minutes' | 'zones' | 'places'>,
  now: number,
) {
  const arrivals = rows
    .filter(({ visit }) => visit.first_seen_at === null)
    .map(({ visit }) => Date.parse(getWaitStart(visit)))
  return {
    byLevel: Map.groupBy(rows, ({ last }) => last?.level),
    /** The longest that somebody has waited for a doctor. */
    longestMinutes: arrivals.length > 0 ? countMinutes(Math.min(...arrivals), now) : undefined,
    overdue: rows.filter((row) => isOverdue(row, minutes, now)).length,
    boarders: rows.filter(({ visit }) => visit.boarding_since !== null).length,
    /** Zones that have places or somebody in them; a retired one only with somebody. */
    zones: zones.list
      .map((zone) => ({
        zone,
        count: rows.filter(({ visit }) => visit.zone === zone.code).length,
        places: zone.is_retired ? null : (places[zone.code] ?? null),
      }))
      .filter((counted) => counted.count > 0 || counted.places !== null),
  }
}

export const countMinutes = (since: number, now: number): number =>
  Math.max(0, Math.floor((now - since) / 60_000))

/** Hours and minutes since an instant: "2:05". */
export function formatElapsed(since: string, now: number): string {
  const minutes = countMinutes(Date.parse(since), now)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
