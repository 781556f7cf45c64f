import { Divider, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { signIn } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import { LoginLink, OutsidePage } from '../../app/outside-page.tsx'
import { ForgotForm } from '../../features/password-links/forgot-form.tsx'
import { SignInHelp } from '../../features/sign-in/sign-in-help.tsx'

/** Requests a link by e-mail if the panel can send mail, and always says whom to ask. */
export function ForgotPasswordPage() {
  const { t } = useTranslation(['password-links', 'sign-in'])
  const { data, isPending } = useQuery(ask(signIn.help, {}, true))
  return (
    <OutsidePage title={t('sign-in:help-title')}>
      {isPending && <Skeleton height="10rem" />}
      {data?.sends_mail && (
        <>
          <ForgotForm />
          <Divider my="lg" />
        </>
      )}
      {!isPending && (
        <>
          <Text mb="md">{t(data?.sends_mail ? 'forgot.or-ask' : 'forgot.ask')}</Text>
          <SignInHelp />
        </>
      )}
      <LoginLink>{t('to-login')}</LoginLink>
    </OutsidePage>
  )
}
