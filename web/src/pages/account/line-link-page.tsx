import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { OutsidePage } from '../../app/outside-page.tsx'
import { LinkStart } from '../../features/line/link-start.tsx'

/** The code is in the fragment of the URL, which is never sent to a server. */
export function LineLinkPage() {
  const { t } = useTranslation('line')
  const code = useLocation().hash.slice(1)
  return (
    <OutsidePage title={t('link.page')}>
      {/^[\w-]{43}$/.test(code) ? (
        <LinkStart code={code} />
      ) : (
        <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
          {t('link.no-code')}
        </Alert>
      )}
    </OutsidePage>
  )
}
