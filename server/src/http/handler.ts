import type { Body, Endpoint, Endpoints, LiveEvent, Reply } from 'contract'
import type { RawBuilder } from 'kysely'
import type { HospitalContext } from '../core/hospital-context.ts'
import type { Tx } from '../db/database.ts'
import type { OpenRecord } from '../identity/record-access.ts'
import type { Site } from '../identity/second-factor/site.ts'
import type { SecretBox } from '../identity/secret-box.ts'
import type { ReadingSender } from '../identity/sender.ts'
import type { Actor, SessionLimits } from '../identity/session.ts'
import type { EmittedEvent } from '../live/events.ts'

/** What a handler gets for a call of a sender. */
export type SenderContext = {
  readonly sender: ReadingSender
  /** The instant of the call, ISO 8601. */
  readonly now: string
}

/** What a handler gets for a call of a signed-in user. */
export type Context = HospitalContext & {
  readonly actor: Actor
  readonly site: Site
  /** Undefined if the panel has no secret to encrypt with. */
  readonly secretBox: SecretBox | undefined
  /** Whether the panel can send e-mails. */
  readonly sendsMail: boolean
  /** The end of the time for which the record that the call opens is open to the actor by exception. */
  readonly openedUntil: string | null
  /**
   * Whether the hospital has this patient. For the one whom the call names, the statement of the session has found out.
   */
  readonly isPatient: (patientId: string) => Promise<boolean>
  readonly limits: SessionLimits
  readonly emit: (event: EmittedEvent) => void
  /** Names for the audit the patients whose data are shown or changed. Only `patientData` endpoints may call it. */
  readonly auditPatients: (patientIds: string | readonly string[]) => void
  /** Adds to the audit entry what the patients' ids do not show. */
  readonly addAuditDetail: (detail: Record<string, unknown>) => void
}

/**
 * What a handler gets for a cross-hospital call. Until it enters a hospital, `tx` can see every hospital for a system
 * admin, and the own one for everybody else. `enter` returns whether the caller may see such a hospital; from then on
 * `tx` can see that hospital alone, and its audit names the caller.
 */
export type CrossHospitalContext = Context & { readonly enter: (hospitalId: string) => Promise<boolean> }

/**
 * What a handler gets for a call that finds by itself whose record it opens. `checkRecords` asks in advance, together
 * with other statements, what `openRecord` needs to know of the patients whose ids a query selects.
 */
export type OpenRecordContext = Context & {
  readonly openRecord: (patientId: string) => Promise<OpenRecord>
  readonly checkRecords: (patients: RawBuilder<unknown>) => Promise<void>
}

/** What a handler gets for a call without a session. `acrossHospitals` opens a transaction over every hospital. */
export type PublicContext = {
  readonly acrossHospitals: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  readonly now: string
  readonly newId: () => string
  readonly ipAddress: string
  /** What limits count the caller by: the IP address, with IPv6 its /64, of which one caller has every address. */
  readonly network: string
  /** The user agent of the caller's browser; empty if there is none. */
  readonly userAgent: string
  readonly requestId: string
  readonly site: Site
  /** Undefined if the panel has no secret to encrypt with. */
  readonly secretBox: SecretBox | undefined
  /** Whether the panel can send e-mails. */
  readonly sendsMail: boolean
}

/**
 * A file as the answer. Content in pieces is produced while it is sent, in a transaction of its own: the audit of who
 * asked for it is committed before, however the sending ends.
 */
export type FileReply = {
  type: string
  name?: string
  content: Buffer | string | ((tx: Tx) => AsyncIterable<string>)
  /** A file that never changes at its URL may be cached by the browser. */
  isImmutable?: boolean
}

/** A stream as the answer: events of these kinds, from now on or after the last one that the caller has. */
export type StreamReply = {
  kinds: ReadonlySet<string>
  /** What is sent of an event, if it is less than the whole event; undefined sends nothing. */
  show?: (event: LiveEvent) => LiveEvent | undefined
}

type Answer<E extends Endpoint> = E extends { file: true }
  ? FileReply
  : E extends { stream: true }
    ? StreamReply
    : Reply<E>
type EndpointContext<E extends Endpoint> = E['access'] extends 'public'
  ? PublicContext
  : E['access'] extends 'sender'
    ? SenderContext
    : E extends { crossHospital: true }
      ? CrossHospitalContext
      : E extends { opensRecord: 'as-found' }
        ? OpenRecordContext
        : Context

type WithRecord<B, Field> = {
  [Name in keyof B]: Name extends Field ? Exclude<B[Name], string> | OpenRecord : B[Name]
}
/** The body that a handler gets: if the call opens a record by a field, the field is an `OpenRecord`. */
export type OpenedBody<E extends Endpoint> = E extends { opensRecord: '_id' | 'patient_id' }
  ? WithRecord<Body<E>, E['opensRecord']>
  : Body<E>

type Handle<E extends Endpoint, Prepared> = (
  context: EndpointContext<E>,
  body: Prepared,
) => Promise<Answer<E>> | Answer<E>

/** What can be checked before the transaction begins. */
export type PrepareContext = {
  /** Checks the actor's own password: throws if it is wrong, or else returns their e-mail. */
  readonly checkPassword: (password: string) => Promise<{ email: string }>
  /** Adds to the audit entry, also that of a refusal, what the patients' ids do not show. */
  readonly addAuditDetail: Context['addAuditDetail']
}

/** Runs the work now or later, or throws if too much waits already. */
type Limit = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Slow work that needs no database runs in `prepare`, before the transaction begins. `limit` bounds how many calls of
 * one kind run at once, from the look-up of the session on: a call that waits holds no connection to the database.
 */
export type Handler<E extends Endpoint> =
  | Handle<E, OpenedBody<E>>
  | {
      limit?: Limit
      prepare?: (body: Body<E>, before: PrepareContext) => Promise<unknown>
      handle: Handle<E, never>
    }

export type Handlers<Group extends Endpoints> = { [Name in keyof Group]: Handler<Group[Name]> }

/** What a handler is given; the endpoint says which. */
export type AnyContext = PublicContext | SenderContext | Context | CrossHospitalContext | OpenRecordContext

/**
 * A handler as `mount` calls it. `Handlers` has checked its types against those of its endpoint; here they are widened:
 * TypeScript lets a method take a function whose parameters are narrower.
 */
export type MountedHandler = {
  limit?: Limit
  prepare?(body: unknown, before: PrepareContext): Promise<unknown>
  handle(context: AnyContext, body: unknown): unknown
}
export type AnyHandler = MountedHandler | MountedHandler['handle']
