import { readFileSync } from 'node:fs'
import type { Coded } from './coded.ts'

type District = Coded & { province: string }
type SubDistrict = Coded & { district: string; zipcode: string }

/** The code of a unit begins with the code of the unit around it: province 2 digits, district 4, sub-district 6. */
export function readThailand() {
  const provinces: Coded[] = []
  const districts: District[] = []
  const subDistricts: SubDistrict[] = []
  for (const line of readFileSync(new URL('thailand.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')) {
    const [code = '', en = '', th = '', zipcode = ''] = line.split('\t')
    if (code.length === 2) provinces.push({ code, en, th })
    else if (code.length === 4) districts.push({ code, en, th, province: code.slice(0, 2) })
    else subDistricts.push({ code, en, th, district: code.slice(0, 4), zipcode })
  }
  return { provinces, districts, subDistricts }
}
