import type { ReactNode } from 'react'
import { Fact } from '../../../../ui/fact.tsx'
import { Section } from '../../../../ui/section.tsx'
import classes from './fact-group.module.css'
import { FieldValue, usePatientFieldLabel } from './field-value.tsx'

type FactGroupProps = { title: string; aside?: ReactNode; children: ReactNode }

/** Facts that belong together: label over value, in as many columns as fit. */
export function FactGroup({ title, aside, children }: FactGroupProps) {
  return (
    <Section title={title}>
      <div className={classes.content}>
        {aside}
        <dl className={classes.facts}>{children}</dl>
      </div>
    </Section>
  )
}

/** A field of the record with its label. */
export function FieldFact({ field, value }: { field: string; value: unknown }) {
  const label = usePatientFieldLabel()
  return (
    <Fact label={label(field)}>
      <FieldValue field={field} value={value} />
    </Fact>
  )
}
