import type { Language } from 'contract'
export type PatientNames = { title: string; name: string; surname: string }
export type PatientNamesInEnglish = { name_en: string | null; surname_en: string | null }
export type StaffNames = { first_name: string; last_name: string }

const thaiAtEnd = /[\u0E00-\u0E7F]\.?$/
const anyThai = /[\u0E00-\u0E7F]/
const thaiAtStart = /^[\u0E00-\u0E7F]/

/** As on a wristband: a Thai title is joined to the name, a foreign one stands before it with a space. */
export function formatPatientName({ title, name, surname }: PatientNames): string {
  const isThai = thaiAtEnd.test(title) && thaiAtStart.test(name)
  return `${title}${isThai ? '' : ' '}${name} ${surname}`
}

/** For screens in public view: the surname is only its first consonant. */
export function formatShortPatientName({ title, name, surname }: PatientNames): string {
  return formatPatientName({ title, name, surname: `${getInitial(surname)}.` })
}

/** Undefined if no English name is recorded. */
export function formatEnglishName({ name_en, surname_en }: PatientNamesInEnglish): string | undefined {
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

export function formatStaffName({ first_name, last_name }: StaffNames): string {
  return `${first_name} ${last_name}`
}

/** The language in which a screen reader reads a name. */
export function getNameLanguage(name: string): Language {
  return anyThai.test(name) ? 'th' : 'en'
}
