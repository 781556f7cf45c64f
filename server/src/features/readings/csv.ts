import {
  collectActValues,
  listActReadings,
  quantities,
  type ReadingKind,
  type ReadingRow,
  type ReadingValueName,
} from 'contract'
import { listKindFields } from '../../bedside/intake/store.ts'
import { type CsvCell, formatCsv } from '../../core/csv.ts'
import { formatZonedSecond, hospitalTimeZone } from '../../core/time.ts'

const words = {
  en: {
    measured: 'Measured at',
    received: 'Received at',
    kind: 'Kind',
    source: 'Source',
    device: 'Device',
    entered: 'Entered by',
    replaced: 'Replaced at',
    timing: 'Time',
    note: 'Note',
    yes: 'Yes',
    no: 'No',
    sources: { gateway: 'Gateway', watch: 'Watch', box: 'Box', system: 'System', manual: 'Manual' },
    timings: { told: 'As told', corrected: 'Corrected', uncertain: 'Uncertain' },
    markers: {
      fasting: 'Fasting',
      before_meal: 'Before meal',
      after_meal: 'After meal',
      no_marker: 'No marker',
    },
  },
  th: {
    measured: 'เวลาที่วัด',
    received: 'เวลาที่ได้รับ',
    kind: 'ชนิด',
    source: 'แหล่งที่มา',
    device: 'อุปกรณ์',
    entered: 'ผู้บันทึก',
    replaced: 'ถูกแทนที่เมื่อ',
    timing: 'ความแน่นอนของเวลา',
    note: 'หมายเหตุ',
    yes: 'ใช่',
    no: 'ไม่ใช่',
    sources: { gateway: 'เกตเวย์', watch: 'นาฬิกา', box: 'กล่องวัดสัญญาณชีพ', system: 'ระบบอื่น', manual: 'บันทึกเอง' },
    timings: { told: 'ตามอุปกรณ์', corrected: 'ปรับแก้แล้ว', uncertain: 'ไม่แน่นอน' },
    markers: {
      fasting: 'งดอาหาร',
      before_meal: 'ก่อนอาหาร',
      after_meal: 'หลังอาหาร',
      no_marker: 'ไม่ระบุ',
    },
  },
}

/** As meters show it, in any language. */
const beyondTexts = { above: 'HI', below: 'LO' }

/** A glucose beyond the meter's range stands in the column of the glucose. */
type FieldName = Exclude<ReadingValueName, 'beyond'>

const names: Record<'en' | 'th', Record<ReadingKind | FieldName, string>> = {
  en: {
    blood_pressure: 'Blood pressure',
    spo2: 'SpO₂',
    pulse: 'Pulse',
    temperature: 'Temperature',
    respiration: 'Respiration',
    consciousness: 'Consciousness (ACVPU)',
    glucose: 'Blood glucose',
    body: 'Body data',
    activity: 'Activity',
    sleep: 'Sleep',
    lab: 'Laboratory',
    position: 'Position',
    fall: 'Fall',
    sos: 'SOS',
    systolic: 'Systolic',
    diastolic: 'Diastolic',
    map: 'MAP',
    pi: 'Perfusion index',
    respiration_rate: 'Respiration rate',
    blood_glucose: 'Blood glucose',
    marker: 'Marker',
    oxygen: 'On oxygen',
    weight: 'Weight',
    height: 'Height',
    waist: 'Waist',
    impedance: 'Impedance',
    steps: 'Steps',
    awake: 'Awake',
    light: 'Light sleep',
    deep: 'Deep sleep',
    creatinine: 'Creatinine',
    bun: 'BUN',
    uric_acid: 'Uric acid',
    cholesterol: 'Cholesterol',
    ldl: 'LDL',
    hdl: 'HDL',
    triglyceride: 'Triglyceride',
    lat: 'Latitude',
    lang: 'Longitude',
  },
  th: {
    blood_pressure: 'ความดันโลหิต',
    spo2: 'SpO₂',
    pulse: 'ชีพจร',
    temperature: 'อุณหภูมิกาย',
    respiration: 'การหายใจ',
    consciousness: 'ความรู้สึกตัว (ACVPU)',
    glucose: 'น้ำตาลในเลือด',
    body: 'ข้อมูลร่างกาย',
    activity: 'กิจกรรม',
    sleep: 'การนอน',
    lab: 'ผลแล็บ',
    position: 'ตำแหน่ง',
    fall: 'หกล้ม',
    sos: 'SOS',
    systolic: 'ความดันตัวบน',
    diastolic: 'ความดันตัวล่าง',
    map: 'MAP',
    pi: 'Perfusion index',
    respiration_rate: 'อัตราการหายใจ',
    blood_glucose: 'น้ำตาลในเลือด',
    marker: 'ช่วงเวลาอาหาร',
    oxygen: 'ให้ออกซิเจน',
    weight: 'น้ำหนัก',
    height: 'ส่วนสูง',
    waist: 'รอบเอว',
    impedance: 'ความต้านทาน',
    steps: 'จำนวนก้าว',
    awake: 'ตื่น',
    light: 'หลับตื้น',
    deep: 'หลับลึก',
    creatinine: 'Creatinine',
    bun: 'BUN',
    uric_acid: 'กรดยูริก',
    cholesterol: 'คอเลสเตอรอล',
    ldl: 'LDL',
    hdl: 'HDL',
    triglyceride: 'ไตรกลีเซอไรด์',
    lat: 'ละติจูด',
    lang: 'ลองจิจูด',
  },
}

