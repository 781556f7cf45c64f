import type { ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router'
import classes from './tab-links.module.css'
import { TabRow } from './tab-row.tsx'

type TabLink = {
  to: string
  label: string
  /** It says after the label how many things wait there. */
  extra?: ReactNode
}

/** Screens side by side, each with a path of its own. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  const { pathname } = useLocation()
  return (
    <TabRow current={pathname}>
      <nav className={classes.tabs} aria-label={label}>
        {tabs.map(({ to, label: name, extra }) => (
          <NavLink
            key={to}
            to={to}
            end
            className={({ isPending }) =>
              [classes.tab, isPending && classes.pending].filter(Boolean).join(' ')
            }
          >
            {name}
            {extra}
          </NavLink>
        ))}
      </nav>
    </TabRow>
  )
}
