import type { census } from 'contract'
import { requireSpan } from '../../core/report-span.ts'
import type { Tx } from '../../db/database.ts'
import type { Handlers } from '../../http/handler.ts'
import { formatCensusCsv, formatFlowCsv } from './csv.ts'
import { listCountedDays, listEmergencyFigures, listLengthsOfStay, listWardBeds } from './queries.ts'
import { buildCensus } from './rules.ts'

export const censusHandlers: Handlers<typeof census> = {
  async report({ tx, now }, asked) {
    const span = requireSpan(asked, now)
    return {
      until: span.until,
      ...buildCensus(await listWardBeds(tx), await listCountedDays(tx, span), span),
      ...(await readFlow(tx, span)),
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

  async exportFlow({ now, addAuditDetail }, { language, ...asked }) {
    const span = requireSpan(asked, now)
    addAuditDetail({ exported: asked })
    return {
      type: 'text/csv; charset=utf-8',
      name: 'data.csv',
      content: async function* (tx) {
        const wards = (await listWardBeds(tx)).map(({ ward }) => ward)
        yield* formatFlowCsv(await readFlow(tx, span), wards, language)
      },
    }
  },
}

/** How long stays and visits lasted. */
async function readFlow(tx: Tx, span: Parameters<typeof listEmergencyFigures>[1]) {
  const none = { arrived: 0, ended: 0, left_unseen: 0, minutes: null }
  const emergency = await listEmergencyFigures(tx, span)
  const [all = none] = emergency.filter((row) => row.is_all)
  return {
    length_of_stay: {
      wards: await listLengthsOfStay(tx, 'wards', span),
      departments: await listLengthsOfStay(tx, 'departments', span),
      diseases: await listLengthsOfStay(tx, 'diseases', span),
    },
    emergency: { all, levels: emergency.filter((row) => !row.is_all) },
  }
}
