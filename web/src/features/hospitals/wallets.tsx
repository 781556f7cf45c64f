import { Switch } from '@mantine/core'
import { type Hospital, hospitals } from 'contract'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { HospitalSection } from './hospital-section.tsx'
import { outdatedByHospitalChange } from './queries.ts'

/** Whether users have wallets at this hospital. */
export function Wallets({ hospital }: { hospital: Hospital }) {
  const { t } = useTranslation('hospitals')
  const send = useSend(hospitals.update, { outdates: outdatedByHospitalChange })
  return (
    <HospitalSection title={t('wallets.title')}>
      <Switch
        size="md"
        label={t('wallets.use')}
        description={t('wallets.hint')}
        checked={hospital.uses_wallet}
        disabled={send.isPending}
        onChange={({ currentTarget: { checked } }) =>
          send.mutate({ version: hospital.version, uses_wallet: checked })
        }
      />
    </HospitalSection>
  )
}
