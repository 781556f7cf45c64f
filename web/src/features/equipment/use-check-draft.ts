import { useCallback, useEffect, useRef, useState } from 'react'
import { v7 as newId } from 'uuid'
import type { CheckDraft, TypedCheck } from '../../clinical/ambulance/check-draft.ts'
import { shrinkPhoto } from '../../clinical/ambulance/shrink-photo.ts'
import type { FaultPhotoChoice } from './check-row.tsx'

type KeptDraft = CheckDraft & { kept_at: number }

/** Where drafts are kept, encrypted, while their user types. */
export type DraftKeeper = {
  peekDraft: (vehicleId: string) => KeptDraft | undefined
  readDraft: (vehicleId: string) => Promise<KeptDraft | undefined>
  keepDraft: (vehicleId: string, draft: CheckDraft) => void
  dropDraft: (vehicleId: string) => void
}

/** Whether what the user keeps on this tablet can be read. */
export type VaultWord = 'unknown' | 'none' | 'locked' | 'open'

type Photos = Readonly<Record<string, FaultPhotoChoice>>
type State = { typed: TypedCheck; photos: Photos; checkId: string; restoredAt?: number }

const begin = (): State => ({ typed: { head: {}, entries: {} }, photos: {}, checkId: newId() })

const restore = ({ typed, photos, check_id, kept_at }: KeptDraft): State => ({
  typed,
  photos,
  checkId: check_id,
  restoredAt: kept_at,
})

/** What an earlier page kept, with what is typed here by now over it. */
const mergeKeptDraft = (kept: KeptDraft, { typed, photos }: State): State => ({
  ...restore(kept),
  typed: {
    head: { ...kept.typed.head, ...typed.head },
    entries: { ...kept.typed.entries, ...typed.entries },
  },
  photos: { ...kept.photos, ...photos },
})

/** The photos that can be sent. */
export const pickFiles = (photos: Photos): Record<string, File> =>
  Object.fromEntries(Object.entries(photos).filter((one): one is [string, File] => one[1] instanceof File))

/** What is typed into the check of a vehicle: kept at once, and there again when the screen or the page is. */
export function useCheckDraft(vehicleId: string, keeper: DraftKeeper, vault: VaultWord) {
  const [state, setState] = useState(() => {
    const known = keeper.peekDraft(vehicleId)
    return known ? restore(known) : begin()
  })
  const { typed, photos, checkId, restoredAt } = state
  const isChanged = useRef(false)
  useEffect(() => {
    if (vault !== 'open') return
    let isCurrent = true
    void keeper.readDraft(vehicleId).then((kept) => {
      if (isCurrent && kept)
        setState((now) => (kept.check_id === now.checkId ? now : mergeKeptDraft(kept, now)))
    })
    return () => {
      isCurrent = false
    }
  }, [vehicleId, keeper, vault])
  useEffect(() => {
    if (isChanged.current)
      keeper.keepDraft(vehicleId, { check_id: checkId, typed, photos: pickFiles(photos) })
  }, [vehicleId, keeper, checkId, typed, photos])

  const change = useCallback((next: (before: State) => State) => {
    isChanged.current = true
    setState(next)
  }, [])
  const setTyped = useCallback(
    (next: (before: TypedCheck) => TypedCheck) =>
      change((before) => ({ ...before, typed: next(before.typed) })),
    [change],
  )
  const newestFiles = useRef<Record<string, File>>({})
  const choosePhoto = useCallback(
    async (item: string, file: File) => {
      const keep = (photo: FaultPhotoChoice) =>
        change((before) => ({ ...before, photos: { ...before.photos, [item]: photo } }))
      newestFiles.current[item] = file
      keep('reading')
      const photo = await shrinkPhoto(file)
      if (newestFiles.current[item] === file) keep(photo)
    },
    [change],
  )
  const removePhoto = useCallback(
    (item: string) => {
      delete newestFiles.current[item]
      change(({ photos: { [item]: _removed, ...others }, ...before }) => ({ ...before, photos: others }))
    },
    [change],
  )
  /** Whatever was stored under the draft's id is another check. */
  const renewId = useCallback(() => {
    const checkId = newId()
    change((before) => ({ ...before, checkId }))
    return checkId
  }, [change])
  const clear = useCallback(() => {
    isChanged.current = false
    keeper.dropDraft(vehicleId)
    setState(begin())
  }, [keeper, vehicleId])
  return { typed, photos, checkId, restoredAt, setTyped, choosePhoto, removePhoto, renewId, clear }
}
