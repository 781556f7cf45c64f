import { findDrugs, type MissionReport, type missionReports, toBangkokDay } from 'contract'
import { selectCheckCutoff } from '../../ambulance/check-rule.ts'
import { findFormSettings } from '../../ambulance/form-settings.ts'
import type { Tx } from '../../db/database.ts'
import type { Handlers } from '../../http/handler.ts'
import { requireSpan } from '../../http/report-span.ts'
import { formatMissionCsv } from './csv.ts'
import { listFaultsOfFleet, listMendedFaults, listReportedMissions, listUnpaidSheets } from './queries.ts'
import { summarizeMissions, summarizeUnpaid } from './rules.ts'

export const missionReportHandlers: Handlers<typeof missionReports> = {
  async report({ tx, now }, asked) {
    const span = requireSpan(asked, now)
    return { until: span.until, ...(await readFigures(tx, span, now)) }
  },

  async exportFigures({ now, addAuditDetail }, { language, ...asked }) {
    const span = requireSpan(asked, now)
    addAuditDetail({ exported: asked })
    return {
      type: 'text/csv; charset=utf-8',
      name: 'data.csv',
      content: async function* (tx) {
        const [figures, { settings }] = await Promise.all([readFigures(tx, span, now), findFormSettings(tx)])
        yield* formatMissionCsv(figures, findDrugs(settings.drugs), language)
      },
    }
  },
}

async function readFigures(
  tx: Tx,
  span: ReturnType<typeof requireSpan>,
  now: string,
): Promise<Omit<MissionReport, 'until'>> {
  const standing = { now, today: toBangkokDay(now), checkCutoff: selectCheckCutoff(now) }
  const [missions, unpaid, faults, mended] = await Promise.all([
    listReportedMissions(tx, span),
    listUnpaidSheets(tx, span),
    listFaultsOfFleet(tx, standing),
    listMendedFaults(tx, span),
  ])
  return { ...summarizeMissions(missions), unpaid: summarizeUnpaid(unpaid), faults, mended }
}
