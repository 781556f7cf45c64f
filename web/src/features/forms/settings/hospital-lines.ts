import type { ListedHospital } from 'contract'

/** A line of the list is a code, a space or tab, and a name. */
export const formatHospitals = (hospitals: readonly ListedHospital[]): string =>
  hospitals.map(({ code, name }) => `${code} ${name}`).join('\n')

/** What stands in the lines, valid or not; an empty line is none. */
export function parseHospitals(text: string): ListedHospital[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [code = ''] = line.split(/\s/, 1)
      return { code, name: line.slice(code.length).trim() }
    })
}
