import { quantities, toDeviceBounds, toSi } from 'contract'
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
  meter: 'Cholesterol and uric acid meters, by gateway or box',
  watch: 'Watches',
  bluetoothGlucose: 'Bluetooth: glucose',
  bluetoothPressure: 'Bluetooth: blood pressure',
  bluetoothTemperature: 'Bluetooth: temperature',
  bluetoothOximeter: 'Bluetooth: pulse oximeter',
  jumperOximeter: 'Bluetooth: Jumper oximeter',
  bluetoothScale: 'Bluetooth: scale',
}

const getUnit = ({ quantity }: DeviceField) =>
  quantity === 'battery' ? '%' : quantity === 'signal' ? '' : quantities[quantity].unit

/** For a field that may be in either of two units, the range in both. */
function formatRange(field: DeviceField): string {
  const { min, max } = getFieldRange(field)
  if (!field.either) return `${min} to ${max} ${getUnit(field)}`.trim()
  const { unit, min: lowest } = toDeviceBounds(quantities.blood_glucose)
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

const relayedRows = Object.entries(quantities).map(([name, quantity]) => {
  const { unit, min, max } = toDeviceBounds(quantity)
  const noValue = relayedNoValues[name as keyof typeof quantities] ?? []
  return `| \`${name}\` | ${min} to ${max} ${unit} | ${noValue.toSorted((one, other) => one - other).join(', ')} |`
})

/** `docs/decoders.md`, generated from the tables by which the decoders read. */
export function renderDecodersPage(): string {
  return `# What the panel reads from devices

Generated from \`server/src/bedside/decode/device-fields.ts\`, the table by which all decoders read. A test fails if this page
differs.

- **Accepted** is the range of the values that are stored, in the panel's unit. A value outside it is put into quarantine and
  never stored.
- **No value** lists the numbers that a device sends where it measured nothing, in the unit in which it sends them. Such a
  number is no reading and raises no alarm; the device still counts as connected. A blood pressure is no value either if its
  numbers are ${noPressurePairs.map((pair) => pair.join('/')).join(' or ')}, or if the systolic is 255 and the diastolic is no value. Beside another diastolic, a
  systolic of 255 can be true.
- If one number of a blood pressure is no value, the other is stored alone and can raise an alarm. No mean pressure is
  computed then.
- A field beside a vital sign (pulse, perfusion index, mean pressure, resistance, height, marker, battery, signal) that
  cannot be read is put into quarantine with the reason. The vital sign is stored without it and can raise an alarm. A
  \`marker\` with an unknown word counts as no marker.
- A watch sends several vital signs in one message. Each is read by itself: one that cannot be read does not affect the
  others.
- Numbers may be sent as text. A value is rounded to the decimals of its quantity, because many devices compute in single
  precision.
- If the \`mode\` of a thermometer names an object, a surface, skin, a room or the like, or if a Bluetooth thermometer says
  that it measured at a finger or a toe, the value is no body temperature: it is put into quarantine.
- The numbers NaN, NRes and reserved of IEEE 11073 are no value. An infinite number is put into quarantine, except in a
  glucose, where it means HI or LO.
- By what Bluetooth 0x2A18 and 0x2A5E say about the measurement, these are put into quarantine: a glucose of control solution,
  or with a fault of the meter, the strip or the sample; a saturation of a demonstration, a test or a calibration, or one that
  the oximeter calls unavailable or invalid. Of the continuous saturations of 0x2A5F, which come every second, such a one is no
  value. The normal ones are stored, not the fast and the slow ones.
- The context of a glucose (Bluetooth 0x2A34) names its test by number: its meal becomes the marker of that reading.
  Medication is not stored.
- A gateway or a box is connected when a message arrives that names its MAC, whatever that message says of other devices.
- A glucose meter that shows HI or LO has measured no number. It sends "HI", "high", ">600", "LO", "low" or "<20"; by Bluetooth
  an infinite number, or the status that the result is above or below its range. The reading has \`beyond\` ("above" or
  "below") instead of a number. It counts as beyond every limit of the patient, and raises an alarm.

## All-clears of a watch

A message on \`iMEDE_watch/fallDown\` is a fall, whatever its \`status\` and without one. Only these say that nobody fell (in
upper or lower case, with or without spaces, hyphens and underscores): ${[...allClears].map((one) => `\`${one}\``).join(', ')}.

## The unit of a glucose

Meters are sold in mg/dL and in mmol/L, and most messages do not say which unit they use. The record of the device has the
unit. As long as it has none, a number that is possible in one unit alone is read in that unit. A number that is possible in
both (10 to 83.25) has no value yet: it waits in the inbox with both values, and raises an alarm if either is critical. So does
a number that is impossible in the unit of the device. Bluetooth states the unit of a glucose.

The cholesterol of MGSS meters is in mmol/L and their uric acid in µmol/L; a number that is impossible in that unit is put
into quarantine.

## Times

A time is in seconds or milliseconds since 1970, or \`dd/mm/yyyy hh:mm:ss\` in Thai time. The clock of a Bluetooth device is
taken to show Thai time. Years from 2400 to 2999 are of the Buddhist Era and are converted. A number of 0 or less is no time,
and neither is a Bluetooth date whose year, month or day is 0. Decision 0015 says what happens if a clock is wrong.

## Sleep of a watch

\`iMEDE_watch/sleepdata\` has a night in \`data\`: 1 to 1440 digits, which divide the span of \`time\` (\`2200@0700\`) into equal
parts: 0 awake, 1 light, 2 deep. They become \`awake\`, \`light\` and \`deep\` in minutes, each 0 to 1440. A message with another
digit, or whose \`num\` is not the number of digits, is put into quarantine. No digit stands for no value. The maker has not
published what the digits mean: this is a default of the panel.

## Fields

${Object.entries(deviceFields).map(formatSection).join('\n\n')}

### Readings by HTTP

Values are in the panel's units; numbers may be sent as text. The numbers under *no value* count as none only in a reading that
names a \`device\`: of a patient who is named without a device, a pulse of 255 or a glucose of 999 can be true. A reading
outside the accepted range is rejected, and the reply says why. A value beside a vital sign that is outside its range is
dropped, and the reply names it in \`dropped\`.

| value | accepted | no value |
|---|---|---|
${relayedRows.join('\n')}
`
}
