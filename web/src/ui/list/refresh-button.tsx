import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type RefreshButtonProps = { isPending: boolean; onClick: () => void; children: ReactNode }

export function RefreshButton({ isPending, onClick, children }: RefreshButtonProps) {
  return (
    <Button
      variant="default"
      size="md"
      leftSection={<IconRefresh size={18} aria-hidden />}
      loading={isPending}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
