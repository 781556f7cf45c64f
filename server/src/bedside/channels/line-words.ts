import type { AlarmRule, AlarmSeverity } from 'contract'

/** What an alarm is called where no screen of the panel says it. */
export const rulesInThai: Record<AlarmRule, string> = {
  'systolic-low': 'ความดันตัวบนต่ำ',
  'systolic-high': 'ความดันตัวบนสูง',
  'diastolic-low': 'ความดันตัวล่างต่ำ',
  'diastolic-high': 'ความดันตัวล่างสูง',
  'map-low': 'MAP ต่ำ',
  'map-high': 'MAP สูง',
  'pulse-low': 'ชีพจรช้า',
  'pulse-high': 'ชีพจรเร็ว',
  'spo2-low': 'SpO₂ ต่ำ',
  'spo2-high': 'SpO₂ สูง',
  'temperature-low': 'อุณหภูมิกายต่ำ',
  'temperature-high': 'อุณหภูมิกายสูง',
  'respiration_rate-low': 'หายใจช้า',
  'respiration_rate-high': 'หายใจเร็ว',
  'blood_glucose-low': 'น้ำตาลในเลือดต่ำ',
  'blood_glucose-high': 'น้ำตาลในเลือดสูง',
  news2: 'คะแนน NEWS2 สูง',
  fall: 'หกล้ม',
  sos: 'ขอความช่วยเหลือ (SOS)',
  'no-data': 'ไม่มีข้อมูลจากอุปกรณ์',
  battery: 'แบตเตอรี่ต่ำ',
  gone: 'ติดต่ออุปกรณ์ไม่ได้',
}

export const severitiesInThai: Record<AlarmSeverity, string> = {
  high: '🔴 แจ้งเตือนด่วน',
  medium: '🟡 แจ้งเตือน',
  low: '⚪ แจ้งให้ทราบ',
}
