import type { ListedHospital } from 'contract'

/** A line of the list is a code, a space or tab, and a name. */
export const formatHospitals = (hospitals: readonly ListedHospital[]): string =>
  hospitals.map(({ code, name }) => `${code} ${name}`).join('\n')

/** What stands in the lines, valid or not; an empty line is none. */
export const parseHospitals = (text: string): ListedHospital[] =>
  listFilledLines(text).map(({ line }) => {
    const [code = ''] = line.split(/\s/, 1)
    return { code, name: line.slice(code.length).trim() }
  })

/** In which line, from 1, the hospital of a place in the list stands. */
export const findHospitalLine = (text: string, place: number): number | undefined =>
  listFilledLines(text)[place]?.number

const listFilledLines = (text: string): { line: string; number: number }[] =>
  text
    .split('\n')
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '')
