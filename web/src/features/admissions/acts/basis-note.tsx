import { Text } from '@mantine/core'
import { type AdmissionBasis, withoutNone } from 'contract'
import { useTranslation } from 'react-i18next'
import { TriageBadge } from '../../../clinical/triage-badge.tsx'
import { formatTime } from '../../../ui/date/dates.ts'
import { formatStaffName } from '../../../ui/person-name.ts'
import type { BasisKind } from '../admission-basis.ts'

/** Says where a field was filled from. */
export function useOriginText(basis: Partial<AdmissionBasis>): (kind: BasisKind) => string {
  const { t, i18n } = useTranslation('admissions')
  const { visit, referral, request } = basis
  const write = (at: string | undefined) =>
    at ? formatTime(new Date(at), i18n.language, 'dd MMM yyyy HH:mm') : ''
  return (kind) => {
    if (kind === 'request') return t('from.request', { time: write(request?.requested_at) })
    if (kind === 'referral') return t('from.referral', { time: write(referral?.created_at) })
    return t(`from.${visit?.kind ?? 'ER'}`, { time: write(visit?.visited_at) })
  }
}

/**
 * Says that isolation is suggested by what the infection screen of the visit found; undefined if it found nothing. A
 * person decides which kind it is.
 */
export function useIsolationHint({ visit }: Partial<AdmissionBasis>): string | undefined {
  const { t } = useTranslation(['admissions', 'triage'])
  const signs = withoutNone(visit?.infection_signs ?? [])
  if (signs.length === 0) return undefined
  return t('from.infection', { signs: signs.map((sign) => t(`triage:infection.${sign}`)).join(', ') })
}

/** What is known of the visit and the referral that the form has no field for. */
export function BasisNote({ basis: { visit, referral } }: { basis: Partial<AdmissionBasis> }) {
  const { t } = useTranslation('admissions')
  const originText = useOriginText({ ...(visit && { visit }), ...(referral && { referral }) })
  const isolationHint = useIsolationHint({ ...(visit && { visit }) })
  if (!visit && !referral) return null
  return (
    <div role="note" aria-label={t('from.label')}>
      {visit && (
        <Text size="sm">
          {originText('visit')} · VN {visit.vn} {visit.level && <TriageBadge level={visit.level} />}
          {visit.complaint !== null && ` · ${t('from.complaint', { complaint: visit.complaint })}`}
          {visit.doctor && ` · ${t('from.doctor', { doctor: formatStaffName(visit.doctor) })}`}
        </Text>
      )}
      {isolationHint && (
        <Text size="sm" fw={600}>
          {isolationHint}
        </Text>
      )}
      {referral && (
        <Text size="sm">
          {[
            originText('referral'),
            referral.hospital,
            referral.letter_number,
            referral.diagnosis,
            referral.reason,
          ]
            .filter((fact) => fact !== null)
            .join(' · ')}
        </Text>
      )}
    </div>
  )
}
