import type { reference } from 'contract'
import type { Handlers } from '../../http/handler.ts'
import { countries } from '../../reference/countries.ts'
import {
  listBeds,
  listCoded,
  listDistricts,
  listProvinces,
  listSubDistricts,
  listUnderlyingDiseases,
  listWards,
} from './queries.ts'

const listedCountries = countries.map(({ code, en, th, callingCode }) => ({
  code,
  name_en: en,
  name_th: th,
  calling_code: callingCode,
}))

export const referenceHandlers: Handlers<typeof reference> = {
  provinces: async ({ tx }) => ({ province: await listProvinces(tx) }),
  districts: async ({ tx }, { province }) => ({ district: await listDistricts(tx, province) }),
  subDistricts: async ({ tx }, where) => ({ sub_district: await listSubDistricts(tx, where) }),
  nations: async ({ tx }) => ({ nation: await listCoded(tx, 'nations') }),
  skinColors: async ({ tx }) => ({ skin_color: await listCoded(tx, 'skin_colors') }),
  bloodGroups: async ({ tx }) => ({ blood_group: await listCoded(tx, 'blood_groups') }),
  underlyingDiseases: async ({ tx }) => ({ underlying_disease: await listUnderlyingDiseases(tx) }),
  diseases: async ({ tx }) => ({ disease: await listCoded(tx, 'diseases') }),
  countries: () => ({ country: listedCountries }),
  wards: async ({ tx }) => {
    const [wards, all] = await Promise.all([listWards(tx), listBeds(tx)])
    const beds = Map.groupBy(all, (bed) => bed.ward_id)
    return {
      ward: wards.map(({ id, ...ward }) => ({
        _id: id,
        ...ward,
        beds: (beds.get(id) ?? []).map((bed) => ({ _id: bed.id, label: bed.label })),
      })),
    }
  },
}
