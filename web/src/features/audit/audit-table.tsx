import { Skeleton } from '@mantine/core'
import type { AuditEntry } from 'contract'
import { type ReactNode, type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatTime } from '../../ui/dates.ts'
import { staffName } from '../../ui/person-name.ts'
import table from '../../ui/record-table.module.css'
import { Moment, OutcomeBadge, Patients, Person } from './cells.tsx'
import { useActionName } from './words.ts'

export type EntriesProps = {
  entries: readonly AuditEntry[] | undefined
  addressOf: (entry: AuditEntry) => string
  isStale: boolean
}

/** What a screen reader says of the link that opens an entry. */
export function useEntryLabel() {
  const { t, i18n } = useTranslation('audit')
  const actionName = useActionName()
  return ({ action, by, at }: AuditEntry) =>
    t('row', {
      action: actionName(action),
      person: by ? staffName(by) : t('unknown-account'),
      time: formatTime(at, i18n.language, 'dd MMM yyyy HH:mm:ss'),
    })
}

const skeletonWidths = { time: 130, person: 120, action: 110, patients: 170, outcome: 60, address: 70 }
const columns = Object.keys(skeletonWidths) as (keyof typeof skeletonWidths)[]
const skeletonRows = Array.from({ length: 12 }, (_, index) => index)

export function AuditTable({
  entries,
  addressOf,
  isStale,
  scrollerRef,
}: EntriesProps & { scrollerRef: Ref<HTMLDivElement> }) {
  const { t } = useTranslation('audit')
  const actionName = useActionName()
  const entryLabel = useEntryLabel()
  const [isScrolled, setScrolled] = useState(false)
  const cells: Record<(typeof columns)[number], (entry: AuditEntry) => ReactNode> = {
    time: ({ at }) => <Moment at={at} />,
    person: (entry) => <Person by={entry.by} />,
    action: ({ action }) => actionName(action),
    patients: (entry) => <Patients entry={entry} />,
    outcome: ({ outcome }) => <OutcomeBadge outcome={outcome} />,
    address: ({ address }) => address,
  }
  return (
    <div
      ref={scrollerRef}
      className={table.scroller}
      data-scrolled={isScrolled || undefined}
      onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollLeft !== 0)}
    >
      <table
        className={table.table}
        aria-label={t('title')}
        aria-busy={isStale || !entries}
        data-stale={isStale || undefined}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries?.map((entry) => (
            <tr key={entry._id} className={table.row}>
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column} scope="row">
                    {cells[column](entry)}
                  </th>
                ) : (
                  <td key={column}>
                    {index === 1 && (
                      <Link
                        to={addressOf(entry)}
                        preventScrollReset
                        className={table.link}
                        aria-label={entryLabel(entry)}
                      />
                    )}
                    {cells[column](entry)}
                  </td>
                ),
              )}
            </tr>
          ))}
          {!entries &&
            skeletonRows.map((index) => (
              <tr key={index} className={table.row} aria-hidden>
                {columns.map((column) => (
                  <td key={column}>
                    <Skeleton height={10} width={skeletonWidths[column]} />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
