import { TextInput } from '@mantine/core'
import { triageZones } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'

export type ErPlace = { zone: (typeof triageZones)[number] | ''; bay: string }

type PlaceFieldsProps = {
  place: ErPlace
  onChange: (place: ErPlace) => void
  /** Whether somebody tried to save without a zone. */
  isZoneMissing: boolean
  bayError: ReactNode
}

/** A place of the emergency room: its zone, and a bay if it has one. */
export function PlaceFields({ place, onChange, isZoneMissing, bayError }: PlaceFieldsProps) {
  const { t } = useTranslation(['er-board', 'triage'])
  return (
    <>
      <ChoiceChips
        label={t('zone')}
        required
        choices={triageZones.map((value) => ({ value, label: t(`triage:zone.${value}`) }))}
        value={place.zone}
        error={isZoneMissing && <ProblemText message="field-required" />}
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
