import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readings } from 'contract'
import { useMemo } from 'react'
import { ask } from '../../../api/client.ts'
import { columnWidths, type FlowsheetColumn, type FlowsheetSpan } from './flowsheet-span.ts'
import { buildSheet } from './sheet.ts'

/** What is shown of a span; of the span before while it is loaded, with `isPlaceholderData`. */
export function useFlowsheet(
  patientId: string,
  { width }: FlowsheetSpan,
  columns: readonly FlowsheetColumn[],
) {
  const asked = useQuery({
    ...ask(
      readings.flowsheet,
      {
        patient_id: patientId,
        from: new Date(columns[0]?.from ?? 0).toISOString(),
        column_minutes: columnWidths[width].minutes,
        columns: columns.length,
      },
      true,
    ),
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData } = asked
  const sheet = useMemo(
    () => (data && !isPlaceholderData ? buildSheet(data, columns) : undefined),
    [data, isPlaceholderData, columns],
  )
  return { ...asked, sheet }
}
