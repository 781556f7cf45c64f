import { Frame } from '../shell/frame.tsx'
import { SignedIn } from '../shell/signed-in.tsx'
import { ConfirmHost } from '../ui/confirm.tsx'

/** Everything under /app: the frame, with what the features put into it. */
export function AppPage() {
  return (
    <SignedIn>
      <ConfirmHost>
        <Frame />
      </ConfirmHost>
    </SignedIn>
  )
}
