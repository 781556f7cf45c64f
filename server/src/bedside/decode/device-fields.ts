import { fromSi, type QuantityName, quantities, toSi } from 'contract'

/** What a device may report about itself besides its measurements. */
export type StateName = 'battery' | 'signal'

/**
 * One field as one kind of device sends it. `noValue` lists the numbers that stand for "not measured", in the unit in
 * which they are sent. The device never measures these numbers: a register is full of ones, or a display shows nines.
 */
export type DeviceField = {
  /** The spellings that devices use; the first one that is present counts. */
  names: readonly string[]
  of: QuantityName | StateName
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
const full = [65_535, 6_553.5, 655.35, 32_767, 3_276.7, 327.67, 2_047, 1_023, 9_999, 999]
/** Full registers of 8 and 7 bits. */
const fullByte = 255
const fullSignedByte = 127

const seen = 'seen from devices'
const field = (
  of: DeviceField['of'],
  unit: string,
  names: string | readonly string[],
  noValue: readonly number[],
  more: Partial<Pick<DeviceField, 'convert' | 'min' | 'either' | 'source'>> = {},
): DeviceField => ({ names: [names].flat(), of, unit, noValue, source: seen, ...more })

const systolic = [0, ...full]
const diastolic = [0, fullByte, ...full]
const pulse = [0, fullByte, ...full]
const spo2 = [0, fullSignedByte, fullByte, ...full]
/** 25.5 °C is a full byte of tenths; it is also a temperature measured of a room. */
const celsius = [0, 25.5, ...full]
/** 65 535 steps of 5 g are 327.675 kg, of 10 g 655.35 kg; devices round. */
const kilograms = [0, 327.675, 327.68, 327.7, 655.36, 655.4, ...full]

/**
 * Below this, a contactless thermometer or a watch has measured a room, a wall or an empty strap: devices made for
 * people show values from 32 °C on. A colder person is measured with other devices.
 */
const coldestByContactless = 30
const contactless = {
  min: coldestByContactless,
  source: 'range of such thermometers; sentinels seen from devices',
}

/**
 * Pairs of pressures that stand for no value: a cuff's full byte, unsigned and signed. A single 255 can be a true
 * pressure.
 */
export const noPressure: readonly (readonly [systolic: number, diastolic: number])[] = [
  [fullByte, fullByte],
  [fullByte, fullSignedByte],
]

const bluetooth = (characteristic: string) => ({ source: `Bluetooth SIG ${characteristic}` })
const kilopascal = { convert: (value: number) => value * 7.500_62, ...bluetooth('0x2A35') }
const jumper = { source: "the maker's own characteristic" }

/**
 * Every number that any device sends: its quantity, its unit, and the numbers that stand for no value. All decoders
 * read by this one table; `docs/decoders.md` is generated from it.
 */
export const deviceFields = {
  /** Sent by a gateway or a box. */
  cuff: {
    systolic: field('systolic', 'mmHg', 'bp_high', systolic),
    diastolic: field('diastolic', 'mmHg', 'bp_low', diastolic),
    pulse: field('pulse', 'bpm', 'PR', pulse),
  },
  oximeter: {
    spo2: field('spo2', '%', 'spo2', spo2),
    pulse: field('pulse', 'bpm', 'pulse', pulse),
    pi: field('pi', '0.1 %', 'pi', [0, fullByte, ...full], { convert: (tenths) => tenths / 10 }),
  },
  thermometer: {
    temperature: field('temperature', '°C', 'temp', celsius, contactless),
  },
  scale: {
    weight: field('weight', 'kg', 'weight', kilograms),
    // 999 and 1 023 Ω occur in people.
    impedance: field('impedance', 'Ω', 'resistance', [0, 65_535, 6_553.5, 32_767]),
  },
  glucometer: {
    glucose: field(
      'blood_glucose',
      'mg/dL or mmol/L, as the device record says',
      'blood_glucose',
      [0, ...full],
      {
        either: { min: toSi('blood_glucose', quantities.blood_glucose.min), decimals: 2 },
      },
    ),
  },
  meter: {
    cholesterol: field('cholesterol', 'mmol/L', 'cholesterol', [0, ...full], {
      convert: (value) => fromSi('cholesterol', value),
    }),
    uricAcid: field('uric_acid', 'µmol/L', 'uric_acid', [0, ...full], {
      convert: (value) => fromSi('uric_acid', value),
    }),
  },
  watch: {
    pulse: field('pulse', 'bpm', 'heartRate', pulse),
    systolic: field('systolic', 'mmHg', 'bp_sys', systolic),
    diastolic: field('diastolic', 'mmHg', 'bp_dia', diastolic),
    temperature: field('temperature', '°C', 'bodyTemperature', celsius, contactless),
    spo2: field('spo2', '%', 'spO2', spo2),
    // 0 is a valid number of steps.
    steps: field('steps', 'steps', 'step', [65_535, 16_777_215, 4_294_967_295]),
    latitude: field('lat', '°', ['latitude', 'lat'], [0]),
    longitude: field('lang', '°', ['longitude', 'lng', 'lon', 'lang'], [0]),
    battery: field('battery', '%', 'battery', [fullByte]),
    signal: field('signal', 'as the modem says', 'signalGSM', [fullByte]),
  },
  /**
   * Bluetooth characteristics in their binary form, forwarded by a gateway. IEEE 11073 numbers NaN, NRes and reserved
   * are no value.
   */
  bluetoothGlucose: {
    glucose: field('blood_glucose', 'mg/dL (from kg/L)', 'concentration', [0, ...full], bluetooth('0x2A18')),
    glucoseInMoles: field('blood_glucose', 'mmol/L (from mol/L)', 'concentration', [0, ...full], {
      convert: (value) => fromSi('blood_glucose', value),
      ...bluetooth('0x2A18'),
    }),
  },
  bluetoothPressure: {
    systolic: field('systolic', 'mmHg', 'systolic', systolic, bluetooth('0x2A35')),
    diastolic: field('diastolic', 'mmHg', 'diastolic', diastolic, bluetooth('0x2A35')),
    map: field('map', 'mmHg', 'mean arterial pressure', [0, fullByte, ...full], bluetooth('0x2A35')),
    systolicInKilopascal: field('systolic', 'kPa', 'systolic', [0, ...full], kilopascal),
    diastolicInKilopascal: field('diastolic', 'kPa', 'diastolic', [0, ...full], kilopascal),
    mapInKilopascal: field('map', 'kPa', 'mean arterial pressure', [0, ...full], kilopascal),
    pulse: field('pulse', 'bpm', 'pulse rate', pulse, bluetooth('0x2A35')),
  },
  bluetoothTemperature: {
    temperature: field('temperature', '°C', 'temperature', celsius, bluetooth('0x2A1C')),
    temperatureInFahrenheit: field('temperature', '°F', 'temperature', [0, ...full], {
      convert: (value) => ((value - 32) * 5) / 9,
      ...bluetooth('0x2A1C'),
    }),
  },
  bluetoothOximeter: {
    spo2: field('spo2', '%', 'SpO₂', spo2, bluetooth('0x2A5E')),
    pulse: field('pulse', 'bpm', 'pulse rate', pulse, bluetooth('0x2A5E')),
    pi: field('pi', '%', 'pulse amplitude index', [0, ...full], bluetooth('0x2A5E')),
  },
  jumperOximeter: {
    pulse: field('pulse', 'bpm', 'octet 1', [0, fullByte], jumper),
    spo2: field('spo2', '%', 'octet 2', [0, fullSignedByte, fullByte], jumper),
    pi: field('pi', '0.1 %', 'octet 3', [0, fullByte], { convert: (tenths) => tenths / 10, ...jumper }),
  },
  bluetoothScale: {
    weight: field('weight', 'kg', 'weight', kilograms, bluetooth('0x2A9D')),
    weightInPounds: field('weight', 'lb', 'weight', [0, 655.35], {
      convert: (pounds) => pounds * 0.453_592_37,
      ...bluetooth('0x2A9D'),
    }),
    height: field('height', 'cm', 'height', [0, 6_553.5], bluetooth('0x2A9D')),
    heightInInches: field('height', 'in', 'height', [0, 6_553.5], {
      convert: (inches) => inches * 2.54,
      ...bluetooth('0x2A9D'),
    }),
  },
} as const satisfies Record<string, Record<string, DeviceField>>

/**
 * The numbers that stand for no value in the panel's own units, for readings that another system forwards from a
 * device. They do not apply to a reading that names a patient and no device: there a pulse of 255 and a glucose of 999
 * can be true.
 */
export const passedOn: Partial<Record<QuantityName, readonly number[]>> = {
  systolic,
  diastolic,
  map: [0, fullByte, ...full],
  pulse,
  spo2,
  pi: [25.5, ...full],
  temperature: celsius,
  respiration_rate: [0, fullSignedByte, fullByte, ...full],
  // Readings by HTTP are rounded before this check; no meter measures as much as 655.
  blood_glucose: [0, 655, ...full],
  weight: kilograms,
  height: [0, ...full],
  impedance: [0, 65_535, 6_553.5, 32_767],
  steps: [65_535, 16_777_215, 4_294_967_295],
  uric_acid: [0, ...full],
  cholesterol: [0, ...full],
}

/** Whether a number stands for no value. Compares in single precision, in which many devices compute. */
export function standsForNoValue({ noValue }: Pick<DeviceField, 'noValue'>, sent: number): boolean {
  return noValue.some((one) => Math.fround(one) === Math.fround(sent))
}

const states = {
  battery: { min: 0, max: 100, decimals: 0 },
  signal: { min: -200, max: 200, decimals: 0 },
} as const

/** The range that a field may have, in the panel's unit. */
export function rangeOf({ of, min, either }: DeviceField): { min: number; max: number; decimals: number } {
  const range = of === 'battery' || of === 'signal' ? states[of] : quantities[of]
  return { ...range, ...either, ...(min !== undefined && { min }) }
}
