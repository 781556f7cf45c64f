import { IconUser, IconUserHeart } from '@tabler/icons-react'
import pictureClasses from './initials-picture.module.css'
import classes from './person-photo.module.css'

type PersonPhotoProps = {
  kind: 'user' | 'patient'
  /** URL of the photo; without one the default picture of `kind` is shown. */
  src: string | undefined
  size: number
}

/** A person's photo. The name stands beside it, so a screen reader skips the picture. */
export function PersonPhoto({ kind, src, size }: PersonPhotoProps) {
  if (src) return <img src={src} alt="" width={size} height={size} className={classes.photo} />
  const DefaultPicture = kind === 'patient' ? IconUserHeart : IconUser
  return (
    <span className={pictureClasses.picture} style={{ width: size, height: size }} aria-hidden>
      <DefaultPicture size={size * 0.5} stroke={1.4} />
    </span>
  )
}
