import type { FluidEntry } from 'contract'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FluidForm } from './fluid-form.tsx'

type FluidDialogProps = {
  /** The patient whose intake and output is written down; undefined while the dialog is closed. */
  patientId: string | undefined
  again?: FluidEntry | undefined
  title: string
  onClose: () => void
}

export function FluidDialog({ patientId, again, title, onClose }: FluidDialogProps) {
  return (
    <Dialog title={title} opened={patientId !== undefined} onClose={onClose}>
      {patientId !== undefined && <FluidForm patientId={patientId} again={again} onDone={onClose} />}
    </Dialog>
  )
}
