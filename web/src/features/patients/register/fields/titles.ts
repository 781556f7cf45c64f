import type { Age } from 'contract'
import type { InformationValues } from '../values.ts'

type Title = { text: string; gender?: 'male' | 'female'; of?: 'child' | 'adult' }

/** By civil registration a boy is ด.ช. and a girl ด.ญ. until the fifteenth birthday. */
const adultYears = 15

const titles: readonly Title[] = [
  { text: 'นาย', gender: 'male', of: 'adult' },
  { text: 'นาง', gender: 'female', of: 'adult' },
  { text: 'นางสาว', gender: 'female', of: 'adult' },
  { text: 'ด.ช.', gender: 'male', of: 'child' },
  { text: 'ด.ญ.', gender: 'female', of: 'child' },
  { text: 'พระ', gender: 'male', of: 'adult' },
  { text: 'สามเณร', gender: 'male' },
  { text: 'แม่ชี', gender: 'female', of: 'adult' },
  { text: 'ดร.', of: 'adult' },
  { text: 'นพ.', gender: 'male', of: 'adult' },
  { text: 'พญ.', gender: 'female', of: 'adult' },
  { text: 'Mr.', gender: 'male', of: 'adult' },
  { text: 'Mrs.', gender: 'female', of: 'adult' },
  { text: 'Ms.', gender: 'female', of: 'adult' },
  { text: 'Miss', gender: 'female' },
  { text: 'Master', gender: 'male', of: 'child' },
]

/** Titles that fit the known sex and age. The user may type any other title. */
export function titlesFor(gender: InformationValues['gender'], age: Age | undefined): string[] {
  const grown = age && (age.years < adultYears ? 'child' : 'adult')
  return titles
    .filter((title) => !title.gender || !gender || gender === 'other' || title.gender === gender)
    .filter((title) => !title.of || !grown || title.of === grown)
    .map(({ text }) => text)
}

/** The sex that a title implies, if it implies one. */
export function genderOfTitle(typed: string): 'male' | 'female' | undefined {
  return titles.find(({ text }) => text === typed)?.gender
}
