import { alarms, groups, users } from 'contract'

/** Queries that contain groups and are out of date when one has changed. */
export const outdatedByGroupChange = [groups.list, alarms.duties, users.get]
