import {
  type Device,
  type DeviceMovedSince,
  type devices,
  type GlucoseUnit,
  isWearable,
  listChanges,
} from 'contract'
import type * as z from 'zod/mini'
import { changeWearer, findOpenAssignment } from '../../bedside/assignments.ts'
import { linkWaitingReadings } from '../../bedside/intake/change-of-wearer.ts'
import { findNamedPatients, selectNamedPatients } from '../../bedside/intake/patients-in-message.ts'
import { applyDeviceUnit } from '../../bedside/intake/set-glucose-unit.ts'
import { emitWaiting } from '../../bedside/intake/waiting-counts.ts'
import { lockWearers } from '../../bedside/intake/wearings.ts'
import { createInvalidFieldFailure, Failure } from '../../core/failure.ts'
import { allInOrder } from '../../db/all-in-order.ts'
import type { Tx } from '../../db/database.ts'
import { listPatientIds } from '../../http/audited-patient.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { isPatient } from '../../identity/record-access.ts'
import { listTransactions } from './queries/assignments.ts'
import { findBoxTransaction, listBoxTransactions, selectBoxPatient, streamChain } from './queries/boxes.ts'
import {
  findClockJump,
  findDevice,
  findDeviceByMac,
  insertDevice,
  listDevices,
  lockDevice,
  updateDevice,
} from './queries/devices.ts'
import { type ChainLink, countProvedLinks, isChained } from './rules.ts'

