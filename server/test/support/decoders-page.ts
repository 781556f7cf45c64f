import { quantities, toSi } from 'contract'
import {
  type DeviceField,
  deviceFields,
  getFieldRange,
  noPressurePairs,
  relayedNoValues,
} from '../../src/bedside/decode/device-fields.ts'
import { allClears } from '../../src/bedside/decode/watch.ts'

const titles: Record<keyof typeof deviceFields, string> = {
  cuff: 'Cuffs, by gateway or box',
  oximeter: 'Oximeters, by gateway or box',
  thermometer: 'Thermometers, by gateway or box',
  scale: 'Scales, by gateway or box',
  glucometer: 'Glucose meters, by gateway or box',
  meter: 'Meters of cholesterol and uric acid, by gateway or box',
  watch: 'Watches',
  bluetoothGlucose: 'Bluetooth: glucose',
  bluetoothPressure: 'Bluetooth: blood pressure',
  bluetoothTemperature: 'Bluetooth: temperature',
  bluetoothOximeter: 'Bluetooth: pulse oximeter',
  jumperOximeter: 'Bluetooth: oximeter of Jumper',
  bluetoothScale: 'Bluetooth: scale',
}

const getUnit = ({ quantity }: DeviceField) =>
  quantity === 'battery' ? '%' : quantity === 'signal' ? '' : quantities[quantity].unit

/** Of a field in either of two units, the range in both. */
function formatRange(field: DeviceField): string {
  const { min, max } = getFieldRange(field)
  if (!field.either) return `${min} to ${max} ${getUnit(field)}`.trim()
  const { unit, min: lowest } = quantities.blood_glucose
  const step = 10 ** field.either.decimals
  const [from, to] = [Math.ceil(min * step) / step, Math.floor(toSi('blood_glucose', max) * step) / step]
  return `${lowest} to ${max} ${unit}, or ${from} to ${to} mmol/L`
}

function formatRow(field: DeviceField): string {
  const { names, unit, quantity, noValue, source } = field
  const cells = [
    names.map((name) => `\`${name}\``).join(', '),
    unit,
    `\`${quantity}\``,
    formatRange(field),
    noValue.toSorted((one, other) => one - other).join(', '),
    source,
  ]
  return `| ${cells.join(' | ')} |`
}

const formatSection = ([kind, fields]: [string, Record<string, DeviceField>]) =>
  [
    `### ${titles[kind as keyof typeof deviceFields]}`,
    '',
    '| field | unit as sent | value | accepted | no value | source |',
    '|---|---|---|---|---|---|',
    ...Object.values(fields).map(formatRow),
  ].join('\n')

const relayedRows = Object.entries(quantities).map(([name, { unit, min, max }]) => {
  const noValue = relayedNoValues[name as keyof typeof quantities] ?? []
  return `| \`${name}\` | ${min} to ${max} ${unit} | ${noValue.toSorted((one, other) => one - other).join(', ')} |`
})

/** `docs/decoders.md`, made of the tables that the decoders read by. */
export function renderDecodersPage(): string {
  return `# What is read of devices

Made of \`server/src/bedside/decode/device-fields.ts\`, which all decoders read by; a test fails where this page differs.

- **Accepted** is what is kept, in the panel's unit. What is beyond it is put into quarantine and never stored.
- **No value** is what stands in a field where nothing was measured, in the unit in which it is sent. It is no reading and
  no alarm; the device counts as connected. A pressure is none too where both of it together are
  ${noPressurePairs.map((pair) => pair.join('/')).join(' or ')}: 255 alone can be somebody's.
- Where one half of a pressure stands for no value, the other is kept by itself and can alarm; no mean is made of it.
- A field beside a vital sign (pulse, perfusion index, mean pressure, resistance, height, marker, battery, signal) that
  cannot be read is dropped and put into quarantine with its reason; the vital sign is kept and can alarm. A \`marker\` in
  words that are not known counts as none.
- A watch sends several vital signs at once: each is read by itself, and one that cannot be read costs no other.
- Numbers may come as text. What is sent in single precision is rounded to the decimals of its quantity.
- A thermometer's \`mode\` that names an object, a surface, a skin, a room or the like is no body temperature, nor is one
  that Bluetooth says was taken at a finger or a toe: quarantined, never stored as one.
- Of numbers of IEEE 11073, NaN, NRes and the reserved one are no value; an infinite one is put into quarantine, but of a
  glucose it says HI or LO.
- A glucose of control solution or with a fault of meter, strip or sample, and a saturation of a demonstration, a test or a
  calibration or one that the oximeter calls unavailable or invalid, are put into quarantine (status of Bluetooth 0x2A18 and
  0x2A5E).
- A meter that says HI or LO ("HI", "high", ">600", "LO", "low", "<20"; by Bluetooth an infinite number, or the status that
  the result is above or below what it can measure) has measured no number: the reading says \`beyond\` "above" or "below",
  is beyond every limit of the patient, and alarms.

## All-clears of a watch

Each message on \`iMEDE_watch/fallDown\` is a fall, whatever its \`status\`, but these, in any letters and with or without
spaces, hyphens and underscores: ${[...allClears].map((one) => `\`${one}\``).join(', ')}.

## The unit of a glucose

Meters are sold in mg/dL and in mmol/L, and most messages do not say which: it is on the record of the device. Where nobody has
said, a number that somebody can have in one unit alone is read in it. One that can be in either (10 to 83.25) is no value
yet: it waits in the inbox with both readings of it, and alarms where either is critical. So does one that cannot be in the
unit of its device. Cholesterol and uric acid of MGSS are in mmol/L and µmol/L by their type; what cannot be so is put into
quarantine. Glucose by Bluetooth says its unit.

## Times

Seconds or milliseconds since 1970, or \`dd/mm/yyyy hh:mm:ss\` in Thai time; a Bluetooth device tells the time by its own
clock, which is set to Thai time. Years 2400 to 2999 are of the Buddhist Era, and are converted. 0 or less, or a Bluetooth
clock whose year, month or day is 0, is no time. What becomes of a time that is wrong is decision 0015.

## Sleep of a watch

\`iMEDE_watch/sleepdata\` tells a night as \`data\`, a row of 1 to 1440 digits that share the span of \`time\`
(\`2200@0700\`) evenly: 0 awake, 1 light, 2 deep. They become \`awake\`, \`light\` and \`deep\` in minutes, each 0 to 1440.
\`num\` is how many digits there are, or the message is put into quarantine, as it is with any other digit. There is no
sentinel. The maker has not published what the digits mean: this is a default of the product.

## Fields

${Object.entries(deviceFields).map(formatSection).join('\n\n')}

### Readings by HTTP

In the panel's units; numbers may come as text. What is no value is so where the reading names a \`device\`: of a person who is
named alone, a pulse of 255 or a glucose of 999 can be true. Beyond what is accepted a reading is rejected, and its sender
is told; what goes along with it is dropped, and its sender is told in \`dropped\`.

| value | accepted | no value |
|---|---|---|
${relayedRows.join('\n')}
`
}
