import {
  type Answers,
  beginsWithCall,
  collectMissionTimes,
  computeMissionInterval,
  findNearestRank,
  type IntervalFigures,
  isPlannedForLater,
  type MissionEvent,
  type MissionInterval,
  type MissionReport,
  type MissionState,
  type MissionTargets,
  missionIntervals,
  type OperationTarget,
  readFee,
  responseTargets,
  type UnpaidFees,
} from 'contract'

export type ReportedMission = {
  called_at: string
  /** When a transport that is planned is needed. */
  needed_at: string | null
  kind: string
  colour: string | null
  state: MissionState
  vehicle: { _id: string; call_sign: string } | null
  targets: MissionTargets
  events: MissionEvent[]
}

/** What `later` says of a fee that nobody has paid; nothing, if nobody has written the sheet. */
export type UnpaidSheet = { vehicle: ReportedMission['vehicle']; later: Answers }

const bangkokOffsetHours = 7

/** Whether nobody went, so that the mission counts for no time. */
const isNotDriven = ({ state }: ReportedMission) => state === 'DECLINED' || state === 'CANCELLED'

/** The figures of a period. Times are of the missions that somebody went on. */
export function summarizeMissions(
  missions: readonly ReportedMission[],
): Omit<MissionReport, 'until' | 'unpaid' | 'faults' | 'mended'> {
  const driven = missions.filter((one) => !isNotDriven(one))
  const timed = driven.map((mission) => ({
    mission,
    times: collectMissionTimes(mission.called_at, mission.events),
  }))
  type Timed = (typeof timed)[number]
  const measure = (
    all: readonly Timed[],
    interval: MissionInterval,
    target: OperationTarget | undefined,
  ): IntervalFigures => {
    const of = beginsWithCall(interval) ? all.filter(({ mission }) => !isPlannedForLater(mission)) : all
    const measured = of.flatMap(({ mission, times }) => {
      const ms = computeMissionInterval(interval, times)
      return ms === null ? [] : [{ seconds: Math.floor(ms / 1000), targets: mission.targets }]
    })
    const seconds = measured.map((one) => one.seconds)
    const targets = target === undefined ? [] : of.map(({ mission }) => mission.targets[target])
    return {
      measured: seconds.length,
      left_out: of.length - seconds.length,
      p50: findNearestRank(seconds, 0.5),
      p90: findNearestRank(seconds, 0.9),
      targets: [...new Set(targets)].toSorted((one, other) => one - other),
      within:
        target === undefined
          ? null
          : measured.filter((one) => one.seconds <= one.targets[target] * 60).length,
    }
  }
  const byMost = <Row extends { missions: number }>(rows: Row[]) =>
    rows.toSorted((one, other) => other.missions - one.missions)
  const hours = Array.from({ length: 24 }, () => 0)
  for (const { called_at } of missions) {
    const hour = (new Date(called_at).getUTCHours() + bangkokOffsetHours) % 24
    hours[hour] = (hours[hour] ?? 0) + 1
  }
  return {
    missions: missions.length,
    not_driven: missions.length - driven.length,
    intervals: missionIntervals
      // The time to the hospital is the transport under another name.
      .filter((interval) => interval !== 'hospital')
      .map((interval) => ({
        interval,
        ...measure(timed, interval, interval === 'activation' ? 'activation_minutes' : undefined),
      })),
    colours: [...Map.groupBy(timed, ({ mission }) => mission.colour)].map(([colour, of]) => ({
      colour,
      ...measure(of, 'response', colour === null ? undefined : responseTargets[colour]),
    })),
    kinds: byMost(
      [...Map.groupBy(timed, ({ mission }) => mission.kind)].map(([kind, of]) => ({
        kind,
        missions: of.length,
        ...measure(of, 'response', undefined),
      })),
    ),
    units: byMost(
      [...Map.groupBy(timed, ({ mission }) => mission.vehicle?._id)].map(([, of]) => ({
        vehicle: of[0]?.mission.vehicle ?? null,
        missions: of.length,
        ...measure(of, 'response', undefined),
      })),
    ),
    hours,
  }
}

/** The fees that nobody has paid, by vehicle, the most first. */
export function summarizeUnpaid(sheets: readonly UnpaidSheet[]): UnpaidFees[] {
  return [...Map.groupBy(sheets, ({ vehicle }) => vehicle?._id)]
    .map(([, of]) => {
      const totals = of.flatMap(({ later }) => readFee(later).total ?? [])
      const unpaid = of.filter(({ later }) => later['payment'] === 'UNPAID').length
      return {
        vehicle: of[0]?.vehicle ?? null,
        unpaid,
        unrecorded: of.length - unpaid,
        unpriced: of.length - totals.length,
        // Baht have satang, of which a sum of fractions may be a little off.
        total: Math.round(totals.reduce((sum, one) => sum + one, 0) * 100) / 100,
      }
    })
    .toSorted((one, other) => other.unpaid + other.unrecorded - (one.unpaid + one.unrecorded))
}
