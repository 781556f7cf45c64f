import type { Patient } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useBarcode } from '../../ui/print/barcode.tsx'
import { Printout } from '../../ui/print/printout.tsx'
import { FolderLabel } from './folder-label.tsx'
import classes from './patient-printout.module.css'
import { PrintoutHead } from './printout-head.tsx'

type PatientPrintoutProps = {
  patient: Patient
  title: string
  /** What of the record is on it: the span of time, the rows that were left out. */
  about: ReactNode
  isLandscape?: boolean
  children: ReactNode
}

/** The print of a part of a record. Each page says whose it is, in letters and in bars. */
export function PatientPrintout({
  patient,
  title,
  about,
  isLandscape = false,
  children,
}: PatientPrintoutProps) {
  const bars = useBarcode(patient.hn)
  useTranslation(['patient-record', 'patients'])
  return (
    <Printout
      isLandscape={isLandscape}
      head={
        <div className={classes.head}>
          <div className={classes.sheet}>
            <PrintoutHead title={title} about={about} />
          </div>
          <FolderLabel patient={patient} bars={bars} />
        </div>
      }
    >
      {children}
    </Printout>
  )
}
