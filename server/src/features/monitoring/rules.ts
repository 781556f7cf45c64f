import type { LiveEvent, Permission } from 'contract'

const permissionFor: Record<LiveEvent['kind'], Permission> = {
  latest: 'patient:read',
  alarm: 'alarm:read',
  device: 'device:read',
  watched: 'patient:read',
  waiting: 'device:read',
}

/** The kinds of event that somebody with these permissions may see. */
export function kindsFor(permissions: ReadonlySet<Permission>): Set<string> {
  const allowed = Object.entries(permissionFor).filter(([, permission]) => permissions.has(permission))
  return new Set(allowed.map(([kind]) => kind))
}
