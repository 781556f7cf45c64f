import { confirmedAtArrival, findForm, listFields, toPreAlertReadings } from 'contract'
import { lockUnnamedSheets, nameSheetPatient } from '../../ambulance/mission-sheets.ts'
import { chartRows } from '../../ambulance/sheet-readings.ts'
import { chartReadings } from '../../bedside/charting.ts'
import type { Context } from '../../http/handler.ts'
import type { OpenRecord } from '../../identity/record-access.ts'
import { listToldValues } from './queries/acts.ts'

type Arrived = { id: string; number: string }

/**
 * What was measured before the arrival becomes readings of whoever arrived alone: what the crew told, and what stands
 * on its sheets.
 */
export async function chartBeforeArrival(
  context: Context,
  mission: Arrived,
  patientId: OpenRecord,
): Promise<void> {
  for (const { values, measured_at } of await listToldValues(context.tx, mission.id)) {
    const charted = toPreAlertReadings(values).map((reading) => ({
      ...reading,
      measured_at,
      source: 'ambulance' as const,
      note: mission.number,
      confirmed: [...confirmedAtArrival],
    }))
    if (charted.length > 0) await chartReadings(context, patientId, charted, (name) => name)
  }
  await nameSheets(context, mission, patientId)
}

/** The sheets of the mission that name nobody are of whoever arrived alone. */
async function nameSheets(context: Context, mission: Arrived, patientId: OpenRecord): Promise<void> {
  const { tx, now, newId, actor, hospitalId, emit } = context
  for (const sheet of await lockUnnamedSheets(tx, mission.id)) {
    const form = findForm(sheet.form, sheet.form_version)
    const [field] = form
      ? listFields(form).flatMap(([name, one]) => (one.kind === 'link' && one.to === 'patient' ? [name] : []))
      : []
    if (!form || !field) continue
    const naming = { id: newId(), sheet, field, patientId }
    await nameSheetPatient(tx, naming, { hospitalId, staffId: actor._id, now })
    await chartRows(
      { ...context, author: { _id: sheet.written_by } },
      {
        id: sheet.id,
        form,
        answers: sheet.answers,
        patient: patientId,
        isComplete: sheet.is_complete,
        counts: true,
        origin: mission.number,
      },
      // A sheet that named nobody has no readings of anybody.
      async () => patientId,
    )
    emit({ kind: 'form-records-outdated', form: sheet.form })
  }
}
