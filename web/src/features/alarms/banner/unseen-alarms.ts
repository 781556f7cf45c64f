import type { Alarm } from 'contract'
import { useEffect, useLayoutEffect, useState } from 'react'
import { createStore } from '../../../api/store.ts'
import { useNow } from '../../../ui/date/use-now.ts'
import { useOpenAlarms } from '../queries.ts'
import { listUnseenHighAlarms } from '../rules.ts'

const noAlarms: readonly Alarm[] = []
const snoozeCheckMs = 5000
/** Longer than the time between the clicks of a double click, and than the time to stop a moving hand. */
const settleMs = 700

/** The alarms of high priority that nobody has acknowledged. */
export function useUnseenAlarms(): readonly Alarm[] {
  const open = useOpenAlarms().data?.alarms ?? noAlarms
  const now = useNow(open.some(({ snoozed_until }) => snoozed_until) ? snoozeCheckMs : 0)
  return listUnseenHighAlarms(open, now)
}

/** The patient whose open record shows their alarms. */
export const patientInRecord = createStore<string | undefined>(undefined)

/** Says that a record shows the alarms of its patient, which are then not above it as well. */
export function useShowInRecord(patientId: string) {
  useLayoutEffect(() => {
    patientInRecord.set(patientId)
    return () => patientInRecord.set(undefined)
  }, [patientId])
}

/**
 * The shown alarm stays until somebody acknowledges it, even if newer alarms arrive: otherwise a click on its way to
 * the button would acknowledge another alarm. It accepts clicks once it has been shown for `settleMs`.
 */
export function useSettledAlarm(unseen: readonly Alarm[]): { shown: Alarm | undefined; isSettled: boolean } {
  const [shownId, setShownId] = useState<string>()
  const [settledId, setSettledId] = useState<string>()
  const shown = unseen.find(({ _id }) => _id === shownId) ?? unseen[0]
  if (shown?._id !== shownId) setShownId(shown?._id)
  useEffect(() => {
    const timer = setTimeout(() => setSettledId(shownId), settleMs)
    return () => {
      clearTimeout(timer)
      setSettledId(undefined)
    }
  }, [shownId])
  return { shown, isSettled: shown !== undefined && shown._id === settledId }
}

/** The alarms that arrived last: a screen reader reads out each of them once, however often it is rendered. */
export function useNewAlarms(unseen: readonly Alarm[]): readonly Alarm[] {
  const [said, setSaid] = useState<{ known: ReadonlySet<string>; newest: readonly Alarm[] }>({
    known: new Set(),
    newest: noAlarms,
  })
  useEffect(() => {
    setSaid((before) => {
      const news = unseen.filter(({ _id }) => !before.known.has(_id))
      const isGone = [...before.known].some((id) => !unseen.some(({ _id }) => _id === id))
      if (news.length === 0 && !isGone) return before
      return {
        known: new Set(unseen.map(({ _id }) => _id)),
        newest: news.length > 0 ? news : before.newest,
      }
    })
  }, [unseen])
  return said.newest
}
