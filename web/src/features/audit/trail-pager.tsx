import { Button, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft } from '@tabler/icons-react'
import type { AuditEntry } from 'contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type PageSize, pageSizes } from '../../ui/list/pager.tsx'
import classes from './audit.module.css'
import type { AuditListView } from './list-query.ts'

type TrailPagerProps = {
  entries: readonly AuditEntry[]
  hasNewer: boolean
  hasOlder: boolean
  size: PageSize
  onChange: (changed: Pick<AuditListView, 'before' | 'after'> & Partial<Pick<AuditListView, 'size'>>) => void
}

/** The trail grows while it is read, so it has no page numbers, only older and newer. */
export function TrailPager({ entries, hasNewer, hasOlder, size, onChange }: TrailPagerProps) {
  const { t } = useTranslation(['audit', 'ui'])
  const id = useId()
  const newest = { before: undefined, after: undefined }
  const step = { variant: 'default', size: 'sm' } as const
  return (
    <nav className={classes.pager} aria-label={t('pages')}>
      <div className={classes.size}>
        <label htmlFor={id}>{t('ui:rows-per-page')}</label>
        <NativeSelect
          id={id}
          className={classes.sizes}
          value={String(size)}
          data={pageSizes.map(String)}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...newest, size: pageSizes.find((one) => String(one) === value) ?? pageSizes[0] })
          }
        />
      </div>
      <div className={classes.steps}>
        <Button
          {...step}
          disabled={!hasNewer}
          leftSection={<IconChevronsLeft size={18} aria-hidden />}
          onClick={() => onChange(newest)}
        >
          {t('newest')}
        </Button>
        <Button
          {...step}
          disabled={!hasNewer}
          leftSection={<IconChevronLeft size={18} aria-hidden />}
          onClick={() => onChange({ ...newest, after: entries[0]?._id })}
        >
          {t('newer')}
        </Button>
        <Button
          {...step}
          disabled={!hasOlder}
          rightSection={<IconChevronRight size={18} aria-hidden />}
          onClick={() => onChange({ ...newest, before: entries.at(-1)?._id })}
        >
          {t('older')}
        </Button>
      </div>
    </nav>
  )
}
