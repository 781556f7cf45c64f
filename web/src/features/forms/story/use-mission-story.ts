import {
  type Answers,
  findForm,
  handoverStoryField,
  type Mission,
  operationRecords,
  type PreAlertScheme,
} from 'contract'
import { useState } from 'react'
import { ask, queryClient } from '../../../api/client.ts'
import { useStoryText } from './use-story-text.ts'

/** Writes a story from the newest sheet of a mission; undefined while the mission has none. */
export function useMissionStory({ sheets }: Pick<Mission, 'sheets'>) {
  const write = useStoryText(handoverStoryField.form)
  const [isPending, setPending] = useState(false)
  // The ids of records begin with their time.
  const newest = sheets
    .filter(({ form }) => form === handoverStoryField.form)
    .toSorted((a, b) => (a._id < b._id ? -1 : 1))
    .at(-1)
  if (!newest) return undefined
  const tell = async (scheme: PreAlertScheme) => {
    setPending(true)
    try {
      const { rows } = await queryClient.fetchQuery({
        ...ask(operationRecords.list, { _id: newest._id }),
        staleTime: 0,
      })
      const record = rows[0]
      const form = record && findForm(record.form, record.form_version)
      return record && form ? write(form, record.answers as Answers, scheme) : []
    } catch {
      // The client has told why.
      return []
    } finally {
      setPending(false)
    }
  }
  return { tell, isPending }
}
