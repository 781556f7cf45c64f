import {
  type Body,
  type fleet,
  listChanges,
  type OnOtherTeam,
  type Operation,
  type OperationDraft,
  type Team,
  toBangkokDay,
  type Vehicle,
} from 'contract'
import { selectCheckCutoff } from '../../ambulance/check-rule.ts'
import { Failure } from '../../core/failure.ts'
import { deletePhoto, type Photo, readPhoto, storePhoto } from '../../core/photo.ts'
import { allInOrder } from '../../db/all-in-order.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { findStaff } from '../../identity/find-staff.ts'
import {
  findOperation,
  insertOperation,
  insertOperationChanges,
  listOperationChanges,
  listOperations,
  type OperationStep,
  updateOperation,
} from './queries/operations.ts'
import {
  findKnownIds,
  listChoices,
  lockProfile,
  type ProfileTable,
  type Standing,
  switchProfile,
} from './queries/profiles.ts'
import {
  findTeam,
  insertTeam,
  listClashes,
  listTeams,
  replaceMembers,
  setDuty,
  updateTeam,
} from './queries/teams.ts'
import {
  findVehicle,
  findVehiclePhoto,
  insertVehicle,
  listTrackers,
  listUnknownTrackers,
  listVehicles,
  updateVehicle,
} from './queries/vehicles.ts'

/** A selection list shows at most this many. */
const shownCandidates = 30

type VehicleFields = Omit<Body<typeof fleet.saveVehicle>, 'photo'>
type PreparedVehicle = {
  fields: VehicleFields
  photo: Photo | null | undefined
}

