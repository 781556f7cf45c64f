import * as z from 'zod/mini'
import { ById, definePage, type Endpoints, emptyReply, fileReply, Id, ListRequest } from '../wire/endpoint.ts'
import { Instant, PhotoUpload, photoErrors } from '../wire/fields.ts'
import { DeviceLabel, ProfileLabel, StaffLabel } from '../wire/labels.ts'
import { unitLevels, vehicleClasses, vehicleStatuses } from './codes.ts'
import { Operation, OperationChange, operationFields } from './operations.ts'
import { Team, teamFields } from './teams.ts'
import { checkBase, createVehicleChecks, Vehicle, vehicleFields } from './vehicles.ts'

const Version = z.int().check(z.gte(1), z.lte(2_147_483_647))

/** Without an id a profile is added; with one, the version says what its user saw. */
const edited = z.partial(z.object({ _id: Id, version: Version })).shape

const ProfileList = z.object({ ...ListRequest.shape, with_inactive: z._default(z.boolean(), false) })

const Switch = z.object({ ...ById.shape, version: Version, is_active: z.boolean() })

/** What a hospital's ambulance service has and offers: vehicles, teams, operations. */
export const fleet = {
  vehicles: {
    path: '/api/hospital_user/get_ambulance_profiles',
    summary: 'Vehicles of the hospital by call sign, and whether they are ready',
    access: 'fleet:read',
    patientData: false,
    byItself: true,
    outdatedBy: ['missions-outdated'],
    body: z.object({
      ...ProfileList.shape,
      class: z.optional(z.enum(vehicleClasses)),
      status: z.optional(z.enum(vehicleStatuses)),
    }),
    reply: definePage(Vehicle),
  },
  vehiclePhoto: {
    path: '/api/hospital_user/get_ambulance_photo',
    summary: "A vehicle's photo",
    access: 'fleet:read',
    patientData: false,
    byItself: true,
    body: z.object({ ...ById.shape, size: z._default(z.enum(['small', 'large']), 'large') }),
    reply: fileReply,
    file: true,
    errors: ['not-found'],
  },
  trackers: {
    path: '/api/hospital_user/get_ambulance_trackers',
    summary:
      'Devices that serve everybody, one of which can travel with a vehicle; trackers that belong to none',
    access: 'fleet:manage',
    patientData: false,
    byItself: true,
    body: emptyReply,
    reply: z.object({
      devices: z.array(z.omit(DeviceLabel, { kind: true })),
      /** They send positions, which are counted and not kept. Those that sent last come first. */
      unknown: z.array(
        z.object({ mac: z.string(), positions: z.int(), first_at: Instant, last_at: Instant }),
      ),
    }),
  },
  saveVehicle: {
    path: '/api/hospital_user/add_edit_ambulance_profile',
    summary: 'Add a vehicle, or change the one with this id',
    access: 'fleet:manage',
    patientData: false,
    form: true,
    body: z.object({ ...vehicleFields, ...edited, photo: PhotoUpload }).check(...createVehicleChecks()),
    reply: z.object({ vehicle: Vehicle }),
    errors: ['not-found', 'changed-meanwhile', ...photoErrors],
    success: 'vehicle-saved',
  },
  switchVehicle: {
    path: '/api/hospital_user/deactivate_ambulance_profile',
    summary: 'Take a vehicle out of the list, or back into it',
    access: 'fleet:manage',
    patientData: false,
    body: Switch,
    reply: z.object({ vehicle: Vehicle }),
    errors: ['not-found', 'changed-meanwhile'],
    success: 'vehicle-saved',
  },
  teams: {
    path: '/api/hospital_user/get_team_profiles',
    summary: 'Teams of the hospital by name, with their members',
    access: 'fleet:read',
    patientData: false,
    byItself: true,
    outdatedBy: ['missions-outdated'],
    body: ProfileList,
    reply: definePage(Team),
  },
  /** Named by their names or call signs. */
  choices: {
    path: '/api/hospital_user/get_fleet_choices',
    summary: 'Vehicles, teams and operations in use, as a form offers them',
    access: 'fleet:read',
    patientData: false,
    byItself: true,
    outdatedBy: ['missions-outdated'],
    body: emptyReply,
    reply: z.object({
      vehicles: z.array(
        z.object({
          ...ProfileLabel.shape,
          class: z.enum(vehicleClasses),
          has_negative_pressure: z.boolean(),
          has_ventilator: z.boolean(),
          has_incubator: z.boolean(),
          status: z.enum(vehicleStatuses),
          /** Faults of its equipment that are open: it can be ready with some that are not vital. */
          faults: z.int(),
        }),
      ),
      teams: z.array(ProfileLabel),
      operations: z.array(z.object({ ...ProfileLabel.shape, unit_level: z.enum(unitLevels) })),
    }),
  },
  candidates: {
    path: '/api/hospital_user/find_crew',
    summary:
      'People who can be in a team or a crew, by the beginning of a name or an e-mail; only the first few matches',
    access: ['fleet:manage', 'mission:dispatch'],
    patientData: false,
    byItself: true,
    body: z.object({ search_value: z._default(z.string().check(z.maxLength(100)), '') }),
    reply: z.object({ staff: z.array(StaffLabel) }),
  },
  saveTeam: {
    path: '/api/hospital_user/add_edit_team_profile',
    summary: 'Add a team, or change the one with this id',
    access: 'fleet:manage',
    patientData: false,
    body: z.object({ ...teamFields, ...edited }).check(checkBase()),
    reply: z.object({ team: Team }),
    errors: ['not-found', 'changed-meanwhile', 'name-taken', 'on-other-team'],
    success: 'team-saved',
  },
  switchTeam: {
    path: '/api/hospital_user/deactivate_team_profile',
    summary: 'Take a team out of the list, or back into it',
    access: 'fleet:manage',
    patientData: false,
    body: Switch,
    reply: z.object({ team: Team }),
    errors: ['not-found', 'changed-meanwhile', 'name-taken', 'on-other-team'],
    success: 'team-saved',
  },
  operations: {
    path: '/api/hospital_user/get_operation_profiles',
    summary: 'Operations of the hospital by code, with their fees and target times',
    access: 'fleet:read',
    patientData: false,
    byItself: true,
    body: z.object({ ...ProfileList.shape, unit_level: z.optional(z.enum(unitLevels)) }),
    reply: definePage(Operation),
  },
  operationChanges: {
    path: '/api/hospital_user/get_operation_changes',
    summary: 'Who changed what of an operation, and its price, newest first',
    access: 'fleet:read',
    patientData: false,
    byItself: true,
    body: ById,
    reply: z.object({ changes: z.array(OperationChange) }),
    errors: ['not-found'],
  },
  saveOperation: {
    path: '/api/hospital_user/add_edit_operation_profile',
    summary: 'Add an operation, or change the one with this id',
    access: 'fleet:manage',
    patientData: false,
    body: z.object({ ...operationFields, ...edited }),
    reply: z.object({ operation: Operation }),
    errors: ['not-found', 'changed-meanwhile', 'code-taken'],
    success: 'operation-saved',
  },
  switchOperation: {
    path: '/api/hospital_user/deactivate_operation_profile',
    summary: 'Take an operation out of the list, or back into it',
    access: 'fleet:manage',
    patientData: false,
    body: Switch,
    reply: z.object({ operation: Operation }),
    errors: ['not-found', 'changed-meanwhile', 'code-taken'],
    success: 'operation-saved',
  },
} satisfies Endpoints
