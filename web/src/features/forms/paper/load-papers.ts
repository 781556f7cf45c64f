import { formNames } from 'contract'
import { loadThai } from '../../../locales/thai.ts'

const texts = [
  ...formNames,
  'app',
  'ui',
  'forms',
  'form-options',
  'calculations',
  'referrals',
  'fleet',
] as const

/** What prints a form, with its texts in Thai: nobody waits for them who only writes. */
export async function loadFormPapers() {
  const [{ FormPaper, FormSheets }, thai] = await Promise.all([import('./form-paper.tsx'), loadThai(texts)])
  return { FormPaper, FormSheets, thai }
}
export type FormPapers = Awaited<ReturnType<typeof loadFormPapers>>
