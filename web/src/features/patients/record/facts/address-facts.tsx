import type { Patient } from 'contract'
import { useTranslation } from 'react-i18next'
import { HospitalMap } from '../../../../clinical/hospital/hospital-map.tsx'
import { formatPatientName } from '../../../../ui/person-name.ts'
import classes from './address-facts.module.css'
import { FactGroup, FieldFact } from './fact-group.tsx'

export function AddressFacts({ patient }: { patient: Patient }) {
  const { t } = useTranslation('patient-record')
  const { lat, lang } = patient
  return (
    <div className={classes.pair}>
      <FactGroup title={t('address')}>
        <FieldFact field="house_no" value={patient.house_no} />
        <FieldFact field="village" value={patient.village} />
        <FieldFact field="soi" value={patient.soi} />
        <FieldFact field="road" value={patient.road} />
        <FieldFact field="sub_district" value={patient.sub_district} />
        <FieldFact field="district" value={patient.district} />
        <FieldFact field="province" value={patient.province} />
        <FieldFact field="zipcode" value={patient.zipcode} />
        <FieldFact field="lat" value={lat} />
        <FieldFact field="lang" value={lang} />
      </FactGroup>
      {lat === null || lang === null ? (
        <p className={classes.nowhere}>{t('no-location')}</p>
      ) : (
        <HospitalMap
          label={t('map-of-home')}
          points={[{ id: patient._id, lat, lng: lang, label: formatPatientName(patient) }]}
        />
      )}
    </div>
  )
}
