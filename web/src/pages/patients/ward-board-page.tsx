import { savedWardBoardQuery, wardBoardQuery } from '../../features/monitoring/board/list-query.ts'
import { WardBoard } from '../../features/monitoring/board/ward-board.tsx'
import { SavedViews } from '../../features/saved-views/saved-views.tsx'
import { formatQuery } from '../../ui/list/query-codec.ts'
import { useListView } from '../../ui/list/use-list-view.ts'
import { PatientViewSwitch } from './patient-view-switch.tsx'

export function WardBoardPage() {
  const { view, change } = useListView(wardBoardQuery)
  return (
    <WardBoard
      view={view}
      onChange={change}
      viewSwitch={<PatientViewSwitch current="ward" />}
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
