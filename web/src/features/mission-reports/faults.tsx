import { countFaults, type FaultCount, type MissionReport } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useItemName } from '../../clinical/ambulance/use-item-name.ts'
import { FigureTable } from '../../ui/chart/figure-table.tsx'
import { Time } from '../../ui/date/time.tsx'
import { SidewaysScroller } from '../../ui/list/sideways-scroller.tsx'
import { SectionTitle } from '../../ui/section.tsx'
import { CountChart } from './count-chart.tsx'
import classes from './mission-report.module.css'

type Faults = Pick<MissionReport, 'faults' | 'mended'>

/** The faults of the equipment that are open now, and those that were mended in the period. */
export function FaultsPart({ faults, mended }: Faults) {
  const { t, i18n } = useTranslation(['mission-reports', 'equipment', 'fleet'])
  const itemName = useItemName()
  const days = (count: number) => count.toLocaleString(i18n.language)
  return (
    <>
      {faults.length + mended.length > 0 && <FaultCounts faults={faults} mended={mended} />}
      <FaultTable
        title={t('part.faults')}
        none={t('no-faults')}
        columns={[t('column.status'), t('column.since'), t('column.days')]}
        rows={faults.map(({ vehicle, item, status, since, ...fault }) => ({
          key: `${vehicle._id} ${item}`,
          unit: `${vehicle.call_sign} · ${t(`fleet:status.${vehicle.status}`)}`,
          item: itemName(item),
          cells: [t(`equipment:status.${status}`), <Time key="since" at={since} />, days(fault.days)],
        }))}
      />
      <FaultTable
        title={t('part.mended')}
        none={t('no-mended')}
        columns={[t('column.since'), t('column.mended_at'), t('column.days')]}
        rows={mended.map(({ vehicle, item, since, mended_at, ...fault }) => ({
          key: `${vehicle._id} ${item} ${since}`,
          unit: vehicle.call_sign,
          item: itemName(item),
          cells: [<Time key="since" at={since} />, <Time key="mended" at={mended_at} />, days(fault.days)],
        }))}
      />
    </>
  )
}

function FaultCounts(faults: Faults) {
  const { t } = useTranslation('mission-reports')
  const itemName = useItemName()
  const { units, items, ages } = countFaults(faults)
  return (
    <>
      <FaultFigures
        title={t('part.fault-units')}
        head={t('column.unit')}
        counts={units}
        name={({ call_sign }) => call_sign}
      />
      <FaultFigures title={t('part.fault-items')} head={t('column.item')} counts={items} name={itemName} />
      <FaultFigures
        title={t('part.fault-ages')}
        head={t('column.age')}
        counts={ages}
        name={(age) => t(`age.${age}`)}
      />
    </>
  )
}

type FaultFiguresProps<Of> = {
  title: string
  head: string
  counts: readonly FaultCount<Of>[]
  name: (of: Of) => string
}

/** One way of counting the faults, as a picture and in figures. */
function FaultFigures<Of>({ title, head, counts, name }: FaultFiguresProps<Of>) {
  const { t, i18n } = useTranslation('mission-reports')
  const number = (count: number) => count.toLocaleString(i18n.language)
  const rows = counts.map(({ of, ...count }) => ({ ...count, key: name(of), name: name(of) }))
  return (
    <section className={classes.part}>
      <SectionTitle mb="xs">{title}</SectionTitle>
      <div className={classes.charts}>
        <CountChart
          label={title}
          isHeaded
          unit={t('faults')}
          series={[t('column.open'), t('column.mended')]}
          rows={rows.map((row) => ({ ...row, counts: [row.open, row.mended] }))}
        />
        <FigureTable
          title={title}
          head={head}
          rows={rows}
          columns={[
            { label: t('column.open'), cell: ({ open }) => number(open) },
            { label: t('column.mended'), cell: ({ mended }) => number(mended) },
          ]}
          className={classes.table}
        />
      </div>
    </section>
  )
}

type FaultTableProps = {
  title: string
  none: string
  /** They stand behind vehicle and item. */
  columns: readonly string[]
  rows: readonly { key: string; unit: string; item: string; cells: readonly ReactNode[] }[]
}

function FaultTable({ title, none, columns, rows }: FaultTableProps) {
  const { t } = useTranslation('mission-reports')
  const heads = [t('column.unit'), t('column.item'), ...columns]
  return (
    <section className={classes.part}>
      <SectionTitle mb="xs">{title}</SectionTitle>
      {rows.length === 0 ? (
        <p className={classes.sum}>{none}</p>
      ) : (
        <SidewaysScroller label={title}>
          <table className={classes.table}>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, unit, item, cells }) => (
                <tr key={key}>
                  <th scope="row">{unit}</th>
                  <td>{item}</td>
                  {cells.map((cell, place) => (
                    <td key={columns[place]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </SidewaysScroller>
      )}
    </section>
  )
}
