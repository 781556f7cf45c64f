import { findZone, type ZoneSettings } from 'contract'
import { useLocalizedName } from '../../ui/use-localized-name.ts'

/** What the hospital calls a zone, also one that it has retired. */
export function useZoneName(zones: Pick<ZoneSettings, 'list'>): (code: string) => string {
  const localName = useLocalizedName()
  return (code) => {
    const zone = findZone(zones, code)
    return zone ? localName(zone) : code
  }
}
