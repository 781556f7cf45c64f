import { Suspense, useDeferredValue } from 'react'
import { Frame } from '../../app/frame.tsx'
import { SignInAlertBanner } from '../../features/account/sign-in-alert.tsx'
import { DeclinedToast } from '../../features/admissions/requests/declined-toast.tsx'
import { AlarmBell } from '../../features/alarms/alarm-bell.tsx'
import { AlarmBanner } from '../../features/alarms/banner/alarm-banner.tsx'
import { ChainBanner } from '../../features/audit/chain-banner.tsx'
import { UnsentLine } from '../../features/forms/offline/unsent-line.tsx'
import { LockOverlay } from '../../features/lock/lock-overlay.tsx'
import { BreakGlassToast } from '../../features/permissions/break-glass-toast.tsx'
import { ApplicantUpdates } from '../../features/users/list/applicants.tsx'
import { leftAlone } from '../../session/lock.ts'
import { SignedIn, useMay } from '../../session/signed-in.tsx'
import { ConfirmHost } from '../../ui/feedback/confirm.tsx'
import { lazyPart } from '../../ui/feedback/lazy-part.tsx'

const LockedAlarms = lazyPart(
  async () => (await import('../../features/alarms/locked-alarms.tsx')).LockedAlarms,
)

const OfflineHost = lazyPart(
  async () => (await import('../../features/forms/offline/offline-host.tsx')).OfflineHost,
)

const OpenLocked = lazyPart(
  async () => (await import('../../features/forms/offline/vault/open-locked.tsx')).OpenLocked,
)

const StepsHost = lazyPart(
  async () => (await import('../../features/forms/offline/steps/steps-host.tsx')).StepsHost,
)

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
  const maySeeAlarms = useMay('alarm:read')
  const mayDecide = useMay('user:manage')
  const mayRequest = useMay('admission:request')
  const mayWrite = useMay('form:use')
  const isCrew = useMay('mission:crew')
  // It names a patient, which the lock would cover where nobody is.
  const isAlone = leftAlone.use()
  // What only tells of something else waits until the screen is in sight.
  const isWhole = useDeferredValue(true, false)
  return (
    <>
      <Suspense>{isWhole && mayDecide && <BreakGlassToast />}</Suspense>
      <Suspense>{isWhole && mayRequest && <DeclinedToast />}</Suspense>
      <Suspense>{isWhole && mayWrite && <OfflineHost />}</Suspense>
      <Suspense>{isWhole && isCrew && <StepsHost />}</Suspense>
      {isWhole && mayDecide && <ApplicantUpdates />}
      <LockOverlay
        Alarms={maySeeAlarms ? LockedAlarms : undefined}
        Offline={mayWrite ? OpenLocked : undefined}
      />
      <Frame
        {...(maySeeAlarms && { Bell: AlarmBell, ...(!isAlone && { Alarm: AlarmBanner }) })}
        Banner={Banners}
      />
    </>
  )
}

function Banners() {
  const mayAudit = useMay('audit:read')
  const mayWrite = useMay('form:use')
  return (
    <>
      {mayAudit && <ChainBanner />}
      <SignInAlertBanner />
      {mayWrite && <UnsentLine />}
    </>
  )
}