export const fleetHandlers: Handlers<typeof fleet> = {
  vehicles: (context, query) => listVehicles(context.tx, toStanding(context), query),

  async vehiclePhoto({ tx }, { _id, size }) {
    const photo = await findVehiclePhoto(tx, _id, size)
    if (!photo) throw new Failure('not-found')
    return { type: 'image/jpeg', content: photo }
  },

  async trackers({ tx }) {
    const [devices, unknown] = await Promise.all([listTrackers(tx), listUnknownTrackers(tx)])
    return { devices, unknown }
  },
  choices: (context) => listChoices(context.tx, toStanding(context)),

  saveVehicle: {
    prepare: async ({ photo, ...fields }): Promise<PreparedVehicle> => ({
      fields,
      photo: await readPhoto(photo),
    }),
    async handle(context, { fields, photo }: PreparedVehicle) {
      const { tx, newId } = context
      const { _id, version, is_out: _, ...values } = fields
      const id = _id ?? newId()
      const held = _id === undefined ? undefined : await lockVehicle(context, _id, version)
      await requireKnown(context, [
        { field: 'default_team_id', id: values.default_team_id, heldId: held?.default_team?._id },
        { field: 'device_id', id: values.device_id, heldId: held?.device?._id },
      ])
      const photoId = await storePhoto(context, photo)
      const correction = held ? findOdometerCorrection(held, values) : undefined
      if (correction) context.addAuditDetail({ odometer: correction })
      const stored = {
        ...values,
        odometer_reason: correction?.reason ?? null,
        ...(photoId !== undefined && { photo_id: photoId }),
      }
      if (held) await updateVehicle(tx, id, stored, toAuthor(context))
      else await insertVehicle(tx, id, stored, toAuthor(context))
      if (photoId !== undefined && held?.photo_id) await deletePhoto(tx, held.photo_id)
      context.emit({ kind: 'missions-outdated' })
      return { vehicle: await requireVehicle(context, id) }
    },
  },

  async switchVehicle(context, { _id, version, is_active }) {
    const vehicle = await lockVehicle(context, _id, version)
    if (vehicle.is_active === is_active) return { vehicle }
    await switchProfile(context.tx, { table: 'vehicles', id: _id }, is_active, toAuthor(context))
    context.emit({ kind: 'missions-outdated' })
    return { vehicle: await requireVehicle(context, _id) }
  },

  teams: ({ tx }, query) => listTeams(tx, query),

  candidates: async ({ tx }, { search_value }) => ({
    staff: await findStaff(tx, search_value, shownCandidates),
  }),

  async saveTeam(context, { _id, version, members, ...values }) {
    const { tx, newId, hospitalId } = context
    const id = _id ?? newId()
    const held = _id === undefined ? undefined : await lockTeam(context, _id, version)
    const heldMembers = new Set(held?.members.map(({ staff }) => staff._id))
    await requireKnown(context, [
      { field: 'default_vehicle_id', id: values.default_vehicle_id, heldId: held?.default_vehicle?._id },
      ...members.map(({ staff_id }, row) => ({
        field: `members.${row}.staff_id`,
        id: staff_id,
        heldId: heldMembers.has(staff_id) ? staff_id : undefined,
      })),
    ])
    const isOnDuty = held?.is_active ?? true
    if (isOnDuty)
      await requireFree(context, { id, staffIds: members.map(({ staff_id }) => staff_id), pattern: values })
    if (held) await updateTeam(tx, id, values, toAuthor(context))
    else await insertTeam(tx, id, values, toAuthor(context))
    await replaceMembers(tx, { id, hospitalId }, members, isOnDuty ? values : null)
    context.emit({ kind: 'missions-outdated' })
    return { team: await requireTeam(context, id) }
  },

  async switchTeam(context, { _id, version, is_active }) {
    const { tx } = context
    const team = await lockTeam(context, _id, version)
    if (team.is_active === is_active) return { team }
    const staffIds = team.members.map(({ staff }) => staff._id)
    if (is_active) await requireFree(context, { id: _id, staffIds, pattern: team })
    await switchProfile(tx, { table: 'teams', id: _id }, is_active, toAuthor(context))
    await setDuty(tx, _id, is_active ? team : null)
    context.emit({ kind: 'missions-outdated' })
    return { team: await requireTeam(context, _id) }
  },

  operations: ({ tx }, query) => listOperations(tx, query),

  async operationChanges(context, { _id }) {
    const [, changes] = await allInOrder([
      requireOperation(context, _id),
      listOperationChanges(context.tx, _id),
    ])
    return { changes }
  },

  async saveOperation(context, { _id, version, ...values }) {
    if (_id === undefined) return { operation: await addOperation(context, values) }
    const held = await lockOperation(context, _id, version)
    const steps = listChanges(held, values)
    if (steps.length === 0) return { operation: held }
    await updateOperation(context.tx, _id, values, toAuthor(context))
    return { operation: await noteChanges(context, _id, steps) }
  },

  async switchOperation(context, { _id, version, is_active }) {
    const operation = await lockOperation(context, _id, version)
    if (operation.is_active === is_active) return { operation }
    await switchProfile(context.tx, { table: 'operations', id: _id }, is_active, toAuthor(context))
    return {
      operation: await noteChanges(context, _id, [{ field: 'is_active', from: !is_active, to: is_active }]),
    }
  },
}

/** An odometer only rises: a lower one says that it was read wrong before. */
function findOdometerCorrection(
  { odometer: from }: Vehicle,
  { odometer: to, odometer_reason: reason }: Pick<VehicleFields, 'odometer' | 'odometer_reason'>,
) {
  return from !== null && (to === null || to < from) ? { from, to, reason } : undefined
}

function toAuthor({ actor, hospitalId, now }: Context) {
  return { hospitalId, staffId: actor._id, now }
}

async function addOperation(context: Context, values: OperationDraft): Promise<Operation> {
  const id = context.newId()
  await insertOperation(context.tx, id, values, toAuthor(context))
  return noteChanges(context, id, [{ field: 'is_active', from: null, to: true }])
}

