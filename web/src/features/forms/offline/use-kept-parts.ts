import { useEffect, useMemo, useState } from 'react'
import { session } from '../../../session/session.ts'
import type { KeptPart } from './database.ts'
import { outboxState } from './outbox-state.ts'
import { type OwnPart, readOwnPart } from './parts.ts'
import { vaultState } from './vault/vault.ts'

/** A part that the server does not have; without `described` it cannot be read here, as its author has set no PIN. */
export type ShownPart = { part: KeptPart; described?: OwnPart; url?: string }

/** The photos and signatures of a record that the signed-in user made on this tablet and the server does not have. */
export function useKeptParts(recordId: string, kind: KeptPart['kind']): ShownPart[] {
  const { parts } = outboxState.use()
  const vault = vaultState.use()
  const own = useMemo(() => {
    const by = session.get()?._id
    return parts.filter((part) => part.record_id === recordId && part.kind === kind && part.by === by)
  }, [parts, recordId, kind])
  const ids = own.map(({ op_id }) => op_id).join()
  const [read, setRead] = useState<ReadonlyMap<string, Omit<ShownPart, 'part'>>>(new Map())
  useEffect(() => {
    const made: string[] = []
    let isCurrent = true
    const readAll = async () => {
      const found = new Map<string, Omit<ShownPart, 'part'>>()
      for (const id of vault === 'unknown' || ids === '' ? [] : ids.split(',')) {
        const part = await readOwnPart(id)
        if (!part || !isCurrent) continue
        const url = URL.createObjectURL(part.picture)
        made.push(url)
        found.set(id, { described: part.described, url })
      }
      if (isCurrent) setRead(found)
    }
    void readAll()
    return () => {
      isCurrent = false
      for (const url of made) URL.revokeObjectURL(url)
    }
  }, [ids, vault])
  return own.map((part) => ({ part, ...read.get(part.op_id) }))
}
