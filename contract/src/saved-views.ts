import * as z from 'zod/mini'
import { ById, type Endpoints, emptyReply, Id } from './wire/endpoint.ts'
import { requiredText } from './wire/fields.ts'

/** The lists whose filters and order a user can keep under a name. */
export const savedViewLists = ['ward-board', 'patients'] as const
export type SavedViewList = (typeof savedViewLists)[number]

/** A user keeps at most so many for each list. */
export const maxSavedViews = 20

export const SavedViewName = z.object({ name: requiredText('name-required', 40) })

/**
 * The filters and the order of a list as the URL of its screen has them, under a name. It holds no search text, which
 * is somebody's name or number.
 */
const SavedViewDraft = z.object({
  list: z.enum(savedViewLists),
  ...SavedViewName.shape,
  query: z.string().check(z.maxLength(2000, 'too-long'), z.regex(/^[\w.=&%+-]+$/, 'invalid')),
})

export const SavedView = z.object({ _id: Id, name: z.string(), query: z.string() })
export type SavedView = z.output<typeof SavedView>

export const savedViews = {
  list: {
    path: '/api/hospital_user/get_saved_views',
    summary: 'The filters that one keeps for a list, by name',
    access: 'patient:read',
    patientData: false,
    byItself: true,
    body: z.pick(SavedViewDraft, { list: true }),
    reply: z.object({ views: z.array(SavedView) }),
  },
  add: {
    path: '/api/hospital_user/add_saved_view',
    summary: `Keep filters and order of a list under a name; at most ${maxSavedViews} for each list`,
    access: 'patient:read',
    patientData: false,
    body: SavedViewDraft,
    reply: z.object({ view: SavedView }),
    errors: ['name-taken'],
    success: 'view-saved',
  },
  rename: {
    path: '/api/hospital_user/rename_saved_view',
    summary: 'Give kept filters another name',
    access: 'patient:read',
    patientData: false,
    body: z.object({ ...ById.shape, ...SavedViewName.shape }),
    reply: emptyReply,
    errors: ['not-found', 'name-taken'],
    success: 'view-saved',
  },
  remove: {
    path: '/api/hospital_user/remove_saved_view',
    summary: 'Remove kept filters',
    access: 'patient:read',
    patientData: false,
    body: ById,
    reply: emptyReply,
    errors: ['not-found'],
    success: 'view-removed',
  },
} satisfies Endpoints
