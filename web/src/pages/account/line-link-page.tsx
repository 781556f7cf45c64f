import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { OutsidePage } from '../../app/outside-page.tsx'
import { LinkStart } from '../../features/line/link-start.tsx'

/** The code stands behind the `#` of the address, which no server is sent. */
export function LineLinkPage() {
  const { t } = useTranslation('line')
  const code = useLocation().hash.slice(1)
  return (
    <OutsidePage title={t('link.page')}>
      {/^[\w-]{43}$/.test(code) ? (
        <LinkStart code={code} />
      ) : (
        <Alert color="red" role="alert">
          {t('link.no-code')}
        </Alert>
      )}
    </OutsidePage>
  )
}
