import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { signIn } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import classes from './line-help.module.css'

/** The QR code of the hospital's LINE account and its help text, which is Thai in every language. */
export function LineHelp() {
  const { t } = useTranslation('sign-in')
  const { data } = useQuery(ask(signIn.help, {}, true))
  if (!data?.line_account) return null
  return (
    <div className={classes.help}>
      <img src={signIn.lineQr.path} alt={t('line-qr')} width={104} height={104} className={classes.code} />
      <div>
        <Text lang="th">{t('line-help')}</Text>
        <Text fw={600}>{t('line-account', { account: data.line_account })}</Text>
      </div>
    </div>
  )
}
