import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { signIn } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import { Fact } from '../../ui/fact.tsx'
import { formatPhone } from '../../ui/form/phone-number.ts'

/** How to reach the people who can set a new password. */
export function SignInHelp() {
  const { t, i18n } = useTranslation('sign-in')
  const { data, isPending } = useQuery(ask(signIn.help, {}, true))
  if (isPending) return null
  if (!data?.phone && !data?.email && !data?.line_account) return <Text>{t('help-none')}</Text>
  return (
    <Stack component="dl" gap="md" m={0}>
      <Fact label={t('help-hospital')}>
        {i18n.language === 'th' ? data.hospital_name_th : data.hospital_name_en}
      </Fact>
      {data.phone && (
        <Fact label={t('help-phone')}>
          <Anchor href={`tel:${data.phone}`}>{formatPhone(data.phone)}</Anchor>
        </Fact>
      )}
      {data.email && (
        <Fact label={t('help-email')}>
          <Anchor href={`mailto:${data.email}`}>{data.email}</Anchor>
        </Fact>
      )}
      {data.line_account && (
        <Fact label={t('help-line')}>
          {data.line_url ? <Anchor href={data.line_url}>{data.line_account}</Anchor> : data.line_account}
        </Fact>
      )}
    </Stack>
  )
}
