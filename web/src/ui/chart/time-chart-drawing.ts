import uPlot from 'uplot'
import { type ChartBand, type Dot, findWorstLevel, isSpread, type TimeSeries, toTone } from './time-series.ts'

/**
 * Reads the colours of the style sheet for the canvas. Each look-up is slow and a chart needs some thirty: cache them.
 */
export function createColorReader(host: HTMLElement) {
  const probe = document.createElement('span')
  const known = new Map<string, string>()
  return (name: string) => {
    const key = `${name} ${host.style.colorScheme}`
    const found = known.get(key)
    if (found !== undefined) return found
    host.append(probe)
    probe.style.color = `var(${name})`
    const { color } = getComputedStyle(probe)
    probe.remove()
    known.set(key, color)
    return color
  }
}

type ColorReader = ReturnType<typeof createColorReader>

/** When dots would be closer together than this, only their line is drawn. */
const dotSpacePx = 9
const wordPx = 11
/** It reaches from the middle of a diamond to its tips. */
const manualReachPx = 5.5

/** The upper and lower edge of a band in pixels of the canvas; undefined if it is out of sight. */
function bandToPixels(chart: uPlot, { from, to }: ChartBand): { top: number; bottom: number } | undefined {
  const { min = 0, max = 0 } = chart.scales['y'] ?? {}
  const [low, high] = [Math.max(from ?? min, min), Math.min(to ?? max, max)]
  if (low >= high) return undefined
  return { top: chart.valToPos(high, 'y', true), bottom: chart.valToPos(low, 'y', true) }
}

export function drawBands(chart: uPlot, bands: readonly ChartBand[], ink: ColorReader) {
  const { ctx, bbox } = chart
  const { max = 0 } = chart.scales['y'] ?? {}
  ctx.save()
  for (const band of bands) {
    const place = bandToPixels(chart, band)
    if (!place) continue
    ctx.fillStyle = ink(`--level-${toTone(band.level)}`)
    ctx.fillRect(bbox.left, place.top, bbox.width, place.bottom - place.top)
    if (band.to === null || band.to >= max) continue
    ctx.fillStyle = ink('--level-edge')
    ctx.fillRect(bbox.left, place.top, bbox.width, uPlot.pxRatio)
  }
  ctx.restore()
}

/** The width of the longest word of the bands, in CSS pixels. */
export function measureWidestWord(bands: readonly ChartBand[], font: string): number {
  const ctx = document.createElement('canvas').getContext('2d')
  if (!ctx) return 0
  ctx.font = font.replace('12px', `${wordPx}px`)
  return Math.ceil(Math.max(...bands.map(({ word }) => ctx.measureText(word).width)))
}

/** Writes the names of the bands beside the plot. In it they would stand over the lines. */
export function drawBandNames(
  chart: uPlot,
  bands: readonly ChartBand[],
  { ink, font }: { ink: ColorReader; font: string },
) {
  const { ctx, bbox } = chart
  const scale = uPlot.pxRatio
  ctx.save()
  ctx.font = font.replace('12px', `${wordPx * scale}px`)
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  ctx.fillStyle = ink('--chart-ink')
  let said = ''
  for (const band of bands) {
    const place = bandToPixels(chart, band)
    // Neighbouring bands of one name, such as a critical part and the rest, are named once.
    if (!place || place.bottom - place.top < 15 * scale || band.word === said) continue
    said = band.word
    ctx.fillText(band.word, bbox.left + bbox.width + 8 * scale, (place.top + place.bottom) / 2)
  }
  ctx.restore()
}

/** Fills the area between the smallest and the largest of the readings of each dot. */
export function drawSpreads(chart: uPlot, runs: readonly Dot[][], color: string) {
  const { ctx, bbox } = chart
  const x = ({ at }: Dot) => chart.valToPos(at, 'x', true)
  const y = (value: number) => chart.valToPos(value, 'y', true)
  ctx.save()
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip()
  ctx.globalAlpha = 0.2
  ctx.fillStyle = color
  ctx.strokeStyle = color
  ctx.lineWidth = 2 * uPlot.pxRatio
  for (const run of runs) {
    if (!run.some(isSpread)) continue
    ctx.beginPath()
    for (const dot of run) ctx.lineTo(x(dot), y(dot.max))
    for (const dot of run.toReversed()) ctx.lineTo(x(dot), y(dot.min))
    ctx.closePath()
    if (run.length > 1) ctx.fill()
    else ctx.stroke()
  }
  ctx.restore()
}

/**
 * Devices get round dots, values charted by hand hollow diamonds. A value outside its series' normal band gets that
 * band's colour.
 */
export function drawDots(
  chart: uPlot,
  { hue, dots, apart, bands = [] }: TimeSeries,
  runs: readonly Dot[][],
  ink: ColorReader,
) {
  const { ctx, bbox } = chart
  const scale = uPlot.pxRatio
  const { min: first = 0, max: last = 0 } = chart.scales['x'] ?? {}
  const isDense = dots.length * dotSpacePx * scale > bbox.width
  const [plain, ground] = [ink(`--hue-${hue}`), ink('--chart-ground')]
  const tints = { normal: plain, alert: ink('--dot-alert'), critical: ink('--dot-critical') }
  const draw = ({ at, isManual }: Dot, value: number, isSingle: boolean) => {
    // A longer span may be drawn only in part.
    if (at < first || at > last) return
    const tone = toTone(findWorstLevel(value, bands))
    const x = chart.valToPos(at, 'x', true)
    const y = chart.valToPos(value, 'y', true)
    ctx.beginPath()
    ctx.strokeStyle = tints[tone]
    if (isManual) {
      const reach = manualReachPx * scale
      ctx.moveTo(x, y - reach)
      ctx.lineTo(x + reach, y)
      ctx.lineTo(x, y + reach)
      ctx.lineTo(x - reach, y)
      ctx.closePath()
      ctx.fillStyle = ground
      ctx.fill()
      ctx.stroke()
    } else if (isSingle || tone !== 'normal') {
      // Where dots are dense, values out of range form a thick line instead of a heap of dots.
      const radiusPx = isSingle ? (tone === 'normal' ? 2.75 : 3.5) : 1.75
      ctx.arc(x, y, radiusPx * scale, 0, 2 * Math.PI)
      ctx.fillStyle = tints[tone]
      ctx.fill()
    }
  }
  ctx.save()
  // The line drawn before may have left a dash pattern.
  ctx.setLineDash([])
  ctx.lineWidth = 2 * scale
  for (const run of runs) {
    for (const dot of run) {
      const isSingle = !isDense || run.length === 1
      draw(dot, dot.max, isSingle)
      if (isSpread(dot)) draw(dot, dot.min, isSingle)
    }
  }
  // After the lines of devices, so that nothing covers what somebody charted.
  for (const dot of apart) draw(dot, dot.max, true)
  ctx.restore()
}
