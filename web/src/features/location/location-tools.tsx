import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { WardSelect } from '../../clinical/ward-select.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SegmentChoice } from '../../ui/form/segment-choice.tsx'
import classes from './location-screen.module.css'

/** Where patients are, or where they live. */
export const shownPlaces = ['positions', 'homes'] as const
export type ShownPlaces = (typeof shownPlaces)[number]

export type LocationToolsProps = {
  shown: ShownPlaces
  ward: string | undefined
  /** What is searched for: never in the URL, since it may be a name. */
  sought: string
  onShown: (shown: ShownPlaces) => void
  onWard: (ward: string | undefined) => void
  onSought: (sought: string) => void
}

export function LocationTools({ shown, ward, sought, onShown, onWard, onSought }: LocationToolsProps) {
  const { t } = useTranslation('monitoring')
  return (
    <div className={classes.tools}>
      <TextInput
        size="md"
        aria-label={t('location.find')}
        placeholder={t('location.find')}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={sought}
        onChange={({ currentTarget }) => onSought(currentTarget.value)}
      />
      <WardSelect aria-label={t('ward')} anyWard={t('every-ward')} value={ward} onChange={onWard} />
      <SegmentChoice
        label={t('location.shown')}
        value={shown}
        choices={shownPlaces.map((value) => ({ value, label: t(`location.${value}`) }))}
        onChange={onShown}
      />
    </div>
  )
}

type NothingLocatedProps = LocationToolsProps & { text: string }

/** Says that no patient has a place, or none whom the tools select. */
export function NothingLocated({ ward, sought, onWard, onSought, text }: NothingLocatedProps) {
  const { t } = useTranslation('monitoring')
  if (ward === undefined && sought === '') return <EmptyState reason={text} />
  return (
    <EmptyState reason={t('location.none-such')}>
      <Button
        variant="default"
        size="md"
        onClick={() => {
          onSought('')
          onWard(undefined)
        }}
      >
        {t('show-everybody')}
      </Button>
    </EmptyState>
  )
}
