import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft } from '@tabler/icons-react'
import type { audit, Result } from 'contract'
import { useTranslation } from 'react-i18next'
import { type PageSize, SizeSelect } from '../../ui/list/pager.tsx'
import classes from './audit.module.css'
import type { AuditPage } from './list-query.ts'

type TrailPagerProps = {
  page: Pick<Result<typeof audit.list>, 'rows' | 'has_newer' | 'has_older'>
  size: PageSize
  onPage: (page: AuditPage) => void
  onSize: (size: PageSize) => void
}

/** The trail grows while it is read, so it has no page numbers, only older and newer. */
export function TrailPager({ page: { rows, has_newer, has_older }, size, onPage, onSize }: TrailPagerProps) {
  const { t } = useTranslation('audit')
  const [first, last] = [rows[0], rows.at(-1)]
  const step = { variant: 'default', size: 'sm' } as const
  return (
    <nav className={classes.pager} aria-label={t('pages')}>
      <div className={classes.size}>
        <SizeSelect size={size} onSize={onSize} />
      </div>
      <div className={classes.steps}>
        <Button
          {...step}
          disabled={!has_newer}
          leftSection={<IconChevronsLeft size={18} aria-hidden />}
          onClick={() => onPage(undefined)}
        >
          {t('newest')}
        </Button>
        <Button
          {...step}
          disabled={!has_newer}
          leftSection={<IconChevronLeft size={18} aria-hidden />}
          onClick={() => first && onPage({ after: first._id })}
        >
          {t('newer')}
        </Button>
        <Button
          {...step}
          disabled={!has_older}
          rightSection={<IconChevronRight size={18} aria-hidden />}
          onClick={() => last && onPage({ before: last._id })}
        >
          {t('older')}
        </Button>
      </div>
    </nav>
  )
}
