import { IconAmbulance, IconUser, IconUserHeart } from '@tabler/icons-react'
import pictureClasses from './initials-picture.module.css'
import classes from './person-photo.module.css'

const defaultPictures = { user: IconUser, patient: IconUserHeart, vehicle: IconAmbulance }

type PersonPhotoProps = {
  kind: keyof typeof defaultPictures
  /** URL of the photo; without one the default picture of `kind` is shown. */
  src: string | undefined
  size: number
}

/** The photo of a person or a vehicle. The name stands beside it, so a screen reader skips the picture. */
export function PersonPhoto({ kind, src, size }: PersonPhotoProps) {
  if (src) return <img src={src} alt="" width={size} height={size} className={classes.photo} />
  const DefaultPicture = defaultPictures[kind]
  return (
    <span className={pictureClasses.picture} style={{ width: size, height: size }} aria-hidden>
      <DefaultPicture size={size * 0.5} stroke={1.4} />
    </span>
  )
}
