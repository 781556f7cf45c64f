import {
  type Body,
  type Hospital,
  type HospitalChangedMeanwhile,
  type hospitals,
  listChanges,
  type WardChangedMeanwhile,
  type WardRecord,
} from 'contract'
import type * as z from 'zod/mini'
import { Failure } from '../../core/failure.ts'
import { deletePhoto, describePictureChange, type Photo, readLogo, storePhoto } from '../../core/photo.ts'
import { listNextNumbers } from '../../db/number-series.ts'
import type { Context, CrossHospitalContext, Handlers } from '../../http/handler.ts'
import { dummyHash } from '../../identity/password.ts'
import { createPasswordLinks } from '../../identity/password-links.ts'
import { insertHospitalChanges, listHospitalChanges } from './queries/changes.ts'
import {
  countLineOutdated,
  countLineWaiting,
  countStaffTypes,
  findLogo,
  insertAdmin,
  insertHospital,
  listHospitals,
  lockHospital,
  updateHospital,
} from './queries/hospitals.ts'
import {
  insertWard,
  listWardRecords,
  lockOpenWards,
  lockWard,
  saveBeds,
  updateWard,
  updateWardOrder,
} from './queries/wards.ts'
import { diffWard, isSameSet, validateBeds } from './rules.ts'

const dayMs = 24 * 60 * 60_000

/** How many changes are shown. */
const shownChanges = 200

/** A new admin has a week to choose the first password. */
const linkLastsMs = 7 * dayMs

type PreparedHospitalUpdate = {
  fields: Omit<Body<typeof hospitals.update>, 'logo'>
  logo: Photo | null | undefined
}

