import {
  Button,
  Divider,
  Popover,
  SegmentedControl,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core'
import { IconLock, IconLogout, IconShieldLock, IconUserCircle } from '@tabler/icons-react'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useStaffTypeName } from '../clinical/staff/use-staff-type-name.ts'
import { outboxState } from '../features/forms/offline/outbox-state.ts'
import { profilePath, securityPath } from '../paths.ts'
import { LanguageSwitch } from '../session/language-switch.tsx'
import { lockScreen } from '../session/lock-screen.ts'
import { signOut } from '../session/sign-out.ts'
import { useUser } from '../session/signed-in.tsx'
import { confirm } from '../ui/feedback/confirm.tsx'
import { formatStaffName } from '../ui/person-name.ts'
import { InitialsPicture } from '../ui/picture/initials-picture.tsx'
import { useLocalizedName } from '../ui/use-localized-name.ts'
import classes from './user-menu.module.css'

const menuItemProps = { variant: 'subtle', color: 'gray', size: 'md', justify: 'flex-start' }

/** Asks before a sign-out that leaves work unsent. */
async function signOutAsked(): Promise<void> {
  const { unsent, failed, isInMemory } = outboxState.get()
  const count = unsent + failed
  const isSure =
    count === 0 ||
    (await confirm({
      question: i18next.t('offline:sign-out-question'),
      about: i18next.t('offline:sign-out-about', { count }),
      consequence: i18next.t(
        isInMemory ? 'offline:sign-out-consequence-in-memory' : 'offline:sign-out-consequence',
      ),
      action: i18next.t('app:sign-out'),
      isDangerous: false,
    }))
  if (isSure) await signOut()
}

/** The signed-in user, their display settings, and sign-out. */
export function UserMenu() {
  const { t } = useTranslation()
  const localName = useLocalizedName()
  const user = useUser()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [isOpen, setOpen] = useState(false)
  const name = formatStaffName(user)
  const nameStaffType = useStaffTypeName()
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={280}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.target}
          title={t('user-menu')}
          onClick={() => setOpen((was) => !was)}
        >
          <InitialsPicture person={{ name: user.first_name, surname: user.last_name }} />
          <span className={classes.name}>{name}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu} aria-label={t('user-menu')}>
        <div>
          <Text fw={600}>{name}</Text>
          <Text>{nameStaffType(user.staff_type)}</Text>
          <Text size="xs" c="dimmed">
            {localName(user.hospital)}
          </Text>
        </div>
        <Divider />
        <div className={classes.language}>
          <LanguageSwitch />
        </div>
        <SegmentedControl
          aria-label={t('appearance')}
          fullWidth
          value={colorScheme}
          onChange={setColorScheme}
          data={(['light', 'dark', 'auto'] as const).map((value) => ({ value, label: t(value) }))}
        />
        <Divider />
        <Button
          {...menuItemProps}
          component={Link}
          to={profilePath}
          leftSection={<IconUserCircle size={18} aria-hidden />}
          onClick={() => setOpen(false)}
        >
          {t('profile')}
        </Button>
        <Button
          {...menuItemProps}
          component={Link}
          to={securityPath}
          leftSection={<IconShieldLock size={18} aria-hidden />}
          onClick={() => setOpen(false)}
        >
          {t('security')}
        </Button>
        <Button
          {...menuItemProps}
          leftSection={<IconLock size={18} aria-hidden />}
          onClick={() => {
            setOpen(false)
            lockScreen()
          }}
        >
          {t('lock-screen')}
        </Button>
        <Button
          {...menuItemProps}
          leftSection={<IconLogout size={18} aria-hidden />}
          onClick={() => {
            setOpen(false)
            void signOutAsked()
          }}
        >
          {t('sign-out')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
