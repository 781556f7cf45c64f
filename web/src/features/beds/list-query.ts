import { BoardWard, bedFeatures } from 'contract'
import { knownValue, optional, type QueryValue, queryCodec, several } from '../../ui/list/query-codec.ts'
import { placeStatuses } from './rules.ts'

const boardWard = (text: string) => BoardWard.safeParse(text).data

export const bedMapQuery = queryCodec({
  ward: optional('ward', boardWard),
  statuses: several('state', knownValue(placeStatuses)),
  features: several('with', knownValue(bedFeatures)),
})
export type BedMapView = QueryValue<typeof bedMapQuery>
