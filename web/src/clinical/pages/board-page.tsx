import type { CSSProperties, ReactNode } from 'react'
import type { useSteadyRows } from '../../ui/list/steady/use-steady-rows.ts'
import classes from './board-page.module.css'
import { type PageFit, useGivenUpRows } from './use-page-fit.ts'

/** Cards that stand together under a name. */
type CardGroup = { key: string; name: ReactNode }

type BoardPageProps<Item> = {
  label: string
  fit: PageFit
  /** The items of this page. */
  items: readonly Item[]
  itemKey: (item: Item) => string
  toGroup?: (item: Item) => CardGroup
  card: (item: Item) => ReactNode
  /** Few cards grow until they fill the page; otherwise all are of one size. */
  fills?: boolean
  /** Keeps the rows of the board from jumping while somebody reads them. */
  listProps?: ReturnType<typeof useSteadyRows>['listProps']
}

/** A page of a board that fills the screen: nothing on it is cut, and nobody scrolls. */
export function BoardPage<Item>(props: BoardPageProps<Item>) {
  const { label, fit, items, itemKey, toGroup, card, fills = false, listProps } = props
  const { setBox, gap } = fit
  const { columns, rows } = fills ? fill(fit, items.length) : fit
  useGivenUpRows(fit, items)
  return (
    <div ref={setBox} className={classes.page}>
      {columns && rows && (
        <ul
          className={classes.cards}
          aria-label={label}
          style={
            {
              '--rows': rows,
              gap,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              gridTemplateRows: `repeat(${rows}, minmax(min-content, 1fr))`,
            } as CSSProperties
          }
          {...listProps}
        >
          {items.map((item, place) => {
            const group = toGroup?.(item)
            const before = items[place - 1]
            const starts = before === undefined || toGroup?.(before).key !== group?.key
            return (
              <li key={itemKey(item)} className={classes.place}>
                {group && (
                  <GroupName starts={starts} isShown={starts || place % columns === 0}>
                    {group.name}
                  </GroupName>
                )}
                {card(item)}
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

/** No more columns and rows than so many cards need. */
function fill({ columns, rows }: Pick<PageFit, 'columns' | 'rows'>, count: number) {
  if (!columns || !rows || count === 0) return { columns, rows }
  const needed = Math.min(columns, count, Math.ceil(Math.sqrt((count * columns) / rows)))
  return { columns: needed, rows: Math.min(rows, Math.ceil(count / needed)) }
}

type GroupNameProps = { starts: boolean; isShown: boolean; children: ReactNode }

/** It is above each card, so that those of a row are in line. The name is at the first of its group, and of a row. */
export function GroupName({ starts, isShown, children }: GroupNameProps) {
  if (starts) return <h2 className={classes.group}>{children}</h2>
  return (
    <p className={classes.group} data-goes-on aria-hidden>
      {isShown && children}
    </p>
  )
}
