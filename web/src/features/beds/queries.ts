import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { beds, type Input, type Result, toWardScore, type WardPatient } from 'contract'
import { ask, call, queryClient } from '../../api/client.ts'
import { listMissedEvents, type NumberedEvent } from '../../live/live.ts'
import { rereadAfterEvents, updateWithEvents } from '../../live/live-data.ts'

type BedMapReply = Result<typeof beds.map>

updateWithEvents(beds.map, updateBedMap)
rereadAfterEvents(beds.map, (queryKey, map, events) => {
  for (const wardId of findOutdatedWards(map, events)) void rereadWard(queryKey, wardId)
})

/** The wards of a map that these events outdate: by their beds, or because one of the patients is there. */
export function findOutdatedWards(map: BedMapReply, events: readonly NumberedEvent[]): string[] {
  const wardIds = new Set<string>()
  const patientIds = new Set<string>()
  let isEveryPatient = false
  for (const { event } of events) {
    if (event.kind === 'beds-outdated') for (const id of event.ward_ids) wardIds.add(id)
    if (event.kind !== 'patients-outdated') continue
    for (const id of event.patient_ids) patientIds.add(id)
    isEveryPatient ||= event.patient_ids.length === 0
  }
  if (wardIds.size === 0 && patientIds.size === 0 && !isEveryPatient) return []
  return map.wards
    .filter(
      ({ ward, beds: all, without_bed }) =>
        isEveryPatient ||
        wardIds.has(ward._id) ||
        without_bed.some(({ patient }) => patientIds.has(patient._id)) ||
        all.some(
          ({ occupant, reservation }) =>
            (occupant && patientIds.has(occupant.patient._id)) ||
            (reservation && patientIds.has(reservation.patient._id)),
        ),
    )
    .map(({ ward }) => ward._id)
}

/** Reads one ward of a map again: fifty boards of a large hospital could not all read all of theirs at every change. */
async function rereadWard(queryKey: QueryKey, wardId: string) {
  try {
    const part = await readBedMap({ ward: wardId })
    queryClient.setQueryData<BedMapReply>(queryKey, (map) => map && replaceWard(map, wardId, part))
  } catch {
    void queryClient.invalidateQueries({ queryKey })
  }
}

/** The map with a ward as it is in a newer answer; one that is there no more was closed. */
export function replaceWard(map: BedMapReply, wardId: string, part: BedMapReply): BedMapReply {
  if (Number(part.event) < Number(map.event)) return map
  const newer = part.wards.find(({ ward }) => ward._id === wardId)
  return {
    ...map,
    wards: map.wards.flatMap((one) => (one.ward._id === wardId ? (newer ?? []) : one)),
  }
}

/** A map of beds, with the events that arrived while it was being requested. */
export function askBedMap(body: Input<typeof beds.map>) {
  return queryOptions({
    ...ask(beds.map, body, true),
    queryFn: ({ signal }) => readBedMap(body, signal),
  })
}

/** How often a map is read at once: each time something of it changes meanwhile. */
const maxReads = 3

async function readBedMap(body: Input<typeof beds.map>, signal?: AbortSignal): Promise<BedMapReply> {
  for (let read = 1; ; read += 1) {
    const map = await call(beds.map, body, signal && { signal })
    const missed = listMissedEvents(Number(map.event))
    // After missed events everything is read again anyway.
    if (!missed) return map
    // What says that the map is out of date is answered by a new map alone.
    if (findOutdatedWards(map, missed).length === 0 || read === maxReads) return updateBedMap(map, missed)
  }
}

/** The map with the scores of these events. Beds that no event touches stay the same objects. */
export function updateBedMap(map: BedMapReply, events: readonly NumberedEvent[]): BedMapReply {
  const fresh = events.filter(({ number }) => number > Number(map.event))
  const last = fresh.at(-1)
  if (!last) return map
  const scores = new Map(
    fresh.flatMap(({ event }) =>
      event.kind === 'latest'
        ? event.patients.flatMap(({ patient_id, latest }) => {
            const newest = latest.find(({ vital }) => vital === 'news2')
            return newest ? [[patient_id, toWardScore(newest)] as const] : []
          })
        : [],
    ),
  )
  if (scores.size === 0) return { ...map, event: String(last.number) }
  const update = (patient: WardPatient): WardPatient =>
    scores.has(patient.patient._id) ? { ...patient, score: scores.get(patient.patient._id) } : patient
  const wards = map.wards.map((ward) => ({
    ...ward,
    beds: ward.beds.map((bed) => {
      const occupant = bed.occupant && update(bed.occupant)
      return occupant === bed.occupant ? bed : { ...bed, occupant }
    }),
    without_bed: ward.without_bed.map(update),
  }))
  return { ...map, wards, event: String(last.number) }
}
