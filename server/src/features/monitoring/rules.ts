import type { LiveEvent, Permission } from 'contract'
import { toLockedAlarm } from '../../bedside/alarms/locked-alarm.ts'

/** Null if every signed-in user may see it. */
const permissionByKind: Record<Exclude<LiveEvent['kind'], 'alarm-behind-lock'>, Permission | null> = {
  latest: 'patient:read',
  alarm: 'alarm:read',
  device: 'device:read',
  watched: 'patient:read',
  waiting: 'device:read',
  permissions: null,
  'glass-broken': 'user:manage',
  'audit-checked': 'audit:read',
  applicants: 'user:manage',
}

/** The kinds of event that a user with these permissions may see. */
export function listVisibleKinds(permissions: ReadonlySet<Permission>): Set<string> {
  const allowed = Object.entries(permissionByKind).filter(
    ([, permission]) => permission === null || permissions.has(permission),
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
