import { type SqlBool, sql } from 'kysely'

/**
 * Whether somebody charted the reading `r`, in the hospital or in an ambulance: as the indexes of those readings say
 * it.
 */
export const isChartedReading = sql<SqlBool>`r.source in ('manual', 'ambulance')`
