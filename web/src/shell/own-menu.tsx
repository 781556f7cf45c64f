import { Avatar, Menu, SegmentedControl, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { signIn, staffTypes } from 'contract'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { LanguageSwitch } from './language-switch.tsx'
import classes from './own-menu.module.css'
import { session } from './session.ts'
import { useUser } from './signed-in.tsx'

export function OwnMenu() {
  const { t, i18n } = useTranslation()
  const user = useUser()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const name = `${user.first_name} ${user.last_name}`
  const isThai = i18n.language === 'th'
  return (
    <Menu width={280} position="bottom-end" trapFocus>
      <Menu.Target>
        <UnstyledButton className={classes.target} title={t('own-menu')}>
          <Avatar name={name} color="brand" size={32} aria-hidden />
          <span className={classes.name}>{name}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.person}>
          <Text fw={600}>{name}</Text>
          <Text>{isThai ? staffTypes[user.staff_type].th : staffTypes[user.staff_type].en}</Text>
          <Text size="xs" c="dimmed">
            {isThai ? user.hospital.name_th : user.hospital.name_en}
          </Text>
        </div>
        <Menu.Divider />
        <div className={classes.settings}>
          <LanguageSwitch />
          <SegmentedControl
            aria-label={t('appearance')}
            fullWidth
            value={colorScheme}
            onChange={(chosen) => setColorScheme(chosen as typeof colorScheme)}
            data={(['light', 'dark', 'auto'] as const).map((value) => ({ value, label: t(value) }))}
          />
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={signOut} py={10}>
          {t('sign-out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** The browser forgets the session even when the server cannot be told. */
async function signOut() {
  await call(signIn.signOut, {}).catch(() => undefined)
  session.endByChoice()
}
