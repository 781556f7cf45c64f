import { teamListQuery } from '../../features/fleet/list-query.ts'
import { TeamList } from '../../features/fleet/team-list.tsx'
import { useSearchedList } from '../../session/use-searched-list.ts'

export function TeamsPage() {
  const { view, change } = useSearchedList('teams', teamListQuery)
  return <TeamList view={view} onChange={change} />
}
