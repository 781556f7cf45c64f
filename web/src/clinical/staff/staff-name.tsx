import { formatStaffName, getNameLanguage, type StaffNames } from '../../ui/person-name.ts'

type StaffNameProps = {
  of: StaffNames | null
  /** What stands where no user is known, such as "The panel". */
  otherwise?: string | undefined
  className?: string | undefined
}

/** A user's name. What the user of a deleted account did keeps their name. */
export function StaffName({ of: staff, otherwise, className }: StaffNameProps) {
  const name = staff && formatStaffName(staff)
  if (!name && !otherwise) return null
  return (
    <span className={className} lang={name ? getNameLanguage(name) : undefined}>
      {name ?? otherwise}
    </span>
  )
}
