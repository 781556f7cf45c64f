import {
  chooseMissionScheme,
  type fastTracks,
  type isolationKinds,
  listAskedIsolation,
  type Mission,
  type PreAlertColour,
  type PreAlertScheme,
} from 'contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { v7 as newId } from 'uuid'

/** Where a draft is kept while its user types. */
export type DraftKeeper = {
  /** It is kept encrypted. Until the PIN of its user has opened that, it stays in the page. */
  isOpen: boolean
  read: (missionId: string) => Promise<{ value: unknown; kept_at: number } | undefined>
  keep: (missionId: string, draft: unknown) => void
  drop: (missionId: string) => void
}

export const consciousness = ['A', 'C', 'V', 'P', 'U'] as const

/** `id`: whatever is sent again is the same pre-alert. */
type Draft = {
  id: string
  colour: PreAlertColour | ''
  scheme: PreAlertScheme
  story: Record<string, string>
  minutes: number | string
  values: Record<string, number | string>
  acvpu: (typeof consciousness)[number] | ''
  isolation: (typeof isolationKinds)[number][]
  tracks: (typeof fastTracks)[number][]
}

/** What is known of the mission stands in the story already. */
export function prefill(mission: Mission): Record<string, string> {
  const { complaint, patient_name } = mission
  return {
    ...(complaint && { situation: complaint, mechanism: complaint }),
    ...(patient_name && { identify: patient_name }),
  }
}

/** What the crew told before, or what is known of the mission if it told nothing. */
const recall = (mission: Mission): Record<string, string> =>
  mission.pre_alert?.story
    ? Object.fromEntries(
        Object.entries(mission.pre_alert.story).flatMap(([part, text]) => (text ? [[part, text]] : [])),
      )
    : prefill(mission)

/** How long it is until the arrival that the crew told before; none are left once it has passed. */
const computeMinutesLeft = (etaAt: string): number =>
  Math.max(0, Math.round((Date.parse(etaAt) - Date.now()) / 60_000))

function begin(mission: Mission): Draft {
  const before = mission.pre_alert
  return {
    id: newId(),
    colour: before?.colour ?? '',
    scheme: before?.scheme ?? chooseMissionScheme(mission),
    story: recall(mission),
    minutes: before?.eta_at ? computeMinutesLeft(before.eta_at) : '',
    values: {},
    acvpu: '',
    isolation: before?.isolation ?? listAskedIsolation(mission),
    tracks: before?.fast_tracks ?? [],
  }
}

/** The minutes until the arrival have gone on. */
function restore(kept: Draft, keptAt: number): Draft {
  const { minutes } = kept
  const eta = new Date(keptAt + Number(minutes) * 60_000).toISOString()
  return { ...kept, minutes: minutes === '' ? '' : computeMinutesLeft(eta) }
}

/** What is typed into a pre-alert: kept at once, and there again when the form or the page is, until it is sent. */
export function usePreAlertDraft(mission: Mission, { isOpen, read, keep, drop }: DraftKeeper) {
  const { _id } = mission
  const told = mission.pre_alert?.at
  const [draft, setDraft] = useState(() => begin(mission))
  const [restoredAt, setRestoredAt] = useState<number>()
  const isChanged = useRef(false)
  useEffect(() => {
    let isCurrent = true
    void read(_id).then((kept) => {
      // What is typed here by now is newer.
      if (!isCurrent || !kept || isChanged.current) return
      // Meanwhile the crew told something newer.
      if (told !== undefined && Date.parse(told) > kept.kept_at) return drop(_id)
      setDraft(restore(kept.value as Draft, kept.kept_at))
      setRestoredAt(kept.kept_at)
    })
    return () => {
      isCurrent = false
    }
  }, [_id, isOpen, read, drop, told])
  useEffect(() => {
    if (isChanged.current) keep(_id, draft)
  }, [_id, keep, draft])
  const change = useCallback((next: Partial<Draft> | ((before: Draft) => Partial<Draft>)) => {
    isChanged.current = true
    // The panel takes an id in once: what was sent without an answer and is changed since is told anew.
    setDraft((before) => ({ ...before, ...(typeof next === 'function' ? next(before) : next), id: newId() }))
  }, [])
  const clear = useCallback(() => {
    isChanged.current = false
    drop(_id)
  }, [drop, _id])
  return { draft, restoredAt, change, clear }
}
