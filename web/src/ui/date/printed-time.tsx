import { toHospitalDate } from './dates.ts'
import { Time } from './time.tsx'
import { useToday } from './use-today.ts'

/** A time on paper: the clock; of another day than that of the print with its date. */
export function PrintedTime({ at }: { at: string }) {
  const isToday = toHospitalDate(at) === useToday()
  return <Time at={at} format={isToday ? 'HH:mm' : 'dd MMM yyyy HH:mm'} />
}
