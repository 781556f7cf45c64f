import type { ComponentProps, ReactNode } from 'react'
import { LiveDot } from '../../live/live-dot.tsx'
import { FullScreenButton } from '../../ui/bar/full-screen-button.tsx'
import { Clock } from '../../ui/date/clock.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import classes from './board-head.module.css'

type BoardHeadProps = Pick<ComponentProps<typeof PageHeader>, 'title' | 'count' | 'crumbs'> &
  ComponentProps<typeof FullScreenButton> & {
    /** The title on a whole screen, if it differs. */
    fullTitle?: string
    /** It stands beside the title on a whole screen. */
    full?: ReactNode
    /** It stands beside the title otherwise. */
    tools?: ReactNode
  }

/** The head of a board: the title of a screen, or on a whole screen one line with the time. */
export function BoardHead({ title, fullTitle = title, full, tools, ...props }: BoardHeadProps) {
  const { isFullScreen, onToggle, ...header } = props
  const isPhone = useIsPhone()
  if (isFullScreen)
    return (
      <div className={classes.head}>
        <h1 className={classes.title}>{fullTitle}</h1>
        {full}
        <LiveDot />
        <Clock />
        <FullScreenButton isFullScreen onToggle={onToggle} />
      </div>
    )
  return (
    <PageHeader title={title} {...header}>
      <LiveDot />
      {tools}
      {!isPhone && document.fullscreenEnabled && (
        <FullScreenButton isFullScreen={false} onToggle={onToggle} />
      )}
    </PageHeader>
  )
}
