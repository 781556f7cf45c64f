import type { UseFormReturnType } from '@mantine/form'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useUser } from './signed-in.tsx'

const prefix = 'draft:'
const lifetimeMs = 24 * 60 * 60 * 1000
const saveDelayMs = 400

type Draft = { savedAt: number; values: unknown }

/** Drafts are kept by user: nobody is ever shown what somebody else typed on the same computer. */
const storageKey = (userId: string, key: string) => `${prefix}${userId}:${key}`

const withoutFiles = (values: unknown) =>
  JSON.stringify(values, (_key, value) => (value instanceof Blob ? undefined : value))

export type DraftState = {
  /** When what is in the form was last kept; undefined while there is nothing to keep. */
  savedAt: Date | undefined
  /** Whether the form was filled from a draft when it opened. */
  isRestored: boolean
  /** After a successful submit, or when the person throws the draft away. */
  clear: () => void
}

/**
 * Keeps what is typed into a form in this browser until it is submitted, through reloads and sign-outs, for
 * 24 hours: `const draft = useDraft('register', form)`. Files are not kept.
 */
export function useDraft<Values extends Record<string, unknown>>(
  key: string,
  { values, setValues }: Pick<UseFormReturnType<Values>, 'values' | 'setValues'>,
): DraftState {
  const place = storageKey(useUser()._id, key)
  const [restored] = useState(() => readDraft(place))
  const [savedAt, setSavedAt] = useState(restored?.savedAt)
  const typed = withoutFiles(values)
  const untouched = useRef(typed)
  const kept = useRef(restored ? withoutFiles(restored.values) : typed)
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

/** Of any form, or of the one with this key. */
export function hasDrafts(userId: string, of = ''): boolean {
  return Object.keys(localStorage).some((key) => key.startsWith(storageKey(userId, of)) && readDraft(key))
}

/** Drafts that nobody came back to are not left lying in a shared browser. */
export function dropExpiredDrafts() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) readDraft(key)
}

function readDraft(place: string): Draft | undefined {
  try {
    const draft: Draft | null = JSON.parse(localStorage.getItem(place) ?? 'null')
    if (draft && Date.now() - draft.savedAt < lifetimeMs) return draft
  } catch {
    // A draft that cannot be read is no draft.
  }
  localStorage.removeItem(place)
  return undefined
}

/** Undefined when the browser has no room: the form goes on without a draft. */
function writeDraft(place: string, values: string): number | undefined {
  const savedAt = Date.now()
  try {
    localStorage.setItem(place, `{"savedAt":${savedAt},"values":${values}}`)
    return savedAt
  } catch {
    return undefined
  }
}
