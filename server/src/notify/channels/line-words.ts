import type { AlarmRule, AlarmSeverity } from 'contract'

export type AlarmWords = {
  rules: Record<AlarmRule, string>
  severities: Record<AlarmSeverity, string>
  bed: string
}

/** The names of alarms for messages outside the panel's screens. */
export const thaiAlarmWords: AlarmWords = {
  rules: {
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
    'glucose-unit': 'น้ำตาลในเลือดไม่ทราบหน่วย อาจวิกฤต',
    'no-data': 'ไม่มีข้อมูลจากอุปกรณ์',
    battery: 'แบตเตอรี่ต่ำ',
    gone: 'ติดต่ออุปกรณ์ไม่ได้',
  },
  severities: { high: '🔴 แจ้งเตือนด่วน', medium: '🟡 แจ้งเตือน', low: '⚪ แจ้งให้ทราบ' },
  bed: 'เตียง',
}

export const englishAlarmWords: AlarmWords = {
  rules: {
    'systolic-low': 'systolic BP low',
    'systolic-high': 'systolic BP high',
    'diastolic-low': 'diastolic BP low',
    'diastolic-high': 'diastolic BP high',
    'map-low': 'MAP low',
    'map-high': 'MAP high',
    'pulse-low': 'pulse slow',
    'pulse-high': 'pulse fast',
    'spo2-low': 'SpO₂ low',
    'spo2-high': 'SpO₂ high',
    'temperature-low': 'temperature low',
    'temperature-high': 'temperature high',
    'respiration_rate-low': 'breathing slow',
    'respiration_rate-high': 'breathing fast',
    'blood_glucose-low': 'glucose low',
    'blood_glucose-high': 'glucose high',
    news2: 'NEWS2 score high',
    fall: 'fall',
    sos: 'call for help (SOS)',
    'glucose-unit': 'glucose of unknown unit, may be critical',
    'no-data': 'no data from the device',
    battery: 'battery low',
    gone: 'device cannot be reached',
  },
  severities: { high: 'Urgent', medium: 'Alarm', low: 'Notice' },
  bed: 'bed',
}
