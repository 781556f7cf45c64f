import { alarmSeverities } from 'contract'
import {
  choice,
  knownValue,
  optional,
  type QueryValue,
  queryCodec,
  wardChoice,
} from '../../ui/list/query-codec.ts'

export const wallSorts = ['bed', 'severity'] as const
export const severityFilters = ['any', ...alarmSeverities] as const
export const densities = ['normal', 'dense'] as const

/** `severity`: only patients with an open alarm, of any severity or of this one. */
export const wallQuery = queryCodec({
  ward: optional('ward', wardChoice),
  severity: optional('alarm', knownValue(severityFilters)),
  sort: choice('sort', wallSorts),
  density: choice('tiles', densities),
})
export type WallView = QueryValue<typeof wallQuery>
