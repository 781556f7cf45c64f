import type { CensusDay, CensusReport } from 'contract'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { ColumnChart } from '../../ui/chart/column-chart.tsx'
import { SidewaysScroller } from '../../ui/list/sideways-scroller.tsx'
import { SectionTitle } from '../../ui/section.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import classes from './census-report.module.css'
import { computeOccupancy, countDeparted, useCensusTexts } from './figures.ts'

type CensusChartsProps = {
  days: readonly CensusDay[]
  wards: CensusReport['wards']
  name: string
  /** Transfers between its wards are no coming and going of the hospital. */
  isHospital: boolean
}

export function CensusCharts({ days, wards, name, isHospital }: CensusChartsProps) {
  const { t, i18n } = useTranslation('census')
  const { day: dayText, shortDay } = useCensusTexts()
  const moves = [
    { label: t('column.admitted'), count: ({ admitted }: CensusDay) => admitted },
    { label: t('chart.went'), count: (day: CensusDay) => -countDeparted(day) },
    ...(isHospital
      ? []
      : [
          { label: t('column.transferred_in'), count: ({ transferred_in }: CensusDay) => transferred_in },
          { label: t('column.transferred_out'), count: ({ transferred_out }: CensusDay) => -transferred_out },
        ]),
  ]
  return (
    <>
      <div className={classes.charts}>
        <ColumnChart
          label={t('chart.census', { ward: name })}
          unit={t('chart.patients')}
          language={i18n.language}
          series={[t('column.at_end')]}
          columns={days.map(({ day, at_end }) => ({
            key: day,
            label: shortDay(day),
            title: `${dayText(day)}: ${at_end.toLocaleString(i18n.language)} ${t('chart.patients')}`,
            values: [at_end],
          }))}
        />
        <ColumnChart
          label={t('chart.moves', { ward: name })}
          unit={t('chart.patients')}
          language={i18n.language}
          series={moves.map(({ label }) => label)}
          columns={days.map((day) => ({
            key: day.day,
            label: shortDay(day.day),
            title: [
              dayText(day.day),
              ...moves.map(
                ({ label, count }) => `${label} ${Math.abs(count(day)).toLocaleString(i18n.language)}`,
              ),
            ].join(' · '),
            values: moves.map(({ count }) => count(day)),
          }))}
        />
      </div>
      <Occupancy wards={wards} />
    </>
  )
}

/** As many days as A4 across has room for. */
const daysARow = 31

/** How full each ward was at the end of each day, in percent of its open beds. */
function Occupancy({ wards }: { wards: CensusReport['wards'] }) {
  const { t, i18n } = useTranslation('census')
  const localName = useLocalizedName()
  const { day: dayText } = useCensusTexts()
  const count = wards[0]?.days.length ?? 0
  const parts = Array.from({ length: Math.ceil(count / daysARow) }, (_, index) => index * daysARow)
  return (
    <section className={classes.part}>
      <SectionTitle className={classes.heading} mb="xs">
        {t('chart.occupancy')} (%)
      </SectionTitle>
      {parts.map((first) => (
        <SidewaysScroller key={first} label={t('chart.occupancy')}>
          <table className={classes.heat}>
            <thead>
              <tr>
                <th scope="col">{t('ward')}</th>
                {wards[0]?.days.slice(first, first + daysARow).map(({ day }) => (
                  <th key={day} scope="col" title={dayText(day)}>
                    {Number(day.slice(8))}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {wards.map(({ ward, days }) => (
                <tr key={ward._id}>
                  <th scope="row">{localName(ward)}</th>
                  {days.slice(first, first + daysARow).map((day) => {
                    const percent = computeOccupancy([day])
                    return (
                      <td
                        key={day.day}
                        title={`${dayText(day.day)}: ${day.in_beds}/${day.beds}`}
                        style={{ '--full': `${Math.min(percent ?? 0, 100)}%` } as CSSProperties}
                        data-is-zero={percent === 0 || undefined}
                        data-is-full={(percent ?? 0) >= 100 || undefined}
                      >
                        {percent === null ? '–' : Math.round(percent).toLocaleString(i18n.language)}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </SidewaysScroller>
      ))}
    </section>
  )
}
