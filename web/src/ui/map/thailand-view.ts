export type MapPlace = { lat: number; lng: number }

/** A position on the flat map: in degrees of longitude from the middle of Thailand, `y` downwards. */
export type Spot = { x: number; y: number }

const degrees = 180 / Math.PI
const middle = { lat: 13, lng: 101.5 }
const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))
/** In this projection the poles, which can be typed, are infinitely far away: clamp the latitude. */
const projectLatitude = (lat: number) => Math.atanh(Math.sin(clamp(lat, -85, 85) / degrees)) * degrees
const middleStretch = projectLatitude(middle.lat)

/** Mercator, centred on Thailand so that coordinates stay small enough for the browser's SVG. */
export const project = ({ lat, lng }: MapPlace): Spot => ({
  x: lng - middle.lng,
  y: middleStretch - projectLatitude(lat),
})

export const unproject = ({ x, y }: Spot): MapPlace => ({
  lat: Math.asin(Math.tanh((middleStretch - y) / degrees)) * degrees,
  lng: x + middle.lng,
})

const metresPerDegree = 111_320

/** The visible part of the map: the spot in its centre, and pixels per degree of longitude. */
export type MapView = { center: Spot; scale: number }
export type Size = { width: number; height: number }

const metresPerPixel = ({ center, scale }: MapView) =>
  (metresPerDegree * Math.cos(unproject(center).lat / degrees)) / scale

const computeScale = (metres: number) => (metresPerDegree * Math.cos(middle.lat / degrees)) / metres

/** The outlines are accurate to some hundred metres: a closer view would show nothing more. */
const closestScale = computeScale(5)
/** A single place with the towns around it: some 100 km across a screen. */
export const placeScale = computeScale(200)

const country = {
  northWest: project({ lat: 20.6, lng: 97.2 }),
  southEast: project({ lat: 5.5, lng: 105.8 }),
}
/** The land around Thailand is drawn no further than this width. */
const widestDegrees = 46

export const toPixel = (spot: Spot, { center, scale }: MapView, { width, height }: Size): Spot => ({
  x: (spot.x - center.x) * scale + width / 2,
  y: (spot.y - center.y) * scale + height / 2,
})

export const toSpot = (pixel: Spot, { center, scale }: MapView, { width, height }: Size): Spot => ({
  x: (pixel.x - width / 2) / scale + center.x,
  y: (pixel.y - height / 2) / scale + center.y,
})

export const isInSize = ({ x, y }: Spot, { width, height }: Size) =>
  x >= 0 && y >= 0 && x <= width && y <= height

/** Limits the view to Thailand, from the whole country down to a village. */
export function limitView({ center, scale }: MapView, size: Size): MapView {
  return {
    center: {
      x: clamp(center.x, country.northWest.x, country.southEast.x),
      y: clamp(center.y, country.northWest.y, country.southEast.y),
    },
    scale: clamp(scale, fitCountry(size).scale, closestScale),
  }
}

/** Moves the view by a number of pixels. */
export const pan = ({ center, scale }: MapView, { x, y }: Spot): MapView => ({
  center: { x: center.x + x / scale, y: center.y + y / scale },
  scale,
})

const margin = 16
const pointMargin = 56

function fitSpots(spots: readonly Spot[], { width, height }: Size, gap: number): MapView {
  const xs = spots.map(({ x }) => x)
  const ys = spots.map(({ y }) => y)
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  return {
    center: { x: (left + right) / 2, y: (top + bottom) / 2 },
    scale: Math.min(
      Math.max(width - 2 * gap, gap) / (right - left),
      Math.max(height - 2 * gap, gap) / (bottom - top),
    ),
  }
}

function fitCountry(size: Size): MapView {
  const { center, scale } = fitSpots([country.northWest, country.southEast], size, margin)
  return { center, scale: Math.max(scale, size.width / widestDegrees) }
}

/** The view that contains these spots, no closer than `nearest`; the whole country if there are none. */
export function fitView(spots: readonly Spot[], size: Size, nearest = closestScale): MapView {
  if (spots.length === 0) return fitCountry(size)
  const { center, scale } = fitSpots(spots, size, pointMargin)
  return limitView({ center, scale: Math.min(scale, nearest) }, size)
}

/** Zooms and keeps the place under `pixel` there. */
export function zoomAroundPixel(view: MapView, factor: number, pixel: Spot, size: Size): MapView {
  const { scale } = limitView({ ...view, scale: view.scale * factor }, size)
  const fixed = toSpot(pixel, view, size)
  const shift = toSpot(pixel, { center: view.center, scale }, size)
  return limitView(
    { center: { x: view.center.x + fixed.x - shift.x, y: view.center.y + fixed.y - shift.y }, scale },
    size,
  )
}

