import { Badge, Button, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { SideSheet } from '../feedback/side-sheet.tsx'
import { useIsPhone } from '../use-is-phone.ts'
import { FilterChip } from './filter-chip.tsx'
import classes from './filters.module.css'

type FilterButtonProps = {
  label: string
  /** Number of active filters. */
  count: number
  /** Label of the button that closes the sheet and shows the list again. */
  show: string
  children: ReactNode
}

/**
 * The filters of a list behind a button: in a popover, or on a phone in a sheet. Active ones are listed above the list.
 */
export function FilterButton({ label, count, show, children }: FilterButtonProps) {
  const isPhone = useIsPhone()
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const button = (
    <Button
      variant="default"
      size="md"
      leftSection={<IconFilter size={18} aria-hidden />}
      rightSection={count > 0 && <Badge circle>{count}</Badge>}
      onClick={toggle}
    >
      {label}
    </Button>
  )
  if (isPhone) {
    return (
      <>
        {button}
        <SideSheet title={label} opened={isOpen} onClose={close} position="bottom">
          {children}
          <Button size="md" fullWidth mt="lg" onClick={close}>
            {show}
          </Button>
        </SideSheet>
      </>
    )
  }
  return (
    <Popover
      opened={isOpen}
      onChange={close}
      width="min(30rem, 92vw)"
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label={label} p="md">
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

type FilterSentenceProps<Key extends string> = {
  label: string
  /** The first words of the sentence. */
  lead: string
  clearAll: string
  parts: readonly (readonly [key: Key, words: string | undefined])[]
  onClear: (key: Key) => void
  onClearAll: () => void
}

/** The active filters as one sentence; each part can be removed. */
export function FilterSentence<Key extends string>(props: FilterSentenceProps<Key>) {
  const said = props.parts.flatMap(([key, words]) => (words === undefined ? [] : [{ key, words }]))
  if (said.length === 0) return null
  return (
    <div className={classes.sentence} role="group" aria-label={props.label}>
      <span>{props.lead}</span>
      {said.map(({ key, words }) => (
        <FilterChip key={key} words={words} onClear={() => props.onClear(key)} />
      ))}
      <Button variant="subtle" size="compact-md" className={classes.clearAll} onClick={props.onClearAll}>
        {props.clearAll}
      </Button>
    </div>
  )
}
