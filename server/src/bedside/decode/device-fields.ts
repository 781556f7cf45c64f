import { convertFromSi, type QuantityName, quantities, toDeviceBounds, toSi } from 'contract'

/** What a device may report about itself besides its measurements. */
export type StateName = 'battery' | 'signal'

/**
 * One field as one kind of device sends it. `noValue` lists the numbers that stand for "not measured", in the unit in
 * which they are sent. The device never measures these numbers: a register is full of ones, or a display shows nines.
 */
export type DeviceField = {
  /** The spellings that devices use; the first one that is present counts. */
  names: readonly string[]
  quantity: QuantityName | StateName
  /** The unit in which it is sent. */
  unit: string
  noValue: readonly number[]
  /** Converts the sent number to the panel's unit. */
  convert?: (sent: number) => number
  /** In the panel's unit, where the device's range starts higher than the panel's. */
  min?: number
  /**
   * For a number that is sent without its unit: the minimum of the unit with the smaller numbers, and enough decimals
   * for both.
   */
  either?: { min: number; decimals: number }
  /** Where the range and `noValue` come from. */
  source: string
}

/** Full registers of 16, 15, 11 and 10 bits, as they are and with one or two decimals, and rows of nines. */
const fullRegisters = [65_535, 6_553.5, 655.35, 32_767, 3_276.7, 327.67, 2_047, 1_023, 9_999, 999]
/** Full registers of 8 and 7 bits. */
const fullByte = 255
const fullSignedByte = 127

const seenSource = 'seen from devices'
const createDeviceField = (
  of: DeviceField['quantity'],
  unit: string,
  names: string | readonly string[],
  more: Pick<DeviceField, 'noValue'> & Partial<Pick<DeviceField, 'convert' | 'min' | 'either' | 'source'>>,
): DeviceField => ({ names: [names].flat(), quantity: of, unit, source: seenSource, ...more })

const systolic = [0, ...fullRegisters]
const diastolic = [0, fullByte, ...fullRegisters]
const pulse = [0, fullByte, ...fullRegisters]
const spo2 = [0, fullSignedByte, fullByte, ...fullRegisters]
/** 25.5 °C is a full byte of tenths; it is also a temperature measured of a room. */
const celsius = [0, 25.5, ...fullRegisters]
/** 65 535 steps of 5 g are 327.675 kg, of 10 g 655.35 kg; devices round. */
const kilograms = [0, 327.675, 327.68, 327.7, 655.36, 655.4, ...fullRegisters]

/**
 * Below this, a contactless thermometer or a watch has measured a room, a wall or an empty strap: devices made for
 * people show values from 32 °C on. A colder person is measured with other devices.
 */
const coldestContactless = 30
const contactless = {
  min: coldestContactless,
  source: 'range of such thermometers; sentinels seen from devices',
}

/**
 * Pairs of pressures that stand for no value: a cuff's full byte, unsigned and signed. A single 255 can be a true
 * pressure.
 */
export const noPressurePairs: readonly (readonly [systolic: number, diastolic: number])[] = [
  [fullByte, fullByte],
  [fullByte, fullSignedByte],
]

const bluetoothSource = (characteristic: string) => ({ source: `Bluetooth SIG ${characteristic}` })
const kilopascal = { convert: (value: number) => value * 7.500_62, ...bluetoothSource('0x2A35') }
const jumperSource = { source: "the maker's own characteristic" }

/**
 * Every number that any device sends: its quantity, its unit, and the numbers that stand for no value. All decoders
 * read by this one table; `docs/decoders.md` is generated from it.
 */
