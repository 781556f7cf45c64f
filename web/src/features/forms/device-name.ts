import { v4 } from 'uuid'

const key = 'device_name'

/** A random name by which the history of a record tells this browser from others. */
export function getDeviceName(): string {
  const known = localStorage.getItem(key)
  if (known) return known
  const made = v4()
  localStorage.setItem(key, made)
  return made
}
