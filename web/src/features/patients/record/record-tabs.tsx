import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, useLocation } from 'react-router'
import { useMayOpen } from '../../../session/signed-in.tsx'
import { recordPath, recordScreens } from './facts/record-paths.ts'
import classes from './record-frame.module.css'

/** The sections of a record. */
export function RecordTabs({ patientId }: { patientId: string }) {
  const { t } = useTranslation(['patient-record', 'patients'])
  const tabs = useScrollToTab()
  const mayOpen = useMayOpen()
  const screens = recordScreens.filter((screen) =>
    screen === 'notify' || screen === 'access' ? mayOpen(`patients/:id/${screen}`) : true,
  )
  return (
    <nav className={classes.tabs} aria-label={t('sections')} ref={tabs}>
      {screens.map((screen) => (
        <NavLink
          key={screen}
          to={recordPath(patientId, screen)}
          className={classes.tab ?? ''}
          preventScrollReset
        >
          {t(`patients:section.${screen}`)}
        </NavLink>
      ))}
    </nav>
  )
}

/** On a phone not all tabs fit, so scroll the current one into view. */
function useScrollToTab() {
  const { pathname } = useLocation()
  const tabs = useRef<HTMLElement>(null)
  useEffect(() => {
    const tab = tabs.current?.querySelector<HTMLElement>(`a[href="${pathname}"]`)
    if (tab) tabs.current?.scrollTo?.({ left: tab.offsetLeft - tab.offsetWidth / 2 })
  }, [pathname])
  return tabs
}
