import type { Answer, AnswerField, AnswerPath, Answers, Form, PlacedRow } from 'contract'
import {
  findFieldByPath,
  holds,
  isNeeded,
  omitHidden,
  parseAnswerPath,
  type Rows,
  readAnswer,
} from 'contract'
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
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

/** How long typing rests before the whole form is looked through. */
const restMs = 150

/** Does as `useRecord`, for what takes long to select: it is selected again once typing rests. */
export function useRestedRecord<Value>(select: (store: RecordStore) => Value): Value {
  const store = useRecordStore()
  const subscribe = useCallback(
    (listener: () => void) => {
      let rest: ReturnType<typeof setTimeout> | undefined
      const stop = store.subscribe(() => {
        clearTimeout(rest)
        rest = setTimeout(listener, restMs)
      })
      return () => {
        clearTimeout(rest)
        stop()
      }
    },
    [store],
  )
  return useSyncExternalStore(subscribe, () => select(store))
}

export const useSaving = (): Saving => useRecord((store) => store.getSaving())

export function readAnswerByPath(store: RecordStore, path: string): Answer | null {
  const place = parseAnswerPath(path)
  return place ? readAnswer(store.getAnswers(), place) : null
}

export const useAnswer = (path: string): Answer | null => useRecord((store) => readAnswerByPath(store, path))

/** Whether a field is shown. */
export const useIsShown = (path: string): boolean => useRecord((store) => judge(store, path, 'shown'))

/** Whether an answer is needed. */
export const useIsNeeded = (path: string): boolean => useRecord((store) => judge(store, path, 'need'))

type FoundField = { field: AnswerField; place: AnswerPath } | undefined

/** What stands at each path of a form. Every field that is drawn asks at each key. */
const foundFields = new WeakMap<Form, Map<string, FoundField>>()

function findKnownField(form: Form, path: string): FoundField {
  const known = foundFields.get(form) ?? new Map<string, FoundField>()
  if (known.size === 0) foundFields.set(form, known)
  if (known.has(path)) return known.get(path)
  const place = parseAnswerPath(path)
  const field = place && findFieldByPath(form, place)
  const found = !place || field === undefined || field === 'row' ? undefined : { field, place }
  known.set(path, found)
  return found
}

const counted = new WeakMap<Answers, { form: Form; answers: Answers }>()

/** The answers that count now: what another answer has hidden shows no field, and makes none needed. */
export function getCountedAnswers(store: RecordStore): Answers {
  const { form } = store
  const all = store.getAnswers()
  const known = counted.get(all)
  if (known?.form === form) return known.answers
  const { answers } = omitHidden(form, all)
  counted.set(all, { form, answers })
  return answers
}

function judge(store: RecordStore, path: string, what: 'shown' | 'need'): boolean {
  const found = findKnownField(store.form, path)
  if (!found) return false
  const { field, place } = found
  const answers = getCountedAnswers(store)
  const values = place.row === undefined ? undefined : (store.getAnswers()[place.field] as Rows)?.[place.row]
  const row: PlacedRow | undefined =
    place.row === undefined || !values ? undefined : { id: place.row, values }
  return what === 'shown' ? holds(field.shown, answers, row) : isNeeded(field, answers, row)
}
