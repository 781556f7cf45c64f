import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LongMessageFilter } from './long-message-filter.ts'

const longest = 300

type Packet = { type: number; body: Buffer }

/** Frames a packet as MQTT 3 does: type and flags, the length of the body in 7 bits per byte, the body. */
function framed({ type, body }: Packet): Buffer {
  const header = [type]
  let rest = body.length
  do {
    header.push((rest % 128) + (rest >= 128 ? 128 : 0))
    rest = Math.floor(rest / 128)
  } while (rest > 0)
  return Buffer.concat([Buffer.from(header), body])
}

const publishTypes = [0x30, 0x32, 0x34, 0x3b]
const connect = 0x10
const ping = 0xc0

const packet = fc
  .tuple(fc.constantFrom(...publishTypes, connect, ping), fc.oneof(fc.nat(400), fc.nat(40_000)), fc.nat(255))
  .map(([type, bytes, filling]): Packet => ({ type, body: Buffer.alloc(type === ping ? 0 : bytes, filling) }))

test('a message that is too long is cut and all else is unchanged, whatever the pieces in which it arrives', () => {
  const pieces = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1 })
  fc.assert(
    fc.property(fc.array(packet, { maxLength: 6 }), pieces, (packets, sizes) => {
      const bytes = Buffer.concat(packets.map(framed))
      const messages = new LongMessageFilter(longest)
      const through: Buffer[] = []
      for (let at = 0, nth = 0; at < bytes.length; nth++) {
        const size = sizes[nth % sizes.length] ?? 1
        through.push(messages.truncate(bytes.subarray(at, at + size)))
        at += size
      }
      const expected = packets.map(({ type, body }) =>
        framed({ type, body: publishTypes.includes(type) ? body.subarray(0, longest) : body }),
      )
      expect(Buffer.concat(through).equals(Buffer.concat(expected))).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('no more of a message is passed on than is stored, however much it declares', () => {
  const messages = new LongMessageFilter(longest)
  // A PUBLISH of 200 MB.
  let passed = messages.truncate(Buffer.from([0x32, 0x80, 0x80, 0xaf, 0x5f])).length
  for (let megabyte = 0; megabyte < 20; megabyte++)
    passed += messages.truncate(Buffer.alloc(1_000_000)).length
  expect(passed).toBeLessThanOrEqual(longest + 5)
})
