import type { Permission } from 'contract'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Screen } from '../screens.ts'
import { mayOpen, type Session, session } from './session.ts'

const SessionContext = createContext<Session | undefined>(undefined)

/** Renders its children while a user is signed in, and unmounts them at once otherwise. */
export function SignedIn({ children }: { children: ReactNode }) {
  const user = session.use()
  return user && <SessionContext value={user}>{children}</SessionContext>
}

export function useUser(): Session {
  const user = useContext(SessionContext)
  if (!user) throw new Error('useUser() outside of <SignedIn>')
  return user
}

/** Renders its children as for a user who lacks these permissions, where the server would refuse what they allow. */
export function WithoutPermissions({
  lacks,
  children,
}: {
  lacks: readonly Permission[]
  children: ReactNode
}) {
  const user = useUser()
  const narrowed = useMemo(
    () => ({ ...user, permissions: user.permissions.filter((permission) => !lacks.includes(permission)) }),
    [user, lacks],
  )
  return <SessionContext value={narrowed}>{children}</SessionContext>
}

/** Whether the user may open a screen. */
export function useMayOpen(): (screen: Screen) => boolean {
  const user = useUser()
  return (screen) => mayOpen(screen, user)
}

export function useMay(permission: Permission): boolean {
  return useUser().permissions.includes(permission)
}
