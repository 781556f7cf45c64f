import { Button } from '@mantine/core'
import type { Icon as TablerIcon } from '@tabler/icons-react'

type ToolButtonProps = {
  label: string
  /** Says what the label leaves to what stands beside it, to whoever does not see that. */
  name?: string | undefined
  Icon: TablerIcon
  isBusy: boolean
  onClick: () => void
}

/** A button of a row of tools, beside a title or above a list. */
export function ToolButton({ label, name, Icon, isBusy, onClick: onAct }: ToolButtonProps) {
  return (
    <Button
      variant="default"
      size="md"
      leftSection={<Icon size={18} aria-hidden />}
      aria-label={name}
      loading={isBusy}
      onClick={onAct}
    >
      {label}
    </Button>
  )
}
