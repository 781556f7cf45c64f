import { expect, test } from 'vitest'
import { contract } from './index.ts'
import { hearsLiveEvents, LiveEvent, liveEventAccess } from './monitoring.ts'
import { describeAccess, type Endpoint, listAccess } from './wire/endpoint.ts'

const endpoints = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries(calls as Record<string, Endpoint>).map(
    ([name, { access, outdatedBy = [] }]) => [`${group}.${name}`, access, outdatedBy] as const,
  ),
)
const kindsOfPatients = new Set<string>(
  LiveEvent.def.options.flatMap(({ shape }) => ('patient_ids' in shape ? shape.kind.def.values : [])),
)

test('whoever may read what an event makes out of date hears it, unless it lists patients', () => {
  const deaf = endpoints.flatMap(([name, access, outdatedBy]) => {
    const named = listAccess(access)
    // Nobody hears an event without a permission.
    const callers = named.length > 0 ? named : [describeAccess(access)]
    return outdatedBy
      .filter((kind) => !kindsOfPatients.has(kind))
      .flatMap((kind) =>
        callers
          .filter((caller) => !liveEventAccess[kind]?.some((permission) => permission === caller))
          .map((caller) => `${name} does not hear ${kind} with ${caller}`),
      )
  })
  expect(deaf).toEqual([])
})

test('an event that lists patients is heard by nobody but those who see patients', () => {
  expect([...kindsOfPatients]).toEqual(['patients-outdated', 'visits-outdated'])
  for (const [kind, access] of Object.entries(liveEventAccess))
    if (kindsOfPatients.has(kind)) expect(access).toEqual(['patient:read'])
})

test('a user hears live events with any permission that one of them needs, and with no other', () => {
  for (const permission of ['mission:dispatch', 'form:use', 'fleet:read', 'patient:read'] as const)
    expect(hearsLiveEvents([permission])).toBe(true)
  expect(hearsLiveEvents(['hospital:manage', 'permission:manage'])).toBe(false)
  expect(hearsLiveEvents([])).toBe(false)
})
