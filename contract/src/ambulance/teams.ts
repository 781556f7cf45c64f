import * as z from 'zod/mini'
import { shiftNames } from '../clinical/shifts.ts'
import { Id } from '../wire/endpoint.ts'
import {
  CalendarDate,
  ChosenDate,
  choiceField,
  emptyAsNull,
  Instant,
  optionalText,
  Phone,
  requiredText,
} from '../wire/fields.ts'
import { ProfileLabel, StaffLabel } from '../wire/labels.ts'
import { crewLevels, crewRoles } from './codes.ts'
import { weekdays } from './duty.ts'
import { baseFields, checkBase } from './vehicles.ts'

/** A member of a team, with the certificate of their qualification. */
export const TeamMemberDraft = z.object({
  staff_id: z.uuid('field-required').check(z.toLowerCase()),
  role: choiceField(crewRoles),
  level: choiceField(crewLevels),
  certificate_number: z._default(optionalText(50), null),
  certificate_expires_on: z._default(emptyAsNull(ChosenDate), null),
  phone: z._default(emptyAsNull(Phone), null),
})
export type TeamMemberDraft = z.output<typeof TeamMemberDraft>

export const fewestMembers = 2

/** A choice of several in the order of the list. */
const orderedChoices = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.array(z.enum(values, 'choice-invalid')).check(
    z.maxLength(100, 'too-many'),
    z.overwrite((given) => values.filter((value) => (given as string[]).includes(value)) as typeof given),
  )

export const teamFields = {
  name: requiredText('name-required'),
  members: z.array(TeamMemberDraft).check(
    z.maxLength(50, 'too-many'),
    z.minLength(fewestMembers, { error: 'team-too-small', abort: true }),
    z.refine((members) => members.some(({ role }) => role === 'DRIVER'), {
      error: 'driver-missing',
      abort: true,
    }),
    z.refine((members) => new Set(members.map(({ staff_id }) => staff_id)).size === members.length, {
      error: 'member-repeated',
      abort: true,
    }),
  ),
  shifts: z._default(orderedChoices(shiftNames), []),
  weekdays: z._default(orderedChoices(weekdays), []),
  ...baseFields,
  default_vehicle_id: z._default(emptyAsNull(Id), null),
}

export const TeamDraft = z.object(teamFields).check(checkBase())

export const TeamMember = z.object({
  staff: StaffLabel,
  /** False while the account is blocked, or once it is deleted. */
  may_sign_in: z.boolean(),
  role: z.enum(crewRoles),
  level: z.enum(crewLevels),
  certificate_number: z.nullable(z.string()),
  certificate_expires_on: z.nullable(CalendarDate),
  phone: z.nullable(z.string()),
})
export type TeamMember = z.output<typeof TeamMember>

export const Team = z.object({
  _id: Id,
  name: z.string(),
  members: z.array(TeamMember),
  shifts: z.array(z.enum(shiftNames)),
  weekdays: z.array(z.enum(weekdays)),
  base_name: z.nullable(z.string()),
  lat: z.nullable(z.number()),
  lang: z.nullable(z.number()),
  /** Named by its call sign. */
  default_vehicle: z.nullable(ProfileLabel),
  /** The numbers of its missions that are not closed: those stay with whoever was in it when they were given to it. */
  missions: z.array(z.string()),
  is_active: z.boolean(),
  version: z.int(),
  updated_at: Instant,
  updated_by: z.nullable(StaffLabel),
})
export type Team = z.output<typeof Team>

/** `detail` of the failure `changed-meanwhile`. */
export const TeamChangedMeanwhile = z.object({ team: Team })

/** `detail` of the failure `on-other-team`: who is on duty in another team at the same time. */
export const OnOtherTeam = z.object({ clashes: z.array(z.object({ staff: StaffLabel, team: ProfileLabel })) })
export type OnOtherTeam = z.output<typeof OnOtherTeam>
