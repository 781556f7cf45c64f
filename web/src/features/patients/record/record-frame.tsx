import { Menu } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { AlarmOff, Patient, Permission } from 'contract'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { FolderLabel } from '../../../clinical/print/folder-label.tsx'
import { WithoutPermissions } from '../../../session/signed-in.tsx'
import { TitlePlace } from '../../../ui/page-header.tsx'
import { useBarcode } from '../../../ui/print/barcode.tsx'
import { InPageHead } from '../../../ui/print/page-head.tsx'
import { MergedNotice } from './merged/merged-notice.tsx'
import { PatientBanner } from './patient-banner.tsx'
import { usePatientSlips } from './patient-slips.tsx'
import classes from './record-frame.module.css'
import { RecordTabs, ScreenSwitch } from './record-tabs.tsx'
import { useRecordScreens } from './use-record-screens.ts'

/**
 * What the server refuses in a record that was merged. Not among them is what also corrects: `clinical:record`,
 * `admission:manage`.
 */
const refusedInMerged: readonly Permission[] = [
  'patient:update',
  'clinical:update',
  'spo2-scale:prescribe',
  'triage:record',
  'admission:request',
  'alarm:configure',
  'device:assign',
]

type RecordFrameProps = {
  patient: Patient
  alarmsOff: readonly AlarmOff[]
  /** What can be done from every screen of the record: at the end of the banner. */
  acts: ReactNode
  /** It stands in the banner, while the patient has an alarm that nobody has acknowledged. */
  alarm: ReactNode
  children: ReactNode
}

/** The banner and the tabs of a record, which stay in sight, with a screen of it below. */
export function RecordFrame({ patient, alarmsOff, acts, alarm, children }: RecordFrameProps) {
  const { t } = useTranslation('ui')
  const { merged_into } = patient
  const { tab } = useRecordScreens()
  const slips = usePatientSlips(patient)
  const bars = useBarcode(patient.hn)
  useRestoredScroll()
  return (
    <>
      <InPageHead>
        <FolderLabel patient={patient} bars={bars} />
      </InPageHead>
      <div className={classes.head} data-record-head>
        <PatientBanner patient={patient} alarmsOff={alarmsOff}>
          {alarm}
          {acts}
        </PatientBanner>
        <RecordTabs
          patientId={patient._id}
          acts={[
            <Menu.Item
              key="print"
              leftSection={<IconPrinter size={18} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('print')}
            </Menu.Item>,
            ...slips.items,
          ]}
        />
        {slips.printed}
      </div>
      <TitlePlace value={tab && tab.screens.length > 1 && <ScreenSwitch patientId={patient._id} />}>
        {merged_into ? (
          <>
            <MergedNotice patient={patient} into={merged_into} />
            <WithoutPermissions lacks={refusedInMerged}>{children}</WithoutPermissions>
          </>
        ) : (
          children
        )}
      </TitlePlace>
    </>
  )
}

/** Restores the scroll position of each section of the record. */
function useRestoredScroll() {
  const { pathname } = useLocation()
  const left = useRef(new Map<string, number>())
  useLayoutEffect(() => {
    const places = left.current
    const place = places.get(pathname)
    if (places.size > 0 || place !== undefined) window.scrollTo(0, place ?? 0)
    const remember = () => places.set(pathname, window.scrollY)
    remember()
    addEventListener('scroll', remember, { passive: true })
    return () => removeEventListener('scroll', remember)
  }, [pathname])
}
