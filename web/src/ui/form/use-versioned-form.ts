import { type CallError, errorCodes, type Fields, listChangedFields } from 'contract'
import { useState } from 'react'
import { type Merge, type MergeOptions, mergeEdits } from './merge-edits.ts'
import { type Schema, showFieldProblems, useSchemaForm } from './schema-form.tsx'

/** A version of a record, as the values of its form. */
export type FormVersion<Values> = { version: number; updatedAt?: string; values: Values }

/** What somebody else saved while the user typed: the newest version, and its changes since that of the user. */
type Meanwhile<Values, Change> = { newest: FormVersion<Values>; changes: readonly Change[] }
/** `before`: the values on which the user typed. */
type Conflict<Values, Change> = Meanwhile<Values, Change> &
  Pick<Merge, 'taken' | 'clashes'> & { before: Values }

type VersionedFormOptions<Values, Change> = MergeOptions & {
  /** The version that the user sees when they begin. */
  opened: FormVersion<Values>
  /** The schema of the form, given the stored values: some forms check only what has changed. */
  schema: (stored: Values) => Schema
  /** Reads the `detail` of the failure `changed-meanwhile`. */
  readMeanwhile: (detail: unknown) => Meanwhile<Values, Change>
}

/**
 * A form of a record that others can change at the same time. If somebody saved first, the form takes over their values
 * of all fields that the user has not changed, and names those that both changed differently; there the typed value
 * stays. Nothing is saved until the user submits again.
 */
export function useVersionedForm<Values extends Fields, Change>(
  options: VersionedFormOptions<Values, Change>,
) {
  const { opened, schema, readMeanwhile } = options
  // What the user typed on.
  const [base, setBase] = useState(opened)
  const [conflict, setConflict] = useState<Conflict<Values, Change>>()
  const stored = conflict?.newest ?? base
  const form = useSchemaForm<Values>({ schema: schema(stored.values), initialValues: opened.values })
  /** For `useDraft`: what was typed, with the version that it was typed on, so that a reload loses no conflict. */
  const kept = {
    values: { base, typed: form.values },
    setValues(restored: unknown) {
      const { base: older, typed } = restored as { base: FormVersion<Values>; typed: Values }
      setBase(older)
      form.setValues(typed)
    },
  }

  function takeOver({ newest, changes }: Meanwhile<Values, Change>) {
    const typed = form.getValues()
    const merge = mergeEdits({ before: base.values, mine: typed, theirs: newest.values }, options)
    form.setValues(merge.merged as Values)
    form.clearErrors()
    setBase({ ...base, values: merge.base as Values })
    setConflict({ newest, changes, before: base.values, taken: merge.taken, clashes: merge.clashes })
  }

  /** Call it for a save that was refused. */
  function fail({ code, fields, detail }: Pick<CallError, 'code' | 'fields' | 'detail'>) {
    if (code === errorCodes['changed-meanwhile']) takeOver(readMeanwhile(detail))
    else showFieldProblems(form, fields)
  }

  /** Call it for a form that stays open when it is saved. */
  function adoptSaved(saved: FormVersion<Values>) {
    setBase(saved)
    setConflict(undefined)
  }

  return {
    form,
    kept,
    /** The newest version that the form knows; a save names it. */
    stored,
    /** The fields that a save would change. */
    changed: listChangedFields(stored.values, form.values) as (keyof Values & string)[],
    conflict,
    takeOver,
    fail,
    adoptSaved,
  }
}

/** The values of these fields alone. */
export function pickFields<Values extends Fields>(
  fields: readonly string[],
  values: Values,
): Record<string, Values[keyof Values]> {
  const all = Object.entries(values) as [string, Values[keyof Values]][]
  return Object.fromEntries(all.filter(([field]) => fields.includes(field)))
}
