import { ActionIcon, Button } from '@mantine/core'
import {
  IconBellRinging,
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './page-turner.module.css'
import type { usePageTurning } from './use-page-turning.ts'

/** Which page of a board is shown, and an alarm on another. The pages can be turned by hand, or stopped. */
export function PageTurner(turning: ReturnType<typeof usePageTurning>) {
  const { t } = useTranslation(['monitoring', 'alarms'])
  const { page, count, isPaused, setPaused, showPage, elsewhere } = turning
  if (count === 1) return null
  const controls = [
    { label: t('pages.back'), Icon: IconChevronLeft, onClick: () => showPage(page - 1) },
    { label: t('pages.on'), Icon: IconChevronRight, onClick: () => showPage(page + 1) },
    {
      label: t(isPaused ? 'pages.play' : 'pages.pause'),
      Icon: isPaused ? IconPlayerPlay : IconPlayerPause,
      onClick: () => setPaused(!isPaused),
    },
  ]
  return (
    <nav className={classes.pages} aria-label={t('pages.name')}>
      {elsewhere && (
        <Button
          size="md"
          className={classes.elsewhere}
          data-severity={elsewhere.severity}
          leftSection={<IconBellRinging size={18} aria-hidden />}
          onClick={() => showPage(elsewhere.page)}
        >
          {t('pages.alarm', {
            severity: t(`alarms:severity.${elsewhere.severity}`),
            page: elsewhere.page + 1,
          })}
        </Button>
      )}
      <span>{t('pages.page', { page: page + 1, count })}</span>
      {isPaused && <span className={classes.paused}>{t('pages.paused')}</span>}
      {controls.map(({ label, Icon, onClick }) => (
        <ActionIcon
          key={label}
          variant="default"
          size={44}
          aria-label={label}
          title={label}
          onClick={onClick}
        >
          <Icon size={20} aria-hidden />
        </ActionIcon>
      ))}
    </nav>
  )
}
