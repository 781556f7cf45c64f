import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { LoginLink, OutsidePage } from '../../app/outside-page.tsx'
import { SetPasswordForm } from '../../features/password-links/set-password-form.tsx'

/** Where a link leads. Its token stands behind the `#`, which no server is sent, and goes when it has been used. */
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
