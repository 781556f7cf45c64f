import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './person-head.module.css'
import { PersonPhoto } from './person-photo.tsx'

type PersonHeadProps = {
  src: string | undefined
  name: string
  /** What stands behind the name. */
  mark?: ReactNode
  /** What stands below it. */
  children: ReactNode
}

/** Whose account it is that is read. */
export function PersonHead({ src, name, mark, children }: PersonHeadProps) {
  return (
    <div className={classes.head}>
      <PersonPhoto kind="user" src={src} name={name} size={88} />
      <div>
        <Text fw={600} size="lg">
          {name} {mark}
        </Text>
        {children}
      </div>
    </div>
  )
}