/** Readings as CSV for a spreadsheet. Times are ISO, of the Christian Era and the hospital's time zone. */
export function formatReadingsCsv(
  batches: AsyncIterable<ReadingRow[]>,
  kinds: readonly ReadingKind[],
  language: 'en' | 'th',
): AsyncIterable<string> {
  const word = words[language]
  const fields = [...new Set(kinds.flatMap(listKindFields))].filter((name) => name !== 'beyond')
  const headings = [
    word.measured,
    word.kind,
    ...fields.map((name) => formatHeading(name, language)),
    word.source,
    word.device,
    word.entered,
    word.timing,
    word.received,
    word.replaced,
    word.note,
  ]
  return formatCsv(headings, addReplaced(batches, kinds), (row) => formatReadingCells(row, fields, language))
}

/** A corrected reading has a line of its own, below its act of charting. */
async function* addReplaced(batches: AsyncIterable<ReadingRow[]>, kinds: readonly ReadingKind[]) {
  for await (const batch of batches) yield batch.flatMap((row) => [row, ...listReplaced(row, kinds)])
}

function listReplaced(row: ReadingRow, kinds: readonly ReadingKind[]): ReadingRow[] {
  return listActReadings(row).filter(
    ({ _id, kind, replaced_at }) => replaced_at !== null && _id !== row._id && kinds.includes(kind),
  )
}

function formatHeading(name: FieldName, language: 'en' | 'th'): string {
  const quantity = name in quantities ? quantities[name as keyof typeof quantities] : undefined
  return quantity ? `${names[language][name]} (${quantity.unit})` : names[language][name]
}

function formatReadingCells(
  reading: ReadingRow,
  fields: readonly FieldName[],
  language: 'en' | 'th',
): CsvCell[] {
  const word = words[language]
  const values = collectActValues(reading)
  const { device, entered_by } = reading
  return [
    formatZonedSecond(hospitalTimeZone, reading.measured_at),
    names[language][reading.kind],
    ...fields.map((name) => {
      if (name === 'marker' && values.marker) return word.markers[values.marker]
      if (name === 'blood_glucose' && values.beyond) return beyondTexts[values.beyond]
      const value = values[name] ?? null
      return typeof value === 'boolean' ? word[value ? 'yes' : 'no'] : value
    }),
    word.sources[reading.source],
    device && `${device.name} ${device.mac}`,
    entered_by && `${entered_by.first_name} ${entered_by.last_name}`,
    word.timings[reading.timing],
    formatZonedSecond(hospitalTimeZone, reading.received_at),
    reading.replaced_at && formatZonedSecond(hospitalTimeZone, reading.replaced_at),
    reading.note,
  ]
}
