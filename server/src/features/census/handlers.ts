import type { census, ReportSpan } from 'contract'
import type { Tx } from '../../db/database.ts'
import type { Handlers } from '../../http/handler.ts'
import { requireSpan } from '../../http/report-span.ts'
import { formatCensusCsv, formatFlowCsv } from './csv.ts'
import { listCountedDays, listEmergencyFigures, listLengthsOfStay, listWardBeds } from './queries.ts'
import { buildCensus } from './rules.ts'

export const censusHandlers: Handlers<typeof census> = {
  async report({ tx, now }, asked) {
    const span = requireSpan(asked, now)
    const [days, flow] = await Promise.all([readDays(tx, span), readFlow(tx, span)])
    return { until: span.until, ...days, ...flow }
  },

  async exportDays({ now, addAuditDetail }, { language, ...asked }) {
    const span = requireSpan(asked, now)
    addAuditDetail({ exported: asked })
    return {
      type: 'text/csv; charset=utf-8',
      name: 'data.csv',
      content: async function* (tx) {
        yield* formatCensusCsv((await readDays(tx, span)).wards, language)
      },
    }
  },

  async exportFlow({ now, addAuditDetail }, { language, ...asked }) {
    const span = requireSpan(asked, now)
    addAuditDetail({ exported: asked })
    return {
      type: 'text/csv; charset=utf-8',
      name: 'data.csv',
      content: async function* (tx) {
        const [beds, flow] = await Promise.all([listWardBeds(tx), readFlow(tx, span)])
        yield* formatFlowCsv(
          flow,
          beds.map(({ ward }) => ward),
          language,
        )
      },
    }
  },
}

/** How many patients each ward had on each day. */
async function readDays(tx: Tx, span: ReportSpan) {
  const [beds, counted] = await Promise.all([listWardBeds(tx), listCountedDays(tx, span)])
  return buildCensus(beds, counted, span)
}

/** How long stays and visits lasted. */
async function readFlow(tx: Tx, span: ReportSpan) {
  const none = { arrived: 0, ended: 0, left_unseen: 0, minutes: null }
  const [emergency, wards, departments, diseases] = await Promise.all([
    listEmergencyFigures(tx, span),
    listLengthsOfStay(tx, 'wards', span),
    listLengthsOfStay(tx, 'departments', span),
    listLengthsOfStay(tx, 'diseases', span),
  ])
  const [all = none] = emergency.filter((row) => row.is_all)
  return {
    length_of_stay: { wards, departments, diseases },
    emergency: { all, levels: emergency.filter((row) => !row.is_all) },
  }
}
