/**
 * Every failure a caller can be told of, by name in code and by number on the wire.
 * The screens look a number up as `error-code.{number}`; both languages have a text for each.
 */
export const errorCodes = {
  'session-ended': 999,
  'sign-in-failed': 1001,
  'too-many-attempts': 1002,
  'not-allowed': 1003,
  'not-found': 1004,
  invalid: 1005,
  'changed-meanwhile': 1006,
  'hn-taken': 1101,
  'may-exist-already': 1102,
  'photo-type': 1201,
  'photo-unreadable': 1202,
  'photo-too-large': 1203,
  'no-such-call': 1404,
  'too-large': 1413,
  'unsupported-type': 1415,
  'too-many-calls': 1429,
  failed: 1500,
  busy: 1503,
  'not-made': 2003,
} as const

export type ErrorCode = keyof typeof errorCodes

/** Failures of the transport keep their HTTP status; every other failure travels as HTTP 200. */
export const transportStatus: Partial<Record<ErrorCode, number>> = {
  'no-such-call': 404,
  'too-large': 413,
  'unsupported-type': 415,
  'too-many-calls': 429,
  failed: 500,
  busy: 503,
}

/** What a call that succeeded may announce; looked up as `success-code.{number}`. */
export const successCodes = {
  'user-added': 101,
  'user-updated': 103,
  'patient-registered': 201,
  'patient-updated': 203,
  'user-deleted': 806,
} as const

export type SuccessCode = keyof typeof successCodes
