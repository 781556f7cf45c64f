import { Button, Skeleton } from '@mantine/core'
import { IconDoorEnter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { admissions, type Patient } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import { useMay } from '../../session/signed-in.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { Section } from '../../ui/section.tsx'
import { AdmitDialog } from './admit-dialog.tsx'
import { StayActsBar } from './stay-acts-bar.tsx'
import { StayFacts } from './stay-facts.tsx'
import { StayLog } from './stay-log.tsx'

/** A patient's stays: the present one with what can be done about it, and the earlier ones. */
export function PatientAdmissions({ patient }: { patient: Patient }) {
  const { t, i18n } = useTranslation('admissions')
  const mayManage = useMay('admission:manage')
  const [isAdmitting, setAdmitting] = useState(false)
  const history = useQuery(ask(admissions.history, { patient_id: patient._id }, true))
  if (history.isLoadingError) return <QueryFailure query={history} />
  if (!history.data) return <Skeleton height="16rem" />
  const { stays } = history.data
  const present = stays.find(({ discharged_at, voided_at }) => discharged_at === null && voided_at === null)
  const earlier = stays.filter((stay) => stay !== present)
  const lastLeft = present ? undefined : stays.find(({ voided_at }) => voided_at === null)
  const titleOf = ({ admitted_at, an }: (typeof stays)[number]) =>
    `${formatTime(admitted_at, i18n.language, 'dd MMM yyyy')} · AN ${an}`
  return (
    <>
      {present ? (
        <Section title={t('present')}>
          <StayFacts stay={present} />
          {mayManage && <StayActsBar stay={present} />}
          <StayLog stay={present} />
        </Section>
      ) : (
        <EmptyState reason={t('none-now')}>
          {mayManage && (
            <Button
              size="md"
              leftSection={<IconDoorEnter size={18} aria-hidden />}
              onClick={() => setAdmitting(true)}
            >
              {t('admit')}
            </Button>
          )}
        </EmptyState>
      )}
      {earlier.map((stay) => (
        <Section key={stay._id} title={titleOf(stay)}>
          {stay.voided_at && (
            <p>{t('void-stay', { time: formatTime(stay.voided_at, i18n.language, 'dd MMM yyyy HH:mm') })}</p>
          )}
          <StayFacts stay={stay} />
          {mayManage && stay === lastLeft && <StayActsBar stay={stay} />}
          <details>
            <summary>{t('history')}</summary>
            <StayLog stay={stay} />
          </details>
        </Section>
      ))}
      <AdmitDialog patient={patient} opened={isAdmitting} onClose={() => setAdmitting(false)} />
    </>
  )
}
