import { Badge, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { patientListPath } from '../../paths.ts'
import { TabLinks } from '../../ui/bar/tab-links.tsx'
import type { NavigationGroup, NavigationScreen } from '../navigation.ts'
import classes from './destination-tabs.module.css'
import { useWaitingCount } from './use-waiting-count.ts'

/** The screens of the present destination, if it has several. */
export function DestinationTabs({ groups }: { groups: readonly NavigationGroup[] }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const here = groups
    .flatMap(({ destinations }) => destinations)
    .find(({ screens }) => screens.some(({ to }) => isItsView(to, pathname)))
  if (!here || here.screens.length < 2) return null
  return (
    <div className={classes.row} data-destination-tabs>
      <TabLinks
        label={t(here.label)}
        tabs={here.screens.map((screen) => ({
          // A click on the present tab stays on the view that is open.
          to: isItsView(screen.to, pathname) ? pathname : screen.to,
          label: t(screen.label),
          extra: <WaitingBadge screen={screen} />,
        }))}
      />
    </div>
  )
}

/** Whether a path is that of a screen; the first screen has two views below it. */
const isItsView = (to: string, pathname: string) =>
  pathname === to || (to === patientListPath && pathname.startsWith(`${patientListPath}/`))

function WaitingBadge({ screen }: { screen: NavigationScreen }) {
  const { t } = useTranslation()
  const count = useWaitingCount([screen])
  if (count === 0) return null
  return (
    <>
      <VisuallyHidden>, {t('waiting', { count })}</VisuallyHidden>
      <Badge size="sm" aria-hidden>
        {count}
      </Badge>
    </>
  )
}
