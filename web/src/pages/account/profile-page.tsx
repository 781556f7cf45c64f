import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from '../../features/account/account.module.css'
import { ChangePasswordForm } from '../../features/account/change-password-form.tsx'
import { OwnData } from '../../features/account/own-data.tsx'
import { SessionList } from '../../features/account/session-list.tsx'
import { LineSettings } from '../../features/line/line-settings.tsx'
import { securityPath } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'

/** The user's own data, password and sessions. */
export function ProfilePage() {
  const { t } = useTranslation(['account', 'second-factor'])
  return (
    <>
      <PageHeader title={t('title')} />
      <div className={classes.sections}>
        <div className={classes.column}>
          <Section title={t('section.data')}>
            <OwnData />
          </Section>
          <LineSettings frame={(settings) => <Section title={t('section.line')}>{settings}</Section>} />
        </div>
        <div className={classes.column}>
          <Section id="password" title={t('section.password')}>
            <ChangePasswordForm />
          </Section>
          <Section title={t('second-factor:methods')}>
            <Text mb="sm">{t('second-factor:lead')}</Text>
            <Button component={Link} to={securityPath} variant="default" size="md">
              {t('second-factor:title')}
            </Button>
          </Section>
          <Section title={t('section.sessions')}>
            <SessionList />
          </Section>
        </div>
      </div>
    </>
  )
}
