import type { ReactNode } from 'react'
import { Section } from '../../ui/section.tsx'
import classes from './hospitals.module.css'

type HospitalSectionProps = { title: string; act?: ReactNode; children: ReactNode }

/** A part of the hospital's settings, with a button to change it. */
export function HospitalSection({ title, act, children }: HospitalSectionProps) {
  return (
    <Section title={title} act={act}>
      <div className={classes.section}>{children}</div>
    </Section>
  )
}