export const deviceFields = {
  /** Sent by a gateway or a box. */
  cuff: {
    systolic: createDeviceField('systolic', 'mmHg', 'bp_high', { noValue: systolic }),
    diastolic: createDeviceField('diastolic', 'mmHg', 'bp_low', { noValue: diastolic }),
    pulse: createDeviceField('pulse', 'bpm', 'PR', { noValue: pulse }),
  },
  oximeter: {
    spo2: createDeviceField('spo2', '%', 'spo2', { noValue: spo2 }),
    pulse: createDeviceField('pulse', 'bpm', 'pulse', { noValue: pulse }),
    pi: createDeviceField('pi', '0.1 %', 'pi', {
      noValue: [0, fullByte, ...fullRegisters],
      convert: (tenths) => tenths / 10,
    }),
  },
  thermometer: {
    temperature: createDeviceField('temperature', '°C', 'temp', { noValue: celsius, ...contactless }),
  },
  scale: {
    weight: createDeviceField('weight', 'kg', 'weight', { noValue: kilograms }),
    // 999 and 1 023 Ω occur in people.
    impedance: createDeviceField('impedance', 'Ω', 'resistance', { noValue: [0, 65_535, 6_553.5, 32_767] }),
  },
  glucometer: {
    glucose: createDeviceField(
      'blood_glucose',
      'mg/dL or mmol/L, as the device record says',
      'blood_glucose',
      {
        noValue: [0, ...fullRegisters],
        either: { min: toSi('blood_glucose', toDeviceBounds(quantities.blood_glucose).min), decimals: 2 },
      },
    ),
  },
  meter: {
    cholesterol: createDeviceField('cholesterol', 'mmol/L', 'cholesterol', {
      noValue: [0, ...fullRegisters],
      convert: (value) => convertFromSi('cholesterol', value),
    }),
    uricAcid: createDeviceField('uric_acid', 'µmol/L', 'uric_acid', {
      noValue: [0, ...fullRegisters],
      convert: (value) => convertFromSi('uric_acid', value),
    }),
  },
  watch: {
    pulse: createDeviceField('pulse', 'bpm', 'heartRate', { noValue: pulse }),
    systolic: createDeviceField('systolic', 'mmHg', 'bp_sys', { noValue: systolic }),
    diastolic: createDeviceField('diastolic', 'mmHg', 'bp_dia', { noValue: diastolic }),
    temperature: createDeviceField('temperature', '°C', 'bodyTemperature', {
      noValue: celsius,
      ...contactless,
    }),
    spo2: createDeviceField('spo2', '%', 'spO2', { noValue: spo2 }),
    // 0 is a valid number of steps.
    steps: createDeviceField('steps', 'steps', 'step', { noValue: [65_535, 16_777_215, 4_294_967_295] }),
    latitude: createDeviceField('lat', '°', ['latitude', 'lat'], { noValue: [0] }),
    longitude: createDeviceField('lang', '°', ['longitude', 'lng', 'lon', 'lang'], { noValue: [0] }),
    battery: createDeviceField('battery', '%', 'battery', { noValue: [fullByte] }),
    signal: createDeviceField('signal', 'as the modem says', 'signalGSM', { noValue: [fullByte] }),
  },
  /**
   * Bluetooth characteristics in their binary form, forwarded by a gateway. IEEE 11073 numbers NaN, NRes and reserved
   * are no value.
   */
  bluetoothGlucose: {
    glucose: createDeviceField('blood_glucose', 'mg/dL (from kg/L)', 'concentration', {
      noValue: [0, ...fullRegisters],
      ...bluetoothSource('0x2A18'),
    }),
    glucoseInMoles: createDeviceField('blood_glucose', 'mmol/L (from mol/L)', 'concentration', {
      noValue: [0, ...fullRegisters],
      convert: (value) => convertFromSi('blood_glucose', value),
      ...bluetoothSource('0x2A18'),
    }),
  },
  bluetoothPressure: {
    systolic: createDeviceField('systolic', 'mmHg', 'systolic', {
      noValue: systolic,
      ...bluetoothSource('0x2A35'),
    }),
    diastolic: createDeviceField('diastolic', 'mmHg', 'diastolic', {
      noValue: diastolic,
      ...bluetoothSource('0x2A35'),
    }),
    map: createDeviceField('map', 'mmHg', 'mean arterial pressure', {
      noValue: [0, fullByte, ...fullRegisters],
      ...bluetoothSource('0x2A35'),
    }),
    systolicInKilopascal: createDeviceField('systolic', 'kPa', 'systolic', {
      noValue: [0, ...fullRegisters],
      ...kilopascal,
    }),
    diastolicInKilopascal: createDeviceField('diastolic', 'kPa', 'diastolic', {
      noValue: [0, ...fullRegisters],
      ...kilopascal,
    }),
    mapInKilopascal: createDeviceField('map', 'kPa', 'mean arterial pressure', {
      noValue: [0, ...fullRegisters],
      ...kilopascal,
    }),
    pulse: createDeviceField('pulse', 'bpm', 'pulse rate', { noValue: pulse, ...bluetoothSource('0x2A35') }),
  },
  bluetoothTemperature: {
    temperature: createDeviceField('temperature', '°C', 'temperature', {
      noValue: celsius,
      ...bluetoothSource('0x2A1C'),
    }),
    temperatureInFahrenheit: createDeviceField('temperature', '°F', 'temperature', {
      noValue: [0, ...fullRegisters],
      convert: (value) => ((value - 32) * 5) / 9,
      ...bluetoothSource('0x2A1C'),
    }),
  },
  bluetoothOximeter: {
    spo2: createDeviceField('spo2', '%', 'SpO₂', { noValue: spo2, ...bluetoothSource('0x2A5E and 0x2A5F') }),
    pulse: createDeviceField('pulse', 'bpm', 'pulse rate', {
      noValue: pulse,
      ...bluetoothSource('0x2A5E and 0x2A5F'),
    }),
    pi: createDeviceField('pi', '%', 'pulse amplitude index', {
      noValue: [0, ...fullRegisters],
      ...bluetoothSource('0x2A5E and 0x2A5F'),
    }),
  },
  jumperOximeter: {
    pulse: createDeviceField('pulse', 'bpm', 'octet 1', { noValue: [0, fullByte], ...jumperSource }),
    spo2: createDeviceField('spo2', '%', 'octet 2', {
      noValue: [0, fullSignedByte, fullByte],
      ...jumperSource,
    }),
    pi: createDeviceField('pi', '0.1 %', 'octet 3', {
      noValue: [0, fullByte],
      convert: (tenths) => tenths / 10,
      ...jumperSource,
    }),
  },
  bluetoothScale: {
    weight: createDeviceField('weight', 'kg', 'weight', { noValue: kilograms, ...bluetoothSource('0x2A9D') }),
    weightInPounds: createDeviceField('weight', 'lb', 'weight', {
      noValue: [0, 655.35],
      convert: (pounds) => pounds * 0.453_592_37,
      ...bluetoothSource('0x2A9D'),
    }),
    height: createDeviceField('height', 'cm', 'height', {
      noValue: [0, 6_553.5],
      ...bluetoothSource('0x2A9D'),
    }),
    heightInInches: createDeviceField('height', 'in', 'height', {
      noValue: [0, 6_553.5],
      convert: (inches) => inches * 2.54,
      ...bluetoothSource('0x2A9D'),
    }),
  },
} as const satisfies Record<string, Record<string, DeviceField>>

