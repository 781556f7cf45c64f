import type { LiveEvent, Permission } from 'contract'
import { behindLock } from '../../bedside/alarms/behind-lock.ts'

/** Null if every signed-in user may see it. */
const permissionFor: Record<Exclude<LiveEvent['kind'], 'alarm-behind-lock'>, Permission | null> = {
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
export function kindsFor(permissions: ReadonlySet<Permission>): Set<string> {
  const allowed = Object.entries(permissionFor).filter(
    ([, permission]) => permission === null || permissions.has(permission),
  )
  return new Set(allowed.map(([kind]) => kind))
}

/** The kinds of event that a locked session gets, and what it gets of each. */
export function behindLockFor(permissions: ReadonlySet<Permission>) {
  return {
    kinds: new Set(kindsFor(permissions).has('alarm') ? ['alarm'] : []),
    show: (event: LiveEvent): LiveEvent | undefined =>
      event.kind === 'alarm' ? { kind: 'alarm-behind-lock', alarm: behindLock(event.alarm) } : undefined,
  }
}
