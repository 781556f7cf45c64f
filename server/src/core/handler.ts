import type { Body, Endpoint, Endpoints, LiveEvent, Reply } from 'contract'
import type { OpenRecord } from './broken-glass.ts'
import type { Tx } from './database.ts'
import type { Announced } from './live.ts'
import type { Site } from './second-factor.ts'
import type { SecretBox } from './secret-box.ts'
import type { SenderOfReadings } from './sender.ts'
import type { Actor, SessionLimits } from './session.ts'

/** What a handler holds of the hospital that it works in. `tx` sees that hospital alone. */
export type InHospital = {
  readonly tx: Tx
  readonly hospitalId: string
  /** The instant of the call, ISO 8601. */
  readonly now: string
  readonly newId: () => string
  /** Tells those who watch, once the transaction has committed. */
  readonly announce: (event: LiveEvent) => void
  /** Ways to tell somebody who has no screen before her, by name; those that are set up. */
  readonly channels: readonly string[]
}

/** What a handler holds while it answers one who has a key. */
export type SenderContext = {
  readonly sender: SenderOfReadings
  /** The instant of the call, ISO 8601. */
  readonly now: string
}

/** What a handler holds while it answers a signed-in caller. */
export type Context = InHospital & {
  readonly actor: Actor
  readonly site: Site
  /** Undefined where the panel has no key to seal anything with. */
  readonly secretBox: SecretBox | undefined
  /** Whether the panel can send e-mails. */
  readonly sendsMail: boolean
  /** Until when the record that the call opens is open to the actor, who has it by exception. */
  readonly openedUntil: string | null
  readonly limits: SessionLimits
  readonly announce: (event: Announced) => void
  /** Names the patients whose data are shown or changed, for the audit. */
  readonly concerns: (patientIds: string | readonly string[]) => void
  /** Adds to the audit what the patients' ids cannot tell. */
  readonly remark: (detail: Record<string, unknown>) => void
}

/**
 * What a handler holds of a call that crosses hospitals. Until it enters one, `tx` sees a system admin every hospital,
 * and anybody else hers. `enter` says whether there is such a hospital for the caller; from then on `tx` sees that one
 * alone, and its audit says who came.
 */
export type CrossingContext = Context & { readonly enter: (hospitalId: string) => Promise<boolean> }

/** What a handler holds of a call that finds out by itself whose record it opens. */
export type FindingContext = Context & { readonly openRecord: (patientId: string) => Promise<OpenRecord> }

/** What a handler holds while nobody is known. `door` opens a transaction over every hospital. */
export type PublicContext = {
  readonly door: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  readonly now: string
  readonly newId: () => string
  readonly address: string
  /** What the caller's browser says of itself; empty where it says nothing. */
  readonly userAgent: string
  readonly requestId: string
  readonly site: Site
  /** Undefined where the panel has no key to seal anything with. */
  readonly secretBox: SecretBox | undefined
  /** Whether the panel can send e-mails. */
  readonly sendsMail: boolean
}

/**
 * A file as the answer. Content that comes in pieces is made while it is sent, in a transaction of its own: the
 * audit of who asked for it stands by then, however the sending ends.
 */
export type FileReply = {
  type: string
  name?: string
  content: Buffer | string | ((tx: Tx) => AsyncIterable<string>)
  /** A file that never changes under its address may be kept by the browser. */
  isImmutable?: boolean
}

/** A stream as the answer: events of these kinds, from now on or from the last one that the caller has. */
export type StreamReply = {
  kinds: ReadonlySet<string>
  /** What is told of an event, where that is less than the event; nothing of it where the answer is undefined. */
  show?: (event: LiveEvent) => LiveEvent | undefined
}

type Answer<E extends Endpoint> = E extends { file: true }
  ? FileReply
  : E extends { stream: true }
    ? StreamReply
    : Reply<E>
type ContextOf<E extends Endpoint> = E['access'] extends 'public'
  ? PublicContext
  : E['access'] extends 'sender'
    ? SenderContext
    : E extends { crosses: true }
      ? CrossingContext
      : E extends { opensRecord: 'as-found' }
        ? FindingContext
        : Context

type WithRecord<B, Field> = {
  [Name in keyof B]: Name extends Field ? Exclude<B[Name], string> | OpenRecord : B[Name]
}
/** What a handler receives: where the call opens a record by a field, the field holds the record. */
export type OpenedBody<E extends Endpoint> = E extends { opensRecord: '_id' | 'patient_id' }
  ? WithRecord<Body<E>, E['opensRecord']>
  : Body<E>

type Handle<E extends Endpoint, Prepared> = (
  context: ContextOf<E>,
  body: Prepared,
) => Promise<Answer<E>> | Answer<E>

/** What a caller can be asked before the transaction begins. */
export type Before = {
  /** Whether it is the actor's own password: the failure says that it is not, or her e-mail comes back. */
  readonly prove: (password: string) => Promise<{ email: string }>
  /** Adds to the audit, a refusal's too, what the patients' ids cannot tell. */
  readonly remark: Context['remark']
}

/** Slow work that needs no database is done in `prepare`, before the transaction begins. */
export type Handler<E extends Endpoint> =
  | Handle<E, OpenedBody<E>>
  | { prepare: (body: Body<E>, before: Before) => Promise<unknown>; handle: Handle<E, never> }

export type Handlers<Group extends Endpoints> = { [Name in keyof Group]: Handler<Group[Name]> }
