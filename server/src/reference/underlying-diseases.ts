import { codedList } from './coded.ts'

export const underlyingDiseases = codedList(`
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
