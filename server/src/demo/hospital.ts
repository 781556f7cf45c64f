import { demoId } from './ids.ts'

export const demoHospital = {
  id: demoId('hospital', 1),
  code: '99043',
  name_en: 'Rim Khong Demonstration Hospital',
  name_th: 'โรงพยาบาลสาธิตริมโขง',
  address_en: '99 Moo 1, Rim Khong Road, Nai Mueang, Mueang Nong Khai, Nong Khai 43000',
  address_th: '99 หมู่ 1 ถนนริมโขง ตำบลในเมือง อำเภอเมืองหนองคาย จังหวัดหนองคาย 43000',
  phone: '042000100',
  email: 'contact@demo.hospital',
  line_account: '@rimkhong.demo',
  latitude: 17.8812,
  longitude: 102.7406,
  // People who try the demo sign in with the data on its page, so nothing may lock them out.
  second_factor_for: [],
  idle_lock_minutes: 0,
}

const beds = (count: number, label = (number: number) => String(number).padStart(2, '0')) =>
  Array.from({ length: count }, (_, index) => label(index + 1))

export const demoWards = {
  ER: {
    en: 'Emergency Room',
    th: 'ห้องฉุกเฉิน',
    beds: [...beds(2, (n) => `R${n}`), ...beds(6, (n) => `E${n}`)],
  },
  OBS: { en: 'OPD Observation', th: 'สังเกตอาการผู้ป่วยนอก', beds: beds(6) },
  MM: { en: 'Male Medical', th: 'อายุรกรรมชาย', beds: beds(12) },
  FM: { en: 'Female Medical', th: 'อายุรกรรมหญิง', beds: beds(12) },
  SUR: { en: 'Surgical', th: 'ศัลยกรรม', beds: beds(12) },
  ICU: { en: 'Intensive Care', th: 'ผู้ป่วยหนัก', beds: beds(6) },
  PED: { en: 'Paediatrics', th: 'กุมารเวชกรรม', beds: beds(8) },
  OB: { en: 'Obstetrics', th: 'สูติกรรม', beds: [...beds(8), ...beds(4, (n) => `C${n}`)] },
}
export type WardCode = keyof typeof demoWards
