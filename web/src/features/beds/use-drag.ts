import { type DragEvent, useState } from 'react'
import type { PlacedPatient } from './rules.ts'

/**
 * Dragging a patient to a bed with a mouse, beside the menu that touch and keyboard use. Whom it is about is held here
 * and not in the browser's data of the drag, which other windows can read.
 */
export function useDrag() {
  const [dragged, setDragged] = useState<PlacedPatient>()
  const makeDraggable = (patient: PlacedPatient) => ({
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.effectAllowed = 'move'
      // Without data Firefox begins no drag.
      dataTransfer.setData('text/plain', '')
      setDragged(patient)
    },
    onDragEnd: () => setDragged(undefined),
  })
  const makeTarget = (onDrop: () => void) => ({
    'data-target': true,
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setDragged(undefined)
      onDrop()
    },
  })
  return { dragged, makeDraggable, makeTarget }
}
