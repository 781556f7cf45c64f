import { Paper, Title, type TitleProps } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './section.module.css'

/** The title of a part of a page: between the page's title and its text, of one size on every screen. */
export function SectionTitle(props: Omit<TitleProps, 'size'>) {
  return <Title order={2} {...props} size="h5" />
}

type SectionProps = {
  title: ReactNode
  /** The fragment (`#`) that links to it. */
  id?: string
  /** What changes it or chooses in it, beside its title. */
  act?: ReactNode
  children: ReactNode
}

/** A part of a page, on a surface of its own. */
export function Section({ title, id, act, children }: SectionProps) {
  const titleId = useId()
  return (
    <Paper withBorder component="section" id={id} className={classes.section} aria-labelledby={titleId}>
      <div className={classes.head}>
        <SectionTitle id={titleId}>{title}</SectionTitle>
        {act}
      </div>
      {children}
    </Paper>
  )
}
