import {
  type Body,
  clockSlackMs,
  type EquipmentCheck,
  equipment,
  equipmentItems,
  type FieldProblem,
  judgeCheck,
  judgeOdometer,
  type Reply,
  SealedCheckPart,
  toBangkokDay,
} from 'contract'
import {
  type DeliveredPart,
  findStaff,
  openSealedPart,
  storeSealedPhoto,
} from '../../ambulance/sealed-parts.ts'
import { computeMadeTime, computeWrittenTime, findDoubt } from '../../ambulance/written-time.ts'
import { Failure } from '../../core/failure.ts'
import type { Context } from '../../http/handler.ts'
import { findTokenOwners } from '../../identity/session.ts'
import {
  findCheck,
  findNextCheck,
  hasPhoto,
  insertCheck,
  insertPhoto,
  listFound,
  lockVehicle,
  mayHavePhoto,
  readSettings,
  settleEarlierFaults,
  settleFaults,
  updateOdometer,
} from './queries.ts'
import { isSameCheck, judgeRows } from './rules.ts'

type Sent = Body<typeof equipment.check>
/** Who made a check, when, and when it arrived if that was later. */
type Made = { by: string; checkedAt: string; receivedAt: string | null }
type Outcome = Omit<Reply<typeof equipment.deliver>, 'now'>
type Opened = SealedCheckPart & { picture: Uint8Array }

const applied: Outcome = { outcome: 'applied', problem: null }
const unreadable: Outcome = { outcome: 'unreadable', problem: null }
const refuse = (field: string, message: string): Outcome => ({
  outcome: 'refused',
  problem: { field, message },
})

/** Stores a check in its place among those of its vehicle, once. */
export async function addCheck(context: Context, sent: Sent, made: Made): Promise<EquipmentCheck> {
  const { tx, hospitalId } = context
  const { new_id: id, vehicle_id, rows, is_odometer_confirmed, ...head } = sent
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

/** Adds what somebody brings as of its author and of when it was made, once. */
export async function deliverPart(context: Context, delivered: DeliveredPart): Promise<Outcome> {
  const { tx, now } = context
  const part = await openPart(context, delivered)
  const [staff, owners] = part
    ? [await findStaff(tx, [part.by]), await findTokenOwners(tx, [part.token])]
    : []
  if (!part || !staff?.has(part.by)) return unreadable
  context.addAuditDetail({ authors: [part.by] })
  const { record_id } = delivered
  const known = await findKnown(context, part, record_id)
  if (known) return known
  const owner = owners?.get(part.token)
  const doubt = findDoubt(owner, part)
  if (doubt) return refuse(part.kind, `check-${doubt}`)
  if (!owner?.permissions.has('equipment:check')) return refuse(part.kind, 'check-not-allowed')
  // The newest check counts: nobody may say that theirs is who does not know when it was made.
  const isAhead = Date.parse(computeWrittenTime(part)) > Date.parse(now) + clockSlackMs
  if (part.kind === 'check' && (isAhead || part.clock_went_back))
    return refuse(part.kind, 'check-time-doubtful')
  return part.kind === 'check'
    ? addSealedCheck(context, part, record_id)
    : addSealedPhoto(context, part, record_id)
}

async function openPart(context: Context, delivered: DeliveredPart): Promise<Opened | undefined> {
  const opened = await openSealedPart(context, delivered)
  const parsed = SealedCheckPart.safeParse(opened?.described)
  return opened && parsed.success && parsed.data.op_id === delivered.op_id
    ? { ...parsed.data, picture: opened.picture }
    : undefined
}

/** What became of a part that arrived before. */
async function findKnown({ tx }: Context, part: Opened, recordId: string): Promise<Outcome | undefined> {
  if (part.kind === 'fault-photo') return (await hasPhoto(tx, recordId, part.item)) ? applied : undefined
  const check = await findCheck(tx, part.op_id)
  if (!check) return undefined
  const isTheirs = check.vehicle._id === recordId && check.by._id === part.by
  const sent = equipment.check.body.safeParse(part.check)
  const isSame = sent.success && isSameCheck(sent.data, check, await listFound(tx, part.op_id))
  return isTheirs && isSame ? applied : refuse('new_id', 'check-differs')
}

async function addSealedCheck(
  context: Context,
  part: Opened & { kind: 'check' },
  vehicleId: string,
): Promise<Outcome> {
  const parsed = equipment.check.body.safeParse(part.check)
  if (!parsed.success || parsed.data.new_id !== part.op_id || parsed.data.vehicle_id !== vehicleId)
    return refuse('check', 'checklist-changed')
  const made = {
    by: part.by,
    checkedAt: computeMadeTime(part, context.now),
    receivedAt: context.now,
  }
  try {
    await addCheck(context, parsed.data, made)
    return applied
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'not-found') return refuse('vehicle_id', 'vehicle-gone')
    if (error.code === 'check-differs') return refuse('new_id', 'check-differs')
    const [problem] = error.fields ?? []
    if (!problem) throw error
    return { outcome: 'refused', problem: nameProblem(problem) }
  }
}

/** The tablet asks for all that the panel asks for: what an item lacks now was not asked for then. */
const nameProblem = ({ field, message }: FieldProblem): FieldProblem =>
  field.startsWith('rows.') || field.startsWith('items.')
    ? { field, message: 'checklist-changed' }
    : { field, message }

async function addSealedPhoto(
  context: Context,
  { by, item, picture }: Opened & { kind: 'fault-photo' },
  checkId: string,
): Promise<Outcome> {
  const { tx, hospitalId } = context
  if (!(await mayHavePhoto(tx, checkId, item, by))) return refuse('photo', 'not-found')
  try {
    const photo_id = await storeSealedPhoto(context, picture)
    await insertPhoto(tx, { hospital_id: hospitalId, check_id: checkId, item, photo_id })
    return applied
  } catch (error) {
    const [problem] = error instanceof Failure ? (error.fields ?? []) : []
    if (!problem) throw error
    return { outcome: 'refused', problem }
  }
}
