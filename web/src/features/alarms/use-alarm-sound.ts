import { useEffect } from 'react'
import { createStore } from '../../api/store.ts'
import { isSoundPossible, playPulses, resumeAudio } from '../../ui/sound/player.ts'
import {
  type Audible,
  computeNextSound,
  initialSoundState,
  muteSound,
  patterns,
  type SoundState,
  unmuteSound,
} from './sound.ts'

const soundSettingKey = 'alarm_sound'
const soundTickMs = 1000

/** `waiting`: turned on, but browsers allow sound only from the user's next click or key. */
export type SoundSwitch = 'off' | 'waiting' | 'on'

const soundSwitch = createStore<SoundSwitch>(
  localStorage.getItem(soundSettingKey) === 'on' ? 'waiting' : 'off',
)
const soundState = createStore<SoundState>(initialSoundState)

function waitForGesture() {
  if (soundSwitch.get() === 'on') soundSwitch.set('waiting')
}

async function startSound() {
  const isAwake = await resumeAudio(waitForGesture)
  if (soundSwitch.get() !== 'off') soundSwitch.set(isAwake ? 'on' : 'waiting')
  return isAwake
}

/** Sounds the open alarms while the component is mounted. Mount it only once. */
export function useAlarmSound(open: readonly Audible[]) {
  const isOn = soundSwitch.use()
  useEffect(() => {
    if (isOn !== 'waiting') return
    const tryNow = () => void startSound()
    addEventListener('pointerdown', tryNow)
    addEventListener('keydown', tryNow)
    return () => {
      removeEventListener('pointerdown', tryNow)
      removeEventListener('keydown', tryNow)
    }
  }, [isOn])
  useEffect(() => {
    if (isOn !== 'on') return
    const tick = () => {
      const next = computeNextSound(soundState.get(), open, Date.now())
      soundState.set(next.state)
      if (next.play) playPulses(patterns[next.play])
    }
    tick()
    const timer = setInterval(tick, soundTickMs)
    return () => clearInterval(timer)
  }, [isOn, open])
}

export function useSoundControls(open: readonly Audible[]) {
  const isOn = soundSwitch.use()
  const { mute } = soundState.use()
  return {
    isPossible: isSoundPossible(),
    isOn,
    /** In milliseconds; undefined while nothing is muted. */
    mutedUntil: isOn === 'on' ? mute?.until : undefined,
    turnOn: async () => {
      localStorage.setItem(soundSettingKey, 'on')
      soundSwitch.set('waiting')
      // Play a pattern, so that the user hears that the sound is on.
      if (await startSound()) playPulses(patterns.low)
    },
    turnOff: () => {
      localStorage.removeItem(soundSettingKey)
      soundSwitch.set('off')
      soundState.set(initialSoundState)
    },
    mute: () => soundState.set(muteSound(soundState.get(), open, Date.now())),
    unmute: () => soundState.set(unmuteSound(soundState.get())),
  }
}