/**
 * The numbers that stand for no value in the panel's own units, for readings that another system forwards from a
 * device. They do not apply to a reading that names a patient and no device: there a pulse of 255 and a glucose of 999
 * can be true.
 */
export const relayedNoValues: Partial<Record<QuantityName, readonly number[]>> = {
  systolic,
  diastolic,
  map: [0, fullByte, ...fullRegisters],
  pulse,
  spo2,
  pi: [25.5, ...fullRegisters],
  temperature: celsius,
  respiration_rate: [0, fullSignedByte, fullByte, ...fullRegisters],
  // Readings by HTTP are rounded before this check; no meter measures as much as 655.
  blood_glucose: [0, 655, ...fullRegisters],
  weight: kilograms,
  height: [0, ...fullRegisters],
  impedance: [0, 65_535, 6_553.5, 32_767],
  steps: [65_535, 16_777_215, 4_294_967_295],
  uric_acid: [0, ...fullRegisters],
  cholesterol: [0, ...fullRegisters],
}

/** Whether a number stands for no value. Compares in single precision, in which many devices compute. */
export function isNoValueMarker({ noValue }: Pick<DeviceField, 'noValue'>, sent: number): boolean {
  return noValue.some((one) => Math.fround(one) === Math.fround(sent))
}

const stateRanges = {
  battery: { min: 0, max: 100, decimals: 0 },
  signal: { min: -200, max: 200, decimals: 0 },
} as const

/** The range that a field may have, in the panel's unit. */
export function getFieldRange({ quantity, min, either }: DeviceField): {
  min: number
  max: number
  decimals: number
} {
  const range =
    quantity === 'battery' || quantity === 'signal'
      ? stateRanges[quantity]
      : toDeviceBounds(quantities[quantity])
  return { ...range, ...either, ...(min !== undefined && { min }) }
}
