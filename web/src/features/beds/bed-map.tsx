import { Button, Skeleton } from '@mantine/core'
import { useFullscreenElement } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { standardTimes, thresholds } from 'contract'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask } from '../../api/client.ts'
import { askOpenAlarms } from '../../clinical/open-alarms.ts'
import { BoardHead } from '../../clinical/pages/board-head.tsx'
import { BoardPage } from '../../clinical/pages/board-page.tsx'
import { PageTurner } from '../../clinical/pages/page-turner.tsx'
import { useBoardPages } from '../../clinical/pages/use-board-pages.ts'
import { useKeepOrderOfCards } from '../../clinical/patient/patient-order.ts'
import { useHasNoWards, useNobodyReason } from '../../clinical/use-wards.ts'
import { keepAliveMs, lullMs } from '../../clinical/wall-screens.ts'
import { useMay } from '../../session/signed-in.tsx'
import { useNow } from '../../ui/date/use-now.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { StaleNotice } from '../../ui/list/stale-notice.tsx'
import { ShowNewestButton } from '../../ui/list/steady/show-newest-button.tsx'
import { useSteadyRows } from '../../ui/list/steady/use-steady-rows.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { type BedAct, BedActDialog } from './bed-act-dialog.tsx'
import { BedFilters } from './bed-filters.tsx'
import classes from './beds.module.css'
import type { BedMapView } from './list-query.ts'
import { askBedMap } from './queries.ts'
import { indexWorstAlarms, listPatientIds, listPlaces, matches, type PatientMove } from './rules.ts'
import { PlaceCard, PlaceCounts, WardPlaces } from './ward-places.tsx'

type BedMapProps = {
  view: BedMapView
  onChange: (changed: Partial<BedMapView>) => void
  /** Opens what asks about a move. */
  onMove: (move: PatientMove) => void
  /** What leads elsewhere from the map. */
  tools: ReactNode
}

/** A card has this size in full screen, with the name of the ward above. */
const cardSize = { width: 208, height: 168, gap: 8 }

/** The beds of wards. Each stays in its place, whatever becomes of it. */
export function BedMap({ view, onChange, onMove, tools }: BedMapProps) {
  const { t } = useTranslation(['beds', 'admissions'])
  const seesAlarms = useMay('alarm:read')
  const mayMove = useMay('admission:manage')
  const map = useQuery({
    ...askBedMap(view.ward ? { ward: view.ward } : {}),
    placeholderData: keepPreviousData,
    refetchInterval: keepAliveMs,
  })
  const { data: open } = useQuery({
    ...askOpenAlarms(),
    refetchInterval: keepAliveMs,
    enabled: seesAlarms,
  })
  const { data: settings } = useQuery({ ...ask(thresholds.get, {}, true), enabled: seesAlarms })
  const alarms = useMemo(() => indexWorstAlarms(open?.alarms ?? []), [open])
  const hasNoWards = useHasNoWards()
  const mayConfigure = useMay('hospital:manage')
  const nobodyReason = useNobodyReason(undefined)
  const { ref, toggle, fullscreen: isFullScreen } = useFullscreenElement<HTMLDivElement>()
  const [act, setAct] = useState<BedAct>()
  const now = useNow()

  const all = useMemo(() => map.data && listPlaces(map.data.wards, now), [map.data, now])
  const chosen = useMemo(() => all?.filter((place) => matches(place, view)), [all, view])
  const steady = useSteadyRows({
    rows: map.isPlaceholderData ? undefined : chosen,
    question: JSON.stringify(view),
    rowKey: ({ key }) => key,
    lullMs,
  })
  const shown = map.data && steady.rows
  const opening = useKeepOrderOfCards(() => listPatientIds(shown ?? []))
  const localName = useLocalizedName()
  const pages = useBoardPages({
    items: shown,
    least: cardSize,
    isPaged: isFullScreen,
    isHeld: steady.isHeld,
  })
  const cards = {
    alarms,
    times: settings?.thresholds.times ?? standardTimes,
    now,
    isPublic: isFullScreen,
    onAct: setAct,
    onMove: mayMove ? onMove : undefined,
  }
  const isFiltered = view.statuses !== undefined || view.features !== undefined
  const title = t('title')
  return (
    <div ref={ref} className={classes.screen} data-full={isFullScreen || undefined}>
      <BoardHead
        title={title}
        isFullScreen={isFullScreen}
        onToggle={toggle}
        full={
          <>
            {all && <PlaceCounts places={all} />}
            <PageTurner {...pages.turning} />
          </>
        }
        tools={tools}
      />
      {!isFullScreen && (
        <BedFilters view={view} onChange={onChange} places={all} ward={view.ward ?? map.data?.ward} />
      )}
      <ShowNewestButton steady={steady}>{t('changed')}</ShowNewestButton>
      <StaleNotice list={map} text={(time) => t('out-of-date', { time })} />
      {map.isLoadingError ? (
        <QueryFailure query={map} />
      ) : shown?.length === 0 ? (
        <EmptyState reason={hasNoWards ? nobodyReason : t(isFiltered ? 'none-such' : 'none')}>
          {isFiltered && (
            <Button
              variant="default"
              size="md"
              onClick={() => onChange({ statuses: undefined, features: undefined })}
            >
              {t('show-all')}
            </Button>
          )}
          {!isFiltered && mayConfigure && !isFullScreen && (
            <Button variant="default" size="md" component={Link} to="/app/hospital">
              {t(hasNoWards ? 'admissions:next.add-wards' : 'add-beds')}
            </Button>
          )}
        </EmptyState>
      ) : pages.shown && isFullScreen ? (
        <BoardPage
          label={title}
          fit={pages.fit}
          items={pages.shown}
          itemKey={({ key }) => key}
          toGroup={({ ward }) => ({ key: ward._id, name: localName(ward) })}
          card={(place) => <PlaceCard place={place} {...cards} />}
          listProps={steady.listProps}
        />
      ) : shown ? (
        <div {...opening} {...steady.listProps}>
          <WardPlaces places={shown} all={all ?? shown} {...cards} />
        </div>
      ) : (
        <ul className={classes.beds} aria-busy aria-label={title}>
          {Array.from({ length: 12 }, (_, place) => (
            <li key={place}>
              <Skeleton height={120} radius="md" />
            </li>
          ))}
        </ul>
      )}
      <BedActDialog act={act} onClose={() => setAct(undefined)} />
    </div>
  )
}
