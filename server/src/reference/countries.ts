import isoCodes from 'i18n-iso-countries/codes.json' with { type: 'json' }
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import thai from 'i18n-iso-countries/langs/th.json' with { type: 'json' }
import { callingCodes } from './calling-codes.ts'
import type { Coded } from './coded.ts'

type Country = Coded & { callingCode: string | null }

/** Common names for countries whose listed name is diplomatic, ambiguous or outdated. */
const names: Record<string, { en?: string; th?: string }> = {
  BN: { en: 'Brunei' },
  CD: { en: 'DR Congo', th: 'คองโก (กินชาซา)' },
  CG: { en: 'Republic of the Congo', th: 'คองโก (บราซซาวิล)' },
  CI: { en: 'Ivory Coast', th: 'ไอวอรีโคสต์' },
  CN: { en: 'China' },
  CZ: { en: 'Czechia', th: 'เช็กเกีย' },
  FK: { en: 'Falkland Islands' },
  FM: { en: 'Micronesia' },
  GM: { en: 'The Gambia' },
  HK: { th: 'ฮ่องกง' },
  IR: { en: 'Iran' },
  LA: { en: 'Laos' },
  MD: { en: 'Moldova' },
  MK: { en: 'North Macedonia', th: 'มาซิโดเนียเหนือ' },
  MM: { th: 'เมียนมา' },
  MO: { th: 'มาเก๊า' },
  PS: { en: 'Palestine' },
  RU: { en: 'Russia' },
  SX: { th: 'ซินต์มาร์เติน' },
  SY: { en: 'Syria' },
  SZ: { th: 'เอสวาตินี' },
  TW: { en: 'Taiwan' },
  TZ: { en: 'Tanzania' },
  US: { en: 'United States' },
  VA: { en: 'Vatican City' },
}

const pickFirst = (name: string | string[] | undefined) => (Array.isArray(name) ? name[0] : name)
const englishNames: Record<string, string | string[]> = english.countries
const thaiNames: Record<string, string | string[]> = thai.countries

const compare = new Intl.Collator('en').compare

/** ISO 3166 alpha-3, Thailand first, then by English name. */
export const countries: Country[] = isoCodes
  .map(([alpha2 = '', alpha3 = '']) => ({
    code: alpha3,
    en: names[alpha2]?.en ?? pickFirst(englishNames[alpha2]) ?? alpha3,
    th: names[alpha2]?.th ?? pickFirst(thaiNames[alpha2]) ?? alpha3,
    callingCode: callingCodes[alpha2] ?? null,
  }))
  .sort((a, b) => Number(b.code === 'THA') - Number(a.code === 'THA') || compare(a.en, b.en))
