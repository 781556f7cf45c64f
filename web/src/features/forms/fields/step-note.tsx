import type { FormRecord } from 'contract'
import { StaffName } from '../../../clinical/staff/staff-name.tsx'
import { Time } from '../../../ui/date/time.tsx'
import classes from '../forms.module.css'

/** Who answered a step before the departure, and when. */
export function StepNote({ steps, field }: { steps: FormRecord['steps']; field: string }) {
  const step = steps.find((one) => one.field === field)
  if (!step) return null
  return (
    <p className={classes.stepNote}>
      <Time at={step.at} /> · <StaffName of={step.by} />
    </p>
  )
}
