import { Avatar } from '@mantine/core'
import { IconBed, IconUser } from '@tabler/icons-react'

type PersonPhotoProps = {
  kind: 'user' | 'patient'
  /** URL of the photo; without one the default picture of `kind` is shown. */
  src: string | undefined
  name: string
  size?: number
}

/** A person's photo. The name stands beside it, so a screen reader skips the picture. */
export function PersonPhoto({ kind, src, name, size = 40 }: PersonPhotoProps) {
  const DefaultPicture = kind === 'patient' ? IconBed : IconUser
  return (
    <Avatar src={src ?? null} alt="" title={name} size={size} radius="md" color="gray">
      <DefaultPicture size={size * 0.6} stroke={1.4} aria-hidden />
    </Avatar>
  )
}
