import type { MissionReport } from './mission-reports.ts'

/** Groups of faults by how long they are or were open: up to so many whole days; the last group has no end. */
export const faultAges = [
  { age: 'DAY', most: 0 },
  { age: 'WEEK', most: 6 },
  { age: 'MONTH', most: 29 },
  { age: 'LONGER', most: Number.POSITIVE_INFINITY },
] as const
export type FaultAge = (typeof faultAges)[number]['age']

export type FaultCount<Of> = { of: Of; open: number; mended: number }
type Faults = Pick<MissionReport, 'faults' | 'mended'>
type Fault = Faults['faults'][number] | Faults['mended'][number]

function countGroups<Of>(
  { faults, mended }: Faults,
  of: (fault: Fault) => string,
  read: (fault: Fault) => Of,
) {
  const counts = new Map<string, FaultCount<Of>>()
  const count = (fault: Fault, state: 'open' | 'mended') => {
    const found = counts.get(of(fault)) ?? { of: read(fault), open: 0, mended: 0 }
    counts.set(of(fault), { ...found, [state]: found[state] + 1 })
  }
  for (const fault of faults) count(fault, 'open')
  for (const fault of mended) count(fault, 'mended')
  return [...counts.values()].toSorted((one, other) => other.open - one.open || other.mended - one.mended)
}

export const findFaultAge = (days: number): FaultAge =>
  faultAges.find(({ most }) => days <= most)?.age ?? 'LONGER'

/** Open and mended faults by vehicle and by item, those with most open ones first, and by age, the youngest first. */
export function countFaults(faults: Faults) {
  const ages = countGroups(
    faults,
    ({ days }) => findFaultAge(days),
    ({ days }) => findFaultAge(days),
  )
  return {
    units: countGroups(
      faults,
      ({ vehicle }) => vehicle._id,
      ({ vehicle }) => vehicle,
    ),
    items: countGroups(
      faults,
      ({ item }) => item,
      ({ item }) => item,
    ),
    ages: faultAges.map(({ age }) => ages.find(({ of }) => of === age) ?? { of: age, open: 0, mended: 0 }),
  }
}
