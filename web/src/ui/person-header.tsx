import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './person-header.module.css'
import { PersonPhoto } from './person-photo.tsx'

type PersonHeaderProps = {
  src: string | undefined
  name: string
  /** What stands behind the name. */
  badge?: ReactNode
  /** What stands below it. */
  children: ReactNode
}

/** Whose account it is that is read. */
export function PersonHeader({ src, name, badge, children }: PersonHeaderProps) {
  return (
    <div className={classes.head}>
      <PersonPhoto kind="user" src={src} name={name} size={88} />
      <div>
        <Text fw={600} size="lg">
          {name} {badge}
        </Text>
        {children}
      </div>
    </div>
  )
}