export const hospitalHandlers: Handlers<typeof hospitals> = {
  own: async (context) => ({ hospital: await getOwnHospital(context) }),
  get: async (context, { _id }) => ({ hospital: await enterRequiredHospital(context, _id) }),
  list: async ({ tx }) => ({ hospital: await listHospitals(tx) }),

  async records(context, { _id = context.hospitalId }) {
    const { tx, now } = context
    await enterRequired(context, _id)
    const dayAgo = new Date(Date.parse(now) - dayMs).toISOString()
    const [hospitals, wards, staff_types, line_waiting, line_outdated, next_numbers, changes] =
      await Promise.all([
        listHospitals(tx),
        listWardRecords(tx),
        countStaffTypes(tx),
        countLineWaiting(tx),
        countLineOutdated(tx, dayAgo),
        listNextNumbers(tx, now),
        listHospitalChanges(tx, { limit: shownChanges }),
      ])
    const hospital = requireRow(hospitals, _id)
    return { hospital, wards, staff_types, line_waiting, line_outdated, next_numbers, changes }
  },

  async logo(context, { _id, size }) {
    const { tx } = context
    await enterRequired(context, _id)
    const logo = await findLogo(tx, _id, size)
    if (!logo) throw new Failure('not-found')
    return { type: 'image/png', content: logo }
  },

  update: {
    prepare: async ({ logo, ...fields }): Promise<PreparedHospitalUpdate> => ({
      fields,
      logo: await readLogo(logo),
    }),
    async handle(context, { fields: { version, ...sent }, logo }: PreparedHospitalUpdate) {
      const { tx, hospitalId } = context
      await lockHospital(tx, hospitalId)
      const hospital = await getOwnHospital(context)
      if (version !== hospital.version) {
        const changes = await listHospitalChanges(tx, { wardId: null, since: version })
        const detail: z.input<typeof HospitalChangedMeanwhile> = { hospital, changes }
        throw new Failure('changed-meanwhile', { detail })
      }
      const changes = listChanges(hospital, sent)
      const logoChange = describePictureChange('logo', hospital.logo_id, logo)
      if (changes.length === 0 && logoChange.length === 0) return { hospital }

      const logoId = await storePhoto(context, logo)
      await updateHospital(tx, hospitalId, {
        ...Object.fromEntries(changes.map(({ field, to }) => [field, to])),
        ...(logoId === undefined ? {} : { logo_id: logoId }),
      })
      if (logoId !== undefined && hospital.logo_id) await deletePhoto(tx, hospital.logo_id)
      const made = { wardId: null, version: version + 1 }
      await insertHospitalChanges(tx, toChangeAuthor(context), made, [...changes, ...logoChange])
      return { hospital: await getOwnHospital(context) }
    },
  },

  async saveWard(context, { _id, version, beds, ...names }) {
    const { tx, newId, now } = context
    const held = _id === undefined ? undefined : await lockWardVersion(context, _id, version)
    const fields = validateBeds(beds, held)
    if (fields.length > 0) throw new Failure('invalid', { fields })
    const id = _id ?? newId()
    const wanted = { ...names, beds: beds.map((bed) => ({ ...bed, _id: bed._id ?? newId() })) }
    const changes = diffWard(held, wanted)
    if (held && changes.length === 0) return { ward: held }

    const written = toChangeAuthor(context)
    if (held) await updateWard(tx, id, wanted, now)
    else await insertWard(tx, id, wanted, written)
    await saveBeds(tx, id, wanted.beds, written)
    const ward = await requireWard(context, id)
    await insertHospitalChanges(tx, written, { wardId: id, version: ward.version }, changes)
    return { ward }
  },

  async orderWards(context, { ward_ids }) {
    const { tx, hospitalId } = context
    await lockHospital(tx, hospitalId)
    const open = await lockOpenWards(tx)
    const before = open.map(({ id }) => id)
    if (!isSameSet(ward_ids, before)) throw new Failure('changed-meanwhile')
    if (ward_ids.every((id, place) => id === before[place])) return {}
    await updateWardOrder(tx, ward_ids)
    const codes = new Map(open.map(({ id, code }) => [id, code]))
    const listCodes = (ids: readonly string[]) => ids.map((id) => codes.get(id))
    const { version } = await getOwnHospital(context)
    await insertHospitalChanges(tx, toChangeAuthor(context), { wardId: null, version }, [
      { field: 'order', from: listCodes(before), to: listCodes(ward_ids) },
    ])
    return {}
  },

  async add(context, { code, name_en, name_th, ...person }) {
    const { tx, now, newId } = context
    const [hospitalId, staffId] = [newId(), newId()]
    await insertHospital(tx, hospitalId, { code, name_en, name_th }, now)
    const hospital = await enterRequiredHospital(context, hospitalId)
    await insertAdmin(tx, hospitalId, { ...person, id: staffId, password_hash: dummyHash }, now)
    // `by` is null: the system admin is of another hospital, and the audit of both names them.
    const links = await createPasswordLinks(tx, [staffId], { hospitalId, now, forMs: linkLastsMs, by: null })
    const link = links.get(staffId)
    if (!link) throw new Error('a link was asked for')
    return { hospital, link }
  },
}

/** From here on the transaction is limited to this hospital, if the caller may see it. */
async function enterRequired({ enter }: CrossHospitalContext, id: string): Promise<void> {
  if (!(await enter(id))) throw new Failure('not-found')
}

async function enterRequiredHospital(context: CrossHospitalContext, id: string): Promise<Hospital> {
  await enterRequired(context, id)
  return requireRow(await listHospitals(context.tx), id)
}

function toChangeAuthor({ actor, hospitalId, now, newId }: Context) {
  return { hospitalId, now, by: actor._id, newId }
}

async function getOwnHospital({ tx, hospitalId }: Context): Promise<Hospital> {
  return requireRow(await listHospitals(tx), hospitalId)
}

function requireRow<Row extends { _id: string }>(rows: readonly Row[], id: string): Row {
  const found = rows.find((row) => row._id === id)
  if (!found) throw new Failure('not-found')
  return found
}

async function requireWard({ tx }: Context, id: string): Promise<WardRecord> {
  return requireRow(await listWardRecords(tx, id), id)
}

/** The ward, locked; throws if it was changed since the user saw it. */
async function lockWardVersion(
  context: Context,
  id: string,
  version: number | undefined,
): Promise<WardRecord> {
  await lockWard(context.tx, id)
  const ward = await requireWard(context, id)
  if (ward.version !== version) {
    const changes = await listHospitalChanges(context.tx, { wardId: id, since: version ?? 0 })
    const detail: z.input<typeof WardChangedMeanwhile> = { ward, changes }
    throw new Failure('changed-meanwhile', { detail })
  }
  return ward
}
