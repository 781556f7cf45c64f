import type { UseFormReturnType } from '@mantine/form'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useUser } from './signed-in.tsx'

const draftPrefix = 'draft:'
const lifetimeMs = 24 * 60 * 60 * 1000
const saveDelayMs = 400

type Draft = { savedAt: number; values: unknown }

/** Drafts are stored per user: a user never sees what another user typed on the same computer. */
const getDraftKey = (userId: string, key: string) => `${draftPrefix}${userId}:${key}`

const serializeValues = (values: unknown) =>
  JSON.stringify(values, (_key, value) => (value instanceof Blob ? undefined : value))

export type DraftState = {
  /** When the draft was last stored; undefined while there is nothing to store. */
  savedAt: Date | undefined
  /** Whether the form was filled from a draft when it opened. */
  isRestored: boolean
  /** Call it after a successful submit, or when the user discards the draft. */
  clear: () => void
}

/**
 * Stores what is typed into a form in this browser until it is submitted, through reloads and sign-outs, for
 * 24 hours: `const draft = useDraft('register', form)`. Files are not stored.
 */
export function useDraft<Values extends Record<string, unknown>>(
  key: string,
  { values, setValues }: Pick<UseFormReturnType<Values>, 'values' | 'setValues'>,
): DraftState {
  const place = getDraftKey(useUser()._id, key)
  const [restored] = useState(() => readDraft(place))
  const [savedAt, setSavedAt] = useState(restored?.savedAt)
  const typed = serializeValues(values)
  const untouched = useRef(typed)
  const kept = useRef(restored ? serializeValues(restored.values) : typed)
  const latest = useRef(typed)
  const isFilled = useRef(!restored)

  useEffect(() => {
    if (isFilled.current) return
    isFilled.current = true
    setValues(restored?.values as Values)
  }, [restored, setValues])

  const save = useCallback(() => {
    if (latest.current === kept.current) return
    kept.current = latest.current
    if (kept.current === untouched.current) {
      localStorage.removeItem(place)
      setSavedAt(undefined)
    } else {
      setSavedAt(writeDraft(place, kept.current))
    }
  }, [place])

  useEffect(() => {
    if (typed === untouched.current && kept.current === latest.current) return
    latest.current = typed
    const timer = setTimeout(save, saveDelayMs)
    return () => clearTimeout(timer)
  }, [typed, save])

  useEffect(() => {
    addEventListener('pagehide', save)
    return () => {
      removeEventListener('pagehide', save)
      save()
    }
  }, [save])

  const clear = useCallback(() => {
    kept.current = latest.current
    localStorage.removeItem(place)
    setSavedAt(undefined)
  }, [place])

  return { savedAt: savedAt === undefined ? undefined : new Date(savedAt), isRestored: !!restored, clear }
}

/** Whether the user has a draft of any form, or of the form with this key. */
export function hasDrafts(userId: string, keyPrefix = ''): boolean {
  return Object.keys(localStorage).some(
    (key) => key.startsWith(getDraftKey(userId, keyPrefix)) && readDraft(key),
  )
}

/** Deletes expired drafts, so that they do not stay in a shared browser. */
export function dropExpiredDrafts() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(draftPrefix)) readDraft(key)
}

function readDraft(place: string): Draft | undefined {
  try {
    const draft: Draft | null = JSON.parse(localStorage.getItem(place) ?? 'null')
    if (draft && Date.now() - draft.savedAt < lifetimeMs) return draft
  } catch {
    // Treat a draft that cannot be read as no draft.
  }
  localStorage.removeItem(place)
  return undefined
}

/** Undefined when the browser's storage is full: the form then works without a draft. */
function writeDraft(place: string, values: string): number | undefined {
  const savedAt = Date.now()
  try {
    localStorage.setItem(place, `{"savedAt":${savedAt},"values":${values}}`)
    return savedAt
  } catch {
    return undefined
  }
}
