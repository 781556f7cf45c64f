import type { ListedHospital } from 'contract'

/** A row of the list is a code, a space or tab, and a name. */
export const formatHospitals = (hospitals: readonly ListedHospital[]): string =>
  hospitals.map(({ code, name }) => `${code} ${name}`).join('\n')

/** What stands in the rows, valid or not; an empty row is none. */
export const parseHospitals = (text: string): ListedHospital[] =>
  listFilledRows(text).map(({ row }) => {
    const [code = ''] = row.split(/\s/, 1)
    return { code, name: row.slice(code.length).trim() }
  })

/** In which row, from 1, the hospital of a place in the list stands. */
export const findHospitalRow = (text: string, place: number): number | undefined =>
  listFilledRows(text)[place]?.number

const listFilledRows = (text: string): { row: string; number: number }[] =>
  text
    .split('\n')
    .map((row, index) => ({ row: row.trim(), number: index + 1 }))
    .filter(({ row }) => row !== '')
