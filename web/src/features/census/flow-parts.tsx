import {
  type CensusReport,
  type EmergencyFigures,
  type LengthOfStay,
  leastStaysOfDisease,
  triageLevels,
} from 'contract'
import { useTranslation } from 'react-i18next'
import { ColumnChart } from '../../ui/chart/column-chart.tsx'
import { RangeChart } from '../../ui/chart/range-chart.tsx'
import { SidewaysScroller } from '../../ui/list/sideways-scroller.tsx'
import { SectionTitle } from '../../ui/section.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import classes from './census-report.module.css'
import { useCensusTexts } from './figures.ts'

const percentiles = ['p25', 'median', 'p75', 'p90'] as const

const stayParts = ['wards', 'departments', 'diseases'] as const

/** How long the stays lasted that ended, by ward, department and disease. */
export function LengthsOfStay({ report }: { report: CensusReport }) {
  const { t } = useTranslation(['census', 'admissions'])
  const localName = useLocalizedName()
  const names = new Map(report.wards.map(({ ward }) => [ward._id, localName(ward)]))
  const findName: Record<(typeof stayParts)[number], (key: string) => string | undefined> = {
    wards: (key) => names.get(key),
    departments: (key) => t(`admissions:departments.${key as '01'}`),
    diseases: (key) => key,
  }
  const heads = {
    wards: t('column.ward'),
    departments: t('admissions:department'),
    diseases: t('admissions:csv.disease'),
  }
  return stayParts.map((part) => (
    <StayPart
      key={part}
      title={t(`stay.${part}`)}
      head={heads[part]}
      rows={report.length_of_stay[part].map(({ key, ...row }) => ({
        ...row,
        key: key ?? '',
        name: (key === null ? undefined : findName[part](key)) ?? t('stay.unknown'),
      }))}
      note={part === 'diseases' ? t('stay.few', { count: leastStaysOfDisease }) : undefined}
    />
  ))
}

type StayRow = Omit<LengthOfStay, 'key'> & { key: string; name: string }
type StayPartProps = { title: string; head: string; rows: readonly StayRow[]; note: string | undefined }

function StayPart({ title, head, rows, note }: StayPartProps) {
  const { t } = useTranslation('census')
  return (
    <FlowPart
      title={title}
      head={head}
      unit={t('chart.nights')}
      none={note ?? t('stay.none')}
      note={note}
      countLabels={[t('stay.stays')]}
      rows={rows.map(({ key, name, stays, ...values }) => ({ key, name, counts: [stays], values }))}
    />
  )
}

/** How long patients were in the emergency room, by triage level, and how many left without being seen. */
export function EmergencyPart({ emergency: { all, levels } }: { emergency: CensusReport['emergency'] }) {
  const { t } = useTranslation(['census', 'ui', 'patients'])
  const levelName = (level: number | null) => {
    const named = level === null ? undefined : triageLevels[level - 1]
    return named ? `${level} · ${t(`ui:triage.${named}`)}` : t('emergency.untriaged')
  }
  const { percent } = useCensusTexts()
  const toRow = (key: string, name: string, { arrived, ended, left_unseen, minutes }: EmergencyFigures) => ({
    key,
    name,
    counts: [arrived, ended, left_unseen, percent(ended === 0 ? null : (left_unseen / ended) * 100)],
    values: minutes,
  })
  return (
    <>
      <FlowPart
        title={t('emergency.title')}
        head={t('patients:field.triage_level')}
        unit={t('chart.minutes')}
        none={t('emergency.none')}
        countLabels={[
          t('emergency.arrived'),
          t('emergency.ended'),
          t('emergency.left_unseen'),
          t('emergency.share'),
        ]}
        rows={
          all.arrived === 0
            ? []
            : [
                ...levels.map(({ level, ...figures }) => toRow(`${level}`, levelName(level), figures)),
                toRow('all', t('emergency.all'), all),
              ]
        }
      />
      <LeftUnseen
        groups={[
          ...levels.map(({ level, ...figures }) => ({ ...figures, name: levelName(level) })),
          { ...all, name: t('emergency.all') },
        ]}
      />
    </>
  )
}

/** The share of those who left without being seen, by triage level. */
function LeftUnseen({ groups }: { groups: readonly (EmergencyFigures & { name: string })[] }) {
  const { t, i18n } = useTranslation('census')
  const { number, percent } = useCensusTexts()
  const ended = groups.filter((group) => group.ended > 0)
  if (ended.length === 0) return null
  return (
    <section className={classes.part}>
      <ColumnChart
        label={t('emergency.unseen')}
        unit="%"
        language={i18n.language}
        series={[t('emergency.share')]}
        columns={ended.map(({ name, left_unseen, ended: of }) => {
          const share = (left_unseen / of) * 100
          const counts = t('emergency.of', { left: number(left_unseen), ended: number(of) })
          return { key: name, label: name, title: `${name}: ${percent(share)} (${counts})`, values: [share] }
        })}
      />
    </section>
  )
}

type FlowPartProps = {
  title: string
  /** What the rows are. */
  head: string
  unit: string
  none: string
  note?: string | undefined
  countLabels: readonly string[]
  rows: readonly {
    key: string
    name: string
    counts: readonly (number | string)[]
    values: { p25: number; median: number; p75: number; p90: number } | null
  }[]
}

/** Spans of values: the picture beside its table. */
function FlowPart({ title, head, unit, none, note, countLabels, rows }: FlowPartProps) {
  const { t, i18n } = useTranslation('census')
  const { number } = useCensusTexts()
  const cell = (value: number | string) => (typeof value === 'number' ? number(value) : value)
  return (
    <section className={classes.part}>
      <SectionTitle className={classes.heading} mb="xs">
        {title}
      </SectionTitle>
      {rows.length === 0 ? (
        <p className={classes.none}>{none}</p>
      ) : (
        <div className={classes.flow}>
          <RangeChart
            label={title}
            unit={unit}
            legend={t('chart.legend')}
            language={i18n.language}
            rows={rows.map(({ key, name, values }) => ({
              key,
              label: name,
              title: [
                name,
                ...percentiles.map((one) => values && `${t(`p.${one}`)} ${number(values[one])} ${unit}`),
              ]
                .filter(Boolean)
                .join(' · '),
              values,
            }))}
          />
          <SidewaysScroller label={title}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">{head}</th>
                  {countLabels.map((label) => (
                    <th key={label} scope="col">
                      {label}
                    </th>
                  ))}
                  {percentiles.map((one) => (
                    <th key={one} scope="col">
                      {t(`p.${one}`)} ({unit})
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(({ key, name, counts, values }) => (
                  <tr key={key}>
                    <th scope="row">{name}</th>
                    {counts.map((value, index) => (
                      <td key={countLabels[index]}>{cell(value)}</td>
                    ))}
                    {percentiles.map((one) => (
                      <td key={one}>{values ? number(values[one]) : '–'}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </SidewaysScroller>
        </div>
      )}
      {note && rows.length > 0 && <p className={classes.none}>{note}</p>}
    </section>
  )
}
