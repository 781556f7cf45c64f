import { Paper, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Fact } from '../../ui/fact.tsx'
import classes from './fact-group.module.css'
import { FieldValue, useFieldLabel } from './field-value.tsx'

type FactGroupProps = { title: string; aside?: ReactNode; children: ReactNode }

/** Facts that belong together: label over value, in as many columns as there is room for. */
export function FactGroup({ title, aside, children }: FactGroupProps) {
  return (
    <Paper withBorder component="section" className={classes.group}>
      <Title order={2} size="h6" className={classes.title}>
        {title}
      </Title>
      <div className={classes.content}>
        {aside}
        <dl className={classes.facts}>{children}</dl>
      </div>
    </Paper>
  )
}

/** A field of the record with its label. */
export function FieldFact({ field, value }: { field: string; value: unknown }) {
  const label = useFieldLabel()
  return (
    <Fact label={label(field)}>
      <FieldValue field={field} value={value} />
    </Fact>
  )
}
