import { ActionIcon, Button, NativeSelect, SegmentedControl, Skeleton, Tooltip } from '@mantine/core'
import { useFullscreenElement } from '@mantine/hooks'
import { IconArrowsMaximize, IconArrowsMinimize, IconRefresh } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type AlarmSeverity,
  alarmSeverities,
  standardLimits,
  standardTimes,
  type Tile,
  thresholds,
} from 'contract'
import { type KeyboardEvent, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import { connectionLostAt } from '../../api/connection.ts'
import { askOpenAlarms } from '../../clinical/open-alarms.ts'
import { useMyWards } from '../../clinical/use-my-wards.ts'
import { useWards } from '../../clinical/use-wards.ts'
import { askWall } from '../../clinical/wall.ts'
import { WardSelect } from '../../clinical/ward-select.tsx'
import { Clock } from '../../ui/date/clock.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import {
  choice,
  oneOf,
  optional,
  type QueryValue,
  queryCodec,
  wardChoice,
} from '../../ui/list/query-codec.ts'
import { StaleNotice } from '../../ui/list/stale-notice.tsx'
import { useSteadyRows } from '../../ui/list/use-steady-rows.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { LiveDot } from './live-dot.tsx'
import { groupAlarmsByPatient } from './rules.ts'
import { WallTile } from './tile.tsx'
import classes from './wall.module.css'

const wallSorts = ['bed', 'severity'] as const
const severityFilters = ['any', ...alarmSeverities] as const

/** `severity`: only patients with an open alarm, of any severity or of this one. */
export const wallQuery = queryCodec({
  ward: optional('ward', wardChoice),
  severity: optional('alarm', oneOf(severityFilters)),
  sort: choice('sort', wallSorts),
})
type WallView = QueryValue<typeof wallQuery>

type WallProps = { view: WallView; onChange: (changed: Partial<WallView>) => void }

/** Requesting the wall is a call like any other, so it keeps alive the session of a screen that nobody touches. */
const keepAliveMs = 10 * 60_000

export function MonitoringWall({ view, onChange }: WallProps) {
  const { t } = useTranslation(['monitoring', 'alarms', 'ui'])
  const localName = useLocalizedName()
  const wall = useQuery({
    ...askWall(view.ward ? { ward: view.ward } : {}),
    placeholderData: keepPreviousData,
    staleTime: keepAliveMs,
  })
  const { data: open } = useQuery({ ...askOpenAlarms(), staleTime: keepAliveMs })
  const { data: settings } = useQuery({ ...ask(thresholds.get, {}, true), staleTime: keepAliveMs })
  const wards = useWards()
  const hasOwnWards = useMyWards().size > 0 || view.ward === 'mine'
  useRefetchInterval(wall.refetch)
  const { ref, toggle, fullscreen: isFullScreen } = useFullscreenElement<HTMLDivElement>()
  const isLost = connectionLostAt.use() !== undefined

  const limits = settings?.thresholds.limits ?? standardLimits
  const times = settings?.thresholds.times ?? standardTimes
  const alarms = useMemo(() => groupAlarmsByPatient(open?.alarms ?? []), [open])
  const tiles = wall.isPlaceholderData ? undefined : wall.data?.tiles
  const arranged = useMemo(() => tiles && arrangeTiles(tiles, view, alarms), [tiles, view, alarms])
  const steady = useSteadyRows({
    rows: arranged,
    question: JSON.stringify(view),
    rowKey: ({ patient }) => patient._id,
  })
  const shown = wall.data && steady.rows
  const ward = wards.find(({ _id }) => _id === view.ward)
  const wardName = view.ward === 'mine' ? t('ui:my-wards') : ward && localName(ward)
  const title = t('title')

  return (
    <div ref={ref} className={classes.wall} data-full-screen={isFullScreen || undefined}>
      {isFullScreen ? (
        <div className={classes.bar}>
          <h1 className={classes.title}>{wardName ? `${title} · ${wardName}` : title}</h1>
          <AlarmCounts alarms={alarms} tiles={wall.data?.tiles ?? []} />
          <LiveDot />
          <Clock />
          <FullScreenButton isFullScreen onToggle={toggle} />
        </div>
      ) : (
        <>
          <PageHeader title={title} count={shown?.length}>
            <LiveDot />
            {document.fullscreenEnabled && <FullScreenButton isFullScreen={false} onToggle={toggle} />}
          </PageHeader>
          <div className={classes.tools}>
            <WardSelect
              aria-label={t('ward')}
              anyWard={t('every-ward')}
              offersOwnWards={hasOwnWards}
              value={view.ward}
              onChange={(choice) => onChange({ ward: choice })}
            />
            <NativeSelect
              size="md"
              aria-label={t('alarm-filter')}
              value={view.severity ?? ''}
              onChange={({ currentTarget }) =>
                onChange({ severity: severityFilters.find((one) => one === currentTarget.value) })
              }
              data={[
                { value: '', label: t('everybody') },
                ...severityFilters.map((value) => ({ value, label: t(`with-alarm.${value}`) })),
              ]}
            />
            <SegmentedControl
              size="md"
              aria-label={t('sort')}
              value={view.sort}
              onChange={(sort) => onChange({ sort: sort as WallView['sort'] })}
              data={wallSorts.map((value) => ({ value, label: t(`sort-by.${value}`) }))}
            />
          </div>
        </>
      )}
      {steady.isWaiting && (
        <Button
          variant="light"
          size="compact-md"
          className={classes.news}
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={steady.showNewest}
        >
          {t('changed')}
        </Button>
      )}
      <StaleNotice list={wall} text={() => t('out-of-date')} />
      {wall.isLoadingError ? (
        <QueryFailure query={wall} />
      ) : shown?.length === 0 ? (
        <EmptyState reason={t(view.severity ? 'nobody-with-alarm' : 'nobody-watched')}>
          {(view.severity || view.ward) && (
            <Button
              variant="default"
              size="md"
              onClick={() => onChange({ severity: undefined, ward: undefined })}
            >
              {t('show-everybody')}
            </Button>
          )}
        </EmptyState>
      ) : (
        <ul
          className={classes.grid}
          aria-label={title}
          aria-busy={!shown}
          data-lost={isLost || undefined}
          onKeyDown={moveBetweenTiles}
          {...steady.listProps}
        >
          {shown
            ? shown.map((tile) => (
                <li key={tile.patient._id}>
                  <WallTile
                    tile={tile}
                    limits={limits}
                    times={times}
                    alarm={alarms.get(tile.patient._id)?.worst}
                    alarmCount={alarms.get(tile.patient._id)?.count ?? 0}
                    showsWard={view.ward === undefined || view.ward === 'mine'}
                  />
                </li>
              ))
            : Array.from({ length: 8 }, (_, place) => (
                <li key={place}>
                  <Skeleton height={280} radius="md" />
                </li>
              ))}
        </ul>
      )}
    </div>
  )
}