async function noteChanges(
  context: Context,
  id: string,
  steps: readonly OperationStep[],
): Promise<Operation> {
  const operation = await requireOperation(context, id)
  const made = {
    operationId: id,
    version: operation.version,
    newId: context.newId,
    by: toAuthor(context),
  }
  await insertOperationChanges(context.tx, made, steps)
  context.emit({ kind: 'missions-outdated' })
  return operation
}

type Choice = { field: string; id: string | null; heldId: string | undefined }

/** Throws if a choice is neither what the profile has already nor something that can be chosen now. */
async function requireKnown({ tx }: Context, choices: readonly Choice[]): Promise<void> {
  const isNew = ({ id, heldId }: Choice): boolean => id !== null && id !== heldId
  const known = await findKnownIds(
    tx,
    choices.filter(isNew).map(({ id }) => id ?? ''),
  )
  const fields = choices
    .filter((choice) => isNew(choice) && !known.has(choice.id ?? ''))
    .map(({ field }) => ({ field, message: 'choice-invalid' }))
  if (fields.length > 0) throw new Failure('invalid', { fields })
}

type Duty = { id: string; staffIds: readonly string[]; pattern: Pick<Team, 'shifts' | 'weekdays'> }

/** Throws if somebody is on duty in another team at the same time. */
async function requireFree({ tx }: Context, { id, staffIds, pattern }: Duty): Promise<void> {
  const clashes = await listClashes(tx, id, staffIds, pattern)
  if (clashes.length === 0) return
  const busy = new Set(clashes.map(({ staff }) => staff._id))
  const detail: OnOtherTeam = { clashes }
  const fields = staffIds.flatMap((staffId, row) =>
    busy.has(staffId) ? [{ field: `members.${row}.staff_id`, message: 'on-other-team' }] : [],
  )
  throw new Failure('on-other-team', { fields, detail })
}

type Shown = { vehicle: Vehicle } | { team: Team } | { operation: Operation }

/** Locks a profile until the transaction ends; throws if it was changed since the user saw it. */
async function lockVersion(
  { tx }: Context,
  table: ProfileTable,
  { id, version }: { id: string; version: number | undefined },
  show: () => Promise<Shown>,
): Promise<void> {
  const held = await lockProfile(tx, table, id)
  if (held === undefined) throw new Failure('not-found')
  if (held !== version) throw new Failure('changed-meanwhile', { detail: await show() })
}

async function lockVehicle(context: Context, id: string, version: number | undefined): Promise<Vehicle> {
  await lockVersion(context, 'vehicles', { id, version }, async () => ({
    vehicle: await requireVehicle(context, id),
  }))
  return requireVehicle(context, id)
}

async function lockTeam(context: Context, id: string, version: number | undefined): Promise<Team> {
  await lockVersion(context, 'teams', { id, version }, async () => ({ team: await requireTeam(context, id) }))
  return requireTeam(context, id)
}

async function lockOperation(context: Context, id: string, version: number | undefined): Promise<Operation> {
  await lockVersion(context, 'operations', { id, version }, async () => ({
    operation: await requireOperation(context, id),
    changes: await listOperationChanges(context.tx, id, version),
  }))
  return requireOperation(context, id)
}

const toStanding = ({ now }: Context): Standing => ({
  today: toBangkokDay(now),
  checkCutoff: selectCheckCutoff(now),
})

async function requireVehicle(context: Context, id: string): Promise<Vehicle> {
  const vehicle = await findVehicle(context.tx, toStanding(context), id)
  if (!vehicle) throw new Failure('not-found')
  return vehicle
}

async function requireTeam({ tx }: Context, id: string): Promise<Team> {
  const team = await findTeam(tx, id)
  if (!team) throw new Failure('not-found')
  return team
}

async function requireOperation({ tx }: Context, id: string): Promise<Operation> {
  const operation = await findOperation(tx, id)
  if (!operation) throw new Failure('not-found')
  return operation
}
