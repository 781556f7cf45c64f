import { Skeleton } from '@mantine/core'
import type { Thresholds, Tile } from 'contract'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { connectionLostAt } from '../../api/connection.ts'
import { GroupName } from '../../clinical/pages/board-page.tsx'
import { type PageFit, useGivenUpRows } from '../../clinical/pages/use-page-fit.ts'
import { MovesAnimation } from '../../ui/list/steady/moves-animation.tsx'
import type { useSteadyRows } from '../../ui/list/steady/use-steady-rows.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import type { AlarmsByPatient } from './rules.ts'
import { WallTile } from './tile.tsx'
import classes from './wall.module.css'
import type { WallView } from './wall-query.ts'

type TileGridProps = {
  label: string
  /** Undefined while they are being loaded. */
  tiles: readonly Tile[] | undefined
  alarms: AlarmsByPatient
  limits: Thresholds['limits']
  times: Thresholds['times']
  density: WallView['density']
  /** Set when tiles of several wards are shown. */
  showsWards: boolean
  /** How many columns and rows there is room for; without rows, as many as there are tiles. */
  fit: Omit<PageFit, 'setBox'>
  listProps: ReturnType<typeof useSteadyRows>['listProps']
}

/** Tiles in rows, each ward's under its name. */
export function TileGrid(props: TileGridProps) {
  const { label, tiles, alarms, limits, times, density, showsWards, fit, listProps } = props
  const { box, columns, rows, gap } = fit
  const { t } = useTranslation('monitoring')
  const localName = useLocalizedName()
  const isLost = connectionLostAt.use() !== undefined
  useGivenUpRows(fit, tiles)
  return (
    <>
      <MovesAnimation
        order={tiles?.map(({ patient }) => patient._id).join(' ') ?? ''}
        list={() => box?.querySelectorAll<HTMLElement>(`.${classes.place}`) ?? []}
      />
      <ul
        className={classes.grid}
        aria-label={label}
        aria-busy={!tiles}
        data-lost={isLost || undefined}
        style={{
          gap,
          ...(columns && { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }),
          ...(rows && { gridTemplateRows: `repeat(${rows}, minmax(min-content, 1fr))` }),
        }}
        onKeyDown={moveBetweenTiles}
        {...listProps}
      >
        {tiles
          ? tiles.map((tile, place) => {
              const known = alarms.get(tile.patient._id)
              const startsWard = !isSameWard(tile, tiles[place - 1])
              return (
                <li key={tile.patient._id} className={classes.place}>
                  {showsWards && (
                    <GroupName
                      starts={startsWard}
                      isShown={startsWard || (columns !== undefined && place % columns === 0)}
                    >
                      {tile.patient.ward ? localName(tile.patient.ward) : t('no-ward')}
                    </GroupName>
                  )}
                  <WallTile
                    tile={tile}
                    limits={limits}
                    times={times}
                    density={density}
                    alarm={known?.foremost}
                    alarmCount={known?.count ?? 0}
                    nameLevel={showsWards ? 'h3' : 'h2'}
                  />
                </li>
              )
            })
          : Array.from({ length: 8 }, (_, place) => (
              <li key={place}>
                <Skeleton height={240} radius="md" />
              </li>
            ))}
      </ul>
    </>
  )
}

const isSameWard = (one: Tile, other: Tile | undefined) =>
  other !== undefined && one.patient.ward?._id === other.patient.ward?._id

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
