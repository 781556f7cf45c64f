import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './record-notice.module.css'

type RecordNoticeProps = {
  kind: 'caution' | 'news'
  Icon: TablerIcon
  title: string
  children?: ReactNode
}

/** An important message about the form below it. */
export function RecordNotice({ kind, Icon, title, children }: RecordNoticeProps) {
  return (
    <section className={classes.notice} data-kind={kind} aria-label={title}>
      <Icon size={20} className={classes.icon} aria-hidden />
      <div className={classes.body}>
        <p className={classes.title}>{title}</p>
        {children}
      </div>
    </section>
  )
}
