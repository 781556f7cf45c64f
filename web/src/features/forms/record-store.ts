import {
  type Answer,
  type Answers,
  type CallError,
  type Form,
  type FormOperation,
  type FormRecord,
  isSameValue,
  parseAnswer,
  parseAnswerPath,
  readAnswer,
  toAnsweredName,
  writeAnswer,
} from 'contract'
import type { Delivery } from './offline/delivery.ts'

export type RecordStoreOptions = {
  record: FormRecord
  form: Form
  /**
   * Makes an operation outlive the page, in the place of an earlier one that was not sent; returns it as it is kept.
   */
  keep: (operation: FormOperation, earlier: FormOperation | undefined) => Promise<FormOperation>
  /** Sends what is kept. */
  send: () => Promise<Delivery>
  newId: () => string
  /** A name of this device, by which the history tells devices apart. */
  device: string
}

/** `unsent` counts answers that the server does not have; `failure` is why the newest attempt to send them failed. */
export type Saving = { unsent: number; failure: CallError | undefined; savedAt: string | undefined }

/** How long typing rests before what was typed is sent. */
const pauseMs = 600
const longestRetryMs = 30_000

/** Whether a path is that of a row itself: that it is struck out does not take the place of its beginning. */
const isRow = (path: string): boolean => {
  const place = parseAnswerPath(path)
  return place?.row !== undefined && place.inner === undefined
}

/**
 * What somebody writes into a record: each answer is an operation, kept in order until the server has it. Components
 * subscribe and read what they show, so that a keystroke redraws one field.
 */
