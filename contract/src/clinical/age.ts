/** Completed years, months within the year and days within the month, between two calendar dates. */
export type Age = { years: number; months: number; days: number }

/** Age on `today`; both dates are ISO calendar dates (`yyyy-mm-dd`). A birthday on 29 February counts on 1 March. */
export function ageAt(dateOfBirth: string, today: string): Age {
  const [birthYear, birthMonth, birthDay] = split(dateOfBirth)
  const [year, month, day] = split(today)
  let years = year - birthYear
  let months = month - birthMonth
  let days = day - birthDay
  if (days < 0) {
    months -= 1
    days += new Date(Date.UTC(year, month - 1, 0)).getUTCDate()
  }
  if (months < 0) {
    years -= 1
    months += 12
  }
  return { years, months, days }
}

function split(date: string): [number, number, number] {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return [year, month, day]
}
