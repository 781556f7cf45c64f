import { lazy, Suspense } from 'react'
import { Frame, type SearchProps } from '../shell/frame.tsx'
import { SignedIn, useMay } from '../shell/signed-in.tsx'
import { ConfirmHost } from '../ui/confirm.tsx'

const FindPatient = lazy(async () => ({
  default: (await import('../features/patient-list/find-patient.tsx')).FindPatient,
}))

/** Everything under /app: the frame, with what the features put into it. */
export function AppPage() {
  return (
    <SignedIn>
      <ConfirmHost>
        <FrameWithSearch />
      </ConfirmHost>
    </SignedIn>
  )
}

function FrameWithSearch() {
  return <Frame {...(useMay('patient:read') && { Search })} />
}

function Search(props: SearchProps) {
  return (
    <Suspense>
      <FindPatient {...props} />
    </Suspense>
  )
}
