import { Button, NativeSelect, SegmentedControl } from '@mantine/core'
import { useFullscreenElement } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { alarmSeverities, standardLimits, standardTimes, type Tile, thresholds } from 'contract'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import { askOpenAlarms } from '../../clinical/open-alarms.ts'
import { BoardHead } from '../../clinical/pages/board-head.tsx'
import { PageTurner } from '../../clinical/pages/page-turner.tsx'
import { useBoardPages } from '../../clinical/pages/use-board-pages.ts'
import type { CardSize } from '../../clinical/pages/use-page-fit.ts'
import { useKeepOrderOfCards } from '../../clinical/patient/patient-order.ts'
import { useMyWards } from '../../clinical/use-my-wards.ts'
import { useWards } from '../../clinical/use-wards.ts'
import { askWall } from '../../clinical/wall.ts'
import { keepAliveMs, lullMs } from '../../clinical/wall-screens.ts'
import { WardSelect } from '../../clinical/ward-select.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { StaleNotice } from '../../ui/list/stale-notice.tsx'
import { ShowNewestButton } from '../../ui/list/steady/show-newest-button.tsx'
import { useSteadyRows } from '../../ui/list/steady/use-steady-rows.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { type AlarmsByPatient, arrangeTiles, groupAlarmsByPatient, listCalls } from './rules.ts'
import { TileGrid } from './tile-grid.tsx'
import classes from './wall.module.css'
import { densities, severityFilters, type WallView, wallSorts } from './wall-query.ts'

/** A screen of 1920 × 1080 holds 12 and 24 of them. */
const tileSizes: Record<WallView['density'], CardSize> = {
  normal: { width: 352, height: 290, gap: 12 },
  dense: { width: 288, height: 222, gap: 8 },
}
/** In full screen the figures of a tile are larger, to be read from two metres. */
const largeTileSize: CardSize = { ...tileSizes.normal, width: 432 }

const getTileSize = (density: WallView['density'], isFullScreen: boolean) =>
  isFullScreen && density === 'normal' ? largeTileSize : tileSizes[density]

type WallProps = { view: WallView; onChange: (changed: Partial<WallView>) => void }

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
  useRefetchInterval(wall.refetch)
  const { ref, toggle, fullscreen: isFullScreen } = useFullscreenElement<HTMLDivElement>()

  const alarms = useMemo(() => groupAlarmsByPatient(open?.alarms ?? []), [open])
  const tiles = wall.isPlaceholderData ? undefined : wall.data?.tiles
  const arranged = useMemo(() => tiles && arrangeTiles(tiles, view, alarms), [tiles, view, alarms])
  const steady = useSteadyRows({
    rows: arranged,
    question: JSON.stringify(view),
    rowKey: ({ patient }) => patient._id,
    lullMs,
  })
  const shown = wall.data && steady.rows
  const opening = useKeepOrderOfCards(() => shown?.map(({ patient }) => patient._id) ?? [])
  const {
    fit: { setBox, ...fit },
    turning,
    shown: page,
  } = useBoardPages({
    items: shown,
    least: getTileSize(view.density, isFullScreen),
    isPaged: isFullScreen,
    calls: useMemo(() => listCalls(shown ?? [], alarms), [shown, alarms]),
    isHeld: steady.isHeld,
  })
  const ward = wards.find(({ _id }) => _id === view.ward)
  const wardName = view.ward === 'mine' ? t('ui:my-wards') : ward && localName(ward)
  const title = t('title')
  return (
    <div ref={ref} className={classes.wall} data-paged={isFullScreen || undefined}>
      <BoardHead
        title={title}
        fullTitle={wardName ? `${title} · ${wardName}` : title}
        count={shown?.length}
        isFullScreen={isFullScreen}
        onToggle={toggle}
        full={
          <>
            <AlarmCounts alarms={alarms} tiles={wall.data?.tiles ?? []} />
            <PageTurner {...turning} />
          </>
        }
      />
      {!isFullScreen && <WallTools view={view} onChange={onChange} />}
      <ShowNewestButton steady={steady}>{t('changed')}</ShowNewestButton>
      <StaleNotice list={wall} text={() => t('out-of-date')} />
      {wall.isLoadingError ? (
        <QueryFailure query={wall} />
      ) : shown?.length === 0 ? (
        <EmptyState reason={t(view.severity ? 'nobody-with-alarm' : 'nobody-monitored')}>
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
        <div ref={setBox} className={classes.page} {...opening}>
          <TileGrid
            label={title}
            tiles={page}
            alarms={alarms}
            limits={settings?.thresholds.limits ?? standardLimits}
            times={settings?.thresholds.times ?? standardTimes}
            density={view.density}
            showsWards={view.ward === undefined || view.ward === 'mine'}
            fit={fit}
            listProps={steady.listProps}
          />
        </div>
      )}
    </div>
  )
}

function WallTools({ view, onChange }: WallProps) {
  const { t } = useTranslation('monitoring')
  const isPhone = useIsPhone()
  const hasOwnWards = useMyWards().size > 0 || view.ward === 'mine'
  return (
    <div className={classes.tools}>
      <WardSelect
        aria-label={t('ward')}
        anyWard={t('every-ward')}
        offersOwnWards={hasOwnWards}
        value={view.ward}
        onChange={(ward) => onChange({ ward })}
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
      {!isPhone && (
        <SegmentedControl
          size="md"
          aria-label={t('density')}
          value={view.density}
          onChange={(density) => onChange({ density: density as WallView['density'] })}
          data={densities.map((value) => ({ value, label: t(`tiles.${value}`) }))}
        />
      )}
    </div>
  )
}

/** How many patients on this wall have an alarm, by their most severe one: some may be on another page. */
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

function useRefetchInterval(refetch: () => Promise<unknown>) {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refetch()
    }, keepAliveMs)
    return () => clearInterval(timer)
  }, [refetch])
}
