import {
  type Alarm,
  ageBandOn,
  type alarms,
  type FieldProblem,
  type LimitedVital,
  limitedVitals,
  maxSnoozes,
  type NotifyChange,
  type NotifySetting,
  type StaffTypeCode,
} from 'contract'
import { type Step, writeSteps } from '../../bedside/alarms/alarm-rows.ts'
import { thresholdsOf } from '../../bedside/alarms/alarm-state.ts'
import { showAlarms } from '../../bedside/alarms/alarm-store.ts'
import { behindLock } from '../../bedside/alarms/behind-lock.ts'
import { escalationAt } from '../../bedside/alarms/ladder.ts'
import { copyNotifyStatus } from '../../bedside/alarms/notify-status.ts'
import { Failure } from '../../core/failure.ts'
import { dateIn, hospitalTimeZone } from '../../core/time.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { staffTypesWith } from '../../identity/permissions.ts'
import type { OpenRecord } from '../../identity/record-access.ts'
import { sendToAssigned } from '../../notify/outbox.ts'
import {
  countedAlarmsBetween,
  findAlarm,
  findBirth,
  insertSetting,
  isPatient,
  listAlarms,
  listDuties,
  listOpen,
  listSettings,
  listStaff,
  listSteps,
  listWardsWithBeds,
  lockAlarm,
  lockAlarmsOf,
  lockPatient,
  updateAlarm,
  updateDuty,
} from './queries.ts'
import {
  burdenByRule,
  burdenOf,
  daysPassed,
  isEmergency,
  isInForce,
  isWorse,
  problemsOfClearing,
  problemsOfSetting,
  problemsOfSnooze,
  settingKept,
  stillStands,
} from './rules.ts'

/** How many changes of a patient's settings are shown. */
const shownChanges = 50

