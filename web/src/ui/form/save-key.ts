import { useHotkeys } from '@mantine/hooks'
import { useRef } from 'react'

/** Ctrl+S, or Cmd+S, submits the form that gets the reference. */
export function useSaveKey() {
  const form = useRef<HTMLFormElement>(null)
  useHotkeys([['mod+S', () => form.current?.requestSubmit()]], [])
  return form
}
