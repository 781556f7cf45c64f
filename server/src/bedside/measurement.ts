import type {
  DeviceTypeCode,
  GlucoseMarker,
  QuarantineReason,
  ReadingKind,
  ReadingSource,
  ReadingValues,
} from 'contract'

/**
 * One measurement as a decoder returns it, before it is attributed to a patient. `reportedAt` is when it was taken by
 * the device's clock; `sentAt` what that clock showed on sending, where the device says so. Instants are milliseconds:
 * they are compared and sorted many times, and formatted once.
 */
export type Measurement = {
  kind: ReadingKind
  values: ReadingValues
  source: ReadingSource
  /** 12 hexadecimal digits in lower case or an IMEI; null when the message names the patient instead. */
  mac: string | null
  deviceType: DeviceTypeCode | null
  /**
   * The glucose of a meter that does not state its unit. `values` has it in mg/dL if it is possible in one unit only,
   * else the number as sent.
   */
  reportedGlucose?: number | null
  /** The patient's national ID, if the message has it. */
  nationalId?: string | null
  hn?: string | null
  reportedAt: number
  sentAt?: number | null
  /** `reportedAt` is by the device's own clock, not by the clock of the sender of the message. */
  hasOwnClock?: boolean
  gatewayScanTime?: number | null
  /** The number that a Bluetooth meter gave the test. */
  sequenceNumber?: number
}

/** What a Bluetooth meter says of a test after its measurement, by the number of the test. */
export type GlucoseMeal = { mac: string; sequenceNumber: number; marker: Exclude<GlucoseMarker, 'no_marker'> }

/** What a device reports about itself. `reportedAt` is by its own clock. */
export type DeviceStatusReport = {
  mac: string
  reportedAt: number | null
  status: 'connected' | 'disconnected'
  battery?: number | null
  signal?: number | null
}

/** What a sender's clock showed when it made a message (milliseconds). `mac` is the sender's. */
export type ShownClock = { mac: string; shown: number }

/** A raw message of a vital-sign box, for the hash chain. */
export type BoxMessage = { mac: string; payload: Buffer; nationalId: string | null }

/** Where a tracker in a vehicle is; `at` in milliseconds. */
export type TrackerPosition = { mac: string; at: number; lat: number; lang: number }

/**
 * All that one message said. Where `rejected` is not empty, the good parts are stored and the message goes to
 * quarantine as well. Decoded again after a fix, the parts stored earlier are recognised and change nothing.
 */
export type Decoded = {
  measurements: Measurement[]
  statusReports: DeviceStatusReport[]
  /** The gateway or the box that passed the message on, which was online then, whatever it says of other devices. */
  relay?: DeviceStatusReport
  box?: BoxMessage
  tracker?: TrackerPosition
  meal?: GlucoseMeal
  rejected: { reason: QuarantineReason; field: string | null }[]
}
