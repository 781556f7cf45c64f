import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { LoginLink, OutsidePage } from '../../app/outside-page.tsx'
import { SetPasswordForm } from '../../features/password-links/set-password-form.tsx'

/**
 * The page that a password link opens. The token is in the fragment, which no server receives, and is removed after
 * use.
 */
export function SetPasswordPage() {
  const { t } = useTranslation('password-links')
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [used, setUsed] = useState<string>()
  const token = used ?? hash.slice(1)
  return (
    <OutsidePage title={t('choose.title')}>
      <SetPasswordForm
        key={token}
        token={token}
        onChosen={() => {
          setUsed(token)
          void navigate({ hash: '' }, { replace: true })
        }}
      />
      <LoginLink>{t('to-login')}</LoginLink>
    </OutsidePage>
  )
}
