import { Badge, Button, CloseButton, Stack } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BarPopover } from './bar-popover.tsx'
import classes from './filters.module.css'

/** The filters of a list by name; undefined for one that limits nothing. */
type Filters = Readonly<Record<string, unknown>>

export function countFilters(filters: Filters): number {
  return Object.values(filters).filter((value) => value !== undefined).length
}

type FilterButtonProps = {
  label: string
  filters: Filters
  /** Label of the button that closes the sheet and shows the list again. */
  show: string
  /** What a wide screen has elsewhere and a phone has here: the order, the field that is searched. */
  onPhone?: ReactNode
  children: ReactNode
}

/** The filters of a list behind a button. Active ones are listed above the list. */
export function FilterButton({ label, filters, show, onPhone, children }: FilterButtonProps) {
  const count = countFilters(filters)
  return (
    <BarPopover
      label={label}
      icon={<IconFilter size={18} aria-hidden />}
      badge={count > 0 && <Badge circle>{count}</Badge>}
    >
      {({ isSheet, close }) => (
        <>
          {isSheet && onPhone && (
            <Stack gap="md" mb="md">
              {onPhone}
            </Stack>
          )}
          {children}
          {isSheet && (
            <Button size="md" fullWidth mt="lg" onClick={close}>
              {show}
            </Button>
          )}
        </>
      )}
    </BarPopover>
  )
}

type FilterSentenceProps<Set extends Filters> = {
  label: string
  /** The first words of the sentence. */
  lead: string
  clearAll: string
  filters: Set
  /** Each active filter in words, in the order of the sentence. */
  words: { [Name in keyof Set]-?: string | undefined }
  onChange: (filters: Set) => void
}

/** The active filters as one sentence; each part can be removed. */
export function FilterSentence<Set extends Filters>(props: FilterSentenceProps<Set>) {
  const { label, lead, clearAll, filters, words, onChange } = props
  const said = Object.entries<string | undefined>(words).flatMap(([name, text]) =>
    text ? [{ name, text }] : [],
  )
  if (said.length === 0) return null
  return (
    <div className={classes.sentence} role="group" aria-label={label}>
      <span>{lead}</span>
      {said.map(({ name, text }) => (
        <FilterChip key={name} words={text} onClear={() => onChange({ ...filters, [name]: undefined })} />
      ))}
      <Button
        variant="subtle"
        size="compact-md"
        className={classes.clearAll}
        onClick={() => onChange({} as Set)}
      >
        {clearAll}
      </Button>
    </div>
  )
}

/** One filter in words, with a button that removes it. */
function FilterChip({ words, onClear }: { words: string; onClear: () => void }) {
  const { t } = useTranslation('ui')
  return (
    <span className={classes.chip}>
      {words}
      <CloseButton
        className={classes.clear}
        variant="transparent"
        size={32}
        iconSize={16}
        aria-label={t('clear-filter', { words })}
        onClick={onClear}
      />
    </span>
  )
}
