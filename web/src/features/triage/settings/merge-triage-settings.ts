import type { TriageLevel, TriageSettings, Zone } from 'contract'
import { keepOwnChange, type Versions } from '../../../ui/form/merge-edits.ts'

const pick = <Value>(before: Value, mine: Value, theirs: Value): Value =>
  keepOwnChange({ before, mine, theirs })

/**
 * Their settings, with the user's own wherever the user changed something. `useVersionedForm` merges fields, and shows
 * those that both changed; here each level, zone and place is merged for itself, and the whole is looked through again.
 */
export function mergeTriageSettings({ before, mine, theirs }: Versions<TriageSettings>): TriageSettings {
  const minutes = (level: TriageLevel) => {
    const [was, own, other] = [before.minutes[level], mine.minutes[level], theirs.minutes[level]]
    return {
      doctor: pick(was.doctor, own.doctor, other.doctor),
      reassess: pick(was.reassess, own.reassess, other.reassess),
    }
  }
  const zone = (level: TriageLevel) =>
    pick(before.zones.of_level[level], mine.zones.of_level[level], theirs.zones.of_level[level])
  const counted = new Set([...Object.keys(theirs.places), ...Object.keys(mine.places)])
  const places = (code: string) =>
    pick(before.places[code] ?? null, mine.places[code] ?? null, theirs.places[code] ?? null)
  return {
    paediatric_pressure: pick(
      before.paediatric_pressure,
      mine.paediatric_pressure,
      theirs.paediatric_pressure,
    ),
    minutes: {
      RED: minutes('RED'),
      PINK: minutes('PINK'),
      YELLOW: minutes('YELLOW'),
      GREEN: minutes('GREEN'),
      WHITE: minutes('WHITE'),
    },
    zones: {
      list: mergeZones({ before: before.zones.list, mine: mine.zones.list, theirs: theirs.zones.list }),
      of_level: {
        RED: zone('RED'),
        PINK: zone('PINK'),
        YELLOW: zone('YELLOW'),
        GREEN: zone('GREEN'),
        WHITE: zone('WHITE'),
      },
      isolation: pick(before.zones.isolation, mine.zones.isolation, theirs.zones.isolation),
    },
    places: Object.fromEntries(Array.from(counted, (code) => [code, places(code)])),
    approval: pick(before.approval, mine.approval, theirs.approval),
  }
}

/** Both users' zones. If the user moved some, the user's order holds, otherwise the other's. */
function mergeZones({ before, mine, theirs }: Versions<readonly Zone[]>): Zone[] {
  const find = (list: readonly Zone[], code: string) => list.find((zone) => zone.code === code)
  const known = theirs.map((zone) => {
    const [was, own] = [find(before, zone.code), find(mine, zone.code)]
    if (!was || !own) return zone
    return {
      code: zone.code,
      name_en: pick(was.name_en, own.name_en, zone.name_en),
      name_th: pick(was.name_th, own.name_th, zone.name_th),
      is_retired: pick(was.is_retired, own.is_retired, zone.is_retired),
    }
  })
  const merged = [...known, ...mine.filter(({ code }) => !find(theirs, code))]
  const stayed = mine.filter(({ code }) => find(before, code))
  if (before.every(({ code }, place) => stayed[place]?.code === code)) return merged
  const order = mine.map(({ code }) => code)
  const findPlace = ({ code }: Zone) => (order.includes(code) ? order.indexOf(code) : order.length)
  return merged.toSorted((one, other) => findPlace(one) - findPlace(other))
}
