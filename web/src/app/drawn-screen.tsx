import { useEffect } from 'react'
import { type DataRouter, Outlet, useLocation } from 'react-router'
import { nextScreen } from '../api/connection.ts'
import { createStore } from '../api/store.ts'

const drawnPath = createStore(location.pathname)

/** Everything within the router. It notes which screen has been drawn. */
export function DrawnScreen() {
  const { pathname } = useLocation()
  useEffect(() => drawnPath.set(pathname), [pathname])
  return <Outlet />
}

/** Tells at once that a screen was asked for: loading its code takes time, and so does drawing it. */
export function observeScreens(router: DataRouter) {
  const look = () => {
    const { navigation, location: reached } = router.state
    const { pathname } = navigation.location ?? reached
    nextScreen.set(pathname === drawnPath.get() ? undefined : pathname)
  }
  router.subscribe(look)
  drawnPath.subscribe(look)
}
