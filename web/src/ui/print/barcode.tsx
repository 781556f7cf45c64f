import { useEffect, useState } from 'react'
import classes from './barcode.module.css'

/** Blank modules on both sides, by which a scanner finds the code. */
const quietModules = 10
/** At this width of a module a scanner reads it at arm's length. */
const moduleMm = 0.33

/**
 * A text as the bars of Code 128, `1` for each dark module; undefined until they are encoded, or if the text has a
 * character that the code lacks.
 */
export function useBarcode(text: string): string | undefined {
  const [encoded, setEncoded] = useState<{ text: string; bars: string | undefined }>()
  useEffect(() => {
    let isGone = false
    void encodeBars(text).then(
      (bars) => {
        if (!isGone) setEncoded({ text, bars })
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [text])
  return encoded?.text === text ? encoded.bars : undefined
}

/** The same, once. */
export async function encodeBars(text: string): Promise<string | undefined> {
  const { default: JsBarcode } = await import('jsbarcode')
  const drawn: { encodings?: { data: string }[] } = {}
  JsBarcode(drawn, text, { format: 'CODE128', valid: () => undefined })
  return drawn.encodings?.map(({ data }) => data).join('')
}

/** The bars; what they say must stand beside them in letters. */
export function Barcode({ bars }: { bars: string }) {
  const width = bars.length + 2 * quietModules
  const dark = [...bars.matchAll(/1+/g)].map(
    ({ index, 0: { length } }) => `M${quietModules + index} 0h${length}v1h-${length}z`,
  )
  return (
    <svg
      className={classes.barcode}
      style={{ width: `${width * moduleMm}mm` }}
      viewBox={`0 0 ${width} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      aria-hidden
    >
      <path d={dark.join('')} />
    </svg>
  )
}
