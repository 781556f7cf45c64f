import type { Endpoint } from 'contract'
import type { z } from 'zod/mini'

type Schema = z.core.$ZodType

/** Random numbers that are the same for the same seed (mulberry32). */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** The number is from 0 (included) to 1 (excluded). */
  roll(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  below(count: number): number {
    return Math.floor(this.roll() * count)
  }

  rollsBelow(chance: number): boolean {
    return this.roll() < chance
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.below(choices.length)]
    if (choice === undefined && choices.length === 0) throw new Error('there is nothing to choose from')
    return choice as T
  }
}

/** JSON text to be sent as it is, for what no JavaScript value serialises to. */
export class Verbatim {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A file as a part of a form. */
export class FilePart {
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

export type Known = { ids: readonly string[]; files: readonly Buffer[] }

const half = '\ud800'
const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  half,
  `a${half}b`,
  '\u202e\u200b',
  '\ufeff',
  "';--",
  '%',
  '\\',
  '${x}',
  '=1+1',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '1e999',
  '9'.repeat(40),
  '2026-11-05T07:32:00Z',
  `2026-11-05T07:32:00.${'1'.repeat(129)}Z`,
  '0000-00-00',
  '9999-12-31T23:59:59-14:00',
  '00000000-0000-0000-0000-000000000000',
  '💥'.repeat(60),
  'ก'.repeat(101),
  'x'.repeat(3_000),
] as const
const hostileNumbers = [0, -1, 0.1, 1e-320, 2 ** 31, 2 ** 53, 1e21, 1.7e308, -1.7e308]
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const verbatim = [
  '1e999',
  '-1e999',
  '-0',
  '1E400',
  '9'.repeat(400),
  nested(500),
  nested(20_000),
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"a":'.repeat(300) + '1' + '}'.repeat(300),
  '{"length":1e9}',
  '"\\ud800"',
  '"\\u0000"',
] as const

export function createHostileValue(dice: Dice): unknown {
  return dice.pick<() => unknown>([
    () => dice.pick(hostileTexts),
    () => dice.pick(hostileNumbers),
    () => new Verbatim(dice.pick(verbatim)),
    () => dice.pick([null, true, false]),
    () => [],
    () => ({}),
    () => [dice.pick(hostileTexts), null, {}],
    () => Array(dice.pick([2, 600])).fill(dice.pick(hostileTexts.slice(0, 20))),
    () => ({ [dice.pick(['toString', 'valueOf', 'hasOwnProperty', 'a'])]: dice.pick(hostileTexts) }),
  ])()
}

/** Texts for fields that have more rules than their schema shows. */
const textsByField: Record<string, readonly string[]> = {
  national_id: ['1101700230673', '3101200454531', '1101700230674'],
  hn: ['HN-0001', 'H1'],
  mac: ['02:D0:C0:00:00:01', '02D0C0000031'],
  device: ['02:D0:C0:00:00:01'],
  phone: ['0812345678', '812345678', '+85620123456'],
  country_code: ['66', '856'],
  password: ['panel-demo', 'a long enough passphrase'],
  user_name: ['nurse@demo.hospital', 'nobody@demo.hospital'],
}
const texts = ['ก', 'สมศรี', 'a', 'male', 'other reason', '12', 'ENT', '10662', '#ff8800', 'https://x.test/']
const instants = [
  '2026-11-05T07:00:00.000Z',
  '2026-11-05T13:59:59+07:00',
  '2026-11-04T00:00:00Z',
  '1970-01-01T00:00:00Z',
  '2030-01-01T00:00:00.123456Z',
  `2026-11-05T07:00:00.${'1'.repeat(129)}Z`,
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59.999999999Z',
  '2399-12-31T23:59:59-14:00',
]
const dates = ['1990-01-01', '2026-11-05', '0001-01-01', '9999-12-31', '2000-02-29']

type Rules = { minimum?: number; maximum?: number; format?: string }

/** The rules of a schema, from itself or its checks. */
function getRules(schema: Schema): Rules {
  const { checks = [], ...def } = schema._zod.def as z.core.$ZodTypeDef & Rules
  const rules: Rules = { ...def }
  for (const check of checks) {
    const told = check._zod.def as Rules & { check: string; value?: number }
    if (told.format !== undefined) rules.format = told.format
    if (told.check === 'greater_than' && told.value !== undefined) rules.minimum = told.value
    else if (told.check === 'less_than' && told.value !== undefined) rules.maximum = told.value
    else {
      if (told.minimum !== undefined) rules.minimum = told.minimum
      if (told.maximum !== undefined) rules.maximum = told.maximum
    }
  }
  return rules
}

