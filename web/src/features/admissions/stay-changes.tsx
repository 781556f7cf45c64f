import { capacityQuestions, type Refusal, type Stay, type StayChange } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatDate, formatTime } from '../../ui/date/dates.ts'
import { formatStaffName } from '../../ui/person-name.ts'
import classes from './admissions.module.css'
import { useDoctors } from './queries.ts'
import { toTold } from './told.ts'

/** What an act changed of what was asked, each field with both values. Places have a list of their own. */
export function StayChanges({ changes }: { changes: readonly StayChange[] }) {
  const describe = useChangedField()
  const lines = changes.flatMap((change) => describe(change) ?? [])
  if (lines.length === 0) return null
  return (
    <span className={classes.handOver}>
      {lines.map(({ label, from, to }) => (
        <span key={label}>
          <strong>{label}</strong> {from && <del>{from}</del>} {to}
        </span>
      ))}
    </span>
  )
}

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

type ShownChange = { label: string; from: string; to: string }

function useChangedField(): (change: StayChange) => ShownChange | undefined {
  const { t, i18n } = useTranslation('admissions')
  const doctors = useDoctors()
  const tick = (value: unknown) => (value ? '✓' : '')
  const asked = (value: unknown) => t(`told.${toTold(typeof value === 'boolean' ? value : null)}`)
  /** The text of a code under this key of the texts. */
  const coded = (key: string) => (value: unknown) => text(value) && t(`${key}.${text(value)}` as 'payers.UC')
  const describeDiagnoses = (value: unknown) =>
    (Array.isArray(value) ? (value as Stay['discharge_diagnoses']) : [])
      .map(({ code, role }) => `${code} (${t(`diagnosis-roles.${role as 1}`)})`)
      .join(', ')
  /** Every answer, so that two refusals are told apart; of a signature only that there is one. */
  const describeRefusal = (value: unknown) => {
    if (!value) return ''
    const told = value as Refusal
    return [
      ...[...capacityQuestions, 'are_risks_told' as const].map(
        (question) => `${t(`refusal.${question}`)}: ${t(told[question] ? 'refusal.yes' : 'refusal.no')}`,
      ),
      `${t('refusal.signed_by')}: ${t(`refusal.signers.${told.signed_by}`)}`,
      told.signer_name,
      told.strokes && t('refusal.strokes'),
      `${t('refusal.witness')}: ${told.witness}`,
    ]
      .filter(Boolean)
      .join(' · ')
  }
  const fields: Record<string, [label: string, format: (value: unknown) => string]> = {
    admit_type: [t('admit-type'), coded('admit-types')],
    admit_source: [t('admit-source'), coded('admit-sources')],
    arrival_type: [t('arrival-type'), coded('arrival-types')],
    referral_cause: [t('referral-cause'), coded('referral-causes')],
    referring_hospital: [t('referring-hospital'), text],
    referral_number: [t('referral-number'), text],
    department: [t('department'), coded('departments')],
    attending_id: [
      t('doctor'),
      (id) => {
        const doctor = doctors.find(({ _id }) => _id === id)
        return doctor ? formatStaffName(doctor) : id === null ? '' : t('former-doctor')
      },
    ],
    diagnosis: [t('diagnosis'), text],
    disease: [t('icd-10'), text],
    payer: [t('payer'), coded('payers')],
    isolation: [
      t('isolation'),
      (kinds) => (Array.isArray(kinds) ? kinds.map(coded('isolations')).join(', ') : ''),
    ],
    is_dnr: [t('dnr'), asked],
    has_consent: [t('consent'), asked],
    pregnancy: [t('pregnancy'), coded('pregnancies')],
    morse_score: [t('morse'), text],
    due_back_at: [
      t('due-date'),
      (at) => text(at) && formatTime(`${text(at)}`, i18n.language, 'dd MMM yyyy HH:mm'),
    ],
    planned_discharge_on: [t('planned'), (day) => text(day) && formatDate(text(day), i18n.language)],
    discharge_type: [t('discharge-type'), coded('discharge-types')],
    discharge_status: [t('discharge-status'), coded('discharge-statuses')],
    discharged_to: [t('discharged-to'), text],
    discharge_cause: [t('discharge-cause'), coded('transfer-causes')],
    goes_home_to_die: [t('home-to-die'), tick],
    refusal: [t('refusal.title'), describeRefusal],
    discharge_diagnoses: [t('final-diagnoses'), describeDiagnoses],
    discharge_summary: [t('summary'), text],
    discharge_advice: [t('advice'), text],
    follow_up: [t('follow-up'), text],
    home_medicines: [t('medicines'), text],
  }
  return ({ field, from, to }) => {
    const known = fields[field]
    return known && { label: known[0], from: known[1](from), to: known[1](to) || '–' }
  }
}
