import type { PatientChange } from 'contract'
import type { ReactNode } from 'react'
import { usePatientFieldLabel } from '../facts/field-value.tsx'
import classes from './changed-fields.module.css'
import { ChangedValue } from './changed-value.tsx'

type ChangedField = Pick<PatientChange, '_id' | 'field' | 'from' | 'to'>

type ChangedFieldsProps<Change extends ChangedField> = {
  changes: readonly Change[]
  note?: (change: Change) => ReactNode
}

/** Each changed field, from what to what. */
export function ChangedFields<Change extends ChangedField>({ changes, note }: ChangedFieldsProps<Change>) {
  const label = usePatientFieldLabel()
  return (
    <dl className={classes.changes}>
      {changes.map((change) => (
        <div key={change._id}>
          <dt>{label(change.field)}</dt>
          <dd>
            <ChangedValue field={change.field} from={change.from} to={change.to} />
          </dd>
          {note && <dd className={classes.note}>{note(change)}</dd>}
        </div>
      ))}
    </dl>
  )
}
