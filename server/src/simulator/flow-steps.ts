import { type CallError, patients } from 'contract'
import { formatZonedDate, hospitalTimeZone } from '../core/time.ts'
import type { FlowStaff } from './flow-staff.ts'
import { type Person, peopleHn } from './people.ts'
import { minute } from './plan.ts'

export type PatientFlowOptions = {
  staff: FlowStaff
  seed: number
  /** The step before, in milliseconds; people who would have arrived earlier do not come any more. */
  since: number
  now: number
  /** What was refused: somebody else acted first, or the demo hospital was changed. */
  onRefusal: (error: CallError) => void
}

export type Step = (() => Promise<unknown>) | undefined
/** In each of these spans at most one person arrives at one place. */
const slot = 5 * minute

/** The spans that have begun since the step before. */
export function listSlots({ since, now }: PatientFlowOptions): number[] {
  const slots: number[] = []
  for (let begins = Math.floor(now / slot) * slot; begins > since; begins -= slot) slots.push(begins)
  return slots
}

/** How many people come in a slot, of so many in an hour. */
export const countPerSlot = (inAnHour: number) => (inAnHour * slot) / (60 * minute)

export const isSimulated = ({ hn }: { hn: string }) => hn.startsWith(peopleHn)

export const isPast = ({ now }: PatientFlowOptions, since: string, ms: number) =>
  now >= Date.parse(since) + ms

/** The hour of the day in the hospital, 0 to 23. */
export const getZonedHour = (at: number) =>
  Number(
    new Date(at).toLocaleString('en-GB', { timeZone: hospitalTimeZone, hour: '2-digit', hourCycle: 'h23' }),
  )

export async function findOrRegister(staff: FlowStaff, person: Person, now: number): Promise<string> {
  const { rows } = await staff.registrar(patients.list, { search_value: person.hn })
  const known = rows.find(({ hn }) => hn === person.hn)
  if (known) return known._id
  const { hn, title, name, surname, gender, age } = person
  const year = Number(formatZonedDate(hospitalTimeZone, new Date(now).toISOString()).slice(0, 4)) - age
  const { patient } = await staff.registrar(patients.register, {
    hn,
    title,
    name,
    surname,
    gender,
    date_of_birth: `${year}-01-01`,
    birth_date_precision: 'year',
    identity_kind: 'none',
    is_someone_else: true,
  })
  return patient._id
}
