import { queryOptions } from '@tanstack/react-query'
import { beds, type Input, type Result, type WardPatient } from 'contract'
import { ask, call } from '../../api/client.ts'
import { listMissedEvents, type NumberedEvent } from '../../live/live.ts'
import { updateWithEvents } from '../../live/live-data.ts'

type BedMapReply = Result<typeof beds.map>

updateWithEvents(beds.map, updateBedMap)

/** A map of beds, with the events that arrived while it was being requested. */
export function askBedMap(body: Input<typeof beds.map>) {
  return queryOptions({
    ...ask(beds.map, body, true),
    queryFn: async ({ signal }): Promise<BedMapReply> => {
      const map = await call(beds.map, body, { signal })
      const missed = listMissedEvents(Number(map.event))
      // What says that the map is out of date is answered by a new map alone.
      const isWhole = missed?.every(({ event }) => !outdates(event.kind))
      return missed && isWhole ? updateBedMap(map, missed) : call(beds.map, body, { signal })
    },
  })
}

const outdates = (kind: NumberedEvent['event']['kind']) =>
  kind === 'beds-outdated' || kind === 'patients-outdated'

/** The map with the scores of these events. Beds that no event touches stay the same objects. */
export function updateBedMap(map: BedMapReply, events: readonly NumberedEvent[]): BedMapReply {
  const fresh = events.filter(({ number }) => number > Number(map.event))
  const last = fresh.at(-1)
  if (!last) return map
  const scores = new Map(
    fresh.flatMap(({ event }) =>
      event.kind === 'latest'
        ? event.patients.flatMap(({ patient_id, latest }) => {
            const score = latest.find(({ vital }) => vital === 'news2')
            return score ? [[patient_id, score] as const] : []
          })
        : [],
    ),
  )
  if (scores.size === 0) return { ...map, event: String(last.number) }
  const update = (patient: WardPatient): WardPatient => {
    const score = scores.get(patient.patient._id)
    return score ? { ...patient, score } : patient
  }
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
