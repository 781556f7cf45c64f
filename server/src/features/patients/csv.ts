import { computeAge, type PatientRow } from 'contract'
import { type CsvCell, formatCsv } from '../../core/csv.ts'
import { formatZonedMinute, hospitalTimeZone } from '../../core/time.ts'

const headings = {
  en: [
    'HN',
    'AN',
    'Title',
    'Name',
    'Surname',
    'Name (English)',
    'Surname (English)',
    'Sex',
    'Date of birth',
    'Age (years)',
    'Ward',
    'Bed',
    'Triage level',
    'Notify status',
    'Device status',
    'Admitted since',
  ],
  th: [
    'HN',
    'AN',
    'คำนำหน้า',
    'ชื่อ',
    'นามสกุล',
    'ชื่อ (อังกฤษ)',
    'นามสกุล (อังกฤษ)',
    'เพศ',
    'วันเกิด',
    'อายุ (ปี)',
    'หอผู้ป่วย',
    'เตียง',
    'ระดับคัดแยก',
    'การแจ้งเตือน',
    'สถานะอุปกรณ์',
    'รับไว้รักษาตั้งแต่',
  ],
}

const words = {
  en: {
    gender: { male: 'Male', female: 'Female', other: 'Other' },
    triage: { RED: 'Red', PINK: 'Pink', YELLOW: 'Yellow', GREEN: 'Green', WHITE: 'White' },
    notify: { default: 'Default', disabled: 'Disabled' },
    device: { connected: 'Connected', disconnected: 'Disconnected' },
  },
  th: {
    gender: { male: 'ชาย', female: 'หญิง', other: 'อื่น ๆ' },
    triage: { RED: 'แดง', PINK: 'ชมพู', YELLOW: 'เหลือง', GREEN: 'เขียว', WHITE: 'ขาว' },
    notify: { default: 'ค่าเริ่มต้น', disabled: 'ปิด' },
    device: { connected: 'เชื่อมต่อ', disconnected: 'ไม่ได้เชื่อมต่อ' },
  },
}

/** The list as CSV for a spreadsheet. Dates are ISO, of the Christian Era and the hospital's time zone. */
export function formatPatientsCsv(
  batches: AsyncIterable<PatientRow[]>,
  language: 'en' | 'th',
  today: string,
): AsyncIterable<string> {
  return formatCsv(headings[language], batches, (row) => formatPatientCells(row, language, today))
}

function formatPatientCells(row: PatientRow, language: 'en' | 'th', today: string): CsvCell[] {
  const word = words[language]
  return [
    row.hn,
    row.an,
    row.title,
    row.name,
    row.surname,
    row.name_en,
    row.surname_en,
    word.gender[row.gender],
    row.date_of_birth,
    row.date_of_birth ? computeAge(row.date_of_birth, today).years : null,
    row.ward?.[language === 'th' ? 'name_th' : 'name_en'] ?? null,
    row.bed,
    row.triage_level && word.triage[row.triage_level],
    word.notify[row.notify_status],
    row.device_status && word.device[row.device_status],
    row.admit_date && formatZonedMinute(hospitalTimeZone, row.admit_date),
  ]
}
