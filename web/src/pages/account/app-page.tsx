import { lazy, Suspense } from 'react'
import { Frame, type SearchProps } from '../../app/frame.tsx'
import { SignInAlertBanner } from '../../features/account/sign-in-alert.tsx'
import { AlarmBanner } from '../../features/alarms/alarm-banner.tsx'
import { AlarmBell } from '../../features/alarms/alarm-bell.tsx'
import { ChainBanner } from '../../features/audit/chain-banner.tsx'
import { LockOverlay } from '../../features/lock/lock-overlay.tsx'
import { BreakGlassToast } from '../../features/permissions/break-glass-toast.tsx'
import { ApplicantUpdates } from '../../features/users/list/applicants.tsx'
import { SignedIn, useMay } from '../../session/signed-in.tsx'
import { ConfirmHost } from '../../ui/feedback/confirm.tsx'

const PatientSearchDialog = lazy(async () => ({
  default: (await import('../../features/patients/list/patient-search-dialog.tsx')).PatientSearchDialog,
}))

const LockedAlarms = lazy(async () => ({
  default: (await import('../../features/alarms/locked-alarms.tsx')).LockedAlarms,
}))

/** Everything under /app: the frame, and the parts of it that the features fill. */
export function AppPage() {
  return (
    <SignedIn>
      <ConfirmHost>
        <FrameWithFeatures />
      </ConfirmHost>
    </SignedIn>
  )
}

function FrameWithFeatures() {
  const maySearch = useMay('patient:read')
  const maySeeAlarms = useMay('alarm:read')
  const mayDecide = useMay('user:manage')
  return (
    <>
      <Suspense>{mayDecide && <BreakGlassToast />}</Suspense>
      {mayDecide && <ApplicantUpdates />}
      <LockOverlay Alarms={maySeeAlarms ? LockedAlarms : undefined} />
      <Frame {...(maySearch && { Search })} {...(maySeeAlarms && { Bell: AlarmBell })} Banner={Banners} />
    </>
  )
}

function Banners() {
  const maySeeAlarms = useMay('alarm:read')
  const mayAudit = useMay('audit:read')
  return (
    <>
      {maySeeAlarms && <AlarmBanner />}
      {mayAudit && <ChainBanner />}
      <SignInAlertBanner />
    </>
  )
}

function Search(props: SearchProps) {
  return (
    <Suspense>
      <PatientSearchDialog {...props} />
    </Suspense>
  )
}
