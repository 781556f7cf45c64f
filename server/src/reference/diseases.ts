import { parseCodedList } from './coded.ts'

/** ICD-10 codes that are frequent in a community hospital, under short names of our own. */
export const diseases = parseCodedList(`
  A01.0 | Typhoid fever                             | ไข้ไทฟอยด์
  A04.9 | Bacterial gut infection                   | ลำไส้ติดเชื้อแบคทีเรีย
  A09   | Infectious diarrhoea                      | ท้องเสียติดเชื้อ
  A15.0 | Lung tuberculosis, confirmed              | วัณโรคปอด ยืนยันเชื้อ
  A16.2 | Lung tuberculosis, not confirmed          | วัณโรคปอด ยังไม่ยืนยันเชื้อ
  A24.4 | Melioidosis                               | โรคเมลิออยด์
  A27.9 | Leptospirosis                             | โรคฉี่หนู
  A35   | Tetanus                                   | บาดทะยัก
  A41.9 | Sepsis                                    | ติดเชื้อในกระแสเลือด
  A49.9 | Bacterial infection, site not known       | ติดเชื้อแบคทีเรีย ไม่ทราบตำแหน่ง
  A75.3 | Scrub typhus                              | สครับไทฟัส
  A82.9 | Rabies                                    | พิษสุนัขบ้า
  A90   | Dengue fever                              | ไข้เด็งกี
  A91   | Dengue haemorrhagic fever                 | ไข้เลือดออก
  B01.9 | Chickenpox                                | อีสุกอีใส
  B02.9 | Shingles                                  | งูสวัด
  B18.1 | Chronic hepatitis B                       | ตับอักเสบบีเรื้อรัง
  B18.2 | Chronic hepatitis C                       | ตับอักเสบซีเรื้อรัง
  B20   | HIV disease with infection                | โรคเอชไอวีร่วมกับการติดเชื้อ
  B24   | HIV disease                               | โรคเอชไอวี
  B54   | Malaria                                   | มาลาเรีย
  B66.0 | Liver fluke                               | พยาธิใบไม้ตับ
  C18.9 | Colon cancer                              | มะเร็งลำไส้ใหญ่
  C22.0 | Liver cell cancer                         | มะเร็งเซลล์ตับ
  C22.1 | Bile duct cancer                          | มะเร็งท่อน้ำดี
  C34.9 | Lung cancer                               | มะเร็งปอด
  C50.9 | Breast cancer                             | มะเร็งเต้านม
  C53.9 | Cervical cancer                           | มะเร็งปากมดลูก
  C61   | Prostate cancer                           | มะเร็งต่อมลูกหมาก
  C85.9 | Lymphoma                                  | มะเร็งต่อมน้ำเหลือง
  D50.9 | Iron deficiency anaemia                   | โลหิตจางขาดธาตุเหล็ก
  D56.1 | Beta thalassaemia                         | เบตาธาลัสซีเมีย
  D64.9 | Anaemia                                   | โลหิตจาง
  D69.6 | Low platelets                             | เกล็ดเลือดต่ำ
  E03.9 | Underactive thyroid                       | ไทรอยด์ทำงานต่ำ
  E05.9 | Overactive thyroid                        | ไทรอยด์เป็นพิษ
  E10.9 | Type 1 diabetes                           | เบาหวานชนิดที่ 1
  E11.0 | Type 2 diabetes with coma                 | เบาหวานชนิดที่ 2 หมดสติ
  E11.2 | Type 2 diabetes with kidney disease       | เบาหวานชนิดที่ 2 ลงไต
  E11.5 | Type 2 diabetes with poor limb blood flow | เบาหวานชนิดที่ 2 หลอดเลือดส่วนปลาย
  E11.9 | Type 2 diabetes                           | เบาหวานชนิดที่ 2
  E16.2 | Low blood sugar                           | น้ำตาลในเลือดต่ำ
  E66.9 | Obesity                                   | โรคอ้วน
  E78.5 | High blood lipids                         | ไขมันในเลือดสูง
  E86   | Dehydration                               | ขาดน้ำ
  E87.1 | Low sodium                                | โซเดียมในเลือดต่ำ
  E87.6 | Low potassium                             | โพแทสเซียมในเลือดต่ำ
  F03   | Dementia                                  | สมองเสื่อม
  F10.2 | Alcohol dependence                        | ติดสุรา
  F10.3 | Alcohol withdrawal                        | อาการถอนสุรา
  F15.2 | Amphetamine dependence                    | ติดแอมเฟตามีน
  F20.9 | Schizophrenia                             | จิตเภท
  F32.9 | Depression                                | ซึมเศร้า
  F41.9 | Anxiety                                   | วิตกกังวล
  G20   | Parkinson's disease                       | พาร์กินสัน
  G40.9 | Epilepsy                                  | ลมชัก
  G45.9 | Transient ischaemic attack                | สมองขาดเลือดชั่วคราว
  G51.0 | Bell's palsy                              | ใบหน้าเบี้ยวครึ่งซีก
  H25.9 | Cataract of old age                       | ต้อกระจกวัยชรา
  H66.9 | Middle ear infection                      | หูชั้นกลางอักเสบ
  I10   | High blood pressure                       | ความดันโลหิตสูง
  I11.9 | Hypertensive heart disease                | โรคหัวใจจากความดันสูง
  I20.0 | Unstable angina                           | เจ็บหน้าอกไม่คงที่
  I21.0 | Anterior heart attack with ST elevation   | กล้ามเนื้อหัวใจตาย ผนังหน้า ST ยก
  I21.4 | Heart attack without ST elevation         | กล้ามเนื้อหัวใจตาย ST ไม่ยก
  I25.9 | Chronic coronary heart disease            | หัวใจขาดเลือดเรื้อรัง
  I35.0 | Narrow aortic valve                       | ลิ้นเอออร์ติกตีบ
  I48.9 | Atrial fibrillation                       | หัวใจห้องบนสั่นพลิ้ว
  I50.0 | Congestive heart failure                  | หัวใจล้มเหลวน้ำคั่ง
  I61.9 | Bleeding in the brain                     | เลือดออกในสมอง
  I63.9 | Stroke from a blocked vessel              | สมองขาดเลือด
  I69.4 | After-effects of stroke                   | ผลตามหลังโรคหลอดเลือดสมอง
  I80.2 | Deep vein thrombosis                      | ลิ่มเลือดในหลอดเลือดดำลึก
  I84.9 | Haemorrhoids                              | ริดสีดวงทวาร
  J00   | Common cold                               | หวัด
  J02.9 | Sore throat                               | คออักเสบ
  J06.9 | Upper airway infection                    | ติดเชื้อทางเดินหายใจส่วนบน
  J10.1 | Influenza                                 | ไข้หวัดใหญ่
  J18.9 | Pneumonia                                 | ปอดอักเสบ
  J20.9 | Acute bronchitis                          | หลอดลมอักเสบเฉียบพลัน
  J21.9 | Bronchiolitis                             | หลอดลมฝอยอักเสบ
  J44.1 | COPD, worse                               | ปอดอุดกั้นเรื้อรังกำเริบ
  J44.9 | COPD                                      | ปอดอุดกั้นเรื้อรัง
  J45.9 | Asthma                                    | หอบหืด
  J46   | Severe asthma attack                      | หอบหืดกำเริบรุนแรง
  J69.0 | Aspiration pneumonia                      | ปอดอักเสบจากการสำลัก
  J96.0 | Acute respiratory failure                 | หายใจล้มเหลวเฉียบพลัน
  K21.9 | Acid reflux                               | กรดไหลย้อน
  K25.4 | Bleeding stomach ulcer                    | แผลกระเพาะอาหารมีเลือดออก
  K27.9 | Peptic ulcer                              | แผลในกระเพาะอาหาร
  K35.8 | Acute appendicitis                        | ไส้ติ่งอักเสบเฉียบพลัน
  K40.9 | Groin hernia                              | ไส้เลื่อนขาหนีบ
  K56.6 | Bowel obstruction                         | ลำไส้อุดตัน
  K70.3 | Cirrhosis from alcohol                    | ตับแข็งจากสุรา
  K74.6 | Cirrhosis                                 | ตับแข็ง
  K80.2 | Gallstones                                | นิ่วในถุงน้ำดี
  K81.0 | Acute cholecystitis                       | ถุงน้ำดีอักเสบเฉียบพลัน
  K83.0 | Bile duct infection                       | ท่อน้ำดีอักเสบ
  K85.9 | Acute pancreatitis                        | ตับอ่อนอักเสบเฉียบพลัน
  K92.2 | Gut bleeding                              | เลือดออกทางเดินอาหาร
  L02.9 | Abscess                                   | ฝี
  L03.1 | Cellulitis of a limb                      | เนื้อเยื่ออักเสบที่แขนขา
  L20.9 | Atopic eczema                             | ผื่นภูมิแพ้ผิวหนัง
  L27.0 | Drug rash                                 | ผื่นแพ้ยา
  L40.9 | Psoriasis                                 | สะเก็ดเงิน
  L50.9 | Urticaria                                 | ลมพิษ
  L51.1 | Stevens-Johnson syndrome                  | กลุ่มอาการสตีเวนส์-จอห์นสัน
  M06.9 | Rheumatoid arthritis                      | ข้ออักเสบรูมาตอยด์
  M10.9 | Gout                                      | เกาต์
  M17.9 | Knee osteoarthritis                       | ข้อเข่าเสื่อม
  M32.9 | Lupus                                     | เอสแอลอี
  M54.5 | Low back pain                             | ปวดหลังส่วนล่าง
  M72.6 | Necrotising fasciitis                     | เนื้อเยื่อเน่าติดเชื้อรุนแรง
  M81.9 | Osteoporosis                              | กระดูกพรุน
  N10   | Kidney infection                          | กรวยไตอักเสบเฉียบพลัน
  N17.9 | Acute kidney injury                       | ไตวายเฉียบพลัน
  N18.3 | Chronic kidney disease, stage 3           | ไตเรื้อรังระยะ 3
  N18.5 | Chronic kidney disease, stage 5           | ไตเรื้อรังระยะ 5
  N20.0 | Kidney stone                              | นิ่วในไต
  N39.0 | Urinary infection                         | ติดเชื้อทางเดินปัสสาวะ
  N40   | Enlarged prostate                         | ต่อมลูกหมากโต
  N92.0 | Heavy periods                             | ประจำเดือนมามาก
  O14.1 | Severe pre-eclampsia                      | ครรภ์เป็นพิษรุนแรง
  O20.0 | Threatened miscarriage                    | แท้งคุกคาม
  O24.4 | Diabetes of pregnancy                     | เบาหวานขณะตั้งครรภ์
  O60.0 | Preterm labour                            | เจ็บครรภ์ก่อนกำหนด
  O72.1 | Bleeding after birth                      | ตกเลือดหลังคลอด
  O80.9 | Normal birth                              | คลอดปกติ
  O82.9 | Caesarean birth                           | ผ่าท้องคลอด
  P07.3 | Preterm baby                              | ทารกคลอดก่อนกำหนด
  P22.1 | Fast breathing of the newborn             | ทารกหายใจเร็วชั่วคราว
  P36.9 | Sepsis of the newborn                     | ทารกติดเชื้อในกระแสเลือด
  P59.9 | Jaundice of the newborn                   | ทารกตัวเหลือง
  R07.4 | Chest pain                                | เจ็บหน้าอก
  R10.4 | Belly pain                                | ปวดท้อง
  R40.2 | Coma                                      | หมดสติ
  R42   | Dizziness                                 | เวียนศีรษะ
  R50.9 | Fever                                     | ไข้
  R55   | Fainting                                  | เป็นลมหมดสติ
  R56.0 | Febrile convulsion                        | ชักจากไข้
  S01.0 | Scalp wound                               | แผลที่หนังศีรษะ
  S06.0 | Concussion                                | สมองกระทบกระเทือน
  S06.5 | Subdural bleeding                         | เลือดออกใต้เยื่อหุ้มสมอง
  S22.4 | Broken ribs                               | กระดูกซี่โครงหัก
  S27.0 | Pneumothorax from injury                  | ลมรั่วช่องปอดจากบาดเจ็บ
  S36.0 | Spleen injury                             | ม้ามบาดเจ็บ
  S52.5 | Broken wrist                              | กระดูกข้อมือหัก
  S61.9 | Hand wound                                | แผลที่มือ
  S72.0 | Broken hip                                | กระดูกคอสะโพกหัก
  S82.2 | Broken shin                               | กระดูกหน้าแข้งหัก
  T30.2 | Burn, second degree                       | แผลไหม้ระดับ 2
  T60.0 | Insecticide poisoning                     | พิษยาฆ่าแมลง
  T63.0 | Snake bite, venomous                      | งูพิษกัด
  T78.2 | Anaphylaxis                               | แพ้รุนแรงเฉียบพลัน
  Z38.0 | Baby born here                            | ทารกเกิดในโรงพยาบาล
  Z51.1 | Chemotherapy                              | รับยาเคมีบำบัด
`)
