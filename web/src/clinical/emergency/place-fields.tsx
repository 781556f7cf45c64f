import { TextInput } from '@mantine/core'
import { listOfferedZones, type ZoneSettings } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'

export type ErPlace = { zone: string; bay: string }

type PlaceFieldsProps = {
  zones: ZoneSettings
  place: ErPlace
  onChange: (place: ErPlace) => void
  /** The key of the problem of the zone. */
  zoneProblem: string | undefined
  bayError: ReactNode
}

/** A place of the emergency room: its zone, and a bay if it has one. A zone that is retired is not chosen. */
export function PlaceFields({ zones, place, onChange, zoneProblem, bayError }: PlaceFieldsProps) {
  const { t } = useTranslation('er-board')
  const localName = useLocalizedName()
  return (
    <>
      <ChoiceChips
        label={t('zone')}
        required
        choices={listOfferedZones(zones).map((zone) => ({ value: zone.code, label: localName(zone) }))}
        value={place.zone}
        error={zoneProblem && <ProblemText message={zoneProblem} />}
        onChange={(zone) => onChange({ ...place, zone })}
      />
      <TextInput
        label={t('bay')}
        description={t('bay-hint')}
        size="md"
        maxLength={12}
        value={place.bay}
        error={bayError}
        onChange={({ currentTarget: { value } }) => onChange({ ...place, bay: value })}
      />
    </>
  )
}
