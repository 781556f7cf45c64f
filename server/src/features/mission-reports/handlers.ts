import { type missionReports, toBangkokDay } from 'contract'
import { getCheckDueSince } from '../../bedside/vehicle-checks.ts'
import { requireSpan } from '../../core/report-span.ts'
import type { Handlers } from '../../http/handler.ts'
import { formatMissionCsv } from './csv.ts'
import { listOpenFaults, listReportedMissions } from './queries.ts'
import { summarizeMissions } from './rules.ts'

export const missionReportHandlers: Handlers<typeof missionReports> = {
  async report({ tx, now }, asked) {
    const span = requireSpan(asked, now)
    const standing = { today: toBangkokDay(now), dueSince: await getCheckDueSince(tx, now) }
    return {
      until: span.until,
      ...summarizeMissions(await listReportedMissions(tx, span)),
      faults: await listOpenFaults(tx, standing),
    }
  },

  async exportFigures({ now, addAuditDetail }, { language, ...asked }) {
    const span = requireSpan(asked, now)
    addAuditDetail({ exported: asked })
    return {
      type: 'text/csv; charset=utf-8',
      name: 'data.csv',
      content: async function* (tx) {
        yield* formatMissionCsv(summarizeMissions(await listReportedMissions(tx, span)), language)
      },
    }
  },
}
