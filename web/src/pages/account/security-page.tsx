import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Factors } from '../../features/second-factor/factors.tsx'
import { SignInRules } from '../../features/second-factor/sign-in-rules.tsx'
import { profilePath } from '../../paths.ts'
import { useMay } from '../../session/signed-in.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'

/** The user's own second factors and, for an admin, who needs one. */
export function SecurityPage() {
  const { t } = useTranslation(['second-factor', 'app'])
  const mayDecide = useMay('permission:manage')
  return (
    <>
      <PageHeader title={t('title')} crumbs={[{ label: t('app:profile'), to: profilePath }]} />
      <Stack gap="lg">
        <Section title={t('methods')}>
          <Text mb="md">{t('lead')}</Text>
          <Factors />
        </Section>
        {mayDecide && (
          <Section title={t('rules.title')}>
            <SignInRules />
          </Section>
        )}
      </Stack>
    </>
  )
}
