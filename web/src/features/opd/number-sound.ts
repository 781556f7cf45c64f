import type { opd, Result } from 'contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isSoundPossible, type Pulse, playPulses, resumeAudio } from '../../ui/sound/player.ts'

type Clinics = Result<typeof opd.display>['clinics']

/** Two tones that fall, as doorbells have them: nothing like the pulses of an alarm. */
const chime: readonly Pulse[] = [
  { at: 0, lasts: 0.35, hertz: 784 },
  { at: 0.4, lasts: 0.6, hertz: 587 },
]

/** When a number was called last, also once more; 0 if none was, and undefined while the numbers are not known. */
function findNewestCall(clinics: Clinics | undefined): number | undefined {
  return (
    clinics && Math.max(0, ...clinics.flatMap(({ called }) => called.map((one) => Date.parse(one.called_at))))
  )
}

/** Plays a sound at each new number while it is turned on, which is never so at first. */
export function useNumberSound(clinics: Clinics | undefined) {
  const [isOn, setOn] = useState(false)
  const newest = findNewestCall(clinics)
  const heard = useRef<number>(undefined)
  useEffect(() => {
    if (newest === undefined) return
    const isNew = heard.current !== undefined && newest > heard.current
    // A call that is undone and an older one that shows again are no new numbers.
    heard.current = Math.max(newest, heard.current ?? 0)
    if (isOn && isNew) playPulses(chime)
  }, [newest, isOn])
  const silence = useCallback(() => setOn(false), [])
  return {
    isPossible: isSoundPossible(),
    isOn,
    turn: async (on: boolean) => {
      const isAwake = on && (await resumeAudio(silence))
      setOn(isAwake)
      // The user hears that the sound is on.
      if (isAwake) playPulses(chime)
    },
  }
}
