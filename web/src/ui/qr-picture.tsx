import classes from './qr-picture.module.css'

type QrPictureProps = {
  svg: string
  /** What it leads to, for whoever does not see it. */
  label: string
  /** In pixels, of each side. */
  size?: number
}

export function QrPicture({ svg, label, size = 208 }: QrPictureProps) {
  return (
    <img
      className={classes.picture}
      src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`}
      alt={label}
      width={size}
      height={size}
    />
  )
}
