import { Button, Group } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ErrorState } from '../feedback/error-state.tsx'
import screen from './list-screen.module.css'
import { Pager, type PageSize } from './pager.tsx'

type RecordListProps<Problem> = {
  list: Pick<
    UseQueryResult<{ total: number; total_is_at_least: boolean }, Problem>,
    'data' | 'error' | 'isLoadingError' | 'isFetching' | 'isPlaceholderData' | 'refetch'
  >
  failureText: (problem: Problem) => string
  /** Number of rows shown; undefined while loading. */
  shown: number | undefined
  page: number
  size: PageSize
  /** Why there are no rows. */
  empty: ReactNode
  /** If the list is filtered: removes the filters. */
  whole: { label: string; show: () => void } | undefined
  around: RefObject<HTMLDivElement | null>
  scroller: RefObject<HTMLDivElement | null>
  className: string | undefined
  onChange: (changed: { page: number } | { size: PageSize }) => void
  children: ReactNode
}

/** A list of records with its tools and pager, or the state shown in its place. */
export function RecordList<Problem>(props: RecordListProps<Problem>) {
  const { list, failureText, shown, page, size, empty, whole, around, scroller, onChange } = props
  const { t } = useTranslation('ui')
  const { total = 0, total_is_at_least: isAtLeast = false } = list.data ?? {}
  return (
    <>
      <div ref={around} className={`${props.className} ${screen.list}`}>
        {list.isLoadingError && list.error !== null ? (
          <ErrorState
            message={failureText(list.error)}
            isRetrying={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        ) : shown === 0 ? (
          <EmptyState reason={empty}>
            <Group>
              {page > 1 && (
                <Button variant="default" size="md" onClick={() => onChange({ page: 1 })}>
                  {t('to-first-page')}
                </Button>
              )}
              {whole && (
                <Button variant="default" size="md" onClick={whole.show}>
                  {whole.label}
                </Button>
              )}
            </Group>
          </EmptyState>
        ) : (
          props.children
        )}
      </div>
      {shown !== undefined && shown > 0 && (
        <Pager
          page={page}
          size={size}
          shown={list.isPlaceholderData ? size : shown}
          total={total}
          isAtLeast={isAtLeast}
          onPage={(next) => {
            scroller.current?.scrollTo({ top: 0 })
            onChange({ page: next })
          }}
          onSize={(next) => onChange({ size: next })}
        />
      )}
    </>
  )
}
