import {
  type Alarm,
  type alarms,
  computeAgeBand,
  isRuleInFamily,
  isSameValue,
  type LimitedVital,
  limitedVitals,
  maxSnoozes,
  type NotifyChange,
  type NotifySetting,
  type StaffTypeCode,
  staffTypes,
} from 'contract'
import { type AlarmStepEntry, writeSteps } from '../../bedside/alarms/alarm-rows.ts'
import { getThresholds } from '../../bedside/alarms/alarm-state.ts'
import { emitAlarms } from '../../bedside/alarms/alarm-store.ts'
import { computeEscalationTime } from '../../bedside/alarms/escalation-levels.ts'
import { toLockedAlarm } from '../../bedside/alarms/locked-alarm.ts'
import { copyNotifyStatus } from '../../bedside/alarms/notify-status.ts'
import { Failure, requireNoProblems } from '../../core/failure.ts'
import { formatZonedDate, hospitalTimeZone } from '../../core/time.ts'
import { listPatientIds, requireAuditedPatient } from '../../http/audited-patient.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { listGrantedStaffTypes } from '../../identity/permissions.ts'
import { type OpenRecord } from '../../identity/record-access.ts'
import { queueAssignedMessage } from '../../notify/outbox.ts'
import { lockPatient } from '../../patient-flow/lock-patient.ts'
import {
  findAlarm,
  listAlarms,
  listOpenAlarms,
  listStaffOfTypes,
  listSteps,
  lockAlarm,
  updateAlarm,
} from './queries/alarms.ts'
import { listCountedAlarms, listWardsWithBeds } from './queries/burden.ts'
import { listDuties, lockDuty, updateDuty } from './queries/duties.ts'
import {
  countSettingChanges,
  findBirthDate,
  insertSetting,
  listSettingChanges,
  lockVitalAlarms,
} from './queries/settings.ts'
import {
  computeBurden,
  computeBurdenByRule,
  countDaysPassed,
  isInForce,
  isMoreSevere,
  isStillJustified,
  listOffBounds,
  toStoredSetting,
  validateClearing,
  validateNotifySettings,
  validateSnooze,
} from './rules.ts'

/** How many changes of a patient's settings are shown. */
const shownChanges = 50

