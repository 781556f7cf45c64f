import { alarms, groups, users } from 'contract'

/** What tells of groups and is out of date when one has changed. */
export const outdatedByGroupChange = [groups.list, alarms.duties, users.get]
