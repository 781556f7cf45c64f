import { type LiveEvent, liveEventAccess, type Permission } from 'contract'
import { toLockedAlarm } from '../../bedside/alarms/locked-alarm.ts'

/** The kinds of event that a user with these permissions may see. */
export function listVisibleKinds(permissions: ReadonlySet<Permission>): Set<string> {
  const allowed = Object.entries(liveEventAccess).filter(
    ([, access]) => access === null || access.some((permission) => permissions.has(permission)),
  )
  return new Set(allowed.map(([kind]) => kind))
}

/** The kinds of event that a locked session gets, and what it gets of each. */
export function createLockedView(permissions: ReadonlySet<Permission>) {
  return {
    kinds: new Set(listVisibleKinds(permissions).has('alarm') ? ['alarm'] : []),
    show: (event: LiveEvent): LiveEvent | undefined =>
      event.kind === 'alarm' ? { kind: 'alarm-behind-lock', alarm: toLockedAlarm(event.alarm) } : undefined,
  }
}
