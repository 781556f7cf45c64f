import type { Age } from 'contract'
import type { InformationValues } from '../values.ts'

type Title = { text: string; gender?: 'male' | 'female'; ageGroup?: 'child' | 'adult' }

/** By civil registration a boy is ด.ช. and a girl ด.ญ. until the fifteenth birthday. */
const adultTitleYears = 15

/** Titles are data: a record keeps the chosen one as it is, whatever language the screen has. */
const titles: readonly Title[] = [
  { text: 'นาย', gender: 'male', ageGroup: 'adult' },
  { text: 'นาง', gender: 'female', ageGroup: 'adult' },
  { text: 'นางสาว', gender: 'female', ageGroup: 'adult' },
  { text: 'ด.ช.', gender: 'male', ageGroup: 'child' },
  { text: 'ด.ญ.', gender: 'female', ageGroup: 'child' },
  { text: 'พระ', gender: 'male', ageGroup: 'adult' },
  { text: 'สามเณร', gender: 'male' },
  { text: 'แม่ชี', gender: 'female', ageGroup: 'adult' },
  { text: 'ดร.', ageGroup: 'adult' },
  { text: 'นพ.', gender: 'male', ageGroup: 'adult' },
  { text: 'พญ.', gender: 'female', ageGroup: 'adult' },
  { text: 'Mr.', gender: 'male', ageGroup: 'adult' },
  { text: 'Mrs.', gender: 'female', ageGroup: 'adult' },
  { text: 'Ms.', gender: 'female', ageGroup: 'adult' },
  { text: 'Miss', gender: 'female' },
  { text: 'Master', gender: 'male', ageGroup: 'child' },
]

/** Titles that fit the known sex and age. The user may type any other title. */
export function listTitles(gender: InformationValues['gender'], age: Age | undefined): string[] {
  const grown = age && (age.years < adultTitleYears ? 'child' : 'adult')
  const isTold = gender === 'male' || gender === 'female'
  return titles
    .filter((title) => !title.gender || !isTold || title.gender === gender)
    .filter((title) => !title.ageGroup || !grown || title.ageGroup === grown)
    .map(({ text }) => text)
}

/** The sex that a title implies, if it implies one. */
export function findTitleGender(typed: string): 'male' | 'female' | undefined {
  return titles.find(({ text }) => text === typed)?.gender
}
