/** Where in the list somebody was when she opened a record, so that going back brings her there again. */
type LeftAt = { entry: string; row: string; listTop: number; windowTop: number }

const place = 'patient-list:left-at'

export function keepLeftAt(left: LeftAt) {
  sessionStorage.setItem(place, JSON.stringify(left))
}

/** `entry` is the key of the entry in the browser's history: only going back leads to the same one. */
export function readLeftAt(entry: string): LeftAt | undefined {
  const left: LeftAt | null = JSON.parse(sessionStorage.getItem(place) ?? 'null')
  return left?.entry === entry ? left : undefined
}
