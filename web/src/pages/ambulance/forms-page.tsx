import { Stack } from '@mantine/core'
import type { Mission } from 'contract'
import { useTranslation } from 'react-i18next'
import { EquipmentChoice } from '../../features/equipment/equipment-choice.tsx'
import { FormChoice } from '../../features/forms/begin/form-choice.tsx'
import { NotAccepted } from '../../features/forms/completion/not-accepted.tsx'
import { MissionSheets } from '../../features/forms/mission/mission-sheets.tsx'
import { SheetsKeeper } from '../../features/forms/offline/checks/kept-equipment.tsx'
import { createDrafts } from '../../features/forms/offline/copies.ts'
import { KeptMissionsBox } from '../../features/forms/offline/kept-missions-box.tsx'
import { NotSent } from '../../features/forms/offline/not-sent.tsx'
import { stepKeeper } from '../../features/forms/offline/steps/send-steps.ts'
import { vaultState } from '../../features/forms/offline/vault/vault.ts'
import { WithHospitalWords } from '../../features/forms/settings/hospital-drugs.tsx'
import { useMissionStory } from '../../features/forms/story/use-mission-story.ts'
import { PreAlertButton } from '../../features/inbound/pre-alert-button.tsx'
import { OwnMissions } from '../../features/missions/own-missions.tsx'
import { ReferralPanel } from '../../features/referrals/referral-panel.tsx'
import { useMay } from '../../session/signed-in.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

const preAlertDrafts = createDrafts('pre-alert')

export function FormsPage() {
  const { t } = useTranslation('forms')
  const isCrew = useMay('mission:crew')
  return (
    <>
      <PageHeader title={t('title')} />
      <NotSent />
      <NotAccepted />
      <SheetsKeeper />
      {isCrew && <KeptMissionsBox />}
      <OwnMissions
        keeper={stepKeeper}
        more={(mission) => (
          <>
            <WithHospitalWords>
              <PreAlert mission={mission} />
            </WithHospitalWords>
            <MissionSheets mission={mission} />
            {mission.referral && <ReferralPanel id={mission.referral._id} />}
          </>
        )}
      />
      <Stack gap="md">
        <EquipmentChoice />
        <FormChoice />
      </Stack>
    </>
  )
}

/** What a crew wrote on its sheet need not be written again for the emergency room. */
function PreAlert({ mission }: { mission: Mission }) {
  const story = useMissionStory(mission)
  const isOpen = vaultState.use() === 'open'
  return <PreAlertButton mission={mission} story={story} keeper={{ ...preAlertDrafts, isOpen }} />
}