export const alarmHandlers: Handlers<typeof alarms> = {
  async open({ tx, concerns }) {
    const open = await listOpen(tx)
    concerns(patientsIn(open))
    return { alarms: open }
  },

  async openBehindLock({ tx, concerns }) {
    const open = await listOpen(tx)
    concerns(patientsIn(open))
    return { alarms: open.map(behindLock) }
  },

  async list({ tx, concerns }, query) {
    if (query.patient_id !== undefined) {
      concerns(query.patient_id)
      if (!(await isPatient(tx, query.patient_id))) throw new Failure('not-found')
    }
    const found = await listAlarms(tx, query)
    concerns(patientsIn(found.rows))
    return found
  },

  async get({ tx, concerns }, { _id }) {
    const alarm = await findAlarm(tx, _id)
    if (!alarm) throw new Failure('not-found')
    concerns(patientsIn([alarm]))
    return { alarm, steps: await listSteps(tx, _id) }
  },

  /**
   * The first person who acknowledges is stored as such; a further one is only a step of its own. An alarm whose cause
   * is over is cleared as `recovered`, because the value ended it and not the person.
   */
  async acknowledge(context, { _id, severity, note }) {
    const { tx, now, actor } = context
    const alarm = await openAlarm(context, _id)
    if (isWorse(alarm.severity, severity)) throw new Failure('alarm-worsened')
    if (alarm.acknowledged_by === actor._id && note === null) return { alarm: await shown(context, _id) }
    const isOver = alarm.ended_at !== null && !isEmergency(alarm.rule)
    await updateAlarm(tx, _id, {
      ...(alarm.acknowledged_at === null ? { acknowledged_at: now, acknowledged_by: actor._id } : {}),
      escalates_at: null,
      snoozed_until: null,
      ...(isOver ? { cleared_at: now, clearing: 'recovered' } : {}),
    })
    return act(
      context,
      _id,
      { step: 'acknowledged', note },
      ...(isOver ? [{ step: 'cleared', staffId: null }] : []),
    )
  },

  /** A snoozed alarm is not escalated; when the snooze ends, the time to act begins again. */
  async snooze(context, { _id, severity, minutes, note }) {
    const { tx, now } = context
    const alarm = await openAlarm(context, _id)
    if (isWorse(alarm.severity, severity)) throw new Failure('alarm-worsened')
    refuse(problemsOfSnooze(alarm.severity, minutes))
    if (alarm.snoozes >= maxSnoozes) throw new Failure('snoozed-too-often')
    await updateAlarm(tx, _id, {
      snoozed_until: new Date(Date.parse(now) + minutes * 60_000).toISOString(),
      snoozes: alarm.snoozes + 1,
      escalates_at: null,
    })
    return act(context, _id, { step: 'snoozed', value: minutes, note })
  },

  /** The assigned person has the whole time to act, and is also notified outside the screens. */
  async assign(context, { _id, staff_id }) {
    const { tx, now, actor } = context
    const alarm = await openAlarm(context, _id)
    const staff = await listStaff(tx, await actingTypes(tx))
    if (!staff.some((one) => one._id === staff_id)) refuse([{ field: 'staff_id', message: 'choice-invalid' }])
    if (alarm.assigned_to === staff_id) return { alarm: await shown(context, _id) }
    const { thresholds } = await thresholdsOf(tx)
    const isWaiting = alarm.acknowledged_at === null && alarm.snoozed_until === null
    await updateAlarm(tx, _id, {
      assigned_to: staff_id,
      ...(isWaiting
        ? { escalates_at: escalationAt(now, alarm.severity, thresholds.times, alarm.level) }
        : {}),
    })
    const done = await act(context, _id, { step: 'assigned', toStaffId: staff_id })
    if (staff_id !== actor._id) await sendToAssigned(context, done.alarm)
    return done
  },

  async clear(context, { _id, outcome, note }) {
    const { tx, now, actor } = context
    const alarm = await openAlarm(context, _id)
    refuse(problemsOfClearing(alarm, { outcome, note }))
    await updateAlarm(tx, _id, {
      cleared_at: now,
      cleared_by: actor._id,
      clearing: 'person',
      outcome,
      note,
      escalates_at: null,
      snoozed_until: null,
    })
    return act(context, _id, { step: 'cleared', note })
  },

  async burden({ tx, now, concerns }, { from, to }) {
    concerns([])
    if (Date.parse(to) <= Date.parse(from)) refuse([{ field: 'to', message: 'to-before-from' }])
    const alarms = await countedAlarmsBetween(tx, from, to)
    const byWard = Map.groupBy(alarms, ({ ward_id }) => ward_id)
    const days = daysPassed(from, to, now)
    const wards = await listWardsWithBeds(tx, from)
    const ofNoWard = byWard.get(null)
    return {
      wards: [
        ...wards.map(({ ward, beds }) => ({ ward, ...burdenOf(byWard.get(ward._id) ?? [], beds, days) })),
        ...(ofNoWard ? [{ ward: null, ...burdenOf(ofNoWard, 0, days) }] : []),
      ],
      rules: burdenByRule(alarms),
    }
  },

  async settings(context, { patient_id }) {
    const { tx, concerns } = context
    concerns(patient_id)
    const patient = await findBirth(tx, patient_id)
    if (!patient) throw new Failure('not-found')
    return {
      settings: await settingsOf(context, patient_id, patient.date_of_birth),
      changes: await listSettings(tx, patient_id, { limit: shownChanges }),
    }
  },

  async updateSetting(context, { patient_id, vital, ...wanted }) {
    const { tx, now, newId, actor, hospitalId, concerns, announce } = context
    concerns(patient_id)
    const patient = await lockPatient(tx, patient_id)
    if (!patient) throw new Failure('not-found')
    refuse(problemsOfSetting(wanted, now))
    const written = { id: newId(), hospitalId, now, staffId: actor._id }
    await insertSetting(tx, written, patient_id, vital, settingKept(wanted, now))
    const settings = await settingsOf(context, patient_id, patient.date_of_birth)
    const setting = settings.find((one) => one.vital === vital)
    if (!setting) throw new Error(`${vital} has no setting`)
    await clearWhatStandsNoMore(context, patient_id, setting)
    await copyNotifyStatus(tx, [patient_id], now)
    announce({ kind: 'watched', patient_ids: [patient_id] })
    return { setting }
  },

  async duties({ tx, concerns }) {
    concerns([])
    const types = await actingTypes(tx)
    const staff = await listStaff(tx, types)
    const of = (type: StaffTypeCode) => staff.filter((one) => one.type === type)
    return {
      wards: await listDuties(tx),
      nurses: of('nurse'),
      doctors: of('doctor'),
      acting: types.map((type) => ({ type, staff: of(type) })),
    }
  },

  async updateDuty({ tx, concerns }, { ward_id, nurse_in_charge, doctor }) {
    concerns([])
    const staff = await listStaff(tx, await actingTypes(tx))
    const isOne = (id: string | null, type: string) =>
      id === null || staff.some((one) => one._id === id && one.type === type)
    refuse([
      ...(isOne(nurse_in_charge, 'nurse') ? [] : [{ field: 'nurse_in_charge', message: 'choice-invalid' }]),
      ...(isOne(doctor, 'doctor') ? [] : [{ field: 'doctor', message: 'choice-invalid' }]),
    ])
    if (!(await updateDuty(tx, ward_id, { nurse_in_charge, doctor }))) throw new Failure('not-found')
    return {}
  },
}

