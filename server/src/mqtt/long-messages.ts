const publish = 3
const mostLengthBytes = 4

/**
 * Cuts messages that are longer than anybody reads, on their way from a socket to the parser of MQTT 3: of a PUBLISH
 * that is too long the beginning goes on as a whole packet, with its topic and its number, and the rest is dropped as it
 * comes. So it is put into quarantine and acknowledged like any other that cannot be read; closed on, its sender would
 * come back with it for ever. Everything else goes through as it is.
 */
export class LongMessages {
  readonly #longestBytes: number
  /** What has come of the fixed header of the next packet: its type, and its length, 7 bits a byte. */
  #header: number[] = []
  #passing = 0
  #dropping = 0

  /** `longestBytes` is counted without the fixed header. */
  constructor(longestBytes: number) {
    this.#longestBytes = longestBytes
  }

  cut(bytes: Buffer): Buffer {
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

  /** The fixed header as it goes on, once it is whole. */
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
    return Buffer.from([type, ...(isTooLong ? lengthDigits(this.#longestBytes) : digits)])
  }
}

function lengthDigits(length: number): number[] {
  const rest = Math.floor(length / 128)
  return rest === 0 ? [length] : [(length % 128) + 128, ...lengthDigits(rest)]
}
