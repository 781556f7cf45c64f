import type { Permission } from 'contract'
import { createContext, type ReactNode, useContext } from 'react'
import { type Session, session } from './session.ts'

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

export function useMay(permission: Permission): boolean {
  return useUser().permissions.includes(permission)
}
