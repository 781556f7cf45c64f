import { findFieldByPath, parseAnswerPath } from 'contract'
import type { ReactNode } from 'react'
import { ProblemText } from '../../../ui/form/schema-form.tsx'
import { useFieldTexts } from '../use-form-texts.ts'
import { useIsNeeded, useRecord, useRecordStore } from '../use-record.ts'

const chosenKinds: readonly string[] = ['choice', 'choices', 'yes-no']

/** What is wrong with what stands at a path, in words. */
export function AnswerProblem({ path, problem }: { path: string; problem: string }) {
  const { form } = useRecordStore()
  const place = parseAnswerPath(path)
  const field = place && findFieldByPath(form, place)
  const isChosen = typeof field === 'object' && chosenKinds.includes(field.kind)
  return <ProblemText message={problem === 'field-required' && !isChosen ? 'setting-required' : problem} />
}

/** What every input of a field is given. */
export function useInputProps(path: string): { label: string; required: boolean; error: ReactNode } {
  const { label } = useFieldTexts(path)
  const isNeeded = useIsNeeded(path)
  const problem = useRecord((store) => store.getProblem(path))
  return { label, required: isNeeded, error: problem ? <AnswerProblem {...{ path, problem }} /> : undefined }
}
