import type { District, SubDistrict } from 'contract'

/** A sub-district with its district and province, by code. */
export type SubDistrictPath = { province: string; district: string; sub_district: string }

/** The sub-districts within the chosen areas; without a choice all of them. */
export function listSubDistricts(
  subDistricts: readonly SubDistrict[] | undefined,
  districts: readonly District[] | undefined,
  chosen: { province: string; district: string },
): SubDistrictPath[] {
  const provinceByDistrict = new Map(districts?.map(({ code, province }) => [code, province]))
  return (subDistricts ?? [])
    .map(({ code, district }) => ({
      province: provinceByDistrict.get(district) ?? '',
      district,
      sub_district: code,
    }))
    .filter(({ province }) => province !== '' && (!chosen.province || chosen.province === province))
    .filter(({ district }) => !chosen.district || chosen.district === district)
}
