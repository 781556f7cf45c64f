import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { TablerIcon } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './devices.module.css'

const pauseMs = 250

/** The text of a search box, and the text that is searched: the one at which typing paused. */
export function useTypedSearch(onTyped: () => void) {
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed.trim(), pauseMs)
  const type = (text: string) => {
    setTyped(text)
    onTyped()
  }
  return { typed, setTyped, type, settled }
}

type DeviceSearchFieldProps = {
  search: ReturnType<typeof useTypedSearch>
  Icon: TablerIcon
  onEnter?: () => void
}

export function DeviceSearchField({ search, Icon, onEnter }: DeviceSearchFieldProps) {
  const { t } = useTranslation('devices')
  return (
    <TextInput
      type="search"
      size="md"
      className={classes.search}
      aria-label={t('search')}
      placeholder={t('search-hint')}
      autoComplete="off"
      spellCheck={false}
      maxLength={100}
      leftSection={<Icon size={18} aria-hidden />}
      value={search.typed}
      onChange={({ currentTarget: { value } }) => search.type(value)}
      onKeyDown={({ key }) => key === 'Enter' && onEnter?.()}
    />
  )
}
