import { ActionIcon, Anchor, Stack } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { formatNationalId, type Patient, writeBirthDate } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { TriageBadge } from '../../../../clinical/triage-badge.tsx'
import { useAgeText } from '../../../../ui/date/use-age-text.ts'
import { useFormatTime } from '../../../../ui/date/use-format-time.ts'
import { Fact } from '../../../../ui/fact.tsx'
import { useLocalizedName } from '../../../../ui/use-localized-name.ts'
import { FactGroup, FieldFact } from './fact-group.tsx'
import { Disease, usePatientFieldLabel } from './field-value.tsx'
import classes from './information-facts.module.css'
import { PatientPhoto } from './patient-photo.tsx'
import { formatRecordPath } from './record-paths.ts'

export function InformationFacts({ patient }: { patient: Patient }) {
  const { t } = useTranslation(['patient-record', 'patients'])
  const ageText = useAgeText()
  const formatInstant = useFormatTime()
  return (
    <Stack gap="md">
      <FactGroup
        title={t('identity')}
        aside={
          <span className={classes.photo}>
            <PatientPhoto patient={patient} size={104} />
          </span>
        }
      >
        <FieldFact field="hn" value={patient.hn} />
        <FieldFact field="title" value={patient.title} />
        <FieldFact field="name" value={patient.name} />
        <FieldFact field="surname" value={patient.surname} />
        <FieldFact field="name_en" value={patient.name_en} />
        <FieldFact field="surname_en" value={patient.surname_en} />
        <FieldFact field="gender" value={patient.gender} />
        <FieldFact field="date_of_birth" value={writeBirthDate(patient)} />
        <Fact label={t('patients:field.age')}>{ageText(patient)}</Fact>
        <FieldFact field="identity_kind" value={patient.identity_kind} />
        {patient.identity_kind === 'national_id' && <NationalIdText digits={patient.national_id} />}
        {patient.identity_kind === 'passport' && (
          <FieldFact field="passport_no" value={patient.passport_no} />
        )}
        {patient.identity_kind === 'migrant' && (
          <>
            <FieldFact field="migrant_kind" value={patient.migrant_kind} />
            <FieldFact field="migrant_no" value={patient.migrant_no} />
          </>
        )}
        {patient.identity_kind === 'unknown' && <FieldFact field="appearance" value={patient.appearance} />}
      </FactGroup>
      <StayFacts patient={patient} />
      <p className={classes.record}>
        <span>
          {t('registered')} {formatInstant(patient.created_at)}
        </span>
        <span>
          {t('last-change')} {formatInstant(patient.updated_at)}
        </span>
      </p>
    </Stack>
  )
}

function NationalIdText({ digits }: { digits: string | null }) {
  const { t } = useTranslation(['patient-record', 'patients'])
  const label = usePatientFieldLabel()
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? IconEyeOff : IconEye
  return (
    <Fact label={label('national_id')}>
      {digits && (
        <span className={classes.nationalId}>
          {formatNationalId(digits, !isShown)}
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            className={classes.reveal}
            aria-label={t(isShown ? 'mask' : 'reveal')}
            title={t(isShown ? 'mask' : 'reveal')}
            onClick={() => setShown(!isShown)}
          >
            <Icon size={18} aria-hidden />
          </ActionIcon>
        </span>
      )}
    </Fact>
  )
}

/** Ward, bed and monitoring. Admission, triage and devices change it, not this screen. */
function StayFacts({ patient }: { patient: Patient }) {
  const { t } = useTranslation(['patient-record', 'patients'])
  const label = usePatientFieldLabel()
  const localName = useLocalizedName()
  const formatInstant = useFormatTime()
  const { ward, triage_level, device_status, disease } = patient
  return (
    <FactGroup title={t(ward || !patient.discharge_date ? 'stay' : 'last-stay')}>
      <Fact label={label('an')}>{patient.stay_an}</Fact>
      <Fact label={label('vn')}>{patient.vn}</Fact>
      <Fact label={label('ward')}>{ward ? localName(ward) : t('patients:stay.out')}</Fact>
      <Fact label={label('bed')}>{patient.bed}</Fact>
      <Fact label={label('admit_date')}>
        {patient.stay_admit_date && formatInstant(patient.stay_admit_date)}
      </Fact>
      <Fact label={label('discharge_date')}>
        {patient.discharge_date && formatInstant(patient.discharge_date)}
      </Fact>
      <Fact label={label('disease')}>{disease && <Disease code={disease} />}</Fact>
      <Fact label={label('triage_level')}>
        {triage_level ? (
          <span className={classes.triage}>
            <TriageBadge level={triage_level} /> {t(`patients:urgency.${triage_level}`)}
          </span>
        ) : (
          t('patients:not-triaged')
        )}
      </Fact>
      <Fact label={label('notify_status')}>{t(`patients:notify.${patient.notify_status}`)}</Fact>
      <Fact label={label('device_status')}>
        {device_status === null ? (
          t('patients:device.none')
        ) : (
          <Anchor component={Link} to={formatRecordPath(patient._id, 'alarms')} className={classes.devices}>
            {t(`patients:device.${device_status}`)}
          </Anchor>
        )}
      </Fact>
    </FactGroup>
  )
}
