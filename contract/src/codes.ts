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
  'mac-taken': 1301,
  'device-worn': 1302,
  'device-not-worn': 1303,
  'device-retired': 1304,
  'device-moved-since': 1305,
  'alarm-closed': 1311,
  'snoozed-too-often': 1312,
  'key-unknown': 1401,
  'no-such-call': 1404,
  'too-large': 1413,
  'unsupported-type': 1415,
  'too-many-calls': 1429,
  failed: 1500,
  busy: 1503,
  'email-taken': 1601,
  'act-impossible': 1602,
  'own-account': 1603,
  'last-admin': 1604,
  'import-faulty': 1605,
  'name-taken': 1611,
  'line-off': 1621,
  'line-code-ended': 1622,
  'line-ended': 1623,
  'line-refused': 1624,
  'line-taken': 1625,
  'line-unknown': 1626,
  'line-unreachable': 1627,
  'not-made': 2003,
} as const

export type ErrorCode = keyof typeof errorCodes

/** Failures of the transport keep their HTTP status; every other failure travels as HTTP 200. */
export const transportStatus: Partial<Record<ErrorCode, number>> = {
  'key-unknown': 401,
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
  'registration-received': 104,
  'patient-registered': 201,
  'patient-updated': 203,
  'reading-recorded': 301,
  'reading-corrected': 302,
  'readings-assigned': 303,
  'readings-dismissed': 304,
  'device-registered': 311,
  'device-updated': 312,
  'device-assigned': 313,
  'alarm-acknowledged': 321,
  'alarm-snoozed': 322,
  'alarm-assigned': 323,
  'alarm-cleared': 324,
  'notify-updated': 325,
  'duty-updated': 326,
  'thresholds-updated': 331,
  'sender-added': 341,
  'key-made': 342,
  'key-revoked': 343,
  'messages-replayed': 344,
  'messages-dismissed': 345,
  'group-saved': 351,
  'group-deleted': 352,
  'line-updated': 361,
  'line-removed': 362,
  'user-deleted': 806,
} as const

export type SuccessCode = keyof typeof successCodes
