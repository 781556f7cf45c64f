import type { QuantityName } from 'contract'
import { useState } from 'react'

/** Unusual values that the user has confirmed; a different value in the same field is not confirmed. */
export function useConfirmedValues(typed: Readonly<Partial<Record<QuantityName, unknown>>>) {
  const [confirmed, setConfirmed] = useState<ReadonlyMap<QuantityName, number>>(new Map())
  return {
    isConfirmed: (name: QuantityName) => confirmed.has(name) && confirmed.get(name) === typed[name],
    confirm: (name: QuantityName, isRight: boolean) => {
      const value = typed[name]
      const others = [...confirmed].filter(([one]) => one !== name)
      setConfirmed(new Map(isRight && typeof value === 'number' ? [...others, [name, value]] : others))
    },
  }
}
