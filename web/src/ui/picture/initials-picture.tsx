import { getInitials } from '../person-name.ts'
import classes from './initials-picture.module.css'

type InitialsPictureProps = { person: { name: string; surname: string }; size?: number }

/** Shown for a person where photos are not loaded. The name must stand beside it. */
export function InitialsPicture({ person, size = 32 }: InitialsPictureProps) {
  return (
    <span
      className={classes.picture}
      style={{ width: size, height: size, fontSize: size * 0.38 }}
      aria-hidden
    >
      {getInitials(person)}
    </span>
  )
}
