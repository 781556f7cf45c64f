import { Popover, Tooltip, UnstyledButton } from '@mantine/core'
import { IconMapPinFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './thailand-map.module.css'
import { type Cluster, isSeparable, type MapPlace, type Spot } from './thailand-view.ts'

/** Least distance between two markers: the width of a finger. */
export const reachPixels = 44
const tooltipLabels = 8

export type MapPoint = MapPlace & { id: string; label: string }
export type PointCluster = Cluster<MapPoint & { at: Spot }>

type MarkerProps = {
  cluster: PointCluster
  pixel: Spot
  isMark: boolean
  onOpen: () => void
}

/** The marker of a point, of several points too close together to be shown apart, or of the map's mark. */
export function ThailandMarker({ cluster, pixel: { x, y }, isMark, onOpen }: MarkerProps) {
  const { t } = useTranslation('ui')
  const { points } = cluster
  const labels = points.map(({ label }) => label)
  const isSingle = points.length === 1
  const shared = {
    className: classes.marker,
    style: { left: x, top: y },
    'data-mark': isMark || undefined,
    'aria-label': isSingle
      ? points[0].label
      : `${t('map.points', { count: points.length })}: ${labels.join(', ')}`,
    children: isMark ? (
      <IconMapPinFilled size={40} aria-hidden className={classes.markPin} />
    ) : (
      <span className={classes.dot} data-cluster={!isSingle || undefined}>
        {!isSingle && points.length}
      </span>
    ),
  }
  if (!isSingle && !isSeparable(cluster, reachPixels))
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
    <Tooltip
      className={classes.tooltip}
      label={[
        ...labels.slice(0, tooltipLabels),
        ...(hidden > 0 ? [t('map.more', { count: hidden })] : []),
      ].join('\n')}
      events={{ hover: true, focus: true, touch: true }}
    >
      <UnstyledButton {...shared} onClick={onOpen} />
    </Tooltip>
  )
}
