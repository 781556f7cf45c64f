import { readFileSync } from 'node:fs'
import { staffTypes as contractStaffTypes } from 'contract'
import { describe, expect, it } from 'vitest'
import { bloodGroups } from './blood-groups.ts'
import { countries } from './countries.ts'
import { diseases } from './diseases.ts'
import { nations } from './nations.ts'
import { skinColors } from './skin-colors.ts'
import { staffTypes } from './staff-types.ts'
import { readThailand } from './thailand.ts'
import { buildThailandRows } from './thailand-source.ts'
import { underlyingDiseases } from './underlying-diseases.ts'

const { provinces, districts, subDistricts } = readThailand()
const lists = {
  provinces,
  districts,
  subDistricts,
  nations,
  skinColors,
  bloodGroups,
  underlyingDiseases,
  diseases,
  countries,
  staffTypes,
}

describe.each(Object.entries(lists))('%s', (_, list) => {
  it('contains every code once', () => {
    expect(new Set(list.map(({ code }) => code)).size).toBe(list.length)
  })

  it('has every name in English and Thai', () => {
    for (const { en, th } of list) {
      expect(en).toMatch(/^\p{Script=Latin}[\p{Script=Latin}\d ,.'’()&-]*$/u)
      expect(th).toMatch(/[\u0e00-\u0e7f]/)
    }
  })
})

describe('Thailand', () => {
  it('is complete', () => {
    expect(provinces).toHaveLength(77)
    expect(districts).toHaveLength(928)
    expect(subDistricts).toHaveLength(7435)
  })

  it('nests every area in its parent', () => {
    const provinceCodes = new Set(provinces.map(({ code }) => code))
    const districtCodes = new Set(districts.map(({ code }) => code))
    expect(districts.filter(({ province }) => !provinceCodes.has(province))).toEqual([])
    expect(subDistricts.filter(({ district }) => !districtCodes.has(district))).toEqual([])
    const inhabited = new Set(subDistricts.map(({ district }) => district))
    expect(districts.filter(({ code }) => !inhabited.has(code))).toEqual([])
  })

  it('has no two areas of one name in the same parent', () => {
    const places = subDistricts.map(({ district, th }) => `${district} ${th}`)
    expect(new Set(places).size).toBe(places.length)
  })

  it('has a zipcode for every sub-district', () => {
    expect(subDistricts.filter(({ zipcode }) => !/^[1-9]\d{4}$/.test(zipcode))).toEqual([])
  })

  it('uses the codes of the Department of Provincial Administration', () => {
    expect(provinces.filter(({ code }) => !/^[1-9]\d$/.test(code))).toEqual([])
    expect(districts.filter(({ code }) => !/^[1-9]\d{3}$/.test(code))).toEqual([])
    expect(subDistricts.filter(({ code }) => !/^[1-9]\d{5}$/.test(code))).toEqual([])
  })

  it('is what the script makes of its source package', async () => {
    const file = readFileSync(new URL('thailand.tsv', import.meta.url), 'utf8')
    expect(await buildThailandRows()).toBe(file)
  })
})

it('the reference data have the 180 sub-districts of Bangkok', () => {
  expect(subDistricts.filter(({ code }) => code.startsWith('10'))).toHaveLength(180)
})

it('the lists of countries and nationalities start with Thailand and Thai', () => {
  expect(countries[0]).toMatchObject({ code: 'THA', callingCode: '+66' })
  expect(nations[0]).toMatchObject({ code: 'THA', th: 'ไทย' })
})

it('the reference data have the calling code of every country that has one', () => {
  const silent = countries.filter(({ callingCode }) => callingCode === null).map(({ code }) => code)
  expect(silent.sort()).toEqual(['ATA', 'ATF', 'BVT', 'HMD', 'SGS', 'UMI'])
  expect(countries.filter(({ callingCode }) => callingCode && !/^\+[1-9]\d{0,3}$/.test(callingCode))).toEqual(
    [],
  )
})

it('the reference data have a nationality for every inhabited country', () => {
  const codes = new Set(nations.map(({ code }) => code))
  const without = countries.filter(({ code }) => !codes.has(code)).map(({ code }) => code)
  expect(without.sort()).toEqual(['ATA', 'ATF', 'BVT', 'HMD', 'IOT', 'SGS', 'UMI'])
})

it('the reference data identify diseases by ICD-10 codes', () => {
  expect(diseases.filter(({ code }) => !/^[A-Z]\d{2}(\.\d)?$/.test(code))).toEqual([])
})

it('the underlying diseases have every ICD-10 code, and know which words mean one', () => {
  const codes = new Set(diseases.map(({ code }) => code))
  const listed = new Set(underlyingDiseases.map(({ code }) => code))
  expect(diseases.filter(({ code }) => !listed.has(code))).toEqual([])
  const meant = underlyingDiseases.flatMap(({ sameAs }) => sameAs ?? [])
  expect(meant).toHaveLength(22)
  expect(meant.filter((code) => !codes.has(code))).toEqual([])
  expect(underlyingDiseases.filter(({ code, sameAs }) => codes.has(code) && sameAs)).toEqual([])
})

it('keeps codes short enough for the record', () => {
  for (const list of [nations, skinColors, bloodGroups, subDistricts])
    expect(list.filter(({ code }) => code.length > 10)).toEqual([])
  for (const list of [underlyingDiseases, diseases])
    expect(list.filter(({ code }) => code.length > 20)).toEqual([])
})

it('the reference data have every staff type of the contract, in its order', () => {
  expect(staffTypes.map(({ code }) => code)).toEqual(Object.keys(contractStaffTypes))
  expect(new Set(staffTypes.map(({ id }) => id)).size).toBe(staffTypes.length)
})
