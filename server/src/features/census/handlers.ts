import type { census } from 'contract'
import { requireSpan } from '../../core/report-span.ts'
import type { Handlers } from '../../http/handler.ts'
import { formatCensusCsv } from './csv.ts'
import { listCountedDays, listEmergencyFigures, listLengthsOfStay, listWardBeds } from './queries.ts'
import { buildCensus } from './rules.ts'

export const censusHandlers: Handlers<typeof census> = {
  async report({ tx, now }, asked) {
    const span = requireSpan(asked, now)
    const none = { arrived: 0, ended: 0, left_unseen: 0, minutes: null }
    const emergency = await listEmergencyFigures(tx, span)
    const [all = none] = emergency.filter((row) => row.is_all)
    return {
      until: span.until,
      ...buildCensus(await listWardBeds(tx), await listCountedDays(tx, span), span),
      length_of_stay: {
        wards: await listLengthsOfStay(tx, 'wards', span),
        departments: await listLengthsOfStay(tx, 'departments', span),
        diseases: await listLengthsOfStay(tx, 'diseases', span),
      },
      emergency: { all, levels: emergency.filter((row) => !row.is_all) },
    }
  },

  async exportDays({ now, addAuditDetail }, { language, ...asked }) {
    const span = requireSpan(asked, now)
    addAuditDetail({ exported: asked })
    return {
      type: 'text/csv; charset=utf-8',
      name: 'data.csv',
      content: async function* (tx) {
        yield* formatCensusCsv(
          buildCensus(await listWardBeds(tx), await listCountedDays(tx, span), span).wards,
          language,
        )
      },
    }
  },
}
