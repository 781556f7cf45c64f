import type { GlasgowComa } from '../../clinical/emergency/glasgow-coma-scale.ts'
import type { consciousnessLevels } from '../../clinical/vital-signs.ts'
import type { InputReader } from './phrases.ts'

export function readComa(read: InputReader): GlasgowComa {
  const score = (name: string) => {
    const given = read.text(name)
    return given === null || !/^\d$/.test(given) ? null : Number(given)
  }
  return {
    eye: read.text('eye') === 'C' ? 'C' : score('eye'),
    verbal: read.text('verbal') === 'T' ? 'T' : score('verbal'),
    motor: score('motor'),
  }
}

export const readConsciousness = (read: InputReader) =>
  read.text('consciousness') as (typeof consciousnessLevels)[number] | null

/** The device through which a patient breathes says whether they get oxygen. */
export const usesOxygen = (device: string | null): boolean | null =>
  device === null ? null : device !== 'ROOM_AIR'
