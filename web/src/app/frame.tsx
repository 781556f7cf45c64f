import { ActionIcon, AppShell, Box, Kbd, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { useElementSize, useHotkeys, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconSearch } from '@tabler/icons-react'
import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router'
import { HospitalLogo } from '../clinical/hospital-logo.tsx'
import { useLiveData } from '../live/live-data.ts'
import { LanguageSwitch } from '../session/language-switch.tsx'
import { getHomePath } from '../session/session.ts'
import { useUser } from '../session/signed-in.tsx'
import { ToastHost } from '../ui/feedback/toast-host.tsx'
import { BreadcrumbSlot } from '../ui/page-header.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { DestinationLink } from './destination-link.tsx'
import { Footer } from './footer.tsx'
import classes from './frame.module.css'
import { Logo } from './logo.tsx'
import { listNavigation } from './navigation.ts'
import { PrintHead } from './print-head.tsx'
import { useOwnSession } from './use-own-session.ts'
import { UserMenu } from './user-menu.tsx'

const barHeight = 56

/** Below this width the rail's labels would push list columns off the screen, so the rail starts collapsed. */
const railCollapsedQuery = '(max-width: 74.99em)'

export type SearchProps = { opened: boolean; onClose: () => void }

type FrameProps = {
  /** Search from anywhere (Ctrl/⌘ K). The frame opens it; the patient list feature renders it. */
  Search?: ComponentType<SearchProps>
  /** Beside the search, on every screen. */
  Bell?: ComponentType
  /** Under the top bar, while it has something to show. */
  Banner?: ComponentType
}

export function Frame({ Search, Bell, Banner }: FrameProps) {
  const { t } = useTranslation()
  const user = useUser()
  const groups = listNavigation(user)
  const [rail, setRail] = useLocalStorage<'icons' | 'words'>({ key: 'rail', getInitialValueInEffect: false })
  const hasNoRoom = useMediaQuery(railCollapsedQuery, undefined, { getInitialValueInEffect: false })
  const isCollapsed = rail === undefined ? hasNoRoom : rail === 'icons'
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const { ref: banner, height: bannerHeight } = useElementSize()
  const [isSearching, setSearching] = useState(false)
  // Bind to the physical key: the Thai layout has another letter on it.
  const byPlace = { usePhysicalKeys: true, preventDefault: true }
  useHotkeys(Search ? [['mod+K', () => setSearching(true), byPlace]] : [], [])
  useOwnSession()
  useLiveData()
  const main = useFocusOnNavigation()
  const hasBottomBar = groups.flatMap(({ destinations }) => destinations).length > 1
  const CollapseIcon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse

  return (
    <AppShell
      header={{ height: barHeight + bannerHeight }}
      navbar={{ width: isCollapsed ? 68 : 224, breakpoint: 'sm', collapsed: { mobile: true } }}
      transitionDuration={120}
    >
      <a className={classes.skip} href="#content">
        {t('skip-to-content')}
      </a>
      <AppShell.Header className={classes.top ?? ''}>
        <div className={classes.header}>
          <Link to={getHomePath(user)} className={classes.brand} aria-label={t('product')}>
            <Logo />
            <Text component="span" fw={600} visibleFrom="md">
              {t('product')}
            </Text>
          </Link>
          <HospitalLogo hospital={user.hospital} size="small" className={classes.logo} />
          <div ref={setSlot} className={classes.slot} />
          {Search && (
            <UnstyledButton className={classes.search} onClick={() => setSearching(true)}>
              <IconSearch size={18} aria-hidden />
              <span className={classes.searchName}>{t('search')}</span>
              <Kbd visibleFrom="sm" aria-hidden>
                {/Mac|iP/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'}
              </Kbd>
            </UnstyledButton>
          )}
          <ConnectionNotice isInBar />
          {Bell && <Bell />}
          <Box visibleFrom="sm" w={136}>
            <LanguageSwitch isQuiet />
          </Box>
          <UserMenu />
        </div>
        <div ref={banner}>{Banner && <Banner />}</div>
      </AppShell.Header>

      <AppShell.Navbar
        visibleFrom="sm"
        className={classes.rail}
        data-collapsed={isCollapsed || undefined}
        aria-label={t('navigation')}
      >
        {groups.map((group) => (
          <div key={group.label} className={classes.group}>
            {!isCollapsed && (
              <Text size="xs" c="dimmed" fw={500} px={12}>
                {t(group.label)}
              </Text>
            )}
            {group.destinations.map((destination) => (
              <DestinationLink key={destination.to} destination={destination} isCollapsed={isCollapsed} />
            ))}
          </div>
        ))}
        <Tooltip label={t(isCollapsed ? 'expand' : 'collapse')} position="right">
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            className={classes.collapse}
            aria-label={t(isCollapsed ? 'expand' : 'collapse')}
            onClick={() => setRail(isCollapsed ? 'words' : 'icons')}
          >
            <CollapseIcon size={20} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </AppShell.Navbar>

      <AppShell.Main className={classes.body} component="div" data-bottom-bar={hasBottomBar || undefined}>
        <PrintHead />
        <BreadcrumbSlot value={slot}>
          <main id="content" ref={main} tabIndex={-1} className={classes.content}>
            <Suspense>
              <Outlet />
            </Suspense>
          </main>
        </BreadcrumbSlot>
        <Footer />
      </AppShell.Main>

      {hasBottomBar && <BottomBar groups={groups} />}
      {Search && <Search opened={isSearching} onClose={() => setSearching(false)} />}
      <ToastHost />
      <ScrollRestoration />
    </AppShell>
  )
}

/** Moves the focus to the heading of a new screen, unless the focus is already in the screen. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const arrivedAt = useRef(pathname)
  useEffect(() => {
    if (arrivedAt.current === pathname) return
    arrivedAt.current = pathname
    const screen = main.current
    if (!screen || (screen !== document.activeElement && screen.contains(document.activeElement))) return
    const target = screen.querySelector('h1') ?? screen
    target.focus({ preventScroll: true })
  }, [pathname])
  return main
}
