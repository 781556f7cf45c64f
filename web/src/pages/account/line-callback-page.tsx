import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { LoginLink, OutsidePage } from '../../app/outside-page.tsx'
import { LineCallback } from '../../features/line/line-callback.tsx'
import { SecondStep } from '../../features/sign-in/second-step.tsx'
import { loginPath } from '../../paths.ts'
import { getHomePath } from '../../session/session.ts'

export function LineCallbackPage() {
  const { t } = useTranslation('line')
  const [search] = useSearchParams()
  const navigate = useNavigate()
  return (
    <OutsidePage title={t('end.page')}>
      <LineCallback
        search={search}
        onSignedIn={(user) => void navigate(getHomePath(user), { replace: true })}
        secondStep={(asked, open) => (
          <SecondStep asked={asked} onOpened={open} onAgain={() => void navigate(loginPath)} />
        )}
      />
      <LoginLink>{t('end.to-login')}</LoginLink>
    </OutsidePage>
  )
}