function FullScreenButton({
  isFullScreen,
  onToggle,
}: {
  isFullScreen: boolean
  onToggle: () => Promise<void>
}) {
  const { t } = useTranslation('monitoring')
  const label = t(isFullScreen ? 'leave-full-screen' : 'full-screen')
  const Icon = isFullScreen ? IconArrowsMinimize : IconArrowsMaximize
  return (
    <Tooltip label={label} withinPortal={!isFullScreen}>
      <ActionIcon variant="default" size={44} aria-label={label} onClick={() => void onToggle()}>
        <Icon size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

type AlarmsByPatient = ReturnType<typeof groupAlarmsByPatient>

/** How many patients on this wall have an alarm, by their most urgent one: some may be below the visible part. */
function AlarmCounts({ alarms, tiles }: { alarms: AlarmsByPatient; tiles: readonly Tile[] }) {
  const { t } = useTranslation('alarms')
  const severities = tiles.map(({ patient }) => alarms.get(patient._id)?.worst.severity)
  return (
    <ul className={classes.counts}>
      {alarmSeverities.map((severity) => {
        const count = severities.filter((worst) => worst === severity).length
        return (
          count > 0 && (
            <li key={severity} data-severity={severity}>
              {t(`severity.${severity}`)} {count}
            </li>
          )
        )
      })}
    </ul>
  )
}

function arrangeTiles(
  tiles: readonly Tile[],
  { severity, sort }: WallView,
  alarms: AlarmsByPatient,
): readonly Tile[] {
  const getSeverity = ({ patient }: Tile) => alarms.get(patient._id)?.worst.severity
  const chosen = tiles.filter((tile) => {
    const worst = getSeverity(tile)
    return severity === undefined || (severity === 'any' ? worst !== undefined : worst === severity)
  })
  // The server already sorts by ward and bed.
  if (sort === 'bed') return chosen
  const rank = (tileSeverity: AlarmSeverity | undefined) =>
    tileSeverity === undefined ? alarmSeverities.length : alarmSeverities.indexOf(tileSeverity)
  return chosen.toSorted((one, other) => rank(getSeverity(one)) - rank(getSeverity(other)))
}

function useRefetchInterval(refetch: () => Promise<unknown>) {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refetch()
    }, keepAliveMs)
    return () => clearInterval(timer)
  }, [refetch])
}

/** Arrow keys move between tiles: along the row, or to the nearest tile above or below. */
function moveBetweenTiles(event: KeyboardEvent<HTMLElement>) {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-tile]')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  const here = links[at]
  if (!here) return
  const target = findTargetTile(event.key, links, at, here)
  if (!target) return
  event.preventDefault()
  target.focus()
  target.closest('li')?.scrollIntoView({ block: 'nearest' })
}

function findTargetTile(
  key: string,
  links: HTMLElement[],
  at: number,
  here: HTMLElement,
): HTMLElement | undefined {
  if (key === 'ArrowRight') return links[at + 1]
  if (key === 'ArrowLeft') return links[at - 1]
  if (key === 'Home') return links[0]
  if (key === 'End') return links.at(-1)
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined
  const measureBox = (link: HTMLElement) => (link.closest('li') ?? link).getBoundingClientRect()
  const { left, top } = measureBox(here)
  const away = links
    .map((link) => ({ link, box: measureBox(link) }))
    .filter(({ box }) => (key === 'ArrowDown' ? box.top > top : box.top < top))
  const distance = ({ box }: (typeof away)[number]) =>
    Math.abs(box.top - top) * 1_000 + Math.abs(box.left - left)
  return away.toSorted((one, other) => distance(one) - distance(other))[0]?.link
}
