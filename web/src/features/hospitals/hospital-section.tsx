import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './hospitals.module.css'

type HospitalSectionProps = { title: string; act?: ReactNode; children: ReactNode }

/** A part of the hospital's settings, with a button to change it. */
export function HospitalSection({ title, act, children }: HospitalSectionProps) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {act}
      </div>
      {children}
    </section>
  )
}
