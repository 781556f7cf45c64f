import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './person-header.module.css'
import { formatStaffName, type StaffNames } from './person-name.ts'
import { InitialsPicture } from './picture/initials-picture.tsx'
import { PersonPhoto } from './picture/person-photo.tsx'

const size = 88

type PersonHeaderProps = {
  src: string | undefined
  person: StaffNames
  /** Shown after the name. */
  badge?: ReactNode
  /** Shown below the name. */
  children: ReactNode
}

/** The head of an account's page: whose account it is. */
export function PersonHeader({ src, person, badge, children }: PersonHeaderProps) {
  return (
    <div className={classes.head}>
      {src ? (
        <PersonPhoto kind="user" src={src} size={size} />
      ) : (
        <InitialsPicture person={{ name: person.first_name, surname: person.last_name }} size={size} />
      )}
      <div>
        <Text fw={600} size="lg">
          {formatStaffName(person)} {badge}
        </Text>
        {children}
      </div>
    </div>
  )
}
