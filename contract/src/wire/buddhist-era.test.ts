import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { contract, SentReading } from '../index.ts'
import type { Endpoint } from './endpoint.ts'

type Schema = z.core.$ZodType
type DateField = { path: string; schema: Schema; format: 'date' | 'datetime' }

/** The dates and instants in a body, at any depth, with their paths: `readings[].measured_at`. */
function listDateFields(schema: Schema, path = ''): DateField[] {
  const def = schema._zod.def as z.core.$ZodTypeDef & Record<string, unknown>
  const within = (inner: unknown, at = path) => listDateFields(inner as Schema, at)
  switch (def.type) {
    case 'object':
      return Object.entries(def['shape'] as object).flatMap(([name, field]) =>
        within(field, path === '' ? name : `${path}.${name}`),
      )
    case 'array':
      return within(def['element'], `${path}[]`)
    case 'record':
      return within(def['valueType'])
    case 'union':
      return (def['options'] as Schema[]).flatMap((option) => within(option))
    case 'pipe':
      return [...within(def['in']), ...within(def['out'])]
    case 'string': {
      const formats = [def, ...(def.checks ?? []).map((check) => check._zod.def)].map(
        (one) => (one as { format?: unknown }).format,
      )
      const format = formats.find((one) => one === 'date' || one === 'datetime')
      return format === 'date' || format === 'datetime' ? [{ path, schema, format }] : []
    }
    default:
      return def['innerType'] ? within(def['innerType']) : []
  }
}

const inCalls = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries(calls as Record<string, Endpoint>).flatMap(([name, { body }]) =>
    listDateFields(body).map((field) => ({ ...field, path: `${group}.${name} ${field.path}` })),
  ),
)

const years = { date: '2569-11-05', datetime: '2569-11-05T14:32:00+07:00' }

/** Whether a year of the Buddhist Era is taken as a year of the Common Era, 543 years from now. */
function isMisread({ schema, format }: DateField): boolean {
  const parsed = (schema as z.ZodMiniType).safeParse(years[format])
  return parsed.success && String(parsed.data).startsWith('25')
}

/** Fields that are not checked for the year by themselves. */
const checkedElsewhere: Record<string, string> = {
  date_of_birth: '`validatePatientRecord` refuses a day in the future',
  since: '`listFutureEntries` refuses a day in the future',
  corrects_measured_at: 'names a stored reading',
  'readings.assign readings[].measured_at': 'names a stored reading',
  'readings.takeBack reading.measured_at': 'names a stored reading',
  'readings.tellUnit readings[].measured_at': 'names a stored reading',
  'readings.dismiss readings[].measured_at': 'names a stored reading',
  'summary.timeline before.at': 'names the last entry that was shown',
}

test('no date or instant of a call takes a year of the Buddhist Era for one of the Common Era', () => {
  expect(inCalls.length).toBeGreaterThan(20)
  const misread = inCalls.filter(isMisread).map(({ path }) => path)
  const named = misread.map((path) => (path in checkedElsewhere ? path : (/\w+$/.exec(path)?.[0] ?? path)))
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(checkedElsewhere).toSorted())
})

test('the instants of a sender are converted, also the 29th of February', () => {
  const sent = listDateFields(SentReading)
  expect(sent.map(({ path }) => path)).toEqual(['measured_at', 'gateway_scan_time'])
  for (const { schema } of sent)
    expect((schema as z.ZodMiniType).parse('2567-02-29T08:00:00+07:00')).toBe('2024-02-29T08:00:00+07:00')
})
