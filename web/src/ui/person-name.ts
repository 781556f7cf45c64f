type PatientNames = { title: string; name: string; surname: string }
type NamedInEnglish = { name_en: string | null; surname_en: string | null }

const thaiAtEnd = /[\u0E00-\u0E7F]\.?$/
const thaiAtStart = /^[\u0E00-\u0E7F]/

/** As on a wristband: a Thai title is joined to the name, a foreign one stands before it with a space. */
export function fullName({ title, name, surname }: PatientNames): string {
  const isThai = thaiAtEnd.test(title) && thaiAtStart.test(name)
  return `${title}${isThai ? '' : ' '}${name} ${surname}`
}

/** For screens in public view: the surname is only its first consonant. */
export function shortName({ title, name, surname }: PatientNames): string {
  return fullName({ title, name, surname: `${getInitial(surname)}.` })
}

/** Undefined if no English name is recorded. */
export function englishName({ name_en, surname_en }: NamedInEnglish): string | undefined {
  return [name_en, surname_en].filter(Boolean).join(' ') || undefined
}

/** Thai vowels that are written before their consonant mean nothing on their own. */
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
