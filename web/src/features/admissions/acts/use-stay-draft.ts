import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { type DraftState, useDraft } from '../../../session/draft.ts'
import type { useSince } from '../../../ui/form/date/since-fields.tsx'

/** Keeps what is typed about a stay, with since when; the place of the draft stays that of the opened form. */
export function useStayDraft<Values extends Record<string, unknown>>(
  key: string,
  form: Pick<UseFormReturnType<Values>, 'values' | 'setValues'>,
  since: ReturnType<typeof useSince>,
): DraftState {
  const [place] = useState(key)
  return useDraft(place, {
    values: { form: form.values, since: since.values },
    setValues(kept) {
      const { form: typed, since: at } = kept as { form: Values; since: typeof since.values }
      form.setValues(typed)
      since.setValues(at)
    },
  })
}
