import { Button, Text } from '@mantine/core'
import { IconVolume, IconVolume3, IconVolumeOff } from '@tabler/icons-react'
import type { Alarm } from 'contract'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../ui/date/use-now.ts'
import classes from '../alarms.module.css'
import { listAudibleAlarms } from '../sound.ts'
import { useSoundControls } from '../use-alarm-sound.ts'

/** The state of the sound in words: "Sound is off", "Muted for 1:42". */
export function useSoundText(open: readonly Alarm[]): string {
  const { t } = useTranslation('alarms')
  const { isOn, mutedUntil } = useSoundControls(open)
  const now = useNow(mutedUntil === undefined ? 0 : 1000)
  if (mutedUntil === undefined || mutedUntil <= now) return t(`sound.is.${isOn}`)
  const seconds = Math.ceil((mutedUntil - now) / 1000)
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return t('sound.is.muted', { left })
}

export function SoundIcon({ open, size }: { open: readonly Alarm[]; size: number }) {
  const { isOn, mutedUntil } = useSoundControls(open)
  if (mutedUntil !== undefined) return <IconVolume3 size={size} aria-hidden />
  return isOn === 'on' ? <IconVolume size={size} aria-hidden /> : <IconVolumeOff size={size} aria-hidden />
}

/** Turns the sound on and off, and mutes it for a while. */
export function SoundControls({ open }: { open: readonly Alarm[] }) {
  const { t } = useTranslation('alarms')
  const { isPossible, isOn, mutedUntil, turnOn, turnOff, mute, unmute } = useSoundControls(open)
  const text = useSoundText(open)
  const now = useNow(isOn === 'on' ? 1000 : 0)
  if (!isPossible) return <Text c="dimmed">{t('sound.impossible')}</Text>
  const isMuted = mutedUntil !== undefined
  return (
    <div className={classes.sound} data-is-on={(isOn === 'on' && !isMuted) || undefined}>
      <SoundIcon open={open} size={20} />
      {/* It counts down every second: a screen reader should not read that out. */}
      <span className={classes.soundText}>{text}</span>
      {isOn === 'off' ? (
        <Button size="sm" onClick={() => void turnOn()}>
          {t('sound.turn-on')}
        </Button>
      ) : (
        <>
          {isMuted && (
            <Button size="sm" variant="default" onClick={unmute}>
              {t('sound.unmute')}
            </Button>
          )}
          {isOn === 'on' && !isMuted && listAudibleAlarms(open, now).length > 0 && (
            <Button size="sm" variant="default" onClick={mute}>
              {t('sound.mute')}
            </Button>
          )}
          <Button size="sm" variant="subtle" color="gray" onClick={turnOff}>
            {t('sound.turn-off')}
          </Button>
        </>
      )}
    </div>
  )
}
