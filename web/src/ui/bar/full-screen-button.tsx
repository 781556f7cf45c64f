import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowsMaximize, IconArrowsMinimize } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

type FullScreenButtonProps = { isFullScreen: boolean; onToggle: () => Promise<void> }

/** Shows a board on the whole screen, and back. */
export function FullScreenButton({ isFullScreen, onToggle }: FullScreenButtonProps) {
  const { t } = useTranslation('ui')
  const label = t(isFullScreen ? 'leave-full-screen' : 'full-screen')
  const Icon = isFullScreen ? IconArrowsMinimize : IconArrowsMaximize
  return (
    <Tooltip label={label} withinPortal={!isFullScreen}>
      <ActionIcon variant="default" size={44} aria-label={label} onClick={() => void onToggle()}>
        <Icon size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
