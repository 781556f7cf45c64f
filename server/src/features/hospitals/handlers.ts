import {
  type Body,
  type Hospital,
  type HospitalChangedMeanwhile,
  type hospitals,
  type WardChangedMeanwhile,
  type WardRecord,
} from 'contract'
import type * as z from 'zod/mini'
import { Failure } from '../../core/failure.ts'
import { changeOfPicture, deletePhoto, keepPhoto, logoOf, type Photo } from '../../core/photo.ts'
import type { Context, CrossingContext, Handlers } from '../../http/handler.ts'
import { nobodysHash } from '../../identity/password.ts'
import { openPasswordLinks } from '../../identity/password-links.ts'
import {
  countLineWaiting,
  countStaffTypes,
  findLogo,
  insertAdmin,
  insertChanges,
  insertHospital,
  insertWard,
  listChanges,
  listHospitals,
  listWardRecords,
  lockHospital,
  lockOpenWards,
  lockWard,
  placeWards,
  saveBeds,
  updateHospital,
  updateWard,
} from './queries.ts'
import { changesOfHospital, changesOfWard, isSameSet, problemsOfBeds } from './rules.ts'

/** How many changes are shown. */
const shownChanges = 200

/** A new admin has a week to choose the first password. */
const linkLastsMs = 7 * 24 * 60 * 60_000

type Changed = {
  fields: Omit<Body<typeof hospitals.update>, 'logo'>
  logo: Photo | null | undefined
}

export const hospitalHandlers: Handlers<typeof hospitals> = {
  own: async (context) => ({ hospital: await own(context) }),
  get: async (context, { _id }) => ({ hospital: await entered(context, _id) }),
  list: async ({ tx }) => ({ hospital: await listHospitals(tx) }),

  async records(context, { _id = context.hospitalId }) {
    const { tx, concerns } = context
    concerns([])
    return {
      hospital: await entered(context, _id),
      wards: await listWardRecords(tx),
      staff_types: await countStaffTypes(tx),
      line_waiting: await countLineWaiting(tx),
      changes: await listChanges(tx, { limit: shownChanges }),
    }
  },

  async logo(context, { _id, size }) {
    const { tx } = context
    await entered(context, _id)
    const logo = await findLogo(tx, _id, size)
    if (!logo) throw new Failure('not-found')
    return { type: 'image/png', content: logo }
  },

  update: {
    prepare: async ({ logo, ...fields }): Promise<Changed> => ({ fields, logo: await logoOf(logo) }),
    async handle(context, { fields: { version, ...sent }, logo }: Changed) {
      const { tx, hospitalId } = context
      await lockHospital(tx, hospitalId)
      const hospital = await own(context)
      if (version !== hospital.version) {
        const changes = await listChanges(tx, { wardId: null, since: version })
        const detail: z.input<typeof HospitalChangedMeanwhile> = { hospital, changes }
        throw new Failure('changed-meanwhile', { detail })
      }
      const changes = changesOfHospital(hospital, sent)
      const logoChange = changeOfPicture('logo', hospital.logo_id, logo)
      if (changes.length === 0 && logoChange.length === 0) return { hospital }

      const logoId = await keepPhoto(context, logo)
      await updateHospital(tx, hospitalId, {
        ...Object.fromEntries(changes.map(({ field, to }) => [field, to])),
        ...(logoId === undefined ? {} : { logo_id: logoId }),
      })
      if (logoId !== undefined && hospital.logo_id) await deletePhoto(tx, hospital.logo_id)
      const made = { wardId: null, version: version + 1 }
      await insertChanges(tx, writtenBy(context), made, [...changes, ...logoChange])
      return { hospital: await own(context) }
    },
  },

  async saveWard(context, { _id, version, beds, ...names }) {
    const { tx, newId, now } = context
    const held = _id === undefined ? undefined : await heldWard(context, _id, version)
    const fields = problemsOfBeds(beds, held)
    if (fields.length > 0) throw new Failure('invalid', { fields })
    const id = _id ?? newId()
    const wanted = { ...names, beds: beds.map((bed) => ({ ...bed, _id: bed._id ?? newId() })) }
    const changes = changesOfWard(held, wanted)
    if (held && changes.length === 0) return { ward: held }

    const written = writtenBy(context)
    if (held) await updateWard(tx, id, wanted, now)
    else await insertWard(tx, id, wanted, written)
    await saveBeds(tx, id, wanted.beds, written)
    const ward = await seenWard(context, id)
    await insertChanges(tx, written, { wardId: id, version: ward.version }, changes)
    return { ward }
  },

  async orderWards(context, { ward_ids }) {
    const { tx, hospitalId } = context
    await lockHospital(tx, hospitalId)
    const open = await lockOpenWards(tx)
    const before = open.map(({ id }) => id)
    if (!isSameSet(ward_ids, before)) throw new Failure('changed-meanwhile')
    if (ward_ids.every((id, place) => id === before[place])) return {}
    await placeWards(tx, ward_ids)
    const codes = new Map(open.map(({ id, code }) => [id, code]))
    const codesOf = (ids: readonly string[]) => ids.map((id) => codes.get(id))
    const { version } = await own(context)
    await insertChanges(tx, writtenBy(context), { wardId: null, version }, [
      { field: 'order', from: codesOf(before), to: codesOf(ward_ids) },
    ])
    return {}
  },

  async add(context, { code, name_en, name_th, ...person }) {
    const { tx, now, newId } = context
    const [hospitalId, staffId] = [newId(), newId()]
    await insertHospital(tx, hospitalId, { code, name_en, name_th }, now)
    const hospital = await entered(context, hospitalId)
    await insertAdmin(tx, hospitalId, { ...person, id: staffId, password_hash: nobodysHash }, now)
    // `by` is null: the system admin is of another hospital, and the audit of both names them.
    const links = await openPasswordLinks(tx, [staffId], { hospitalId, now, forMs: linkLastsMs, by: null })
    const link = links.get(staffId)
    if (!link) throw new Error('a link was asked for')
    return { hospital, link }
  },
}

/** From here on the transaction is limited to this hospital, if the caller may see it. */
async function entered({ tx, enter }: CrossingContext, id: string): Promise<Hospital> {
  if (!(await enter(id))) throw new Failure('not-found')
  return oneOf(await listHospitals(tx), id)
}

function writtenBy({ actor, hospitalId, now, newId }: Context) {
  return { hospitalId, now, by: actor._id, newId }
}

async function own({ tx, hospitalId }: Context): Promise<Hospital> {
  return oneOf(await listHospitals(tx), hospitalId)
}

function oneOf<Row extends { _id: string }>(rows: readonly Row[], id: string): Row {
  const found = rows.find((row) => row._id === id)
  if (!found) throw new Failure('not-found')
  return found
}

async function seenWard({ tx }: Context, id: string): Promise<WardRecord> {
  return oneOf(await listWardRecords(tx, id), id)
}

/** The ward, locked; throws if it was changed since the user saw it. */
async function heldWard(context: Context, id: string, version: number | undefined): Promise<WardRecord> {
  await lockWard(context.tx, id)
  const ward = await seenWard(context, id)
  if (ward.version !== version) {
    const changes = await listChanges(context.tx, { wardId: id, since: version ?? 0 })
    const detail: z.input<typeof WardChangedMeanwhile> = { ward, changes }
    throw new Failure('changed-meanwhile', { detail })
  }
  return ward
}