/** The staff types that may act on an alarm. */
function actingTypes(tx: Context['tx']): Promise<StaffTypeCode[]> {
  return staffTypesWith(tx, 'alarm:act')
}

function patientsIn(alarms: readonly Alarm[]): string[] {
  return [...new Set(alarms.flatMap(({ patient }) => (patient ? [patient._id] : [])))]
}

function refuse(fields: readonly FieldProblem[]): void {
  if (fields.length > 0) throw new Failure('invalid', { fields })
}

/** An alarm that can still be acted on, locked until the transaction ends. */
async function openAlarm({ tx, concerns }: Context, id: string) {
  const alarm = await lockAlarm(tx, id)
  if (!alarm) throw new Failure('not-found')
  concerns(alarm.patient_id === null ? [] : [alarm.patient_id])
  if (alarm.cleared_at !== null) throw new Failure('alarm-closed')
  return alarm
}

async function shown({ tx }: Context, id: string): Promise<Alarm> {
  const alarm = await findAlarm(tx, id)
  if (!alarm) throw new Failure('not-found')
  return alarm
}

/** Stores what the actor, or the panel because of it, did, and emits the new state of the alarm. */
async function act(
  context: Context,
  id: string,
  ...steps: Omit<Step, 'alarmId' | 'at'>[]
): Promise<{ alarm: Alarm }> {
  const { tx, hospitalId, newId, now, actor } = context
  await writeSteps(
    tx,
    hospitalId,
    newId,
    steps.map((step) => ({ staffId: actor._id, ...step, alarmId: id, at: now })),
  )
  const [alarm] = await showAlarms(context, [id])
  if (!alarm) throw new Failure('not-found')
  return { alarm }
}

async function settingsOf(
  { tx, now }: Context,
  patientId: OpenRecord,
  dateOfBirth: string | null,
): Promise<NotifySetting[]> {
  const { thresholds } = await thresholdsOf(tx)
  const standard = thresholds.limits[ageBandOn(dateOfBirth, dateIn(hospitalTimeZone, now))]
  const current = await listSettings(tx, patientId, { isCurrent: true })
  return limitedVitals.map((vital) =>
    settingOf(
      vital,
      current.find((one) => one.vital === vital),
      standard[vital],
      now,
    ),
  )
}

function settingOf(
  vital: LimitedVital,
  kept: NotifyChange | undefined,
  standard: NotifySetting['standard'],
  now: string,
): NotifySetting {
  const changed = { changed_at: kept?.at ?? null, changed_by: kept?.by ?? null }
  if (!kept || !isInForce(kept, now))
    return { vital, mode: 'default', limits: null, reason: null, until: null, ...changed, standard }
  const { mode, limits, reason, until } = kept
  return { vital, mode, limits, reason, until, ...changed, standard }
}

/** Closes alarms that the new setting would not raise, in the name of the user who changed it. */
async function clearWhatStandsNoMore(
  context: Context,
  patientId: string,
  { vital, mode, limits, standard, reason }: NotifySetting,
): Promise<void> {
  const { tx, now, actor, hospitalId, newId } = context
  const held = mode === 'disabled' ? undefined : (limits ?? standard)
  const open = await lockAlarmsOf(tx, patientId, vital)
  const over = open.filter((alarm) => !stillStands(alarm, vital, held)).map(({ id }) => id)
  for (const id of over) {
    await updateAlarm(tx, id, {
      cleared_at: now,
      cleared_by: actor._id,
      clearing: 'person',
      note: reason,
      escalates_at: null,
      snoozed_until: null,
    })
  }
  await writeSteps(
    tx,
    hospitalId,
    newId,
    over.map((id) => ({ alarmId: id, step: 'cleared', at: now, staffId: actor._id, note: reason })),
  )
  await showAlarms(context, over)
}