/** A value that the schema would accept, or nearly: rules written as code are not known here. */
export function createNearValid(schema: Schema, dice: Dice, known: Known, field = ''): unknown {
  const def = schema._zod.def as z.core.$ZodTypeDef & Record<string, unknown>
  const inner = (of: unknown) => createNearValid(of as Schema, dice, known, field)
  const { minimum, maximum, format } = getRules(schema)
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def['shape'] as Record<string, Schema>)
          .filter(([, one]) => one._zod.optin !== 'optional' || dice.rollsBelow(0.6))
          .map(([name, one]) => [name, createNearValid(one, dice, known, name)]),
      )
    case 'optional':
    case 'default':
      return inner(def['innerType'])
    case 'nullable':
      return dice.rollsBelow(0.3) ? null : inner(def['innerType'])
    case 'pipe':
      return inner((def['in'] as Schema)._zod.def.type === 'transform' ? def['out'] : def['in'])
    case 'union':
      return inner(dice.pick(def['options'] as Schema[]))
    case 'array':
      return Array.from({ length: Math.max(minimum ?? 0, dice.below(4)) }, () => inner(def['element']))
    case 'record':
      return Object.fromEntries([0, 1].map(() => [String(inner(def['keyType'])), inner(def['valueType'])]))
    case 'enum':
      return dice.pick(Object.values(def['entries'] as Record<string, unknown>))
    case 'literal':
      return dice.pick(def['values'] as unknown[])
    case 'boolean':
      return dice.rollsBelow(0.5)
    case 'number': {
      const [from, to] = [Math.max(minimum ?? 0, -1e9), Math.min(maximum ?? 200, 1e9)]
      const between = from + dice.roll() * (to - from)
      return dice.pick([from, to, Math.round(between), Number(between.toFixed(1))])
    }
    case 'custom':
    case 'file':
      return new FilePart(dice.pick(known.files))
    case 'string': {
      if (dice.rollsBelow(0.03)) return dice.pick(hostileTexts)
      if (format === 'uuid') return dice.pick(known.ids)
      if (format === 'datetime') return dice.pick(instants)
      if (format === 'date') return dice.pick(dates)
      if (format === 'email') return `${dice.below(9)}@fuzz.test`
      return dice.pick(textsByField[field] ?? texts)
    }
    default:
      return createHostileValue(dice)
  }
}

/** A valid body of a call, except that a few places of it were changed. */
export function createNearValidBody(endpoint: Endpoint, dice: Dice, known: Known): Record<string, unknown> {
  const body = createNearValid(endpoint.body, dice, known) as Record<string, unknown>
  for (let spoilt = dice.pick([0, 0, 1, 1, 2]); spoilt > 0; spoilt--) spoil(body, dice)
  if (dice.rollsBelow(0.1))
    body[dice.pick(['user_id', 'server_token', 'is_show_success_toast', 'x'])] = createHostileValue(dice)
  return body
}

function spoil(body: Record<string, unknown>, dice: Dice): void {
  let place: Record<string, unknown> = body
  for (;;) {
    const names = Object.keys(place)
    if (names.length === 0) return
    const name = dice.pick(names)
    const value = place[name]
    const isInner =
      value !== null && typeof value === 'object' && !(value instanceof FilePart || value instanceof Verbatim)
    if (!isInner || Object.keys(value).length === 0 || dice.rollsBelow(0.3)) {
      place[name] = createHostileValue(dice)
      return
    }
    place = value as Record<string, unknown>
  }
}

/** Does as `JSON.stringify`, but with `Verbatim` texts as they are. */
export function writeJson(value: unknown): string {
  const kept: string[] = []
  const text = JSON.stringify(value, (_name, one: unknown) => {
    if (one instanceof FilePart) return one.bytes.toString('latin1', 0, 20)
    if (!(one instanceof Verbatim)) return one
    kept.push(one.text)
    return `\u0001${kept.length - 1}\u0001`
  })
  return text.replace(/"\\u0001(\d+)\\u0001"/g, (_match, at: string) => kept[Number(at)] ?? '')
}
