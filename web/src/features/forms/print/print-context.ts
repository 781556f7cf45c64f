import {
  type Answers,
  type Condition,
  type Form,
  type FormName,
  type FormRecord,
  holds,
  mayHold,
  type ReferralAct,
} from 'contract'
import { createContext, useContext } from 'react'

type PrintedForm = {
  formName: FormName
  form: Form
  record: FormRecord | undefined
  /** Without answers it is a blank form, of which no more than `known` is known. */
  answers: Answers | undefined
  known: Answers
}

export const FormPrint = createContext<PrintedForm | null>(null)

export function useFormPrint() {
  const printed = useContext(FormPrint)
  if (!printed) throw new Error('outside the printout of a form')
  const { form, answers, known } = printed
  return {
    ...printed,
    given: answers ?? known,
    /** On a blank form whatever may be asked is shown. */
    isShown: ({ shown }: { readonly shown?: Condition }) =>
      answers ? holds(shown, answers) : mayHold(form, shown, known),
  }
}

/** What is read before the browser prints. */
export const ReadBefore = createContext<{ bars: string | undefined; acts: readonly ReferralAct[] }>({
  bars: undefined,
  acts: [],
})
