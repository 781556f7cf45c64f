import { Paper, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './section.module.css'

type SectionProps = {
  title: string
  /** The fragment (`#`) that links to it. */
  id?: string
  children: ReactNode
}

/** A part of a page, on a surface of its own. */
export function Section({ title, id, children }: SectionProps) {
  const titleId = useId()
  return (
    <Paper withBorder component="section" id={id} className={classes.section} aria-labelledby={titleId}>
      <Title order={2} size="h6" mb="sm" id={titleId}>
        {title}
      </Title>
      {children}
    </Paper>
  )
}