export const alarmHandlers: Handlers<typeof alarms> = {
  async open({ tx, auditPatients }) {
    const open = await listOpenAlarms(tx)
    auditPatients(listAlarmPatients(open))
    return { alarms: open }
  },

  async openBehindLock({ tx, auditPatients }) {
    const open = await listOpenAlarms(tx)
    auditPatients(listAlarmPatients(open))
    return { alarms: open.map(toLockedAlarm) }
  },

  async list(context, query) {
    if (query.patient_id !== undefined) await requireAuditedPatient(context, query.patient_id)
    const found = await listAlarms(context.tx, query)
    context.auditPatients(listAlarmPatients(found.rows))
    return found
  },

  async get({ tx, auditPatients }, { _id }) {
    const [alarm, steps] = await Promise.all([findAlarm(tx, _id), listSteps(tx, _id)])
    if (!alarm) throw new Failure('not-found')
    auditPatients(listAlarmPatients([alarm]))
    return { alarm, steps }
  },

  /**
   * The first person who acknowledges is stored as such; a further one is only a step of its own. An alarm whose cause
   * is over is cleared as `recovered`, because the value ended it and not the person.
   */
  async acknowledge(context, { _id, severity, note }) {
    const { tx, now, actor } = context
    const alarm = await lockOpenAlarm(context, _id)
    if (isMoreSevere(alarm.severity, severity)) throw new Failure('alarm-worsened')
    if (alarm.acknowledged_by === actor._id && note === null)
      return { alarm: await requireAlarm(context, _id) }
    const isOver = alarm.ended_at !== null && !isRuleInFamily('emergency', alarm.rule)
    await updateAlarm(tx, _id, {
      ...(alarm.acknowledged_at === null ? { acknowledged_at: now, acknowledged_by: actor._id } : {}),
      escalates_at: null,
      snoozed_until: null,
      ...(isOver ? { cleared_at: now, clearing: 'recovered' } : {}),
    })
    emitInbound(context, alarm.rule)
    return recordAlarmSteps(
      context,
      _id,
      { step: 'acknowledged', note },
      ...(isOver ? [{ step: 'cleared', staffId: null }] : []),
    )
  },

  /** A snoozed alarm is not escalated; when the snooze ends, the time to act begins again. */
  async snooze(context, { _id, severity, minutes, note }) {
    const { tx, now } = context
    const alarm = await lockOpenAlarm(context, _id)
    if (isMoreSevere(alarm.severity, severity)) throw new Failure('alarm-worsened')
    requireNoProblems(validateSnooze(alarm.severity, minutes))
    if (alarm.snoozes >= maxSnoozes) throw new Failure('snoozed-too-often')
    await updateAlarm(tx, _id, {
      snoozed_until: new Date(Date.parse(now) + minutes * 60_000).toISOString(),
      snoozes: alarm.snoozes + 1,
      escalates_at: null,
    })
    return recordAlarmSteps(context, _id, { step: 'snoozed', value: minutes, note })
  },

  /**
   * The time to act and the retellings begin anew for the assigned person, who is also notified outside the screens.
   */
  async assign(context, { _id, staff_id }) {
    const { tx, now, actor } = context
    const alarm = await lockOpenAlarm(context, _id)
    const staff = await listStaffOfTypes(tx, await listActingTypes(tx))
    if (!staff.some((one) => one._id === staff_id))
      requireNoProblems([{ field: 'staff_id', message: 'choice-invalid' }])
    if (alarm.assigned_to === staff_id) return { alarm: await requireAlarm(context, _id) }
    const { thresholds } = await getThresholds(tx)
    const isWaiting = alarm.acknowledged_at === null && alarm.snoozed_until === null
    await updateAlarm(tx, _id, {
      assigned_to: staff_id,
      ...(isWaiting
        ? {
            escalates_at: computeEscalationTime(now, alarm.severity, thresholds.times, alarm.level),
            tellings: 0,
          }
        : {}),
    })
    const done = await recordAlarmSteps(context, _id, { step: 'assigned', toStaffId: staff_id })
    if (staff_id !== actor._id) await queueAssignedMessage(context, done.alarm)
    return done
  },

  async clear(context, { _id, severity, outcome, note }) {
    const { tx, now, actor } = context
    const alarm = await lockOpenAlarm(context, _id)
    if (severity !== undefined && isMoreSevere(alarm.severity, severity)) throw new Failure('alarm-worsened')
    requireNoProblems(validateClearing(alarm, { outcome, note }))
    await updateAlarm(tx, _id, {
      cleared_at: now,
      cleared_by: actor._id,
      clearing: 'person',
      outcome,
      note,
      escalates_at: null,
      snoozed_until: null,
    })
    emitInbound(context, alarm.rule)
    return recordAlarmSteps(context, _id, { step: 'cleared', note })
  },

  async burden({ tx, now }, { from, to }) {
    if (Date.parse(to) <= Date.parse(from)) requireNoProblems([{ field: 'to', message: 'to-before-from' }])
    const [alarms, wards] = await Promise.all([listCountedAlarms(tx, from, to), listWardsWithBeds(tx, from)])
    const byWard = Map.groupBy(alarms, ({ ward_id }) => ward_id)
    const days = countDaysPassed(from, to, now)
    const withoutWard = byWard.get(null)
    return {
      wards: [
        ...wards.map(({ ward, beds }) => ({
          ward,
          ...computeBurden(byWard.get(ward._id) ?? [], beds, days),
        })),
        ...(withoutWard ? [{ ward: null, ...computeBurden(withoutWard, 0, days) }] : []),
      ],
      rules: computeBurdenByRule(alarms),
    }
  },

  async settings(context, { patient_id }) {
    const { tx, now, auditPatients } = context
    auditPatients(patient_id)
    const [patient, kept] = await Promise.all([
      findBirthDate(tx, patient_id),
      readKeptSettings(tx, patient_id),
    ])
    if (!patient) throw new Failure('not-found')
    return describeSettings(kept, patient.date_of_birth, now)
  },

  async updateSettings(context, { patient_id, version, settings: drafts, reason }) {
    const { tx, now, newId, actor, hospitalId, auditPatients, emit } = context
    auditPatients(patient_id)
    const patient = await lockPatient(tx, patient_id)
    if (!patient) throw new Failure('not-found')
    const read = async () =>
      describeSettings(await readKeptSettings(tx, patient_id), patient.date_of_birth, now)
    const before = await read()
    if (before.version !== version) throw new Failure('changed-meanwhile', { detail: before })
    const wanted = limitedVitals.flatMap((vital) => {
      const draft = drafts[vital]
      const standard = before.settings.find((one) => one.vital === vital)?.standard
      return draft && standard ? [{ vital, ...draft, reason, offBounds: listOffBounds(draft, standard) }] : []
    })
    if (wanted.length === 0) return before
    requireNoProblems(validateNotifySettings(wanted, now))
    for (const one of wanted) {
      const written = { id: newId(), hospitalId, now, staffId: actor._id }
      const setting = toStoredSetting(one, now)
      await insertSetting(
        tx,
        written,
        { patientId: patient_id, vital: one.vital },
        {
          ...setting,
          offBounds: one.offBounds,
        },
      )
    }
    const after = await read()
    const changed = after.settings.filter(({ vital }) => drafts[vital])
    await clearObsoleteAlarms(context, patient_id, { changed, reason })
    await copyNotifyStatus(tx, [patient_id], now)
    emit({ kind: 'patients-outdated', patient_ids: [patient_id] })
    return after
  },

  async duties({ tx }) {
    const [wards, types, staff] = await Promise.all([
      listDuties(tx),
      listActingTypes(tx),
      listStaffOfTypes(tx, Object.keys(staffTypes) as StaffTypeCode[]),
    ])
    const listType = (type: StaffTypeCode) =>
      types.includes(type) ? staff.filter((one) => one.type === type) : []
    return {
      wards,
      nurses: listType('nurse'),
      doctors: listType('doctor'),
      acting: types.map((type) => ({ type, staff: listType(type) })),
    }
  },

  async updateDuty({ tx, addAuditDetail }, { ward_id, from, ...duty }) {
    const { nurse_in_charge, doctor } = duty
    const staff = await listStaffOfTypes(tx, await listActingTypes(tx))
    const isEligible = (id: string | null, type: string) =>
      id === null || staff.some((one) => one._id === id && one.type === type)
    requireNoProblems([
      ...(isEligible(nurse_in_charge, 'nurse')
        ? []
        : [{ field: 'nurse_in_charge', message: 'choice-invalid' }]),
      ...(isEligible(doctor, 'doctor') ? [] : [{ field: 'doctor', message: 'choice-invalid' }]),
    ])
    const held = await lockDuty(tx, ward_id)
    if (!held) throw new Failure('not-found')
    if (!isSameValue(held, from)) throw new Failure('changed-meanwhile', { detail: { duty: held } })
    await updateDuty(tx, ward_id, duty)
    addAuditDetail({ ward: ward_id, from: held, to: duty })
    return {}
  },
}

