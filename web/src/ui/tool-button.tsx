import { ActionIcon, Button } from '@mantine/core'
import type { Icon as TablerIcon } from '@tabler/icons-react'
import { useIsPhone } from './use-is-phone.ts'

type ToolButtonProps = { label: string; Icon: TablerIcon; isBusy: boolean; onClick: () => void }

/** A button that is seldom used: on a phone it shows only its icon, to leave room for the readings. */
export function ToolButton({ label, Icon, isBusy, onClick: onAct }: ToolButtonProps) {
  const icon = <Icon size={18} aria-hidden />
  if (useIsPhone())
    return (
      <ActionIcon
        variant="default"
        size={44}
        aria-label={label}
        title={label}
        loading={isBusy}
        onClick={onAct}
      >
        {icon}
      </ActionIcon>
    )
  return (
    <Button variant="default" size="md" leftSection={icon} loading={isBusy} onClick={onAct}>
      {label}
    </Button>
  )
}
