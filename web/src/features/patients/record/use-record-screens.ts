import { useLocation } from 'react-router'
import { type Screen, screens } from '../../../screens.ts'
import { useMayOpen } from '../../../session/signed-in.tsx'
import {
  findRecordScreen,
  type RecordScreen,
  recordMenu,
  recordTabNames,
  recordTabs,
} from './facts/record-paths.ts'

const isNamed = (path: string): path is Screen => path in screens

/** The screens of a record that the user may open, by tab and in the menu; and the tab and the screen that are open. */
export function useRecordScreens() {
  const { pathname } = useLocation()
  const mayOpenNamed = useMayOpen()
  const mayOpen = (screen: RecordScreen) => {
    const path = `patients/:id/${screen}`
    return !isNamed(path) || mayOpenNamed(path)
  }
  const tabs = recordTabNames.flatMap((tab) => {
    const all: readonly RecordScreen[] = recordTabs[tab]
    const shown = all.filter(mayOpen)
    const [first] = shown
    return first ? [{ tab, first, screens: shown }] : []
  })
  const screen = findRecordScreen(pathname)
  return {
    screen,
    tab: tabs.find(({ screens: shown }) => shown.some((one) => one === screen)),
    tabs,
    menu: recordMenu.filter(mayOpen),
  }
}
