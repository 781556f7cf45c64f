import {
  type Body,
  type EquipmentCheck,
  type equipment,
  equipmentItems,
  judgeCheck,
  judgeOdometer,
  toBangkokDay,
  writeSignedCheck,
} from 'contract'
import { Failure } from '../../core/failure.ts'
import type { Context } from '../../http/handler.ts'
import {
  findCheck,
  findNextCheck,
  insertCheck,
  listFound,
  lockVehicle,
  settleEarlierFaults,
  settleFaults,
  updateOdometer,
} from './queries/checks.ts'
import { readSettings } from './queries/settings.ts'
import { isSameCheck, judgeRows, toSigned } from './rules.ts'

type Sent = Body<typeof equipment.check>
/** Who made a check, when, and when it arrived if that was later. */
type Made = { by: string; checkedAt: string; receivedAt: string | null }

/** Stores a check in its place among those of its vehicle, once. */
export async function addCheck(context: Context, sent: Sent, made: Made): Promise<EquipmentCheck> {
  const { tx, hospitalId } = context
  const { new_id: id, vehicle_id, rows, is_odometer_confirmed, signature, ...head } = sent
  const { checkedAt: checked_at, receivedAt: received_at } = made
  const vehicle = await lockVehicle(tx, vehicle_id)
  const known = await findCheck(tx, id)
  if (known) {
    const isTheirs = known.vehicle._id === vehicle_id && known.by._id === made.by
    if (!isTheirs || !isSameCheck(sent, known, await listFound(tx, id))) throw new Failure('check-differs')
    return known
  }
  if (!vehicle) throw new Failure('not-found')
  const today = toBangkokDay(checked_at)
  const [{ levels }, next] = [await readSettings(tx), await findNextCheck(tx, { vehicle_id, checked_at, id })]
  const { judged, problems } = judgeRows(rows, { vehicleClass: vehicle.class, levels, today })
  if (head.day > today) problems.unshift({ field: 'day', message: 'date-in-future' })
  const doubt = next === undefined && judgeOdometer(vehicle.odometer, head.odometer)
  // Since a check was made that arrives later, the odometer may have been read again.
  const falls = doubt === 'falls' && received_at === null
  if (falls || (doubt === 'leaps' && !is_odometer_confirmed))
    problems.unshift({ field: 'odometer', message: `odometer-${doubt}` })
  if (problems.length > 0) throw new Failure('invalid', { fields: problems })
  // An earlier version of the app asked for none: what it kept on a tablet must not be lost.
  if (!signature && received_at === null)
    throw new Failure('check-unsigned', { fields: [{ field: 'signature', message: 'signature-required' }] })
  const vitals = judged.map(({ status, item }) => ({
    status,
    ...(equipmentItems[item]?.vital && { vital: true as const }),
  }))
  const written = {
    ...head,
    id,
    vehicle_id,
    checked_at,
    received_at,
    result: judgeCheck(vitals),
    needs_second: judged.some(({ item }) => equipmentItems[item]?.controlled),
    ...(signature && toSigned(signature, writeSignedCheck(sent))),
  }
  const author = { hospitalId, staffId: made.by, now: checked_at }
  await insertCheck(tx, written, judged, author)
  if (next !== undefined) await settleEarlierFaults(tx, written, next)
  else {
    await settleFaults(tx, written)
    if (head.odometer !== null && doubt !== 'falls')
      await updateOdometer(tx, written, head.odometer, { ...author, now: context.now })
  }
  context.emit({ kind: 'missions-outdated' })
  return requireCheck(context, id)
}

export async function requireCheck({ tx }: Context, id: string): Promise<EquipmentCheck> {
  const check = await findCheck(tx, id)
  if (!check) throw new Error('the check was stored')
  return check
}
