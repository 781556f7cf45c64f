import classes from './qr-picture.module.css'

type QrPictureProps = {
  svg: string
  /** Where the code leads, for screen readers. */
  label: string
  /** Width and height in pixels. */
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
