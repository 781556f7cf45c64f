import { type Patient, writeBirthDate } from 'contract'
import { useTranslation } from 'react-i18next'
import { useAgeText } from '../../ui/date/use-age-text.ts'
import { useBirthText } from '../../ui/date/use-birth-text.ts'
import { formatPatientName } from '../../ui/person-name.ts'
import { Barcode } from '../../ui/print/barcode.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { sortBySeverity } from '../patient/sort-by-severity.ts'
import classes from './folder-label.module.css'

/** Who the patient is, as on the label of a folder; with what must never be overlooked. */
export function FolderLabel({ patient, bars }: { patient: Patient; bars: string | undefined }) {
  const { t } = useTranslation(['patient-record', 'patients'])
  const ageText = useAgeText()
  const birthText = useBirthText()
  const localName = useLocalizedName()
  const { hn, an, gender, ward, bed } = patient
  const born = writeBirthDate(patient)
  const facts = [
    t(`patients:gender.${gender}`),
    ageText(patient) ?? t('age-unknown'),
    born && t('born', { date: birthText(born) }),
    an && `AN\u00a0${an}`,
    ward && localName(ward),
    bed && t('patients:bed', { bed }),
  ]
  return (
    <div className={classes.label}>
      <div className={classes.who}>
        <strong className={classes.name} lang="th">
          {formatPatientName(patient)}
        </strong>
        <span>{facts.filter(Boolean).join(' · ')}</span>
        <AllergyLine patient={patient} />
      </div>
      <div className={classes.hn}>
        {bars && <Barcode bars={bars} />}
        <strong>HN {hn}</strong>
      </div>
    </div>
  )
}

function AllergyLine({ patient: { allergies, no_known_allergy } }: { patient: Patient }) {
  const { t } = useTranslation(['patient-record', 'patients'])
  if (allergies.length > 0)
    return (
      <strong>
        {t('allergic-to')}:{' '}
        {sortBySeverity(allergies)
          .map(({ substance }) => substance)
          .join(', ')}
      </strong>
    )
  return <span>{t(no_known_allergy ? 'patients:field.no_known_allergy' : 'allergies-not-recorded')}</span>
}
