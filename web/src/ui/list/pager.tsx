import { ActionIcon, NativeSelect, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './pager.module.css'

export const pageSizes = [20, 50, 100] as const
export type PageSize = (typeof pageSizes)[number]

/** A page of a list. If `total_is_at_least`, counting stopped at `total`, and there are more rows. */
export type ListPage = { rows: readonly unknown[]; total: number; total_is_at_least?: boolean }

type PagerProps = {
  view: { page: number; size: PageSize }
  found: ListPage
  /** Number of rows on this page. */
  shown?: number
  /** The user cannot choose how many rows a page has. */
  hasFixedSize?: boolean
  /** Another size begins at the first page. */
  onChange: (changed: { page: number } | { size: PageSize; page: 1 }) => void
}

/** Moves through a list of any length: to the previous, next, first or last page, or to a page number. */
export function Pager({
  view,
  found,
  shown = found.rows.length,
  hasFixedSize = false,
  onChange,
}: PagerProps) {
  const { t } = useTranslation('ui')
  const totalText = useTotalText()(found)
  const { page, size } = view
  const { total, total_is_at_least: isAtLeast = false } = found
  const onPage = (next: number) => onChange({ page: next })
  const counted = Math.max(1, Math.ceil(total / size))
  const last = isAtLeast ? Math.max(counted, shown === size ? page + 1 : page) : Math.max(counted, page)
  const from = (page - 1) * size + 1
  return (
    <nav className={classes.pager} aria-label={t('pages')}>
      <div className={classes.size}>
        {!hasFixedSize && <SizeSelect size={size} onSize={(next) => onChange({ size: next, page: 1 })} />}
        {shown > 0 && <span>{t('range', { from, to: from + shown - 1, total: totalText })}</span>}
      </div>
      <div className={classes.steps}>
        <PageStep
          label={t('first-page')}
          Icon={IconChevronsLeft}
          to={page > 1 ? 1 : undefined}
          onPage={onPage}
        />
        <PageStep
          label={t('previous-page')}
          Icon={IconChevronLeft}
          to={page > 1 ? page - 1 : undefined}
          onPage={onPage}
        />
        <PageField page={page} last={last} isAtLeast={isAtLeast} onPage={onPage} />
        <PageStep
          label={t('next-page')}
          Icon={IconChevronRight}
          to={page < last ? page + 1 : undefined}
          onPage={onPage}
        />
        {!isAtLeast && (
          <PageStep
            label={t('last-page')}
            Icon={IconChevronsRight}
            to={page < last ? last : undefined}
            onPage={onPage}
          />
        )}
      </div>
    </nav>
  )
}

/** The number of rows found: `1,234`, or `200+` where counting stopped. */
export function useTotalText(): (found: Omit<ListPage, 'rows'>) => string {
  const { i18n } = useTranslation()
  return ({ total, total_is_at_least }) =>
    `${total.toLocaleString(i18n.language)}${total_is_at_least ? '+' : ''}`
}

type SizeSelectProps = { size: PageSize; onSize: (size: PageSize) => void }

/** How many rows a page has. */
export function SizeSelect({ size, onSize }: SizeSelectProps) {
  const { t } = useTranslation('ui')
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{t('rows-per-page')}</label>
      <NativeSelect
        id={id}
        className={classes.sizes}
        value={String(size)}
        data={pageSizes.map(String)}
        onChange={({ currentTarget: { value } }) =>
          onSize(pageSizes.find((candidate) => String(candidate) === value) ?? pageSizes[0])
        }
      />
    </>
  )
}

type PageStepProps = {
  label: string
  Icon: typeof IconChevronLeft
  to: number | undefined
  onPage: (page: number) => void
}

function PageStep({ label, Icon, to, onPage }: PageStepProps) {
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={label}
      title={label}
      aria-disabled={to === undefined}
      className={classes.step}
      onClick={() => to !== undefined && onPage(to)}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  )
}

type PageFieldProps = { page: number; last: number; isAtLeast: boolean; onPage: (page: number) => void }

function PageField({ page, last, isAtLeast, onPage }: PageFieldProps) {
  const { t, i18n } = useTranslation('ui')
  const [typed, setTyped] = useState<string>()

  const go = () => {
    const wanted = Math.max(1, Math.trunc(Number(typed ?? page)) || page)
    const there = isAtLeast ? wanted : Math.min(wanted, last)
    setTyped(undefined)
    if (there !== page) onPage(there)
  }

  return (
    <>
      <TextInput
        className={classes.page}
        aria-label={t('page')}
        inputMode="numeric"
        value={typed ?? String(page)}
        onChange={({ currentTarget: { value } }) => setTyped(value.replace(/\D/g, '').slice(0, 7))}
        onBlur={go}
        onKeyDown={({ key }) => key === 'Enter' && go()}
      />
      <span>
        {isAtLeast ? t('page-of-more') : t('page-of', { last: last.toLocaleString(i18n.language) })}
      </span>
    </>
  )
}
