import { useEffect } from 'react'
import { createStore } from '../../api/store.ts'
import { isSoundPossible, play, wake } from './player.ts'
import { type Audible, muted, nextSound, patterns, type SoundState, unmuted, untouched } from './sound.ts'

const wishKey = 'alarm_sound'
const beatMs = 1000

/** `waiting`: turned on, but browsers allow sound only from the user's next click or key. */
export type SoundSwitch = 'off' | 'waiting' | 'on'

const soundSwitch = createStore<SoundSwitch>(localStorage.getItem(wishKey) === 'on' ? 'waiting' : 'off')
const sounding = createStore<SoundState>(untouched)

async function begin() {
  const isAwake = await wake(() => {
    if (soundSwitch.get() === 'on') soundSwitch.set('waiting')
  })
  if (soundSwitch.get() !== 'off') soundSwitch.set(isAwake ? 'on' : 'waiting')
  return isAwake
}

/** Sounds the open alarms while the component is mounted. Mount it only once. */
export function useAlarmSound(open: readonly Audible[]) {
  const isOn = soundSwitch.use()
  useEffect(() => {
    if (isOn !== 'waiting') return
    const tryNow = () => void begin()
    addEventListener('pointerdown', tryNow)
    addEventListener('keydown', tryNow)
    return () => {
      removeEventListener('pointerdown', tryNow)
      removeEventListener('keydown', tryNow)
    }
  }, [isOn])
  useEffect(() => {
    if (isOn !== 'on') return
    const beat = () => {
      const next = nextSound(sounding.get(), open, Date.now())
      sounding.set(next.state)
      if (next.play) play(patterns[next.play])
    }
    beat()
    const timer = setInterval(beat, beatMs)
    return () => clearInterval(timer)
  }, [isOn, open])
}

export function useSoundControls(open: readonly Audible[]) {
  const isOn = soundSwitch.use()
  const { mute } = sounding.use()
  return {
    isPossible: isSoundPossible(),
    isOn,
    /** In milliseconds; undefined while nothing is muted. */
    mutedUntil: isOn === 'on' ? mute?.until : undefined,
    turnOn: async () => {
      localStorage.setItem(wishKey, 'on')
      soundSwitch.set('waiting')
      // Play a pattern, so that the user hears that the sound is on.
      if (await begin()) play(patterns.low)
    },
    turnOff: () => {
      localStorage.removeItem(wishKey)
      soundSwitch.set('off')
      sounding.set(untouched)
    },
    mute: () => sounding.set(muted(sounding.get(), open, Date.now())),
    unmute: () => sounding.set(unmuted(sounding.get())),
  }
}
