import * as z from 'zod/mini'
import { type TriageLevel, triageLevels } from '../clinical/triage.ts'
import { requiredText } from '../wire/fields.ts'

/** What visits and triages keep of a zone: it stays the same whatever the hospital calls the zone. */
export const ZoneCode = z
  .string('field-required')
  .check(z.regex(/./, { error: 'field-required', abort: true }), z.regex(/^[\w-]{1,36}$/, 'choice-invalid'))

export const Zone = z.object({
  code: ZoneCode,
  name_en: requiredText('name-required', 60),
  name_th: requiredText('name-required', 60),
  /** Nobody can be put there any more; those who are or were there stay recorded there. */
  is_retired: z._default(z.boolean(), false),
})
export type Zone = z.output<typeof Zone>

/** The most zones that can be chosen. */
const mostOffered = 20
/** The most with those that are retired, since none is ever removed. */
const mostZones = 200

/** The zones of an emergency room in the hospital's order, and which of them is suggested to whom. */
export const ZoneSettings = z
  .object({
    list: z.array(Zone).check(z.maxLength(mostZones, 'too-many')),
    /** The zone that the triage suggests at each level. */
    of_level: z.object({ RED: ZoneCode, PINK: ZoneCode, YELLOW: ZoneCode, GREEN: ZoneCode, WHITE: ZoneCode }),
    /** The zone that it suggests for whoever may be infectious; null if there is none but that of the level. */
    isolation: z.nullable(ZoneCode),
  })
  .check((context) => {
    for (const problem of listZoneProblems(context.value))
      context.issues.push({ code: 'custom', input: context.value, ...problem })
  })
export type ZoneSettings = z.output<typeof ZoneSettings>

export const standardZones: ZoneSettings = {
  list: [
    { code: 'RESUS', name_en: 'Resus', name_th: 'Resus', is_retired: false },
    { code: 'ACUTE', name_en: 'Acute', name_th: 'Acute', is_retired: false },
    { code: 'FAST_TRACK', name_en: 'Fast track', name_th: 'Fast track', is_retired: false },
    { code: 'OPD', name_en: 'OPD', name_th: 'OPD', is_retired: false },
    { code: 'ISOLATION', name_en: 'Isolation', name_th: 'แยกโรค', is_retired: false },
  ],
  of_level: { RED: 'RESUS', PINK: 'ACUTE', YELLOW: 'ACUTE', GREEN: 'FAST_TRACK', WHITE: 'OPD' },
  isolation: 'ISOLATION',
}

export const findZone = ({ list }: Pick<ZoneSettings, 'list'>, code: string): Zone | undefined =>
  list.find((zone) => zone.code === code)

export const listOfferedZones = ({ list }: Pick<ZoneSettings, 'list'>): Zone[] =>
  list.filter(({ is_retired }) => !is_retired)

/** Why a zone cannot be chosen; undefined if it can. */
export function judgeZone(
  zones: Pick<ZoneSettings, 'list'>,
  code: string,
): 'field-required' | 'choice-invalid' | 'zone-retired' | undefined {
  if (code === '') return 'field-required'
  const zone = findZone(zones, code)
  if (!zone) return 'choice-invalid'
  return zone.is_retired ? 'zone-retired' : undefined
}

/** The zone that the triage suggests. Whoever may be infectious waits apart, unless their life is at stake. */
export const suggestZone = (
  { of_level, isolation }: Pick<ZoneSettings, 'of_level' | 'isolation'>,
  level: TriageLevel,
  isInfectious: boolean,
): string => (isInfectious && level !== 'RED' && isolation !== null ? isolation : of_level[level])

type ZoneProblem = { path: (string | number)[]; message: string }

function listZoneProblems(zones: ZoneSettings): ZoneProblem[] {
  const { list, of_level, isolation } = zones
  const problems: ZoneProblem[] = []
  const offered = listOfferedZones(zones)
  if (offered.length === 0) problems.push({ path: ['list'], message: 'zone-needed' })
  if (offered.length > mostOffered) problems.push({ path: ['list'], message: 'zones-too-many' })
  for (const [place, zone] of list.entries()) {
    const before = list.slice(0, place)
    if (before.some(({ code }) => code === zone.code))
      problems.push({ path: ['list', place, 'code'], message: 'code-taken' })
    if (zone.is_retired) continue
    for (const name of ['name_en', 'name_th'] as const)
      if (before.some((other) => !other.is_retired && toComparable(other[name]) === toComparable(zone[name])))
        problems.push({ path: ['list', place, name], message: 'zone-name-taken' })
  }
  for (const level of triageLevels) {
    const message = judgeZone(zones, of_level[level])
    if (message) problems.push({ path: ['of_level', level], message })
  }
  const message = isolation === null ? undefined : judgeZone(zones, isolation)
  if (message) problems.push({ path: ['isolation'], message })
  return problems
}

const toComparable = (name: string) => name.normalize('NFC').toLowerCase()
