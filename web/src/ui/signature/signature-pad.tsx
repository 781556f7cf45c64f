import { Button } from '@mantine/core'
import { signatureField } from 'contract'
import { type PointerEvent, type ReactNode, useRef } from 'react'
import classes from './signature-pad.module.css'

type SignaturePadProps = {
  label: string
  /** What begins anew. */
  clear: string
  /** The strokes as a path; empty before the first. */
  strokes: string
  error: ReactNode
  onChange: (strokes: string) => void
}

/** A field on which a finger, a pen or a mouse signs. Whoever cannot draw uses the typed name instead. */
export function SignaturePad({ label, clear, strokes, error, onChange }: SignaturePadProps) {
  const isDrawing = useRef(false)
  const draw = (event: PointerEvent<SVGSVGElement>, command: 'M' | 'L') => {
    const box = event.currentTarget.getBoundingClientRect()
    const [x, y] = [
      toUnits(event.clientX - box.left, box.width, signatureField.width),
      toUnits(event.clientY - box.top, box.height, signatureField.height),
    ]
    onChange(`${strokes}${command}${x} ${y}`)
  }
  return (
    <div>
      <span className={classes.label} aria-hidden>
        {label}
      </span>
      <svg
        role="img"
        aria-label={label}
        className={classes.pad}
        data-wrong={error ? true : undefined}
        viewBox={`0 0 ${signatureField.width} ${signatureField.height}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          isDrawing.current = true
          draw(event, 'M')
        }}
        onPointerMove={(event) => {
          if (isDrawing.current) draw(event, 'L')
        }}
        onPointerUp={() => {
          isDrawing.current = false
        }}
        onPointerCancel={() => {
          isDrawing.current = false
        }}
      >
        <path d={strokes} className={classes.stroke} />
      </svg>
      <div className={classes.padFoot}>
        <span className={classes.error}>{error}</span>
        <Button variant="default" size="md" disabled={strokes === ''} onClick={() => onChange('')}>
          {clear}
        </Button>
      </div>
    </div>
  )
}

const toUnits = (at: number, length: number, units: number): number =>
  Math.min(units, Math.max(0, Math.round((at / length) * units)))

/** Drawn strokes as they were drawn. */
export function SignaturePicture({ strokes, label }: { strokes: string; label: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      className={classes.picture}
      viewBox={`0 0 ${signatureField.width} ${signatureField.height}`}
    >
      <path d={strokes} className={classes.stroke} />
    </svg>
  )
}