/** The staff types that may act on an alarm. */
function listActingTypes(tx: Context['tx']): Promise<StaffTypeCode[]> {
  return listGrantedStaffTypes(tx, 'alarm:act')
}

function listAlarmPatients(alarms: readonly Alarm[]): string[] {
  return [...new Set(listPatientIds(alarms))]
}

/** An alarm that can still be acted on, locked until the transaction ends. */
async function lockOpenAlarm({ tx, auditPatients }: Context, id: string) {
  const alarm = await lockAlarm(tx, id)
  if (!alarm) throw new Failure('not-found')
  auditPatients(alarm.patient_id === null ? [] : [alarm.patient_id])
  if (alarm.cleared_at !== null) throw new Failure('alarm-closed')
  return alarm
}

/** The crew and the emergency room see who has acknowledged the alarm about whom an ambulance brings, and its end. */
function emitInbound(context: Context, rule: string): void {
  if (!isRuleInFamily('inbound', rule)) return
  context.emit({ kind: 'inbound-outdated' })
  context.emit({ kind: 'missions-outdated' })
}

async function requireAlarm({ tx }: Context, id: string): Promise<Alarm> {
  const alarm = await findAlarm(tx, id)
  if (!alarm) throw new Failure('not-found')
  return alarm
}

/** Stores what the actor, or the panel because of it, did, and emits the new state of the alarm. */
async function recordAlarmSteps(
  context: Context,
  id: string,
  ...steps: Omit<AlarmStepEntry, 'alarmId' | 'at'>[]
): Promise<{ alarm: Alarm }> {
  const { tx, hospitalId, newId, now, actor } = context
  await writeSteps(
    tx,
    hospitalId,
    newId,
    steps.map((step) => ({ staffId: actor._id, ...step, alarmId: id, at: now })),
  )
  const [alarm] = await emitAlarms(context, [id])
  if (!alarm) throw new Failure('not-found')
  return { alarm }
}

async function readKeptSettings(tx: Context['tx'], patientId: OpenRecord) {
  const [{ thresholds }, current, changes, version] = await Promise.all([
    getThresholds(tx),
    listSettingChanges(tx, patientId, { isCurrent: true }),
    listSettingChanges(tx, patientId, { limit: shownChanges }),
    countSettingChanges(tx, patientId),
  ])
  return { thresholds, current, changes, version }
}

function describeSettings(
  { thresholds, current, changes, version }: Awaited<ReturnType<typeof readKeptSettings>>,
  dateOfBirth: string | null,
  now: string,
) {
  const standard = thresholds.limits[computeAgeBand(dateOfBirth, formatZonedDate(hospitalTimeZone, now))]
  return {
    settings: limitedVitals.map((vital) =>
      toNotifySetting(
        vital,
        current.find((one) => one.vital === vital),
        standard[vital],
        now,
      ),
    ),
    changes,
    version,
  }
}

function toNotifySetting(
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

/** Closes alarms that the changed settings would not raise, in the name of the user who changed them. */
async function clearObsoleteAlarms(
  context: Context,
  patientId: string,
  { changed, reason }: { changed: readonly NotifySetting[]; reason: string | null },
): Promise<void> {
  const { tx, now, actor, hospitalId, newId } = context
  const open = await lockVitalAlarms(
    tx,
    patientId,
    changed.map(({ vital }) => vital),
  )
  const isJustified = (alarm: (typeof open)[number]) =>
    changed.some(({ vital, mode, limits, standard }) =>
      isStillJustified(alarm, vital, mode === 'disabled' ? undefined : (limits ?? standard)),
    )
  const over = open.filter((alarm) => !isJustified(alarm)).map(({ id }) => id)
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
  await emitAlarms(context, over)
}
