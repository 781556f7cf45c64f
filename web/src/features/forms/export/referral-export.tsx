import { useMay } from '../../../session/signed-in.tsx'
import { Section } from '../../../ui/section.tsx'
import { useFormTexts } from '../use-form-texts.ts'
import { ExportMenu } from './export-menu.tsx'

/** The files of all referrals, for the records office, which has no list of them. */
export function ReferralExport() {
  const { title } = useFormTexts('ambulance-referral')
  const mayList = useMay('form:use')
  if (!useMay('referral:export') || mayList) return null
  return (
    <Section title={title}>
      <ExportMenu form="ambulance-referral" />
    </Section>
  )
}
