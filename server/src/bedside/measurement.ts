import type { DeviceTypeCode, QuarantineReason, ReadingKind, ReadingSource, ReadingValues } from 'contract'

/**
 * One measurement as a decoder hands it on, before anybody knows whose it is. `toldAt` is when it was taken by the
 * clock of the device, `sentAt` what that clock showed when it was sent, where the device says so. Instants are
 * milliseconds: a reading is placed, compared and put in order by them many times, and written once.
 */
export type Measurement = {
  kind: ReadingKind
  values: ReadingValues
  source: ReadingSource
  /** 12 hexadecimal digits in lower case or an IMEI; null when the message names the patient instead. */
  mac: string | null
  deviceType: DeviceTypeCode | null
  /**
   * A glucose as a meter told it that does not say in which unit. `values` has it in mg/dL where it can be in one unit
   * alone, else as it was told.
   */
  toldGlucose?: number | null
  /** Of the patient, where the message names her. */
  nationalId?: string | null
  hn?: string | null
  toldAt: number
  sentAt?: number | null
  /** `toldAt` is by a clock of the device's own, not by that of whoever sent the message. */
  hasOwnClock?: boolean
  gatewayScanTime?: number | null
}

/** What a device says of itself. `toldAt` by its own clock. */
export type DeviceSign = {
  mac: string
  toldAt: number | null
  status: 'connected' | 'disconnected'
  battery?: number | null
  signal?: number | null
}

/** What the clock of a sender showed when it made a message (milliseconds). `mac` is the sender's address. */
export type ShownClock = { mac: string; shown: number }

/** A message of a vital-sign box, to be chained as it came. */
export type BoxMessage = { mac: string; payload: Buffer; nationalId: string | null }

/**
 * All that one message said. Where `rejected` is not empty, whoever takes the message in keeps what is good in it and
 * puts the message into quarantine as well: read again after a fix, what was kept is known and changes nothing.
 */
export type Decoded = {
  measurements: Measurement[]
  signs: DeviceSign[]
  box?: BoxMessage
  rejected: { reason: QuarantineReason; field: string | null }[]
}
