import * as z from 'zod/mini'
import { groupLevels } from './alarms.ts'
import { ById, type Endpoints, emptyReply, Id } from './wire/endpoint.ts'
import { Instant, optionalProse, requiredText } from './wire/fields.ts'
import { PlaceLabel, StaffLabel } from './wire/labels.ts'

const idList = z
  .array(Id)
  .check(z.maxLength(500, 'too-many'))
  .check(z.overwrite((given) => [...new Set(given)]))

/**
 * People who look after the same wards. The wards that a group follows come first on the screens of its members. An
 * alarm there that nobody acts on goes to the group at the level `escalation`; with null, none does.
 */
export const GroupDraft = z.object({
  name: requiredText('name-required'),
  note: z._default(optionalProse(500), null),
  escalation: z._default(z.nullable(z.enum(groupLevels)), null),
  ward_ids: idList,
  member_ids: idList,
})

export const Group = z.object({
  _id: Id,
  name: z.string(),
  note: z.nullable(z.string()),
  escalation: z.nullable(z.enum(groupLevels)),
  wards: z.array(PlaceLabel),
  members: z.array(StaffLabel),
  version: z.int(),
  updated_at: Instant,
  updated_by: z.nullable(StaffLabel),
})
export type Group = z.output<typeof Group>

const Version = z.int().check(z.gte(1), z.lte(2_147_483_647))

/** `detail` of the failure `changed-meanwhile`. */
export const GroupChangedMeanwhile = z.object({ group: Group })

export const groups = {
  list: {
    path: '/admin/get_group_details',
    summary: 'Groups of the hospital with their members and the wards they follow',
    access: 'group:read',
    patientData: false,
    byItself: true,
    body: emptyReply,
    reply: z.object({ groups: z.array(Group) }),
  },
  candidates: {
    path: '/api/hospital_user/find_group_members',
    summary: 'People who can be members, by the beginning of a name or an e-mail; only the first few matches',
    access: 'group:manage',
    patientData: false,
    byItself: true,
    body: z.object({ search_value: z._default(z.string().check(z.maxLength(100)), '') }),
    reply: z.object({ staff: z.array(StaffLabel) }),
  },
  save: {
    path: '/api/hospital_user/add_edit_group_details',
    summary: 'Add a group, or change the one with this id',
    access: 'group:manage',
    patientData: false,
    body: z.object({
      ...GroupDraft.shape,
      ...z.partial(z.object({ _id: Id, version: Version })).shape,
    }),
    reply: z.object({ group: Group }),
    errors: ['not-found', 'changed-meanwhile', 'name-taken'],
    success: 'group-saved',
  },
  delete: {
    path: '/api/hospital_user/delete_group_details',
    summary: 'Delete a group; its members keep their accounts',
    access: 'group:manage',
    patientData: false,
    body: z.object({ ...ById.shape, version: Version }),
    reply: emptyReply,
    errors: ['not-found', 'changed-meanwhile'],
    success: 'group-deleted',
  },
} satisfies Endpoints
