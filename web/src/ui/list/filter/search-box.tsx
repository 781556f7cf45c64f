import { CloseButton, Kbd, NativeSelect, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch, type TablerIcon } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../../use-is-phone.ts'
import classes from './search-box.module.css'

const pauseMs = 250

type ChangeSearch<Changed> = (changed: Changed, options?: { isTyping: boolean }) => void

type SearchBoxProps<Field extends string> = {
  label: string
  /** Placeholder of the empty box. */
  hint: string
  /** Called on the down-arrow key, to move the focus to the results. */
  onLeaveDown?: () => void
  /** Called on Enter with the text, which a scanner may have typed. */
  onEnter?: (text: string) => void
  Icon?: TablerIcon
  /** Whether it has the focus when its dialog opens. */
  isFirst?: boolean
} & (
  | { view: { text: string }; fields?: undefined; onChange: ChangeSearch<{ text: string }> }
  | {
      /** The text, and the field that is searched for it. A phone has no room here to choose it. */
      view: { text: string; field: Field }
      fields: readonly { value: Field; label: string }[]
      onChange: ChangeSearch<{ text: string } | { field: Field }>
    }
)

/**
 * Searches when typing pauses, and before anything else is clicked. The box shows the typed text at once, whatever the
 * list is doing.
 */
export function SearchBox<Field extends string = never>(props: SearchBoxProps<Field>) {
  const { label, hint, onLeaveDown, onEnter, Icon = IconSearch, isFirst = false } = props
  const { text } = props.view
  const change: ChangeSearch<{ text: string }> = props.onChange
  const { t } = useTranslation('ui')
  const isPhone = useIsPhone()
  const box = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(text)
  // Texts that were requested and have not come back as `text` yet: a late answer must not undo later keystrokes.
  const asked = useRef<string[]>([])

  const ask = (wanted: string) => {
    if (wanted === (asked.current.at(-1) ?? text)) return
    asked.current.push(wanted)
    change({ text: wanted }, { isTyping: true })
  }
  const askTyped = useEffectEvent(() => ask(typed.trim()))

  useEffect(() => {
    const position = asked.current.indexOf(text)
    asked.current = position === -1 ? [] : asked.current.slice(position + 1)
    if (position === -1) setTyped(text)
  }, [text])

  useEffect(() => {
    const timer = setTimeout(askTyped, pauseMs)
    return () => clearTimeout(timer)
  }, [typed])

  // Before the click itself: an export or a print is of the list as it was asked for, and a later search would bring
  // back whoever has followed a link. On a tablet the box keeps the focus, so its loss would not tell.
  const askFirst = useEffectEvent(() => flushSync(() => ask(typed.trim())))
  useEffect(() => {
    document.addEventListener('click', askFirst, { capture: true })
    return () => document.removeEventListener('click', askFirst, { capture: true })
  }, [])

  const toBox = () => box.current?.focus()
  // On the Thai keyboard layout this key types another letter.
  useHotkeys([
    ['/', toBox],
    ['Slash', toBox, { usePhysicalKeys: true, preventDefault: true }],
  ])

  return (
    <div role="search" className={classes.search}>
      {props.fields && !isPhone && (
        <SearchFieldSelect {...props} field={props.view.field} className={classes.field} />
      )}
      <TextInput
        ref={box}
        type="search"
        size="md"
        className={classes.text}
        aria-label={label}
        aria-keyshortcuts="/"
        data-autofocus={isFirst || undefined}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        leftSection={<Icon size={18} aria-hidden />}
        rightSection={
          typed ? (
            <CloseButton
              aria-label={t('clear-search')}
              onClick={() => {
                setTyped('')
                ask('')
                toBox()
              }}
            />
          ) : (
            <Kbd visibleFrom="sm" aria-hidden>
              /
            </Kbd>
          )
        }
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            ask(typed.trim())
            onEnter?.(typed.trim())
          }
          if (event.key === 'ArrowDown' && onLeaveDown) {
            event.preventDefault()
            onLeaveDown()
          }
        }}
      />
    </div>
  )
}

type SearchFieldSelectProps<Field extends string> = {
  field: Field
  fields: readonly { value: Field; label: string }[]
  className?: string | undefined
  onChange: (changed: { field: Field }) => void
}

/** Chooses the field that is searched. */
export function SearchFieldSelect<Field extends string>(props: SearchFieldSelectProps<Field>) {
  const { field, fields, className, onChange } = props
  const { t } = useTranslation('ui')
  return (
    <NativeSelect
      aria-label={t('search-in')}
      size="md"
      className={className}
      value={field}
      data={[...fields]}
      onChange={({ currentTarget: { value } }) => {
        const chosen = fields.find((candidate) => candidate.value === value)
        if (chosen) onChange({ field: chosen.value })
      }}
    />
  )
}
