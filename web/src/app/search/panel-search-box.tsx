import { CloseButton, VisuallyHidden } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { isLongEnough } from '../../clinical/patient/patient-search.ts'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import type { NavigationGroup } from '../navigation.ts'
import classes from './panel-search-box.module.css'
import type { SearchEntry } from './use-search-entries.ts'
import { useSearchSections } from './use-search-sections.tsx'

type PanelSearchBoxProps = { groups: readonly NavigationGroup[]; onClose: () => void }

/** A combobox: the focus stays in its field, and the arrows move through the options below. */
export function PanelSearchBox({ groups, onClose }: PanelSearchBoxProps) {
  const { t } = useTranslation(['search', 'ui'])
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  /** What has been chosen and needs a patient. */
  const [chosen, setChosen] = useState<SearchEntry>()
  const [movedTo, setMovedTo] = useState<string>()
  /** What was typed when Enter was pressed before the answer was there. */
  const [hurried, setHurried] = useState<string>()
  const { sections, isSettled, isSteady, error } = useSearchSections({
    groups,
    typed,
    chosen,
    onClose,
    onNeedPatient: (entry) => change(entry, ''),
  })
  const options = sections.flatMap((section) => section.options)
  const isListed = options.some(({ key }) => key === movedTo)
  const active = isListed ? movedTo : isSteady ? options[0]?.key : undefined
  const toId = (key: string) => `${id}-${key.replaceAll('/', '-')}`
  const activeId = active === undefined ? undefined : toId(active)

  function change(entry: SearchEntry | undefined, text: string) {
    setChosen(entry)
    setTyped(text)
    setMovedTo(undefined)
    setHurried(undefined)
    field.current?.focus()
  }

  useLayoutEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  // A scanner types a number and Enter at once: what it found is opened as soon as it is certain what that is.
  const exact = options.find(({ isExact }) => isExact)
  const [first, ...others] = options
  const only = exact ?? (others.length === 0 ? first : undefined)
  const isCertain = isSettled && hurried === typed && only !== undefined
  const openOnly = useEffectEvent(() => only?.choose())
  useEffect(() => {
    if (isCertain) openOnly()
  }, [isCertain])

  const move = (step: 1 | -1) => {
    const at = options.findIndex(({ key }) => key === active)
    const next = at === -1 && step === -1 ? options.length - 1 : (at + step + options.length) % options.length
    setMovedTo(options[next]?.key)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Backspace' && typed === '' && chosen) return change(undefined, '')
    if (event.key === 'Escape') return onClose()
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp' && event.key !== 'Enter') return
    event.preventDefault()
    if (event.key !== 'Enter') return options.length > 0 && move(event.key === 'ArrowDown' ? 1 : -1)
    const option = options.find(({ key }) => key === active)
    if (option) option.choose()
    else setHurried(typed)
  }

  const isTooShort = !isLongEnough(typed) && (chosen !== undefined || typed !== '')
  const message = error
    ? describeFailure(error)
    : options.length > 0 || !isSettled
      ? undefined
      : t(isTooShort ? 'begin' : 'none')
  return (
    <>
      <div className={classes.head}>
        <IconSearch size={20} aria-hidden />
        {chosen && (
          <button type="button" className={classes.chosen} onClick={() => change(undefined, '')}>
            {chosen.label}
            <IconX size={16} aria-hidden />
            <VisuallyHidden>, {t('remove', { what: chosen.label })}</VisuallyHidden>
          </button>
        )}
        <input
          ref={field}
          data-autofocus
          className={classes.field}
          role="combobox"
          aria-label={chosen ? `${chosen.label} ${t('hint-patient')}` : t('title')}
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={activeId}
          placeholder={t(chosen ? 'hint-patient' : 'hint')}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={typed}
          onChange={({ currentTarget: { value } }) => change(chosen, value)}
          onKeyDown={press}
        />
        <CloseButton size={44} iconSize={20} aria-label={t('ui:close')} onClick={onClose} />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label={t('title')}
        aria-busy={!isSettled}
        className={classes.list}
      >
        {sections.map((section) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box.
          <div key={section.key} role="group" aria-labelledby={`${id}-${section.key}-group`}>
            <div id={`${id}-${section.key}-group`} className={classes.group}>
              {section.label}
            </div>
            {section.options.map(({ key, content, choose }) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field of a combobox.
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
              <div
                key={key}
                id={toId(key)}
                role="option"
                aria-selected={key === active}
                className={classes.option}
                onClick={choose}
                onPointerDown={(event) => event.preventDefault()}
              >
                {content}
              </div>
            ))}
          </div>
        ))}
      </div>
      <div role="status">
        {message && <div className={classes.message}>{message}</div>}
        {typed !== '' && isSettled && options.length > 0 && (
          <VisuallyHidden>{t('found', { count: options.length })}</VisuallyHidden>
        )}
      </div>
      <div className={classes.keys} aria-hidden>
        {t('keys')}
      </div>
    </>
  )
}
