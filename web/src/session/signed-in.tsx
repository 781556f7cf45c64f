import type { Permission } from 'contract'
import { createContext, type ReactNode, useContext } from 'react'
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

/** Whether the user may open a screen. */
export function useMayOpen(): (screen: Screen) => boolean {
  const user = useUser()
  return (screen) => mayOpen(screen, user)
}

export function useMay(permission: Permission): boolean {
  return useUser().permissions.includes(permission)
}
