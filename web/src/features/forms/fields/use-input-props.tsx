import type { ReactNode } from 'react'
import { ProblemText } from '../../../ui/form/schema-form.tsx'
import { useFieldTexts } from '../use-form-texts.ts'
import { useIsNeeded, useRecord } from '../use-record.ts'

/** What every input of a field is given. */
export function useInputProps(path: string): { label: string; required: boolean; error: ReactNode } {
  const { label } = useFieldTexts(path)
  const isNeeded = useIsNeeded(path)
  const problem = useRecord((store) => store.getProblem(path))
  return { label, required: isNeeded, error: problem ? <ProblemText message={problem} /> : undefined }
}
