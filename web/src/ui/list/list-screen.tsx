import { Button, Group, VisuallyHidden } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { CallError } from 'contract'
import type { ComponentProps, ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../feedback/empty-state.tsx'
import { QueryFailure } from '../feedback/query-failure.tsx'
import { PageHeader } from '../page-header.tsx'
import { CardSkeletons } from './card-skeletons.tsx'
import { countFilters } from './filter/filters.tsx'
import classes from './list-screen.module.css'
import { type ListPage, Pager, type PageSize, useTotalText } from './pager.tsx'
import { StaleNotice } from './stale-notice.tsx'

type ListTexts = {
  /** Why there are no rows. */
  none: ReactNode
  /** Told to screen readers when a search or a filter has found rows. */
  found?: (total: string) => string
  /** The rows could not be refreshed since this time. */
  outdated?: (time: string) => string
  /** Label of the button that ends the search and removes the filters, where they found nothing. */
  showAll?: string
  toFirstPage?: string
}

type ListViewProps = {
  text?: string
  filters?: Readonly<Record<string, unknown>>
  /** The page: its number, or the entry where it begins; undefined for the first page. */
  page?: unknown
  size: PageSize
}

type ChangedList = { page?: number; size?: PageSize; text?: string; filters?: Record<string, never> }

type ListRowsProps = {
  list: UseQueryResult<ListPage, CallError>
  /** The rows on the screen, if they are not those of the newest answer. */
  rows?: readonly unknown[] | undefined
  view: ListViewProps
  onChange: (changed: ChangedList) => void
  texts: ListTexts
  /** The element that scrolls; another page begins at its top. */
  scroller?: RefObject<HTMLElement | null>
  around?: RefObject<HTMLDivElement | null>
  className?: string | undefined
  /** The user cannot choose how many rows a page has. */
  hasFixedSize?: boolean
  /** What to do next where there are no rows yet: a button, for whoever may. */
  next?: ReactNode
  /** Shown in place of the pager of numbered pages. */
  pager?: ReactNode
  children: ReactNode
}

/** The rows of a list with their pager, or the state that stands in their place: failed, or none found. */
export function ListRows({
  list,
  rows = list.data?.rows,
  view,
  onChange,
  texts,
  scroller,
  around,
  className = '',
  hasFixedSize = false,
  next,
  pager,
  children,
}: ListRowsProps) {
  const { t } = useTranslation('ui')
  const totalText = useTotalText()
  const { data, isPlaceholderData } = list
  const isNarrowed = isListNarrowed(view)
  const isLaterPage = view.page !== undefined && view.page !== 1
  return (
    <>
      {texts.found && (
        <VisuallyHidden role="status">
          {isNarrowed && data && !isPlaceholderData && texts.found(totalText(data))}
        </VisuallyHidden>
      )}
      {texts.outdated && <StaleNotice list={list} text={texts.outdated} />}
      <div ref={around} className={`${className} ${classes.list}`}>
        <RowsOrReason
          list={list}
          rows={rows}
          none={texts.none}
          next={
            <Group>
              {!isNarrowed && !isLaterPage && next}
              {isLaterPage && (
                <Button variant="default" size="md" onClick={() => onChange({})}>
                  {texts.toFirstPage ?? t('to-first-page')}
                </Button>
              )}
              {isNarrowed && texts.showAll && (
                <Button variant="default" size="md" onClick={() => onChange({ text: '', filters: {} })}>
                  {texts.showAll}
                </Button>
              )}
            </Group>
          }
        >
          {children}
        </RowsOrReason>
      </div>
      {data &&
        rows !== undefined &&
        rows.length > 0 &&
        (pager ?? (
          <Pager
            view={{ page: Number(view.page), size: view.size }}
            found={data}
            hasFixedSize={hasFixedSize}
            shown={isPlaceholderData ? view.size : rows.length}
            onChange={(changed) => {
              scroller?.current?.scrollTo({ top: 0 })
              onChange(changed)
            }}
          />
        ))}
    </>
  )
}

type RowsOrReasonProps = {
  list: UseQueryResult<unknown, CallError>
  rows: readonly unknown[] | undefined
  none: ReactNode
  next: ReactNode
  children: ReactNode
}

function RowsOrReason({ list, rows, none, next, children }: RowsOrReasonProps) {
  if (list.isLoadingError) return <QueryFailure query={list} />
  if (rows?.length === 0) return <EmptyState reason={none}>{next}</EmptyState>
  return children
}

/** Whether a search or a filter limits the list. */
export function isListNarrowed({
  text = '',
  filters = {},
}: Pick<ListViewProps, 'text' | 'filters'>): boolean {
  return text !== '' || countFilters(filters) > 0
}

type ListScreenProps = ListRowsProps & {
  title: string
  crumbs?: ComponentProps<typeof PageHeader>['crumbs']
  /** It stands beside the title: by default, how many rows were found. */
  count?: string | undefined
  /** Buttons beside the title. */
  actions?: ReactNode
  /** They stand between heading and rows: search, filters, notices. */
  tools?: ReactNode
  /** On a wide screen only the rows scroll; what is above and below them stays in sight. */
  fillsWindow?: boolean
}

/** A screen that is one list: heading, tools, rows, pager. */
export function ListScreen({
  title,
  crumbs = [],
  count,
  actions,
  tools,
  fillsWindow = false,
  ...rows
}: ListScreenProps) {
  const totalText = useTotalText()
  const { data } = rows.list
  return (
    <div className={fillsWindow ? classes.screen : undefined}>
      <PageHeader title={title} crumbs={crumbs} count={count ?? (data && totalText(data))}>
        {actions}
      </PageHeader>
      {tools}
      <ListRows {...rows} />
    </div>
  )
}

type CardListScreenProps<Row extends { _id: string }> = {
  title: string
  /** What the list is about. */
  lead: string
  list: UseQueryResult<unknown, CallError>
  rows: readonly Row[] | undefined
  /** Why there are no rows. */
  none?: string
  /** The button that adds a row, for whoever may: beside the title, or below the reason why there is none. */
  add: ReactNode
  /** What the card of a row holds. */
  children: (row: Row) => ReactNode
}

/** A screen that is one short list without pages: heading, what it is about, and a card for each row. */
export function CardListScreen<Row extends { _id: string }>({
  title,
  lead,
  list,
  rows,
  none,
  add,
  children,
}: CardListScreenProps<Row>) {
  return (
    <>
      <PageHeader title={title} count={rows?.length}>
        {rows?.length !== 0 && add}
      </PageHeader>
      <p className={classes.lead}>{lead}</p>
      <RowsOrReason list={list} rows={rows} none={none} next={add}>
        {rows ? (
          <ul className={classes.cards} aria-label={title}>
            {rows.map((row) => (
              <li key={row._id} className={classes.card}>
                {children(row)}
              </li>
            ))}
          </ul>
        ) : (
          <CardSkeletons label={title} />
        )}
      </RowsOrReason>
    </>
  )
}
