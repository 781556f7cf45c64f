import type { Answer, Row } from 'contract'
import { findFieldAt, holds, isNeeded, parseAnswerPath, type Rows, readAnswer } from 'contract'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { RecordStore, Saving } from './record-store.ts'

export const RecordContext = createContext<RecordStore | undefined>(undefined)

export function useRecordStore(): RecordStore {
  const store = useContext(RecordContext)
  if (!store) throw new Error('a field of a form is drawn outside of its record')
  return store
}

/** Redraws when what is selected has changed. Select a plain value, or one that stays identical. */
export function useRecord<Value>(select: (store: RecordStore) => Value): Value {
  const store = useRecordStore()
  return useSyncExternalStore(store.subscribe, () => select(store))
}

export const useSaving = (): Saving => useRecord((store) => store.getSaving())

export function readAnswerAt(store: RecordStore, path: string): Answer | null {
  const place = parseAnswerPath(path)
  return place ? readAnswer(store.getAnswers(), place) : null
}

export const useAnswer = (path: string): Answer | null => useRecord((store) => readAnswerAt(store, path))

/** Whether a field is shown, and whether it is needed. */
export function useFieldState(path: string): { isShown: boolean; isNeeded: boolean } {
  const isShown = useRecord((store) => judge(store, path, 'shown'))
  const needed = useRecord((store) => judge(store, path, 'need'))
  return { isShown, isNeeded: needed }
}

function judge(store: RecordStore, path: string, what: 'shown' | 'need'): boolean {
  const place = parseAnswerPath(path)
  const field = place && findFieldAt(store.form, place)
  if (!place || field === undefined || field === 'row') return false
  const answers = store.getAnswers()
  const row: Row | undefined =
    place.row === undefined ? undefined : (answers[place.field] as Rows)?.[place.row]
  return what === 'shown' ? holds(field.shown, answers, row) : isNeeded(field, answers, row)
}
