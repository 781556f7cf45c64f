import { type Alarm, maxSnoozes } from 'contract'

/** A low oxygen saturation of high severity that nobody has seen yet, but for what is said otherwise. */
export function alarmOf(more: Partial<Alarm>): Alarm {
  return {
    _id: '0193a000-0000-7000-8000-0000000000a1',
    patient: null,
    device: null,
    mac: null,
    named: null,
    rule: 'spo2-low',
    severity: 'high',
    state: 'active',
    value: 86,
    second: null,
    limit: 90,
    last_value: 86,
    last_at: '2026-11-05T07:32:00.000Z',
    raised_at: '2026-11-05T07:32:00.000Z',
    ended_at: null,
    acknowledged_at: null,
    acknowledged_by: null,
    assigned_to: null,
    level: 'ward',
    escalates_at: null,
    snoozed_until: null,
    snoozes_left: maxSnoozes,
    cleared_at: null,
    cleared_by: null,
    clearing: null,
    outcome: null,
    note: null,
    lat: null,
    lang: null,
    ...more,
  }
}
