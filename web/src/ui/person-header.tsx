import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './person-header.module.css'
import { PersonPhoto } from './person-photo.tsx'

type PersonHeaderProps = {
  src: string | undefined
  name: string
  /** Shown after the name. */
  badge?: ReactNode
  /** Shown below the name. */
  children: ReactNode
}

/** The head of an account's page: whose account it is. */
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