export const deviceHandlers: Handlers<typeof devices> = {
  async list({ tx, auditPatients, now }, query) {
    const [, page, clock_jump] = await allInOrder([
      requirePatient(tx, query.patient_id),
      listDevices(tx, query),
      findClockJump(tx, now),
    ])
    auditPatients(page.rows.flatMap(listWearerIds))
    return { ...page, clock_jump }
  },

  async check({ tx, auditPatients }, { mac }) {
    const device = (await findDeviceByMac(tx, mac)) ?? null
    auditPatients(device ? listWearerIds(device) : [])
    return { mac, device }
  },

  async register(context, said) {
    const { tx, actor, hospitalId, now, newId, addAuditDetail } = context
    const id = newId()
    await lockWearers(tx)
    await insertDevice(tx, { id, hospitalId, ...said, now, staffId: actor._id })
    const { mac, kind, name, model, glucose_unit } = said
    addAuditDetail({ device: { _id: id, mac }, kind, name, model, glucose_unit })
    await linkWaitingReadings(context, { id, mac: said.mac })
    await readWaitingGlucoses(context, id, said.glucose_unit)
    return answerDevice(context, id)
  },

  async update(context, { _id, is_retired, name, model, glucose_unit }) {
    const { tx, now, auditPatients, addAuditDetail } = context
    auditPatients([])
    await lockWearers(tx)
    const device = await lockDevice(tx, _id)
    if (!device) throw new Failure('not-found')
    if (is_retired && (await findOpenAssignment(tx, _id))) throw new Failure('device-worn')
    const changes = {
      name,
      model,
      glucose_unit,
      ...(is_retired === undefined ? {} : { retired_at: is_retired ? (device.retired_at ?? now) : null }),
    }
    await updateDevice(tx, _id, changes)
    const changed = listChanges(device, changes).map(({ field, from, to }) => [field, { from, to }])
    addAuditDetail({ device: { _id, mac: device.mac }, ...Object.fromEntries(changed) })
    const isBack = is_retired === false && device.retired_at !== null
    if (isBack) await linkWaitingReadings(context, device)
    await readWaitingGlucoses(
      context,
      _id,
      glucose_unit === undefined && isBack ? device.glucose_unit : glucose_unit,
    )
    return answerDevice(context, _id)
  },

  async transactions({ tx, auditPatients }, query) {
    const [, page] = await allInOrder([requirePatient(tx, query.patient_id), listTransactions(tx, query)])
    auditPatients(page.rows.map(({ patient }) => patient._id))
    return page
  },

  /**
   * Assigning from now on moves no readings, so it needs no open record. Assigning from an earlier instant moves
   * readings out of one record and into another, so both must be open to the caller.
   */
  async assign(context, { device_id, patient_id, seen_wearer_id, at = context.now }) {
    const { tx, now, actor, emit, auditPatients, addAuditDetail, openRecord } = context
    auditPatients(patient_id ?? [])
    await lockWearers(tx)
    const device = await lockDevice(tx, device_id)
    if (!device) throw new Failure('not-found')
    addAuditDetail({ device: { _id: device_id, mac: device.mac } })
    await requirePatient(tx, patient_id)
    if (!isWearable(device.kind)) throw new Failure('device-not-worn')
    if (device.retired_at !== null) throw new Failure('device-retired')
    if (Date.parse(at) > Date.parse(now)) throw createInvalidFieldFailure('at', 'date-in-future')

    const open = await findOpenAssignment(tx, device_id)
    if (open) auditPatients(open.patientId)
    addAuditDetail({ wearer: { from: open?.patientId ?? null, to: patient_id }, at })
    const isSeen = seen_wearer_id === undefined || open?.patientId === seen_wearer_id
    if (open && !isSeen && open.patientId !== patient_id) throw await createMovedSinceFailure(tx, device_id)
    if (Date.parse(at) < Date.parse(now)) {
      if (patient_id !== null) await openRecord(patient_id)
      if (open) await openRecord(open.patientId)
    }
    if (
      await changeWearer(
        context,
        { device, open },
        { patientId: patient_id, at: new Date(at).toISOString(), staffId: actor._id },
      )
    ) {
      const patientIds = [open?.patientId, patient_id].filter((id) => typeof id === 'string')
      emit({ kind: 'patients-outdated', patient_ids: [...new Set(patientIds)] })
    }
    return answerDevice(context, device_id)
  },

  async boxTransactions({ tx, auditPatients }, query) {
    const { before, links, ...page } = await listBoxTransactions(tx, query)
    auditPatients(listPatientIds(page.rows))
    return { ...page, broken_at: links[countProvedLinks(before, links)]?.number ?? null }
  },

  async verifyBoxTransactions({ tx }) {
    let before: ChainLink | undefined
    let proved = 0
    for await (const links of streamChain(tx)) {
      const count = countProvedLinks(before, links)
      proved += count
      const broken = links[count]
      if (broken) return { proved, broken_at: broken.number }
      before = links.at(-1)
    }
    return { proved, broken_at: null }
  },

  /**
   * The message contains the number, name and birth date of the patients it names; that is record data, so their
   * records must be open to the caller.
   */
  async boxTransaction({ tx, auditPatients, openRecord, checkRecords }, { hash }) {
    const found = await findBoxTransaction(tx, hash)
    if (!found) throw new Failure('not-found')
    const { transaction, link, before } = found
    const payload = link.payload.toString('utf8')
    const [[named = []]] = await allInOrder([
      findNamedPatients(tx, [payload]),
      checkRecords(selectNamedPatients([payload])),
      checkRecords(selectBoxPatient(hash)),
    ])
    const patientIds = new Set([...(transaction.patient ? [transaction.patient._id] : []), ...named])
    auditPatients([...patientIds])
    for (const patientId of patientIds) await openRecord(patientId)
    return { transaction: { ...transaction, payload, is_intact: isChained(before, link) } }
  },

  get: (context, { _id }) => answerDevice(context, _id),
}

/** Reads the glucoses that wait for the unit of the device, if it has one now. */
async function readWaitingGlucoses(
  context: Context,
  id: string,
  unit: GlucoseUnit | null | undefined,
): Promise<void> {
  if (!unit) return
  const read = await applyDeviceUnit(context, id, unit)
  if (read.length === 0) return
  context.auditPatients(read.flatMap(({ patientId }) => patientId ?? []))
  await emitWaiting(context)
}

const listWearerIds = ({ wearer }: Device) => (wearer ? [wearer._id] : [])

async function answerDevice({ tx, auditPatients }: Context, id: string): Promise<{ device: Device }> {
  const device = await findDevice(tx, id)
  if (!device) throw new Failure('not-found')
  auditPatients(listWearerIds(device))
  return { device }
}

/** The failure for a device that somebody else has got since the caller saw who wears it. */
async function createMovedSinceFailure(tx: Tx, deviceId: string): Promise<Failure> {
  const { wearer, worn_since } = (await findDevice(tx, deviceId)) ?? {}
  if (!wearer || !worn_since) return new Failure('device-moved-since')
  const detail: z.input<typeof DeviceMovedSince> = { wearer, worn_since }
  return new Failure('device-moved-since', { detail })
}

async function requirePatient(tx: Tx, id: string | null | undefined): Promise<void> {
  if (typeof id === 'string' && !(await isPatient(tx, id))) throw new Failure('not-found')
}
