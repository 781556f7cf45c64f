import { Button } from '@mantine/core'
import type { Icon as TablerIcon } from '@tabler/icons-react'

type ToolButtonProps = { label: string; Icon: TablerIcon; isBusy: boolean; onClick: () => void }

/** A button of a row of tools, beside a title or above a list. */
export function ToolButton({ label, Icon, isBusy, onClick: onAct }: ToolButtonProps) {
  return (
    <Button
      variant="default"
      size="md"
      leftSection={<Icon size={18} aria-hidden />}
      loading={isBusy}
      onClick={onAct}
    >
      {label}
    </Button>
  )
}
