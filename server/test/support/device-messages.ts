import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decode } from '../../src/bedside/decode/decode.ts'
import { Unreadable } from '../../src/bedside/decode/unreadable.ts'

const folder = join(import.meta.dirname, '../../src/bedside/decode/fixtures')

/** A message in the form that devices send, of no real patient. */
export type DeviceMessage = { topic: string; payload: Record<string, unknown> }

export const deviceMessageNames = readdirSync(folder).map((file) => file.replace(/\.json$/, ''))

export function readDeviceMessage(name: string): DeviceMessage {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as DeviceMessage
}

/** When the messages arrive in these tests: some seconds after most of them were sent. */
export const receivedAt = Date.parse('2025-06-16T05:31:00.000Z')

export const decodeTestMessage = ({ topic, payload }: { topic: string; payload: unknown }) =>
  decode(topic, Buffer.from(JSON.stringify(payload)), receivedAt)

export const decodeFixture = (name: string) => decodeTestMessage(readDeviceMessage(name))

/** The message with the value at a path (with dots) replaced; `undefined` removes it. */
export function replaceField({ topic, payload }: DeviceMessage, path: string, value: unknown): DeviceMessage {
  const copy = structuredClone(payload)
  const names = path.split('.')
  let place = copy
  for (const name of names.slice(0, -1)) place = place[name] as Record<string, unknown>
  place[names.at(-1) ?? ''] = value
  return { topic, payload: copy }
}

/** Why a message cannot be read, as `reason: field`; any other error is thrown on. */
export function describeTrouble(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof Unreadable) return error.message
    throw error
  }
  return 'readable'
}
