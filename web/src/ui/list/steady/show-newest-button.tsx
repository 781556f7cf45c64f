import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type ShowNewestButtonProps = { steady: { isWaiting: boolean; showNewest: () => void }; children: ReactNode }

/** While rows of `useSteadyRows` wait to be moved: moves them now. */
export function ShowNewestButton({ steady, children }: ShowNewestButtonProps) {
  if (!steady.isWaiting) return null
  return (
    <Button
      variant="light"
      size="compact-md"
      mb="sm"
      style={{ alignSelf: 'flex-start' }}
      leftSection={<IconRefresh size={16} aria-hidden />}
      onClick={steady.showNewest}
    >
      {children}
    </Button>
  )
}
