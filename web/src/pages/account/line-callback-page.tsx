import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { OutsidePage, ToLogin } from '../../app/outside-page.tsx'
import { LinkEnd } from '../../features/line/link-end.tsx'
import { SecondStep } from '../../features/sign-in/second-step.tsx'
import { loginAddress } from '../../paths.ts'
import { homeAddress } from '../../session/session.ts'

export function LineCallbackPage() {
  const { t } = useTranslation('line')
  const [search] = useSearchParams()
  const navigate = useNavigate()
  return (
    <OutsidePage title={t('end.page')}>
      <LinkEnd
        search={search}
        onSignedIn={(user) => void navigate(homeAddress(user), { replace: true })}
        secondStep={(asked, open) => (
          <SecondStep asked={asked} onOpened={open} onAgain={() => void navigate(loginAddress)} />
        )}
      />
      <ToLogin>{t('end.to-login')}</ToLogin>
    </OutsidePage>
  )
}
