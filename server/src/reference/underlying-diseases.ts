import { parseCodedList } from './coded.ts'
import { diseases } from './diseases.ts'

/** Our own words for diseases, under which they were recorded before there was one list. */
const words = parseCodedList(`
  hypertension   | High blood pressure            | ความดันโลหิตสูง
  diabetes       | Diabetes                       | เบาหวาน
  dyslipidemia   | High blood lipids              | ไขมันในเลือดสูง
  heart-disease  | Coronary heart disease         | โรคหลอดเลือดหัวใจ
  heart-failure  | Heart failure                  | หัวใจล้มเหลว
  arrhythmia     | Irregular heartbeat            | หัวใจเต้นผิดจังหวะ
  valve-disease  | Heart valve disease            | โรคลิ้นหัวใจ
  congenital     | Heart defect from birth        | โรคหัวใจพิการแต่กำเนิด
  stroke         | Stroke                         | โรคหลอดเลือดสมอง
  kidney-disease | Chronic kidney disease         | โรคไตเรื้อรัง
  dialysis       | Kidney failure on dialysis     | ไตวายที่ฟอกไต
  asthma         | Asthma                         | หอบหืด
  copd           | Chronic obstructive lung       | ปอดอุดกั้นเรื้อรัง
  tuberculosis   | Tuberculosis                   | วัณโรค
  hepatitis-b    | Chronic hepatitis B            | ไวรัสตับอักเสบบีเรื้อรัง
  hepatitis-c    | Chronic hepatitis C            | ไวรัสตับอักเสบซีเรื้อรัง
  cirrhosis      | Cirrhosis of the liver         | ตับแข็ง
  cancer         | Cancer                         | มะเร็ง
  hiv            | HIV infection                  | ติดเชื้อเอชไอวี
  thalassemia    | Thalassaemia                   | ธาลัสซีเมีย
  g6pd           | G6PD deficiency                | ภาวะพร่องเอนไซม์ G6PD
  anemia         | Anaemia                        | โลหิตจาง
  bleeding       | Bleeding disorder              | เลือดออกง่าย
  hyperthyroid   | Overactive thyroid             | ไทรอยด์เป็นพิษ
  hypothyroid    | Underactive thyroid            | ไทรอยด์ต่ำ
  gout           | Gout                           | เกาต์
  arthritis      | Arthritis                      | ข้ออักเสบ
  lupus          | Lupus                          | เอสแอลอี (SLE)
  osteoporosis   | Thin bones                     | กระดูกพรุน
  epilepsy       | Epilepsy                       | ลมชัก
  dementia       | Dementia                       | สมองเสื่อม
  parkinson      | Parkinson's disease            | พาร์กินสัน
  depression     | Depression                     | ซึมเศร้า
  psychosis      | Schizophrenia, other psychosis | โรคจิตเภท
  alcohol        | Alcohol dependence             | ติดสุรา
  peptic-ulcer   | Stomach or duodenal ulcer      | แผลในกระเพาะอาหาร
  bph            | Enlarged prostate              | ต่อมลูกหมากโต
  obesity        | Obesity                        | โรคอ้วน
  allergy        | Allergic nose                  | ภูมิแพ้จมูก
  psoriasis      | Psoriasis                      | สะเก็ดเงิน
`)

/** The code that has the same name in both lists; a wider word, such as diabetes, has none. */
const sameAs: Record<string, string> = {
  hypertension: 'I10',
  dyslipidemia: 'E78.5',
  asthma: 'J45.9',
  copd: 'J44.9',
  'hepatitis-b': 'B18.1',
  'hepatitis-c': 'B18.2',
  cirrhosis: 'K74.6',
  anemia: 'D64.9',
  hyperthyroid: 'E05.9',
  hypothyroid: 'E03.9',
  gout: 'M10.9',
  lupus: 'M32.9',
  osteoporosis: 'M81.9',
  epilepsy: 'G40.9',
  dementia: 'F03',
  parkinson: 'G20',
  depression: 'F32.9',
  alcohol: 'F10.2',
  'peptic-ulcer': 'K27.9',
  bph: 'N40',
  obesity: 'E66.9',
  psoriasis: 'L40.9',
}

/**
 * The underlying diseases to choose from: our words and the ICD-10 codes. A word that stands for a code has it in
 * `sameAs`.
 */
export const underlyingDiseases = [...words, ...diseases].map((entry) => ({
  ...entry,
  sameAs: sameAs[entry.code] ?? null,
}))
