import {
  type Body,
  controlledItems,
  type EquipmentChangedMeanwhile,
  type EquipmentCheck,
  type EquipmentReview,
  type EquipmentSettings,
  equipment,
  equipmentItems,
  findShift,
  listNeeded,
  type ParLevels,
  toBangkokDay,
  writeSignedCounts,
} from 'contract'
import type * as z from 'zod/mini'
import { getCheckRule, selectCheckCutoff } from '../../ambulance/check-rule.ts'
import { getThresholds } from '../../bedside/alarms/alarm-state.ts'
import { createInvalidFieldFailure, Failure } from '../../core/failure.ts'
import { type Photo, readDocumentPhoto, storePhoto } from '../../core/photo.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { decideCheck, deliverPart } from './acts/delivery.ts'
import { addCheck, requireCheck } from './acts.ts'
import {
  findCheck,
  findNewestCheck,
  findSignatures,
  findVehicle,
  insertSecond,
  listChecks,
  listCounts,
  listFound,
  listNewestNotes,
  listOpenFaults,
  listVehicles,
} from './queries/checks.ts'
import { findPhoto, insertPhoto, mayHavePhoto } from './queries/photos.ts'
import { findReviewPhoto, listReviews } from './queries/reviews.ts'
import { readSettings, saveSettings } from './queries/settings.ts'
import { judgeRows, judgeSignatures, listLevels, toParLevels, toSigned } from './rules.ts'

/** Whoever counts the controlled drugs after somebody else must not see what that one counted. */
const withholdCounts =
  ({ is_waiting, by }: { is_waiting: boolean; by: { _id: string } }, actorId: string) =>
  (item: string): boolean =>
    is_waiting && by._id !== actorId && controlledItems.includes(item)

function hideCounts(check: EquipmentCheck, actorId: string): EquipmentCheck {
  const isWithheld = withholdCounts(check, actorId)
  return {
    ...check,
    faults: check.faults.filter(({ item }) => !isWithheld(item)),
    closed: check.closed.filter(({ item }) => !isWithheld(item)),
  }
}

/** What a check says that waits. Whoever decides about it may be who counts the controlled drugs again. */
function tellFound(
  content: unknown,
  { vehicle, checked_at, levels, photos }: Told,
): EquipmentReview['found'] {
  const check = equipment.check.body.safeParse(content).data
  if (!check) return null
  const { day, shift, kind, odometer, note, rows, signature } = check
  const at = { vehicleClass: vehicle.class, levels, today: toBangkokDay(checked_at) }
  const faults = judgeRows(rows, at).judged.filter(
    ({ item, status }) => status !== 'READY' && !controlledItems.includes(item),
  )
  return {
    day,
    shift,
    kind,
    odometer,
    is_signed: signature !== null,
    note,
    faults: faults.map((row) => ({
      item: row.item,
      status: row.status,
      needed: row.needed,
      found: row.found,
      note: row.note,
      has_photo: photos.includes(row.item),
    })),
  }
}

type Told = Pick<EquipmentReview, 'vehicle' | 'checked_at'> & { levels: ParLevels; photos: string[] }

type PreparedPhoto = Omit<Body<typeof equipment.addPhoto>, 'photo'> & { photo: Photo | undefined }

