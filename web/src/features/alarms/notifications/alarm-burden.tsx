import { Skeleton, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { alarmSeverities, alarms, type Result } from 'contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../api/client.ts'
import { PrintoutHead } from '../../../clinical/print/printout-head.tsx'
import { formatTime } from '../../../ui/date/dates.ts'
import { EmptyValue } from '../../../ui/empty-value.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { QueryFailure } from '../../../ui/feedback/query-failure.tsx'
import { SpanFields } from '../../../ui/form/date/span-fields.tsx'
import { type Span, toSpanInstants } from '../../../ui/list/report-span.ts'
import { SidewaysScroller } from '../../../ui/list/sideways-scroller.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PrintButton } from '../../../ui/print/print-button.tsx'
import { Printout } from '../../../ui/print/printout.tsx'
import { SectionTitle } from '../../../ui/section.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'
import { useRuleName } from '../words.ts'
import classes from './alarm-burden.module.css'

type Burden = Result<typeof alarms.burden>
type WardBurden = Burden['wards'][number]

const figures = [
  'alarms',
  'per_bed_day',
  'high',
  'medium',
  'low',
  'median',
  'p90',
  'without_action',
  'escalated',
] as const

/** The count without which a figure means nothing. */
const counted = {
  alarms: 'alarms',
  per_bed_day: 'alarms',
  high: 'high',
  medium: 'medium',
  low: 'low',
  median: 'alarms',
  p90: 'alarms',
  without_action: 'alarms',
  escalated: 'escalated',
} as const satisfies Record<(typeof figures)[number], keyof WardBurden>

/** Alarm load of each ward in a span. */
export function AlarmBurden({ span, onSpan }: { span: Span; onSpan: (span: Span) => void }) {
  const { t, i18n } = useTranslation(['alarms', 'ui'])
  const isPhone = useIsPhone()
  const [openedAt] = useState(() => Date.now())
  const { from, to } = toSpanInstants(span, openedAt)
  const found = useQuery({
    ...ask(alarms.burden, { from, to }, true),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  const day = (instant: string, backMs = 0) =>
    formatTime(new Date(Date.parse(instant) - backMs), i18n.language, 'dd MMM yyyy')
  const days = t('ui:span.of', { from: day(from), to: day(to, 1) })
  const isEmpty = found.data?.wards.every(({ alarms: count }) => count === 0)
  return (
    <>
      <PageHeader title={t('burden.title')} count={days}>
        {!isPhone && <PrintButton isBusy={!found.data} onPrint={() => window.print()} />}
      </PageHeader>
      <SpanFields span={span} now={openedAt} onSpan={onSpan} />
      {found.isLoadingError ? (
        <QueryFailure query={found} />
      ) : !found.data ? (
        <Skeleton height="24rem" />
      ) : isEmpty ? (
        <EmptyState reason={t('burden.none')} />
      ) : (
        <>
          <div aria-busy={found.isPlaceholderData}>
            <BurdenReport burden={found.data} />
          </div>
          <Printout isLandscape head={<PrintoutHead title={t('burden.title')} about={days} />}>
            <BurdenReport burden={found.data} />
          </Printout>
        </>
      )}
    </>
  )
}

function BurdenReport({ burden }: { burden: Burden }) {
  return (
    <div className={classes.report}>
      <WardTable wards={burden.wards} />
      <RuleTable rules={burden.rules} />
      <Explanations />
    </div>
  )
}

function useFigures() {
  const { t, i18n } = useTranslation('alarms')
  const number = (value: number | null, decimals = 0) =>
    value === null ? (
      <EmptyValue />
    ) : (
      value.toLocaleString(i18n.language, {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      })
    )
  const percent = (value: number | null) => (value === null ? <EmptyValue /> : <>{number(value)} %</>)
  const lasting = (value: number | null) => {
    if (value === null) return <EmptyValue />
    const seconds = Math.round(value)
    if (seconds < 90) return t('seconds', { seconds })
    const minutes = Math.round(seconds / 60)
    if (minutes < 60) return t('minutes', { minutes })
    return t('hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
  }
  return { number, percent, lasting }
}

function WardTable({ wards }: { wards: readonly WardBurden[] }) {
  const { t } = useTranslation('alarms')
  const localName = useLocalizedName()
  const { number, percent, lasting } = useFigures()
  const most = Math.max(...wards.map((ward) => ward.alarms))
  const cells: Record<(typeof figures)[number], (ward: WardBurden) => ReactNode> = {
    alarms: (ward) => (
      <>
        {number(ward.alarms)}
        {ward.alarms > 0 && <Shares ward={ward} most={most} />}
      </>
    ),
    per_bed_day: (ward) => number(ward.alarms_per_bed_day, 2),
    high: (ward) => number(ward.high),
    medium: (ward) => number(ward.medium),
    low: (ward) => number(ward.low),
    median: (ward) => lasting(ward.median_seconds_to_acknowledge),
    p90: (ward) => lasting(ward.p90_seconds_to_acknowledge),
    without_action: (ward) => percent(ward.percent_without_action),
    escalated: (ward) => number(ward.escalated),
  }
  return (
    <section>
      <SectionTitle mb="xs">{t('burden.wards')}</SectionTitle>
      <SidewaysScroller label={t('burden.wards')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('column.ward')}</th>
              {figures.map((figure) => (
                <th key={figure} scope="col">
                  {t(`figure.${figure}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {wards.map((ward) => (
              <tr key={ward.ward?._id ?? 'none'}>
                <th scope="row">
                  {ward.ward ? localName(ward.ward) : t('burden.no-ward')}
                  {ward.ward && <span className={classes.beds}>{t('beds', { count: ward.beds })}</span>}
                </th>
                {figures.map((figure) => (
                  <td key={figure} data-nothing={ward[counted[figure]] === 0 || undefined}>
                    {cells[figure](ward)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </SidewaysScroller>
    </section>
  )
}

/**
 * How many alarms of each priority a ward had, as lengths by which wards are compared; the numbers stand beside them.
 */
function Shares({ ward, most }: { ward: WardBurden; most: number }) {
  return (
    <span className={classes.shares} aria-hidden>
      {alarmSeverities.map((severity) => (
        <span
          key={severity}
          data-severity={severity}
          style={{ width: `${(100 * ward[severity]) / Math.max(1, most)}%` }}
        />
      ))}
    </span>
  )
}

function RuleTable({ rules }: { rules: Burden['rules'] }) {
  const { t } = useTranslation('alarms')
  const ruleName = useRuleName()
  const { number, percent } = useFigures()
  return (
    <section>
      <SectionTitle mb="xs">{t('burden.rules')}</SectionTitle>
      <table className={classes.table} data-is-narrow>
        <thead>
          <tr>
            <th scope="col">{t('column.what')}</th>
            <th scope="col">{t('figure.alarms')}</th>
            <th scope="col">{t('figure.without_action')}</th>
          </tr>
        </thead>
        <tbody>
          {rules.map(({ rule, alarms: count, percent_without_action }) => (
            <tr key={rule}>
              <th scope="row">{ruleName(rule)}</th>
              <td>{number(count)}</td>
              <td>{percent(percent_without_action)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Explanations() {
  const { t } = useTranslation('alarms')
  return (
    <section>
      <SectionTitle mb="xs">{t('burden.explained')}</SectionTitle>
      <dl className={classes.explained}>
        {figures.map((figure) => (
          <div key={figure}>
            <dt>{t(`figure.${figure}`)}</dt>
            <dd>
              <Text c="dimmed">{t(`figure-explained.${figure}`)}</Text>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
