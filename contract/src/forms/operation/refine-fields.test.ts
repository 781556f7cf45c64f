import { expect, test } from 'vitest'
import { findField, type MissionFact } from '../form.ts'
import { formNames } from '../form-names.ts'
import { findForm } from '../forms.ts'

const requireForm = (name: (typeof formNames)[number]) =>
  findForm(name) ?? expect.fail(`${name} is not released`)
const request = requireForm('ambulance-request')

function findMost(name: string): number {
  const field = findField(request, name)
  return field?.kind === 'text' ? field.most : expect.fail(`the request has no text ${name}`)
}

/** Each of the names of a person, of a village, a lane and a road has at most so many letters. */
const nameLetters = 100
/** No district of Thailand has a longer name. */
const districtLetters = 60

const longest: { readonly [Fact in MissionFact]?: number } = {
  pick_up: findMost('pick_up') + 1 + findMost('sub_district'),
  // The title, the name and the surname.
  patient_name: 50 + 1 + 2 * nameLetters + 1,
  // The number of the house, village, lane and road, sub-district, district and province, and the code, with spaces.
  address: 50 + 3 * nameLetters + 3 * districtLetters + 5 + 7,
  complaint: findMost('complaint'),
  destination: findMost('destination'),
}

test.each(formNames)('each text of the %s has room for the longest that fills it', (name) => {
  const filled = requireForm(name).sections.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([path, field]) => {
      const most = field.filled && longest[field.filled]
      return field.kind === 'text' && most ? [[path, field.most >= most] as const] : []
    }),
  )
  expect(filled.length).toBeGreaterThan(0)
  expect(filled.filter(([, hasRoom]) => !hasRoom)).toEqual([])
})

test('a sheet takes a place of several lines, and the longest name of a crew', () => {
  expect(findField(requireForm('transportation-treatment'), 'from_place')).toMatchObject({ isLong: true })
  for (const name of ['operation-form', 'transportation-treatment'] as const)
    expect(findField(requireForm(name), 'crew')).toMatchObject({
      fields: { crew_name: { most: expect.toSatisfy((most: number) => most > 2 * nameLetters) } },
    })
})
