import { Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type BoardWard, isObservationOverdue, planObservation, type RoundRow } from 'contract'
import { Fragment, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NextOnEmptyWard } from '../../../clinical/next-on-empty-ward.tsx'
import { useKeepOrderOfCards } from '../../../clinical/patient/patient-order.ts'
import { useMyWards } from '../../../clinical/use-my-wards.ts'
import { useVitalName } from '../../../clinical/use-vital-name.ts'
import { useNobodyReason } from '../../../clinical/use-wards.ts'
import { WardSelect } from '../../../clinical/ward-select.tsx'
import { LiveDot } from '../../../live/live-dot.tsx'
import { useNow } from '../../../ui/date/use-now.ts'
import { useToday } from '../../../ui/date/use-today.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { QueryFailure } from '../../../ui/feedback/query-failure.tsx'
import { DateTimeField } from '../../../ui/form/date/date-time-field.tsx'
import { ColumnChooser, useHiddenColumns } from '../../../ui/list/column-chooser.tsx'
import { FilterBar } from '../../../ui/list/filter/filter-bar.tsx'
import { SidewaysScroller } from '../../../ui/list/sideways-scroller.tsx'
import { StaleNotice } from '../../../ui/list/stale-notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'
import { type RecordFieldName, toTypedMinute } from '../record/record-values.ts'
import { useUnitText } from '../use-unit-text.ts'
import { OrderDialog } from './order-dialog.tsx'
import { askRound } from './queries.ts'
import classes from './round.module.css'
import { type DrawFluids, RoundCard, RoundTableRow } from './round-row.tsx'
import { hiddenAtFirst, isNumberField, listColumnFields, roundColumns } from './rules.ts'
import type { RoundTime } from './use-round-entry.ts'

/** `round.module.css` has the same width. */
const tight = '(max-width: 99.99em)'

type RoundScreenProps = {
  ward: BoardWard | undefined
  onChange: (ward: BoardWard) => void
  drawFluids: DrawFluids
}

/** Vital signs of everybody in a ward, charted bed by bed in one go. */
export function RoundScreen({ ward, onChange, drawFluids }: RoundScreenProps) {
  const { t } = useTranslation('rounds')
  const vitalName = useVitalName()
  const round = useQuery(askRound(ward ? { ward } : {}))
  const shownWard = ward ?? round.data?.ward
  const nobodyReason = useNobodyReason(shownWard)
  const hasOwnWards = useMyWards().size > 0 || shownWard === 'mine'
  const [hidden, setHidden] = useHiddenColumns<RecordFieldName>('round', hiddenAtFirst)
  const [roundTime, setRoundTime] = useState<RoundTime>()
  const [ordered, setOrdered] = useState<RoundRow>()
  const isPhone = useIsPhone()
  const isTight = useMediaQuery(tight, undefined, { getInitialValueInEffect: false })
  const now = useNow()
  const rows = round.data?.rows
  const times = round.data?.times
  const overdue =
    times &&
    rows?.filter(
      (row) =>
        row.is_open &&
        row.stay?.kind !== 'leave' &&
        isObservationOverdue(planObservation(row.latest, row.order, times), now),
    ).length
  const shown = roundColumns.filter((column) => !hidden.includes(column))
  return (
    <div className={classes.screen}>
      <PageHeader title={t('title')} count={rows && t('patients', { count: rows.length })}>
        {overdue !== undefined && overdue > 0 && (
          <strong className={classes.overdue}>{t('overdue', { count: overdue })}</strong>
        )}
        <LiveDot />
      </PageHeader>
      <FilterBar>
        <WardSelect
          aria-label={t('ward')}
          anyWard={t('every-ward')}
          offersOwnWards={hasOwnWards}
          value={shownWard === 'every' ? undefined : shownWard}
          onChange={(chosen) => onChange(chosen ?? 'every')}
        />
        <RoundTimeField value={roundTime} onChange={setRoundTime} />
        <ColumnChooser
          columns={roundColumns.map((key) => ({ key, label: vitalName(key) }))}
          hidden={hidden}
          onChange={setHidden}
        />
      </FilterBar>
      <StaleNotice list={round} text={(time) => t('out-of-date', { time })} />
      {round.isLoadingError ? (
        <QueryFailure query={round} />
      ) : !rows || !times ? (
        <Skeleton height={320} radius="md" />
      ) : rows.length === 0 ? (
        <EmptyState reason={nobodyReason}>
          <NextOnEmptyWard />
        </EmptyState>
      ) : (
        <RoundRows rows={rows} columns={shown} isTight={isTight}>
          {(row, fields) => {
            const Row = isPhone ? RoundCard : RoundTableRow
            return (
              <Row
                key={row.patient._id}
                row={row}
                times={times}
                fields={fields}
                isTight={isTight}
                roundTime={roundTime}
                drawFluids={drawFluids}
                onOrder={setOrdered}
              />
            )
          }}
        </RoundRows>
      )}
      <OrderDialog row={ordered} onClose={() => setOrdered(undefined)} />
    </div>
  )
}

