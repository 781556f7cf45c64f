import type { LiveEvent, Permission } from 'contract'

/** Null where everybody who is signed in may. */
const permissionFor: Record<LiveEvent['kind'], Permission | null> = {
  latest: 'patient:read',
  alarm: 'alarm:read',
  device: 'device:read',
  watched: 'patient:read',
  waiting: 'device:read',
  permissions: null,
  'glass-broken': 'user:manage',
}

/** The kinds of event that somebody with these permissions may see. */
export function kindsFor(permissions: ReadonlySet<Permission>): Set<string> {
  const allowed = Object.entries(permissionFor).filter(
    ([, permission]) => permission === null || permissions.has(permission),
  )
  return new Set(allowed.map(([kind]) => kind))
}
