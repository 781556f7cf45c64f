/** One tone of a pattern: its start and duration in seconds, and its pitch. */
export type Pulse = { at: number; lasts: number; hertz: number }

/** Loudness of each harmonic: a tone with harmonics is easier to locate in a room than a pure tone. */
const harmonics = [0, 1, 0.6, 0.4, 0.3, 0.2]
const loudness = 0.5
const riseSeconds = 0.02

let audioContext: AudioContext | undefined
const silencedListeners = new Set<() => void>()

export const isSoundPossible = () => typeof AudioContext !== 'undefined'

/**
 * Enables sound; browsers allow that only during a click or key press. Returns whether sound is enabled. `onSilenced`
 * is called whenever the browser ends that, each function once however often it is given.
 */
export async function resumeAudio(onSilenced: () => void): Promise<boolean> {
  if (!isSoundPossible()) return false
  silencedListeners.add(onSilenced)
  if (!audioContext) {
    audioContext = new AudioContext()
    // Sleep of the machine or an incoming call can suspend the audio context.
    audioContext.addEventListener('statechange', () => {
      if (audioContext?.state === 'running') return
      for (const listener of silencedListeners) listener()
    })
  }
  await audioContext.resume().catch(() => undefined)
  return audioContext.state === 'running'
}

export function playPulses(pulses: readonly Pulse[]) {
  if (!audioContext) return
  const tone = audioContext.createPeriodicWave(
    new Float32Array(harmonics.length),
    Float32Array.from(harmonics),
  )
  for (const { at, lasts, hertz } of pulses) {
    const begins = audioContext.currentTime + at
    const volume = audioContext.createGain()
    volume.gain.setValueAtTime(0, begins)
    volume.gain.linearRampToValueAtTime(loudness, begins + riseSeconds)
    volume.gain.setValueAtTime(loudness, begins + lasts - riseSeconds)
    volume.gain.linearRampToValueAtTime(0, begins + lasts)
    const source = audioContext.createOscillator()
    source.setPeriodicWave(tone)
    source.frequency.value = hertz
    source.connect(volume).connect(audioContext.destination)
    source.start(begins)
    source.stop(begins + lasts)
  }
}
