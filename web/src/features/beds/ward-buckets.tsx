import { Button } from '@mantine/core'
import { IconHourglass, IconSpray, IconWalk } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { BoardWard, placeKinds } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatWardBedsPath } from '../../paths.ts'
import { useNow } from '../../ui/date/use-now.ts'
import { askBedMap } from './queries.ts'
import { countPlaces, listPlaces } from './rules.ts'

type Place = (typeof placeKinds)[number]

type WardBucketsProps = {
  ward: BoardWard | undefined
  /** Which patients are listed; undefined for all. */
  place: Place | undefined
  onPlace: (place: Place | undefined) => void
}

/** How many patients of wards wait for a bed or are on leave, and how many beds are being cleaned. */
export function WardBuckets({ ward, place, onPlace }: WardBucketsProps) {
  const { t } = useTranslation('beds')
  const now = useNow()
  const { data: map } = useQuery({ ...askBedMap(ward ? { ward } : {}), placeholderData: keepPreviousData })
  if (!map) return null
  const counts = countPlaces(listPlaces(map.wards, now))
  return (
    <>
      {[
        { kind: 'waiting' as const, Icon: IconHourglass },
        { kind: 'leave' as const, Icon: IconWalk },
      ].map(
        ({ kind, Icon }) =>
          (counts[kind] > 0 || place === kind) && (
            <Button
              key={kind}
              size="md"
              variant={place === kind ? 'light' : 'default'}
              aria-pressed={place === kind}
              leftSection={<Icon size={18} aria-hidden />}
              onClick={() => onPlace(place === kind ? undefined : kind)}
            >
              {t(`status.${kind}`)} {counts[kind]}
            </Button>
          ),
      )}
      {counts.cleaning > 0 && (
        <Button
          component={Link}
          to={formatWardBedsPath(ward, 'cleaning')}
          size="md"
          variant="default"
          leftSection={<IconSpray size={18} aria-hidden />}
        >
          {t('beds-cleaning', { count: counts.cleaning })}
        </Button>
      )}
    </>
  )
}