export class RecordStore {
  form: Form
  readonly #options: RecordStoreOptions
  readonly #listeners = new Set<() => void>()
  #record: FormRecord
  /** The record with what is typed here; the server may not have all of it. */
  #answers: Answers
  /**
   * Not sent yet. A later answer to the same field takes the place of the earlier one, and has its own place in the
   * order.
   */
  #waiting: FormOperation[] = []
  /** Sent, and not confirmed. */
  #unconfirmed: FormOperation[] = []
  /** The newest kept operation of each path that waits. */
  #kept = new Map<string, FormOperation>()
  /** Operations are kept one after the other, as soon as they are typed. */
  #keeping: Promise<void> = Promise.resolve()
  /** The ids of those that wait and are kept; the others are nowhere but here. */
  #keptIds = new Set<string>()
  /** Why the newest attempt to keep what waits failed. */
  #unkept: CallError | undefined
  #flight: Promise<void> | undefined
  /** Refused answers by path: what was typed stays in its field. */
  #problems: ReadonlyMap<string, string> = new Map()
  #failure: CallError | undefined
  #failures = 0
  #savedAt: string | undefined
  #saving: Saving = { unsent: 0, failure: undefined, savedAt: undefined }
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: RecordStoreOptions) {
    this.#options = options
    this.form = options.form
    this.#record = options.record
    this.#answers = options.record.answers as Answers
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Asks the form in another way from now on; what is written stays. */
  ask(form: Form): void {
    if (form === this.form) return
    this.form = form
    this.#notify()
  }

  getRecord = (): FormRecord => this.#record
  getAnswers = (): Answers => this.#answers
  getSaving = (): Saving => this.#saving
  getProblem = (path: string): string | undefined => this.#problems.get(path)
  /** The times that the panel filled in and nobody has changed here. */
  listFilledTimes = (): string[] =>
    (this.#record.filled_times ?? []).filter((path) =>
      isSameValue(this.#answers[path] ?? null, this.#record.answers[path] ?? null),
    )
  /** Whether an answer at this path was sent and the panel has not said what became of it. */
  isOnItsWay = (path: string): boolean => this.#unconfirmed.some((one) => one.path === path)

  /** Writes an answer at a path; null takes it back. What cannot be stored has a problem and is not sent. */
  say(path: string, answer: Answer | null, settles: readonly string[] = []): void {
    const parsed = parseAnswer(this.form, path, answer)
    const place = parseAnswerPath(path)
    if (!place) throw new Error('a field of a form has no path')
    if ('problem' in parsed) return this.#setProblem(path, parsed.problem.message)
    this.#setProblem(toAnsweredName(path), undefined)
    const present = readAnswer(this.#answers, place)
    if (settles.length === 0 && isSameValue(present, parsed.answer)) return
    this.#answers = writeAnswer(this.#answers, place, parsed.answer)
    const earlier = isRow(path) ? undefined : this.#waiting.find((one) => one.path === path)
    const operation: FormOperation = {
      op_id: this.#options.newId(),
      path,
      answer: parsed.answer,
      base: earlier ? earlier.base : present,
      settles: [...(earlier?.settles ?? []), ...settles],
      at: new Date().toISOString(),
      clock_offset_ms: 0,
      device: this.#options.device,
    }
    this.#waiting = [...this.#waiting.filter((one) => one !== earlier), operation]
    this.#keepLater()
    this.#plan(pauseMs)
    this.#notify()
  }

  #keepLater(): void {
    this.#keeping = this.#keeping.then(() => this.#keepWaiting())
  }

  /**
   * Keeps what waits. What cannot be kept now is tried again with the next answer and before anything is sent, and
   * holds up only its own row: what is written into a row goes behind its beginning.
   */
  async #keepWaiting(): Promise<void> {
    this.#unkept = undefined
    const heldUp = new Set<string>()
    for (const operation of this.#waiting) {
      const row = parseAnswerPath(operation.path)?.row
      if (row !== undefined && heldUp.has(row)) continue
      try {
        await this.#keep(operation)
      } catch (error) {
        this.#unkept = error as CallError
        if (row !== undefined) heldUp.add(row)
      }
    }
  }

  /** Keeps an operation; one that was replaced meanwhile never needs to be. */
  async #keep(operation: FormOperation): Promise<void> {
    const { path, op_id } = operation
    if (this.#keptIds.has(op_id) || !this.#waiting.includes(operation)) return
    const earlier = isRow(path) ? undefined : this.#kept.get(path)
    const kept = await this.#options.keep(operation, earlier)
    this.#kept.set(path, kept)
    this.#keptIds.add(kept.op_id)
    this.#waiting = this.#waiting.map((one) => (one.op_id === kept.op_id ? kept : one))
  }

  /** Sets problems of fields, such as those that are missing for completion. */
  setProblems(problems: readonly { field: string; message: string }[]): void {
    this.#problems = new Map(problems.map(({ field, message }) => [field, message]))
    this.#notify()
  }

  /** Takes over what the server says, below what is not sent yet. */
  adopt(record: FormRecord): void {
    if (record.version >= this.#record.version) this.#record = record
    this.#answers = [...this.#unconfirmed, ...this.#waiting].reduce<Answers>((answers, { path, answer }) => {
      const place = parseAnswerPath(path)
      return place ? writeAnswer(answers, place, answer as Answer | null) : answers
    }, this.#record.answers as Answers)
    this.#notify()
  }

  /** Sends what the server has not confirmed. Resolves to whether it now has everything. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer)
    if (this.#flight) await this.#flight
    if (this.#unconfirmed.length + this.#waiting.length === 0) return true
    // Without a network nothing may have arrived, and a later answer takes the place of an earlier one.
    if (!navigator.onLine) return false
    this.#flight = this.#sendAll()
    await this.#flight
    this.#flight = undefined
    return this.#failure === undefined && (this.#waiting.length === 0 || this.flush())
  }

  async #sendAll(): Promise<void> {
    this.#keepLater()
    // What is typed meanwhile is kept, too, before anything counts as sent.
    for (let keeping: Promise<void> | undefined; keeping !== this.#keeping; ) {
      keeping = this.#keeping
      await keeping
    }
    const unkept = this.#unkept
    const isKept = ({ op_id }: FormOperation) => this.#keptIds.has(op_id)
    this.#unconfirmed = [...this.#unconfirmed, ...this.#waiting.filter(isKept)]
    this.#waiting = this.#waiting.filter((one) => !isKept(one))
    this.#kept.clear()
    this.#keptIds.clear()
    this.#notify()
    try {
      this.#settle(await this.#options.send())
      if (unkept) this.#retry(unkept)
      else this.#failures = 0
    } catch (error) {
      // The server may have them, and only its answer was lost: they are sent again as they were, under their ids.
      this.#retry(error as CallError)
    }
    this.#notify()
  }

  #retry(failure: CallError): void {
    this.#failure = failure
    this.#failures += 1
    this.#plan(Math.min(longestRetryMs, pauseMs * 2 ** this.#failures))
  }

  #settle({ record, results }: Delivery): void {
    const problems = new Map(this.#problems)
    for (const { problem } of results.values()) if (problem) problems.set(problem.field, problem.message)
    this.#problems = problems
    this.#unconfirmed = []
    this.#failure = undefined
    this.#savedAt = new Date().toISOString()
    if (record) this.adopt(record)
  }

  #setProblem(path: string, message: string | undefined): void {
    if (this.#problems.get(path) === message) return
    const problems = new Map(this.#problems)
    if (message === undefined) problems.delete(path)
    else problems.set(path, message)
    this.#problems = problems
    this.#notify()
  }

  #plan(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), ms)
  }

  #notify(): void {
    const [unsent, failure, savedAt] = [
      this.#waiting.length + this.#unconfirmed.length,
      this.#failure,
      this.#savedAt,
    ]
    const before = this.#saving
    if (unsent !== before.unsent || failure !== before.failure || savedAt !== before.savedAt)
      this.#saving = { unsent, failure, savedAt }
    for (const listener of this.#listeners) listener()
  }
}
