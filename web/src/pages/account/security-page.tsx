import { Paper, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Factors } from '../../features/second-factor/factors.tsx'
import { SignInRules } from '../../features/second-factor/sign-in-rules.tsx'
import { profilePath } from '../../paths.ts'
import { useMay } from '../../session/signed-in.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

/** The user's own second factors and, for an admin, who needs one. */
export function SecurityPage() {
  const { t } = useTranslation(['second-factor', 'app'])
  const mayDecide = useMay('permission:manage')
  return (
    <>
      <PageHeader title={t('title')} crumbs={[{ label: t('app:profile'), to: profilePath }]} />
      <Stack gap="lg">
        <Paper component="section" withBorder p="md" aria-labelledby="second-factor">
          <Title order={2} size="h6" id="second-factor" mb="sm">
            {t('methods')}
          </Title>
          <Text mb="md">{t('lead')}</Text>
          <Factors />
        </Paper>
        {mayDecide && (
          <Paper component="section" withBorder p="md" aria-labelledby="sign-in-rules">
            <Title order={2} size="h6" id="sign-in-rules" mb="sm">
              {t('rules.title')}
            </Title>
            <SignInRules />
          </Paper>
        )}
      </Stack>
    </>
  )
}
