import { Badge, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { TabLinks } from '../ui/tab-links.tsx'
import classes from './destination-tabs.module.css'
import type { NavigationGroup, NavigationScreen } from './navigation.ts'
import { useWaitingCount } from './use-waiting-count.ts'

/** The screens of the present destination, if it has several. */
export function DestinationTabs({ groups }: { groups: readonly NavigationGroup[] }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const here = groups
    .flatMap(({ destinations }) => destinations)
    .find(({ screens }) => screens.some(({ to }) => to === pathname))
  if (!here || here.screens.length < 2) return null
  return (
    <div className={classes.row}>
      <TabLinks
        label={t(here.label)}
        tabs={here.screens.map((screen) => ({
          to: screen.to,
          label: t(screen.label),
          extra: <WaitingBadge screen={screen} />,
        }))}
      />
    </div>
  )
}

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
