import { useQuery } from '@tanstack/react-query'
import { patients } from 'contract'
import { useEffect } from 'react'
import { matchPath, useLocation } from 'react-router'
import { ask } from '../../api/client.ts'
import { opened } from '../../session/opened.ts'
import { useUser } from '../../session/signed-in.tsx'
import { listNavigationScreens, type NavigationGroup, resolveViewPath } from '../navigation.ts'

/** Remembers which screens and records are opened, for the search. */
export function RememberOpened({ groups }: { groups: readonly NavigationGroup[] }) {
  const { pathname } = useLocation()
  const here = resolveViewPath(pathname, useUser())
  const screen = listNavigationScreens(groups).find(({ to }) => to === here)?.screen
  const _id = matchPath('/app/patients/:id/*', pathname)?.params.id ?? ''
  // The screen of the record asks; a record that did not open is not remembered.
  const { data } = useQuery({ ...ask(patients.get, { _id }, true), enabled: false })
  const patient = data?.patient
  useEffect(() => {
    if (screen) opened.remember({ kind: 'screen', key: screen, screen })
  }, [screen])
  useEffect(() => {
    if (!patient) return
    const { _id: key, hn, title, name, surname } = patient
    opened.remember({ kind: 'patient', key, patient: { _id: key, hn, title, name, surname } })
  }, [patient])
  return null
}