type RoundRowsProps = {
  rows: readonly RoundRow[]
  columns: readonly RecordFieldName[]
  isTight: boolean
  children: (row: RoundRow, fields: readonly RecordFieldName[]) => ReactNode
}

function RoundRows({ rows, columns, isTight, children: draw }: RoundRowsProps) {
  const { t } = useTranslation('rounds')
  const vitalName = useVitalName('tile')
  const unitText = useUnitText()
  const fields = listColumnFields(columns)
  const localName = useLocalizedName()
  const byWard = [...Map.groupBy(rows, ({ patient }) => patient.ward?._id)]
  const opening = useKeepOrderOfCards(() =>
    byWard.flatMap(([, members]) => members.map(({ patient }) => patient._id)),
  )
  const wards = byWard.map(([id, members]) => ({
    key: id ?? '',
    // The bed alone is ambiguous where beds of several wards are shown.
    name: members.length < rows.length && members[0]?.patient.ward && localName(members[0].patient.ward),
    drawn: members.map((row) => draw(row, fields)),
  }))
  if (useIsPhone())
    return (
      <div className={classes.cards} data-round {...opening}>
        {wards.map(({ key, name, drawn }) => (
          <Fragment key={key}>
            {name && <h2 className={classes.ward}>{name}</h2>}
            {drawn}
          </Fragment>
        ))}
      </div>
    )
  return (
    <>
      <SidewaysScroller label={t('title')} className={classes.scroller}>
        <table className={classes.table} data-round {...opening}>
          <thead>
            <tr>
              <th scope="col">{t('column.patient')}</th>
              {!isTight && <th scope="col">{t('column.due')}</th>}
              {fields.map((field) => (
                <th key={field} scope="col">
                  {vitalName(field)}
                  {isNumberField(field) && <small>{unitText(field)}</small>}
                </th>
              ))}
              <th scope="col">{t('column.fluids')}</th>
              {!isTight && <th scope="col">{t('column.state')}</th>}
            </tr>
          </thead>
          {wards.map(({ key, name, drawn }) => (
            <Fragment key={key}>
              {name && (
                <tbody>
                  <tr>
                    <th scope="rowgroup" colSpan={fields.length + (isTight ? 2 : 4)} className={classes.ward}>
                      <span>{name}</span>
                    </th>
                  </tr>
                </tbody>
              )}
              {drawn}
            </Fragment>
          ))}
        </table>
      </SidewaysScroller>
      <p className={classes.why}>{t('keys')}</p>
    </>
  )
}

/** When the values of the round were measured: just now, or at a time that is typed once for all rows. */
function RoundTimeField({ value, onChange }: { value: RoundTime; onChange: (value: RoundTime) => void }) {
  const { t } = useTranslation('rounds')
  const lastDate = useToday()
  if (!value)
    return (
      <p className={classes.time}>
        {t('time.measured')} <strong>{t('time.now')}</strong>
        <Button variant="subtle" size="md" px="xs" onClick={() => onChange(toTypedMinute(Date.now()))}>
          {t('time.change')}
        </Button>
      </p>
    )
  return (
    <div className={classes.time}>
      <DateTimeField
        maxDate={lastDate}
        date={{ value: value.date, onChange: (date) => onChange({ ...value, date }) }}
        time={{ value: value.time, onChange: (time) => onChange({ ...value, time }) }}
      />
      <Button variant="subtle" size="md" px="xs" onClick={() => onChange(undefined)}>
        {t('time.back-to-now')}
      </Button>
    </div>
  )
}
