/** A point of WGS 84, in degrees. */
export type MapPlace = { lat: number; lng: number }

/** A point that the map shows, with its accessible name. */
export type MapPoint = MapPlace & { id: string; label: string }

/** An area that the map draws as a circle, such as the grounds of the hospital. */
export type MapSite = MapPlace & { metres: number; label: string }

/** The last decimal is about a metre. */
export const maxDecimals = 5

/** Decimals of a degree that are worth a pixel, where a pixel is so many metres. */
export const countDecimals = (metresPerPixel: number) =>
  Math.min(maxDecimals, Math.max(2, Math.ceil(Math.log10(111_320 / metresPerPixel))))

export function formatCoordinates({ lat, lng }: MapPlace, decimals: number): string {
  const latitude = `${Math.abs(lat).toFixed(decimals)}° ${lat < 0 ? 'S' : 'N'}`
  const longitude = `${Math.abs(lng).toFixed(decimals)}° ${lng < 0 ? 'W' : 'E'}`
  return `${latitude}, ${longitude}`
}

const scaleBarPixels = 110

/** The longest round distance that fits the scale bar, and its length in pixels. */
export function computeScaleBar(metresPerPixel: number): { metres: number; pixels: number } {
  const most = metresPerPixel * scaleBarPixels
  const power = 10 ** Math.floor(Math.log10(most))
  const metres = power * ([5, 2].find((digit) => digit * power <= most) ?? 1)
  return { metres, pixels: metres / metresPerPixel }
}
