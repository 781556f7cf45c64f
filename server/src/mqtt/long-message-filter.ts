const publish = 3
const mostLengthBytes = 4

/**
 * Cuts messages that are too long, between a socket and the MQTT 3 parser. Of a PUBLISH that is too long, the beginning
 * is passed on as a whole packet with its topic and packet id, and the rest is dropped as it arrives. So the message is
 * put into quarantine and acknowledged like any other unreadable one; if the connection were closed instead, its sender
 * would send it again for ever. Everything else passes unchanged.
 */
export class LongMessageFilter {
  readonly #longestBytes: number
  /** The part of the next fixed header that has arrived: the type, and the length in 7 bits per byte. */
  #header: number[] = []
  #passing = 0
  #dropping = 0

  /** `longestBytes` does not count the fixed header. */
  constructor(longestBytes: number) {
    this.#longestBytes = longestBytes
  }

  truncate(bytes: Buffer): Buffer {
    const kept: Buffer[] = []
    for (let at = 0; at < bytes.length; ) {
      const [passed, dropped] = [this.#passing, this.#dropping].map((most) =>
        Math.min(most, bytes.length - at),
      )
      if (passed) {
        kept.push(bytes.subarray(at, at + passed))
        this.#passing -= passed
        at += passed
      } else if (dropped) {
        this.#dropping -= dropped
        at += dropped
      } else {
        kept.push(this.#readHeader(bytes[at] ?? 0))
        at += 1
      }
    }
    const [only = Buffer.alloc(0), ...others] = kept
    return others.length === 0 ? only : Buffer.concat(kept)
  }

  /** Returns the fixed header to pass on, once it is complete. */
  #readHeader(byte: number): Buffer {
    this.#header.push(byte)
    const [type = 0, ...digits] = this.#header
    const isWhole = digits.length > 0 && (byte < 128 || digits.length === mostLengthBytes)
    if (!isWhole) return Buffer.alloc(0)
    this.#header = []
    const length = digits.reduce((sum, digit, nth) => sum + (digit & 127) * 128 ** nth, 0)
    const isTooLong = type >> 4 === publish && length > this.#longestBytes
    this.#passing = isTooLong ? this.#longestBytes : length
    this.#dropping = length - this.#passing
    return Buffer.from([type, ...(isTooLong ? encodeLength(this.#longestBytes) : digits)])
  }
}

function encodeLength(length: number): number[] {
  const rest = Math.floor(length / 128)
  return rest === 0 ? [length] : [(length % 128) + 128, ...encodeLength(rest)]
}
