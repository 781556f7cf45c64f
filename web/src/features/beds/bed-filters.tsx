import { type BoardWard, bedFeatures } from 'contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMyWards } from '../../clinical/use-my-wards.ts'
import { WardSelect } from '../../clinical/ward-select.tsx'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { FilterBar } from '../../ui/list/filter/filter-bar.tsx'
import { FilterButton, FilterSentence } from '../../ui/list/filter/filters.tsx'
import { toOptionalList } from '../../ui/list/query-codec.ts'
import classes from './beds.module.css'
import type { BedMapView } from './list-query.ts'
import { countPlaces, type MapPlace, placeStatuses } from './rules.ts'

type BedFiltersProps = {
  view: BedMapView
  onChange: (changed: Partial<BedMapView>) => void
  /** All places of the wards; undefined until they are loaded. */
  places: readonly MapPlace[] | undefined
  /** The wards that are shown. */
  ward: BoardWard | undefined
}

export function BedFilters({ view, onChange, places = [], ward }: BedFiltersProps) {
  const { t, i18n } = useTranslation(['beds', 'ward-board', 'ui'])
  const hasOwnWards = useMyWards().size > 0 || ward === 'mine'
  const counts = useMemo(() => countPlaces(places), [places])
  const { statuses, features } = view
  const and = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  return (
    <>
      <FilterBar>
        <WardSelect
          aria-label={t('ward-board:ward')}
          anyWard={t('ward-board:every-ward')}
          offersOwnWards={hasOwnWards}
          value={ward === 'every' ? undefined : ward}
          onChange={(chosen) => onChange({ ward: chosen ?? 'every' })}
        />
        <FilterButton label={t('features')} filters={{ features }} show={t('show')}>
          <ChoiceChips
            multiple
            label={t('has-all')}
            value={features ?? []}
            choices={bedFeatures.map((value) => ({ value, label: t(`feature.${value}`) }))}
            onChange={(chosen) => onChange({ features: toOptionalList(chosen) })}
          />
        </FilterButton>
      </FilterBar>
      <ChoiceChips
        multiple
        label={t('states')}
        className={classes.states}
        value={statuses ?? []}
        choices={placeStatuses.map((value) => ({ value, label: `${t(`status.${value}`)} ${counts[value]}` }))}
        onChange={(chosen) => onChange({ statuses: toOptionalList(chosen) })}
      />
      <FilterSentence
        label={t('ui:filters')}
        lead={t('sentence.beds')}
        clearAll={t('ui:clear-filters')}
        filters={{ features }}
        words={{
          features:
            features && t('sentence.with', { what: and.format(features.map((one) => t(`feature.${one}`))) }),
        }}
        onChange={(changed) => onChange({ features: changed.features })}
      />
    </>
  )
}