export const equipmentHandlers: Handlers<typeof equipment> = {
  async vehicles({ tx, now }) {
    const [check_rule, vehicles] = await Promise.all([
      getCheckRule(tx),
      listVehicles(tx, toBangkokDay(now), selectCheckCutoff(now)),
    ])
    return { check_rule, vehicles }
  },

  async sheet({ tx, actor, now }, { _id }) {
    const [vehicle, { check_rule, levels }, { thresholds }, noted, newest, faults] = await Promise.all([
      findVehicle(tx, _id),
      readSettings(tx),
      getThresholds(tx),
      listNewestNotes(tx, _id),
      findNewestCheck(tx, _id),
      listOpenFaults(tx, _id),
    ])
    if (!vehicle) throw new Failure('not-found')
    const shift = findShift(now, thresholds.times)
    const { shift_morning_hour, shift_evening_hour, shift_night_hour } = thresholds.times
    const before = new Map(noted.map((row) => [row.item, row]))
    const isWithheld = newest ? withholdCounts(newest, actor._id) : () => false
    const { call_sign, plate, class: vehicleClass, odometer } = vehicle
    return {
      vehicle: { _id, call_sign, plate, class: vehicleClass, odometer },
      day: shift.day,
      shift: shift.name,
      shift_hours: { shift_morning_hour, shift_evening_hour, shift_night_hour },
      check_rule,
      items: listNeeded(vehicleClass, levels).map(({ item, needed }) => {
        const document = equipmentItems[item]?.document
        return {
          item,
          needed,
          lot: before.get(item)?.lot ?? null,
          expires_on: document ? vehicle[document] : (before.get(item)?.expires_on ?? null),
        }
      }),
      faults: faults.filter(({ item }) => !isWithheld(item)),
      waiting: newest?.is_waiting
        ? {
            _id: newest._id,
            checked_at: newest.checked_at,
            by: newest.by,
            is_signed: newest.is_signed,
            items: noted.map(({ item }) => item).filter((item) => controlledItems.includes(item)),
          }
        : null,
    }
  },

  async check(context, sent) {
    const made = { by: context.actor._id, checkedAt: context.now, receivedAt: null }
    return { check: await addCheck(context, sent, made) }
  },

  async deliver(context, delivered) {
    return { ...(await deliverPart(context, delivered)), now: context.now }
  },

  async reviews({ tx }, request) {
    const [{ rows, ...total }, { levels }] = await Promise.all([listReviews(tx, request), readSettings(tx)])
    return {
      ...total,
      rows: rows.map(({ content, photos, ...review }) => ({
        ...review,
        found: tellFound(content, { ...review, levels, photos }),
      })),
    }
  },

  async reviewPhoto({ tx }, { _id, item }) {
    // It would show how many there are to whoever may count them again.
    const photo = controlledItems.includes(item) ? undefined : await findReviewPhoto(tx, _id, item)
    if (!photo) throw new Failure('not-found')
    return { type: 'image/jpeg', content: photo }
  },

  async decide(context, decision) {
    await decideCheck(context, decision)
    return {}
  },

  async confirm(context, { _id, counts, signature }) {
    const { tx, actor } = context
    const check = await findCheck(tx, _id)
    if (!check) throw new Failure('not-found')
    if (check.by._id === actor._id) throw new Failure('same-person')
    const expected = await listCounts(tx, _id, controlledItems)
    const found = new Map(counts.map((one) => [one.item, one.found]))
    const problems = expected
      .filter(({ item }) => !found.has(item))
      .map(({ item }) => ({ field: `counts.${item}`, message: 'field-required' }))
    if (problems.length > 0) throw new Failure('invalid', { fields: problems })
    if (expected.length > 0 && !(check.is_signed && signature))
      throw new Failure('count-unsigned', {
        fields: signature ? [] : [{ field: 'signature', message: 'signature-required' }],
      })
    const differing = expected.filter((one) => found.get(one.item) !== one.found)
    if (differing.length > 0)
      throw new Failure('counts-differ', {
        fields: differing.map(({ item }) => ({ field: `counts.${item}`, message: 'counts-differ' })),
      })
    const signed = signature && {
      ...toSigned(signature, writeSignedCounts(_id, expected)),
      counts: expected,
    }
    await insertSecond(tx, { id: _id, checkedBy: check.by._id }, signed, toAuthor(context))
    const confirmed = await requireCheck(context, _id)
    // If two people count at once, the second one must learn that their count is not kept.
    if (confirmed.second?.by._id !== actor._id) throw new Failure('check-counted')
    context.emit({ kind: 'missions-outdated' })
    return { check: confirmed }
  },

  addPhoto: {
    prepare: async ({ photo, ...where }): Promise<PreparedPhoto> => ({
      ...where,
      photo: await readDocumentPhoto(photo),
    }),
    async handle(context, { _id, item, photo }: PreparedPhoto) {
      const { tx, actor, hospitalId } = context
      if (!(await mayHavePhoto(tx, _id, item, actor._id))) throw new Failure('not-found')
      const photoId = await storePhoto(context, photo)
      if (!photoId) throw createInvalidFieldFailure('photo', 'field-required')
      await insertPhoto(tx, { hospital_id: hospitalId, check_id: _id, item, photo_id: photoId })
      return {}
    },
  },

  async photo({ tx, actor }, { _id, item }) {
    const found = await findPhoto(tx, _id, item)
    if (!found || withholdCounts(found, actor._id)(item)) throw new Failure('not-found')
    return { type: 'image/jpeg', content: found.photo }
  },

  async history({ tx, actor }, { _id, ...request }) {
    const [vehicle, checks] = await Promise.all([findVehicle(tx, _id), listChecks(tx, _id, request)])
    if (!vehicle) throw new Failure('not-found')
    return { ...checks, rows: checks.rows.map((check) => hideCounts(check, actor._id)) }
  },

  async counts({ tx, actor }, { _id }) {
    const [check, rows, signatures] = await Promise.all([
      findCheck(tx, _id),
      listFound(tx, _id),
      findSignatures(tx, _id),
    ])
    if (!check) throw new Failure('not-found')
    const isWithheld = withholdCounts(check, actor._id)
    return {
      check: hideCounts(check, actor._id),
      signatures: judgeSignatures(check, rows, signatures),
      rows: rows.map((row) =>
        isWithheld(row.item) ? { ...row, found: null, status: null, note: null } : row,
      ),
    }
  },

  settings: (context) => showSettings(context),

  async saveSettings(context, { check_rule, levels, version }) {
    const isSaved = await saveSettings(
      context.tx,
      { check_rule, levels: toParLevels(levels), version },
      toAuthor(context),
    )
    const settings = await showSettings(context)
    if (!isSaved) {
      const detail: z.input<typeof EquipmentChangedMeanwhile> = { settings }
      throw new Failure('changed-meanwhile', { detail })
    }
    context.emit({ kind: 'missions-outdated' })
    return { settings }
  },
}

async function showSettings({ tx }: Context): Promise<EquipmentSettings> {
  const { levels, ...settings } = await readSettings(tx)
  return { ...settings, levels: listLevels(levels) }
}

const toAuthor = ({ hospitalId, actor, now }: Context) => ({ hospitalId, staffId: actor._id, now })
