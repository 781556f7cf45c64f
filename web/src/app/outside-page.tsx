import { Anchor, Button, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { loginPath } from '../paths.ts'
import { LanguageSwitch } from '../session/language-switch.tsx'
import { signOut } from '../session/sign-out.ts'
import { SignedIn } from '../session/signed-in.tsx'
import { LazyToastHost } from '../ui/feedback/lazy-toast-host.tsx'
import { Footer } from './footer.tsx'
import { Logo } from './logo.tsx'
import classes from './outside-page.module.css'

/** A page without the frame: for people who are not signed in, or must do something first. */
export function OutsidePage({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <title>{`${title} · ${t('product')}`}</title>
      <main className={classes.main}>
        <div className={classes.head}>
          <Logo size={32} />
          {t('product')}
          <div className={classes.language}>
            <LanguageSwitch />
          </div>
        </div>
        <div className={classes.column}>
          <Title order={1} size="h2" mb="md">
            {title}
          </Title>
          {children}
        </div>
      </main>
      <Footer isBlue />
      <LazyToastHost />
    </div>
  )
}

export function LoginLink({ children }: { children: ReactNode }) {
  return (
    <Anchor component={Link} to={loginPath} mt="md" py={10} display="inline-block">
      {children}
    </Anchor>
  )
}

/** What the user must do first, with the reason in `text`; the only other action is to sign out. */
export function RequiredStepPage({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <SignedIn>
      <OutsidePage title={title}>
        <Text mb="md">{text}</Text>
        {children}
        <Button variant="default" size="md" mt="md" onClick={signOut}>
          {t('sign-out')}
        </Button>
      </OutsidePage>
    </SignedIn>
  )
}
