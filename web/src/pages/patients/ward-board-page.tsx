import { Button } from '@mantine/core'
import { IconBedFlat } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { WardRequests } from '../../features/admissions/requests/ward-requests.tsx'
import { WardBuckets } from '../../features/beds/ward-buckets.tsx'
import { savedWardBoardQuery, wardBoardQuery } from '../../features/monitoring/board/list-query.ts'
import { WardBoard } from '../../features/monitoring/board/ward-board.tsx'
import { SavedViews } from '../../features/saved-views/saved-views.tsx'
import { formatWardBedsPath } from '../../paths.ts'
import { formatQuery } from '../../ui/list/query-codec.ts'
import { useListView } from '../../ui/list/use-list-view.ts'
import { PatientViewSwitch } from './patient-view-switch.tsx'

export function WardBoardPage() {
  const { t } = useTranslation('ward-board')
  const { view, change } = useListView(wardBoardQuery)
  return (
    <WardBoard
      view={view}
      onChange={change}
      viewSwitch={
        <>
          <Button
            component={Link}
            to={formatWardBedsPath(view.ward)}
            size="md"
            variant="default"
            leftSection={<IconBedFlat size={18} aria-hidden />}
          >
            {t('on-map')}
          </Button>
          <PatientViewSwitch current="ward" />
        </>
      }
      beside={
        <>
          <WardRequests ward={view.ward} />
          <WardBuckets
            ward={view.ward}
            place={view.filters.place}
            onPlace={(place) => change({ filters: { ...view.filters, place } })}
          />
        </>
      }
      savedViews={
        <SavedViews
          list="ward-board"
          query={formatQuery(savedWardBoardQuery, view)}
          onOpen={(query) => change(savedWardBoardQuery.parse(new URLSearchParams(query)))}
        />
      }
    />
  )
}
