type PatientNames = { title: string; name: string; surname: string }
type NamedInEnglish = { name_en: string | null; surname_en: string | null }

const thaiAtEnd = /[\u0E00-\u0E7F]\.?$/
const thaiAtStart = /^[\u0E00-\u0E7F]/

/** As it stands on a wristband: a Thai title is written onto the name, a foreign one before it. */
export function fullName({ title, name, surname }: PatientNames): string {
  const isThai = thaiAtEnd.test(title) && thaiAtStart.test(name)
  return `${title}${isThai ? '' : ' '}${name} ${surname}`
}

/** For a screen that everybody passes: the surname is its first consonant. */
export function shortName({ title, name, surname }: PatientNames): string {
  return fullName({ title, name, surname: `${getInitial(surname)}.` })
}

/** Undefined when nobody has written the name in English. */
export function englishName({ name_en, surname_en }: NamedInEnglish): string | undefined {
  return [name_en, surname_en].filter(Boolean).join(' ') || undefined
}

/** Thai vowels that are written before the consonant they follow say nothing on their own. */
const leadingVowel = /^[เแโใไ]/

export function getInitials({ name, surname }: Pick<PatientNames, 'name' | 'surname'>): string {
  return [name, surname].map(getInitial).join('')
}

function getInitial(word: string): string {
  return word.replace(leadingVowel, '').charAt(0).toUpperCase()
}

export function staffName({ first_name, last_name }: { first_name: string; last_name: string }): string {
  return `${first_name} ${last_name}`
}
