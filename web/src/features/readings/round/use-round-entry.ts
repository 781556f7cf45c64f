import {
  type Doubt,
  type FieldProblem,
  indexLastMeasured,
  type MeasuredValue,
  patients,
  type QuantityName,
  type RoundRow,
  readings,
  rounds,
  summary,
} from 'contract'
import { useRef, useState } from 'react'
import { useSend } from '../../../api/client.ts'
import { findGlucoseRival } from '../../../clinical/vitals/glucose-rivals.ts'
import { useDraft } from '../../../session/draft.ts'
import { screenLock } from '../../../session/lock.ts'
import {
  findDoubts,
  findRecordProblems,
  type RecordFieldName,
  toFormProblem,
  toReadings,
  toTypedMinute,
} from '../record/record-values.ts'
import { emptyEntry, isTyped, type RoundEntry, toRecordEntry } from './rules.ts'

/** What became of a row: `refused` names the fields, and what was typed is kept. */
export type RoundState = 'empty' | 'typed' | 'saving' | 'saved' | 'refused' | 'failed'

/** The time that is set for the whole round; undefined takes the minute in which a row is begun. */
export type RoundTime = { date: string; time: string } | undefined

export type RoundEntryState = {
  entry: RoundEntry
  state: RoundState
  savedAt: number | undefined
  /** Why fields were refused: keys of the validation messages. */
  problems: Partial<Record<string, string>>
  doubts: ReadonlyMap<QuantityName, Doubt>
  last: ReadonlyMap<QuantityName, MeasuredValue>
  isRestored: boolean
  isConfirmed: (field: QuantityName) => boolean
  type: (field: RecordFieldName, text: string) => void
  confirm: (field: QuantityName, isRight: boolean) => void
  discard: () => void
  /** Saves what is typed. If it can be seen to be refused, the first field that must be changed or confirmed. */
  save: () => { refused: string } | undefined
}

/** The row of one patient: what is typed, kept in this browser until it is saved as one act of charting. */
export function useRoundEntry({ patient, latest }: RoundRow, roundTime: RoundTime): RoundEntryState {
  const [entry, setEntry] = useState(emptyEntry)
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({})
  const [savedAt, setSavedAt] = useState<number>()
  const draft = useDraft<RoundEntry>(`round:${patient._id}`, { values: entry, setValues: setEntry as never })
  // Enter saves a row and moves on, so that the row is left before anything is drawn again: it is sent once.
  const isSending = useRef(false)
  const send = useSend(readings.record, {
    inline: ['invalid'],
    outdates: [rounds.get, readings.history, readings.flowsheet, patients.get, summary.get, summary.timeline],
    showSuccess: false,
    onSuccess: () => {
      isSending.current = false
      draft.clear()
      setEntry(emptyEntry)
      setProblems({})
      setSavedAt(Date.now())
    },
    onError: ({ fields }) => {
      isSending.current = false
      setProblems(toProblems(fields.map(toFormProblem)))
    },
  })

  const written = toRecordEntry(entry)
  const last = indexLastMeasured(latest)
  const doubts = findDoubts(written, { dateOfBirth: patient.date_of_birth, last })
  const isConfirmed = (field: QuantityName) =>
    entry.confirmed[field] !== undefined && entry.confirmed[field] === written[field as RecordFieldName]
  const hasProblem = Object.keys(problems).length > 0

  return {
    entry,
    savedAt,
    problems,
    doubts,
    last,
    isRestored: draft.isRestored && isTyped(entry),
    isConfirmed,
    state: send.isPending
      ? 'saving'
      : isTyped(entry)
        ? hasProblem
          ? 'refused'
          : send.isError
            ? 'failed'
            : 'typed'
        : savedAt === undefined
          ? 'empty'
          : 'saved',
    type(field, text) {
      if (send.isPending) return
      send.reset()
      setProblems(({ [field]: _mended, ...others }) => others)
      setEntry((before) => {
        const rival = findGlucoseRival(field)
        const typed = { ...before.typed, ...(rival && text !== '' && { [rival]: '' }), [field]: text }
        if (!isTyped({ ...before, typed })) return emptyEntry
        const at = isTyped(before) ? before : (roundTime ?? toTypedMinute(Date.now()))
        return { ...before, typed, date: at.date, time: at.time }
      })
    },
    confirm(field, isRight) {
      const value = written[field as RecordFieldName]
      setProblems(({ [field]: _mended, ...others }) => others)
      setEntry(({ confirmed: { [field]: _before, ...others }, ...rest }) => ({
        ...rest,
        confirmed: isRight && typeof value === 'number' ? { ...others, [field]: value } : others,
      }))
    },
    discard() {
      send.reset()
      setProblems({})
      setEntry(emptyEntry)
      draft.clear()
    },
    save() {
      // Nothing can be sent from under the lock: what is typed stays.
      if (!isTyped(entry) || isSending.current || screenLock.get()) return undefined
      const unconfirmed = [...doubts.keys()].filter((field) => !isConfirmed(field))
      const found = {
        ...findRecordProblems(written, Date.now()),
        ...Object.fromEntries(unconfirmed.map((field) => [field, 'implausible'])),
      }
      setProblems(found)
      const [refused] = Object.keys(found)
      if (refused !== undefined) return { refused }
      const confirmed = [...doubts.keys()].filter(isConfirmed)
      isSending.current = true
      send.mutate({ patient_id: patient._id, readings: toReadings(written, undefined, confirmed) })
      return undefined
    },
  }
}

const toProblems = (fields: readonly FieldProblem[]) =>
  Object.fromEntries(fields.map(({ field, message }) => [field, message]))
