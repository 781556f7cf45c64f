import { useQuery } from '@tanstack/react-query'
import { groups } from 'contract'
import { useMemo } from 'react'
import { ask } from '../api/client.ts'
import { useMay, useUser } from '../session/signed-in.tsx'

const groupsStaleMs = 5 * 60_000
const noWards: ReadonlySet<string> = new Set()

/** Ids of the wards that the signed-in user's groups follow; empty until they are loaded. */
export function useMyWards(): ReadonlySet<string> {
  const { _id } = useUser()
  const mayRead = useMay('group:read')
  const { data } = useQuery({
    ...ask(groups.list, {}, true),
    staleTime: groupsStaleMs,
    enabled: mayRead,
  })
  return useMemo(() => {
    const mine = data?.groups.filter(({ members }) => members.some((member) => member._id === _id))
    return mine ? new Set(mine.flatMap(({ wards }) => wards.map((ward) => ward._id))) : noWards
  }, [data, _id])
}
