import { Popover, Tooltip, UnstyledButton } from '@mantine/core'
import { IconMapPinFilled } from '@tabler/icons-react'
import leaflet, { type Map as LeafletMap } from 'leaflet'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { MapPlace, MapPoint } from './map-place.ts'
import classes from './thailand-map.module.css'

type AtPositionProps = MapPlace & { map: LeafletMap; level?: number; children: ReactNode }

/**
 * Renders its children at a place of the map, where Leaflet keeps them while the map moves. The element stays in the
 * page when the place changes: a button in it keeps the focus.
 */
export function AtPosition({ map, lat, lng, level = 0, children }: AtPositionProps) {
  const [element] = useState(() => document.createElement('div'))
  const [marker] = useState(() => {
    const icon = leaflet.divIcon({ html: element, className: classes.placed ?? '', iconSize: [0, 0] })
    return leaflet.marker([lat, lng], { icon, interactive: false, keyboard: false, zIndexOffset: level })
  })
  useEffect(() => {
    marker.addTo(map)
    return () => void marker.remove()
  }, [map, marker])
  useEffect(() => void marker.setLatLng([lat, lng]), [marker, lat, lng])
  return createPortal(children, element)
}

const tooltipLabels = 8

type MarkerProps = {
  points: readonly [MapPoint, ...MapPoint[]]
  isFocus: boolean
  /** Whether some zoom level shows the points apart; else a list names them. */
  isSeparable: boolean
  /** Whether there is room for the name of the point beside it. */
  hasName: boolean
  onOpen: () => void
}

/** The marker of a point, of several points too close together to be shown apart, or of the point in focus. */
export function MapMarker({ points, isFocus, isSeparable, hasName, onOpen }: MarkerProps) {
  const { t } = useTranslation('map')
  const labels = points.map(({ label }) => label)
  const isSingle = points.length === 1
  const shared = {
    className: classes.marker,
    'aria-label': isSingle
      ? points[0].label
      : `${t('points', { count: points.length })}: ${labels.join(', ')}`,
    children: isFocus ? (
      <IconMapPinFilled size={40} aria-hidden className={classes.focusPin} />
    ) : (
      <span className={classes.dot} data-cluster={!isSingle || undefined}>
        {!isSingle && points.length}
      </span>
    ),
  }
  if (!isSingle && !isSeparable)
    return (
      <Popover withArrow shadow="md" trapFocus={false}>
        <Popover.Target>
          <UnstyledButton {...shared} />
        </Popover.Target>
        <Popover.Dropdown className={classes.list}>
          <ul>
            {points.map(({ id, label }) => (
              <li key={id}>{label}</li>
            ))}
          </ul>
        </Popover.Dropdown>
      </Popover>
    )
  const hidden = labels.length - tooltipLabels
  return (
    <>
      <Tooltip
        className={classes.tooltip}
        label={[
          ...labels.slice(0, tooltipLabels),
          ...(hidden > 0 ? [t('more', { count: hidden })] : []),
        ].join('\n')}
        events={{ hover: true, focus: true, touch: true }}
      >
        <UnstyledButton {...shared} onClick={onOpen} />
      </Tooltip>
      {hasName && (
        <span aria-hidden className={classes.pointName}>
          {points[0].label}
        </span>
      )}
    </>
  )
}
