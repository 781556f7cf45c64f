import { Text, UnstyledButton } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { SideSheet } from '../../ui/feedback/side-sheet.tsx'
import { getAriaCurrent, type NavigationGroup } from '../navigation.ts'
import classes from './bottom-bar.module.css'
import { DestinationLink } from './destination-link.tsx'

const maxLinks = 5

/** Navigation on a phone: the most used destinations in the bar, the others in a sheet behind its last button. */
export function BottomBar({ groups }: { groups: readonly NavigationGroup[] }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const all = groups.flatMap(({ destinations }) => destinations)
  const shown = all.length <= maxLinks ? all : all.filter(({ isMostUsed }) => isMostUsed)
  const others = groups
    .map((group) => ({ ...group, destinations: group.destinations.filter((one) => !shown.includes(one)) }))
    .filter(({ destinations }) => destinations.length > 0)
  const isElsewhere = !shown.some((one) => getAriaCurrent(one, pathname))
  return (
    <nav className={classes.bar} aria-label={t('navigation')}>
      {shown.map((destination) => (
        <DestinationLink
          key={destination.to}
          destination={destination}
          word="under"
          className={classes.link}
        />
      ))}
      {others.length > 0 && (
        <UnstyledButton
          className={classes.more}
          aria-haspopup="dialog"
          data-current={isElsewhere || undefined}
          onClick={() => setOpen(true)}
        >
          <IconDots size={22} aria-hidden />
          {t('more')}
        </UnstyledButton>
      )}
      <SideSheet title={t('more')} opened={isOpen} position="bottom" isShort onClose={() => setOpen(false)}>
        <div className={classes.groups}>
          {others.map(({ label, destinations }) => (
            <div key={label} className={classes.group}>
              <Text size="xs" c="dimmed" fw={500} px={12}>
                {t(label)}
              </Text>
              {destinations.map((destination) => (
                <DestinationLink
                  key={destination.to}
                  destination={destination}
                  onLeave={() => setOpen(false)}
                />
              ))}
            </div>
          ))}
        </div>
      </SideSheet>
    </nav>
  )
}
