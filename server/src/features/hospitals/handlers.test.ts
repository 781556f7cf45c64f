import { CallError, hospitals, reference } from 'contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../../testing.ts'

let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.close())

describe('hospitals', () => {
  test("one's own is the only one to be seen", async () => {
    const call = await panel.as('nurse')
    const { hospital } = await call(hospitals.own, {})
    await panel.root
      .insertInto('hospitals')
      .values({
        id: '0198c000-0000-7000-8000-00000000beef',
        code: '88888',
        name_en: 'Other',
        name_th: 'อื่น',
        created_at: '2026-01-01T00:00:00Z',
      })
      .execute()
    expect((await call(hospitals.list, {})).hospital).toEqual([hospital])
    expect((await call(hospitals.get, { _id: hospital._id })).hospital).toEqual(hospital)
    await expect(call(hospitals.get, { _id: '0198c000-0000-7000-8000-00000000beef' })).rejects.toThrow(
      CallError,
    )
  })
})

describe('reference lists', () => {
  test('lead from province to district to sub-district and its zipcode', async () => {
    const call = await panel.as('nurse')
    const { province } = await call(reference.provinces, {})
    expect(province).toHaveLength(77)
    const { district } = await call(reference.districts, { province: '43' })
    expect(district.length).toBeGreaterThan(5)
    expect(district.every((row) => row.province === '43')).toBe(true)
    const { sub_district } = await call(reference.subDistricts, { district: district[0]?.code ?? '' })
    expect(sub_district.length).toBeGreaterThan(1)
    expect(sub_district.every((row) => /^\d{5}$/.test(row.zipcode))).toBe(true)
  })

  test('hold all of Thailand', async () => {
    const call = await panel.as('nurse')
    expect((await call(reference.districts, {})).district.length).toBeGreaterThanOrEqual(928)
    expect((await call(reference.subDistricts, {})).sub_district.length).toBeGreaterThanOrEqual(7_400)
  })

  test('of wards come with their beds', async () => {
    const call = await panel.as('doctor')
    const { ward } = await call(reference.wards, {})
    expect(ward.length).toBeGreaterThan(3)
    expect(ward.some((one) => one.beds.length > 0)).toBe(true)
  })

  test('are in both languages', async () => {
    const call = await panel.as('doctor')
    const lists = [
      (await call(reference.nations, {})).nation,
      (await call(reference.skinColors, {})).skin_color,
      (await call(reference.bloodGroups, {})).blood_group,
      (await call(reference.underlyingDiseases, {})).underlying_disease,
      (await call(reference.diseases, {})).disease,
      (await call(reference.countries, {})).country,
    ]
    for (const list of lists) {
      expect(list.length).toBeGreaterThan(4)
      expect(list.every((row) => row.name_en !== '' && row.name_th !== '')).toBe(true)
    }
  })
})
