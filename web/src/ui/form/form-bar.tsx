import { Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import classes from './form-bar.module.css'

type FormBarProps = {
  /** Why the last submit was refused, if not because of a single field. */
  failure: string | undefined
  className?: string | undefined
  children: ReactNode
}

/** The footer of a form; it stays in sight while the form scrolls. */
export function FormBar({ failure, className, children }: FormBarProps) {
  return (
    <div className={[classes.bar, className].filter(Boolean).join(' ')}>
      {failure !== undefined && (
        <Text role="alert" c="var(--mantine-color-error)" className={classes.failure}>
          <IconAlertCircle size={16} aria-hidden /> {failure}
        </Text>
      )}
      {children}
    </div>
  )
}

/** Ctrl+S, or Cmd+S, submits the form that gets the reference. */
export function useSaveKey() {
  const form = useRef<HTMLFormElement>(null)
  useHotkeys([['mod+S', () => form.current?.requestSubmit()]], [])
  return form
}