export type Cluster<Point> = {
  at: Spot
  points: [Point, ...Point[]]
  /** Distance from the first point to the one farthest from it. */
  span: number
}

/** Groups points that are closer together than `reach`. Moving the map does not change the groups. */
export function clusterPoints<Point extends { at: Spot }>(
  points: readonly Point[],
  reach: number,
): Cluster<Point>[] {
  const clusters: [Point, ...Point[]][] = []
  for (const point of points) {
    const near = clusters.find(([{ at }]) => Math.hypot(at.x - point.at.x, at.y - point.at.y) < reach)
    if (near) near.push(point)
    else clusters.push([point])
  }
  return clusters.map((members) => {
    const sum = (axis: 'x' | 'y') => members.reduce((total, { at }) => total + at[axis], 0)
    const first = members[0].at
    return {
      at: { x: sum('x') / members.length, y: sum('y') / members.length },
      points: members,
      span: Math.max(...members.map(({ at }) => Math.hypot(at.x - first.x, at.y - first.y))),
    }
  })
}

/** Whether some zoom level shows the points of a cluster apart. */
export const isSeparable = ({ span }: { span: number }, reachPixels: number) =>
  span * closestScale >= reachPixels

export type Box = { left: number; right: number; top: number; bottom: number }

export const createBox = ({ x, y }: Spot, width: number, height: number): Box => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - height / 2,
  bottom: y + height / 2,
})

export const markerPixels = 30

const overlaps = (a: Box, b: Box) =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top

const labelHeight = 20
const letterWidth = 7
const labelGap = 10

/** Thai vowels and tone marks above and below a letter have no width. */
const estimateTextWidth = (text: string) => text.replace(/\p{Mn}/gu, '').length * letterWidth + labelGap

/** A label to the right of its marker. */
export const createMarkerLabel = (text: string, { x, y }: Spot) => ({
  text,
  at: { x: x + markerPixels / 2 + estimateTextWidth(text) / 2, y },
})

/** The labels that fit without overlapping each other or `taken`; in pixels, most important first. */
export function placeLabels<Label extends { text: string; at: Spot }>(
  labels: readonly Label[],
  taken: readonly Box[],
  { width, height }: Size,
): Label[] {
  const boxes = [...taken]
  return labels.filter(({ text, at }) => {
    const box = createBox(at, estimateTextWidth(text), labelHeight)
    const isInView = box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= height
    if (!isInView || boxes.some((other) => overlaps(box, other))) return false
    boxes.push(box)
    return true
  })
}

const graticuleSteps = [10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005]
const graticuleGap = 110

/** The meridians and parallels in view, and the number of decimals that tells them apart. */
export function computeGraticule(view: MapView, size: Size) {
  const step = graticuleSteps.findLast((candidate) => candidate * view.scale >= graticuleGap) ?? 10
  const northWest = unproject(toSpot({ x: 0, y: 0 }, view, size))
  const southEast = unproject(toSpot({ x: size.width, y: size.height }, view, size))
  const multiples = (low: number, high: number) => {
    const first = Math.ceil(low / step)
    return Array.from(
      { length: Math.max(0, Math.floor(high / step) - first + 1) },
      (_, n) => (first + n) * step,
    )
  }
  return {
    decimals: String(step).split('.')[1]?.length ?? 0,
    meridians: multiples(northWest.lng, southEast.lng).map((lng) => ({
      lng,
      x: toPixel(project({ lat: 0, lng }), view, size).x,
    })),
    parallels: multiples(southEast.lat, northWest.lat).map((lat) => ({
      lat,
      y: toPixel(project({ lat, lng: 0 }), view, size).y,
    })),
  }
}

/** The number of decimals of a degree that a pixel is worth. */
export const countDecimals = (view: MapView) =>
  clamp(Math.ceil(Math.log10(metresPerDegree / metresPerPixel(view))), 2, maxDecimals)

/** About a metre. */
export const maxDecimals = 5

export function formatCoordinates({ lat, lng }: MapPlace, decimals: number): string {
  const latitude = `${Math.abs(lat).toFixed(decimals)}° ${lat < 0 ? 'S' : 'N'}`
  const longitude = `${Math.abs(lng).toFixed(decimals)}° ${lng < 0 ? 'W' : 'E'}`
  return `${latitude}, ${longitude}`
}

const scaleBarPixels = 110

/** The longest round distance that fits the scale bar. */
export function computeScaleBar(view: MapView) {
  const perPixel = metresPerPixel(view)
  const power = 10 ** Math.floor(Math.log10(perPixel * scaleBarPixels))
  const metres = power * ([5, 2].find((digit) => digit * power <= perPixel * scaleBarPixels) ?? 1)
  return { metres, pixels: metres / perPixel }
}
