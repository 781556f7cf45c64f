import { ActionIcon, AppShell, Box, Kbd, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { useElementSize, useHotkeys, useLocalStorage, useMediaQuery, useReducedMotion } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconSearch } from '@tabler/icons-react'
import {
  type ComponentType,
  memo,
  type Ref,
  Suspense,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router'
import { HospitalLogo } from '../clinical/hospital/hospital-logo.tsx'
import { useLiveData } from '../live/live-data.ts'
import { LanguageSwitch } from '../session/language-switch.tsx'
import { getHomePath } from '../session/session.ts'
import { useUser } from '../session/signed-in.tsx'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { lazyPart } from '../ui/feedback/lazy-part.tsx'
import { ToastHost } from '../ui/feedback/toast-host.tsx'
import { BreadcrumbSlot } from '../ui/page-header.tsx'
import { PageHeadSlot } from '../ui/print/page-head.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { BottomBar } from './destinations/bottom-bar.tsx'
import { DestinationLink } from './destinations/destination-link.tsx'
import { DestinationTabs } from './destinations/destination-tabs.tsx'
import { Footer } from './footer.tsx'
import classes from './frame.module.css'
import { Logo } from './logo.tsx'
import { listNavigation, listNavigationScreens, type NavigationGroup } from './navigation.ts'
import { PrintHead } from './print/print-head.tsx'
import { RememberOpened } from './search/remember-opened.tsx'
import { useScanner } from './search/use-scanner.ts'
import { useOwnSession } from './use-own-session.ts'
import { UserMenu } from './user-menu.tsx'

const barHeight = { base: 48, sm: 56 }

/** At these widths an alarm has room in the top bar, so that it takes no height from the screen. */
const alarmInBarQuery = '(62em <= width < 75em)'

/** Below this width words beside the icons would push list columns off the screen, so they are under the icons. */
const narrowRailQuery = '(max-width: 74.99em)'

const SearchDialog = lazyPart(
  async () => (await import('./search/search-dialog.tsx')).SearchDialog,
  SearchFailed,
)

type SearchFailedProps = { opened: boolean; onClose: () => void; onRetry: () => void }

/** Where the search would be: over the screen. */
function SearchFailed({ opened, onClose, onRetry }: SearchFailedProps) {
  const { t } = useTranslation(['app', 'ui'])
  return (
    <Dialog title={t('search')} opened={opened} onClose={onClose}>
      <ErrorState message={t('ui:part-not-loaded')} onRetry={onRetry} />
    </Dialog>
  )
}

type FrameProps = {
  /** It stands beside the search, on every screen. */
  Bell?: ComponentType | undefined
  /** The most urgent alarm: under the top bar, or in it. */
  Alarm?: ComponentType | undefined
  /** It stands under the top bar, while it has something to show. */
  Banner?: ComponentType
}

export function Frame({ Bell, Alarm, Banner }: FrameProps) {
  const { t } = useTranslation()
  const user = useUser()
  const groups = useMemo(() => listNavigation(user), [user])
  const [rail, setRail] = useLocalStorage<'icons' | 'words'>({ key: 'rail', getInitialValueInEffect: false })
  const hasNoRoom = useMediaQuery(narrowRailQuery, undefined, { getInitialValueInEffect: false })
  const isNarrow = rail === undefined ? hasNoRoom : rail === 'icons'
  const isAlarmInBar = useMediaQuery(alarmInBarQuery, undefined, { getInitialValueInEffect: false })
  const isStill = useReducedMotion()
  const [slot, setSlot] = usePlace()
  const [pageHead, setPageHead] = usePlace()
  const { ref: banner, height: bannerHeight } = useElementSize()
  const [isSearching, setSearching] = useState(false)
  const hasSearch = listNavigationScreens(groups).length > 1
  // Bind to the physical key: the Thai layout has another letter on it.
  const byPlace = { usePhysicalKeys: true, preventDefault: true }
  useHotkeys(hasSearch ? [['mod+K', () => setSearching(true), byPlace]] : [], [])
  useScanner(user.permissions.includes('patient:read') && hasSearch)
  useOwnSession()
  useLiveData()
  const main = useFocusOnNavigation(isSearching)
  const hasBottomBar = groups.flatMap(({ destinations }) => destinations).length > 1
  // The screen first: what leads elsewhere is drawn as soon as it is in sight.
  const isWhole = useDeferredValue(true, false)
  const CollapseIcon = isNarrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse

  return (
    <AppShell
      header={{ height: { base: barHeight.base + bannerHeight, sm: barHeight.sm + bannerHeight } }}
      navbar={{ width: isNarrow ? 92 : 224, breakpoint: 'sm', collapsed: { mobile: true } }}
      transitionDuration={isStill ? 0 : 120}
    >
      <a className={classes.skip} href="#content">
        {t('skip-to-content')}
      </a>
      <AppShell.Header className={classes.top ?? ''}>
        <TopBar
          slotRef={setSlot}
          Bell={Bell}
          Alarm={isAlarmInBar ? Alarm : undefined}
          onSearch={hasSearch ? setSearching : undefined}
        />
        <div ref={banner}>
          {!isAlarmInBar && Alarm && <Alarm />}
          {Banner && <Banner />}
        </div>
      </AppShell.Header>

      <AppShell.Navbar
        visibleFrom="sm"
        className={classes.rail}
        data-narrow={isNarrow || undefined}
        aria-label={t('navigation')}
      >
        <div className={classes.destinations}>{isWhole && <Destinations {...{ groups, isNarrow }} />}</div>
        <Tooltip label={t(isNarrow ? 'expand' : 'collapse')} position="right">
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            className={classes.collapse}
            aria-label={t(isNarrow ? 'expand' : 'collapse')}
            onClick={() => setRail(isNarrow ? 'words' : 'icons')}
          >
            <CollapseIcon size={20} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </AppShell.Navbar>

      <AppShell.Main className={classes.body} component="div" data-bottom-bar={hasBottomBar || undefined}>
        {isWhole && <PrintHead slotRef={setPageHead} />}
        <BreadcrumbSlot value={slot}>
          <PageHeadSlot value={pageHead}>
            <main id="content" ref={main} tabIndex={-1} className={classes.content}>
              <DestinationTabs groups={groups} />
              <Suspense>
                <Outlet />
              </Suspense>
            </main>
          </PageHeadSlot>
        </BreadcrumbSlot>
        <Footer />
      </AppShell.Main>

      {isWhole && hasBottomBar && <BottomBar groups={groups} />}
      {isWhole && hasSearch && (
        <Suspense>
          <SearchDialog groups={groups} opened={isSearching} onClose={() => setSearching(false)} />
        </Suspense>
      )}
      {isWhole && (
        <>
          <RememberOpened groups={groups} />
          <ToastHost />
          <ScrollRestoration />
        </>
      )}
    </AppShell>
  )
}

type TopBarProps = Pick<FrameProps, 'Bell' | 'Alarm'> & {
  slotRef: Ref<HTMLDivElement>
  onSearch: ((isSearching: boolean) => void) | undefined
}

/** Drawn anew only if something of it changes, and not with the frame. */
const TopBar = memo(function TopBar({ slotRef, Bell, Alarm, onSearch }: TopBarProps) {
  const { t } = useTranslation()
  const user = useUser()
  return (
    <div className={classes.header}>
      <Link to={getHomePath(user)} className={classes.brand} aria-label={t('product')}>
        <Logo />
        <Text component="span" fw={600} visibleFrom="lg" className={classes.product ?? ''}>
          {t('product')}
        </Text>
      </Link>
      <HospitalLogo hospital={user.hospital} size="small" className={classes.logo} />
      <div ref={slotRef} className={classes.slot} />
      {Alarm && <Alarm />}
      {onSearch && (
        <UnstyledButton className={classes.search} onClick={() => onSearch(true)}>
          <IconSearch size={18} aria-hidden />
          <span className={classes.searchName}>{t('search')}</span>
          <Kbd visibleFrom="sm" className={classes.keys ?? ''} aria-hidden>
            {/Mac|iP/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'}
          </Kbd>
        </UnstyledButton>
      )}
      <ConnectionNotice isInBar />
      {Bell && <Bell />}
      <Box visibleFrom="sm" w={136} className={classes.language ?? ''}>
        <LanguageSwitch isQuiet />
      </Box>
      <UserMenu />
    </div>
  )
})

type DestinationsProps = { groups: readonly NavigationGroup[]; isNarrow: boolean }

const Destinations = memo(function Destinations({ groups, isNarrow }: DestinationsProps) {
  const { t } = useTranslation()
  return groups.map(({ label, destinations }) => (
    <div key={label} className={classes.group}>
      {!isNarrow && groups.length > 1 && destinations.length > 1 && (
        <Text size="xs" c="dimmed" fw={500} px={12}>
          {t(label)}
        </Text>
      )}
      {destinations.map((destination) => (
        <DestinationLink
          key={destination.to}
          destination={destination}
          word={isNarrow ? 'under' : 'beside'}
        />
      ))}
    </div>
  ))
})

/** An element that others draw into. What they draw there waits until the screen is in sight. */
function usePlace(): [place: HTMLElement | null, ref: (element: HTMLElement | null) => void] {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const ref = useCallback((element: HTMLElement | null) => startTransition(() => setPlace(element)), [])
  return [place, ref]
}

/** Moves the focus to the heading of a new screen, unless the focus is already in the screen. */
function useFocusOnNavigation(isSearching: boolean) {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const arrivedAt = useRef(pathname)
  useEffect(() => {
    if (arrivedAt.current === pathname) return
    arrivedAt.current = pathname
    const screen = main.current
    // The search was opened before this screen had arrived: what is typed goes there.
    if (
      !screen ||
      isSearching ||
      (screen !== document.activeElement && screen.contains(document.activeElement))
    )
      return
    const target = screen.querySelector('h1') ?? screen
    target.focus({ preventScroll: true })
  }, [pathname, isSearching])
  return main
}
