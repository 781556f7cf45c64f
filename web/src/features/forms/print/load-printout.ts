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
  'missions',
  'fleet',
] as const

/** What prints a form, with its texts in Thai: nobody waits for them who only writes. */
export async function loadFormPrintout() {
  const [{ FormPrintout, FormSheets }, thai] = await Promise.all([
    import('./form-printout.tsx'),
    loadThai(texts),
  ])
  return { FormPrintout, FormSheets, thai }
}
export type FormPrintouts = Awaited<ReturnType<typeof loadFormPrintout>>
