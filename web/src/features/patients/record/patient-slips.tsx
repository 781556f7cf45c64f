import { Menu } from '@mantine/core'
import { IconId, IconTag } from '@tabler/icons-react'
import { type Patient, writeBirthDate } from 'contract'
import { useTranslation } from 'react-i18next'
import { sortBySeverity } from '../../../clinical/patient/sort-by-severity.ts'
import { useAgeText } from '../../../ui/date/use-age-text.ts'
import { useBirthText } from '../../../ui/date/use-birth-text.ts'
import { formatPatientName } from '../../../ui/person-name.ts'
import { Barcode, encodeBars } from '../../../ui/print/barcode.tsx'
import { Slip, type SlipSize } from '../../../ui/print/slip.tsx'
import { usePrint } from '../../../ui/print/use-print.ts'
import classes from './patient-slips.module.css'

const slips = [
  { size: 'label', Icon: IconTag },
  { size: 'wristband', Icon: IconId },
] as const satisfies readonly { size: SlipSize; Icon: typeof IconTag }[]

/** What a menu of a record has to print a patient's label or wristband; the menu may close before it is printed. */
export function usePatientSlips(patient: Patient) {
  const { t } = useTranslation('patient-record')
  const [label, wristband] = [usePatientSlip(patient, 'label'), usePatientSlip(patient, 'wristband')]
  return {
    items: slips.map(({ size, Icon }) => (
      <Menu.Item
        key={size}
        leftSection={<Icon size={18} aria-hidden />}
        onClick={size === 'label' ? label.print : wristband.print}
      >
        {t(`slip.${size}`)}
      </Menu.Item>
    )),
    printed: (
      <>
        {label.printed}
        {wristband.printed}
      </>
    ),
  }
}

function usePatientSlip(patient: Patient, size: SlipSize) {
  // The bars are encoded by code that is loaded when somebody prints.
  const { printed, print } = usePrint(patient._id, async () => ({ bars: await encodeBars(patient.hn) }))
  return {
    print,
    printed: printed && (
      <Slip size={size}>
        <PatientSlip patient={patient} size={size} bars={printed.bars} />
      </Slip>
    ),
  }
}

type PatientSlipProps = { patient: Patient; size: SlipSize; bars: string | undefined }

function PatientSlip({ patient, size, bars }: PatientSlipProps) {
  const { t } = useTranslation(['patient-record', 'patients'])
  const ageText = useAgeText()
  const birthText = useBirthText()
  const { hn, an, gender, allergies } = patient
  const born = writeBirthDate(patient)
  const facts = [
    an && `AN\u00a0${an}`,
    t(`patients:gender.${gender}`),
    born ? `${t('born', { date: birthText(born) })} (${ageText(patient)})` : t('age-unknown'),
  ].filter(Boolean)
  return (
    <div className={classes.slip} data-size={size}>
      <div className={classes.who}>
        <strong className={classes.name} lang="th">
          {formatPatientName(patient)}
        </strong>
        <span>{facts.join(' · ')}</span>
        {allergies.length > 0 && (
          <strong className={classes.allergy}>
            {t('slip.allergies', { count: allergies.length })}{' '}
            {sortBySeverity(allergies)
              .map(({ substance }) => substance)
              .join(', ')}
          </strong>
        )}
      </div>
      <div className={classes.hn}>
        {bars && <Barcode bars={bars} />}
        <strong>HN {hn}</strong>
      </div>
    </div>
  )
}
