import {
  createBody,
  createChange,
  createDisease,
  createDrug,
  createDrugAllergy,
  createHome,
  createKin,
  createMigrantCard,
  createPersona,
  createStay,
  createTriage,
  dischargeStay,
  endEntry,
  type Persona,
  yearsToDays,
} from './persona.ts'

/** Patients in the surgical ward. */
export const surgicalPatients: Persona[] = [
  createPersona('นาย ภาคิน อุดมทรัพย์', 'Phakin Udomsap', {
    born: '2003-06-06',
    skin: 'light',
    kin: createKin('mother', 'นางกาญจนา อุดมทรัพย์'),
    home: createHome('430103', '400/8', 'หมู่ 6 บ้านหนองสองห้อง'),
    body: createBody(175, 68, 78, 'B+'),
    allergies: 'none known',
    medication: [
      createDrug('Ceftriaxone', { dose: '2 g', route: 'IV', frequency: 'od', since: 1.3 }),
      createDrug('Metronidazole', { dose: '500 mg', route: 'IV', frequency: 'q 8 h', since: 1.3 }),
      createDrug('Morphine', { dose: '3 mg', route: 'IV', frequency: 'prn q 4 h', since: 0.9 }),
      createDrug('Paracetamol', { dose: '500 mg', route: 'PO', frequency: 'q 6 h', since: 0.5 }),
    ],
    registered: 1.5,
    stays: [createStay('SUR', '02', { disease: 'K35.8', admitted: 1.35 })],
    triage: createTriage([124, 74, 98, 18, 99, 38, 6], {
      complaint: 'ปวดท้องน้อยขวา คลื่นไส้',
      resources: ['LAB', 'US'],
    }),
  }),

  createPersona('นาง ประนอม แสนวัง', 'Pranom Saenwang', {
    born: '1945-02-28',
    skin: 'light',
    kin: createKin('child', 'นางสาวิตรี แสนวัง'),
    home: createHome('430101', '64', null, { soi: 'ซอยวัดธาตุ', road: 'ถนนประจักษ์' }),
    body: createBody(148, 43, 70, 'A+'),
    risks: ['no_exercise'],
    diseases: [createDisease('M81.9', yearsToDays(8), 'T-score −3.4'), createDisease('I10', yearsToDays(16))],
    allergies: [
      createDrugAllergy('Tramadol', {
        severity: 'moderate',
        reaction: 'อาเจียนมาก เวียนศีรษะ สับสน',
        certainty: 'probable',
        since: yearsToDays(4),
      }),
    ],
    medication: [
      createDrug('Enoxaparin', { dose: '40 mg', route: 'SC', frequency: 'od', since: 2.1 }),
      createDrug('Paracetamol', { dose: '500 mg', route: 'PO', frequency: 'q 6 h', since: 2.3 }),
      createDrug('Morphine', { dose: '2 mg', route: 'IV', frequency: 'prn q 4 h', since: 2.3 }),
      createDrug('Alendronate', {
        dose: '70 mg',
        route: 'PO',
        frequency: 'สัปดาห์ละครั้ง',
        since: yearsToDays(3),
      }),
      createDrug('Calcium carbonate + Vitamin D', {
        dose: '1 เม็ด',
        route: 'PO',
        frequency: 'od pc',
        since: yearsToDays(8),
      }),
      createDrug('Amlodipine', { dose: '5 mg', route: 'PO', frequency: 'od', since: yearsToDays(12) }),
    ],
    registered: yearsToDays(14) + 330,
    visits: [yearsToDays(8), yearsToDays(4), 300],
    stays: [createStay('SUR', '05', { disease: 'S72.0', admitted: 2.4 })],
    triage: createTriage([146, 78, 92, 18, 95, 36.9, 7], {
      complaint: 'ลื่นล้มในห้องน้ำ ปวดสะโพกขวา ลุกไม่ได้',
      is_accident: true,
      resources: ['XRAY', 'CONSULT'],
    }),
  }),

  createPersona('Mr. Aung_Min Htun', 'Aung_Min Htun', {
    born: '1997-04-21',
    ...createMigrantCard('00-4301-190433-1', 'บัตรชมพู', 'MMR'),
    skin: 'tan',
    kin: createKin('employer', 'หจก. ริมโขงก่อสร้าง (คุณวสันต์)', '042000177'),
    home: createHome('430117', 'แคมป์คนงาน', 'หมู่ 8 บ้านปะโคใต้'),
    body: createBody(165, 57.5, 74, 'O+'),
    risks: ['smoking'],
    allergies: 'none known',
    medication: [
      createDrug('Cefazolin', { dose: '1 g', route: 'IV', frequency: 'q 6 h', since: 3.8 }),
      createDrug('Gentamicin', { dose: '240 mg', route: 'IV', frequency: 'od', since: 3.8 }),
      createDrug('Paracetamol', { dose: '500 mg', route: 'PO', frequency: 'q 6 h', since: 3.8 }),
      createDrug('Morphine', { dose: '3 mg', route: 'IV', frequency: 'prn q 4 h', since: 3.9 }),
    ],
    registered: 4.1,
    stays: [createStay('SUR', '08', { disease: 'S82.2', admitted: 4 })],
    triage: createTriage([134, 82, 98, 20, 98, 36.8, 9], {
      complaint: 'เหล็กทับขา ขาซ้ายผิดรูป ปวดมาก',
      is_accident: true,
      high_risk: ['PAIN_SIGNS'],
      resources: ['XRAY', 'DRUG', 'PROCEDURE'],
    }),
  }),

  createPersona('นาย สุพจน์ ลือชัย', 'Supot Luechai', {
    born: '1967-10-10',
    skin: 'dark',
    mobile: '0810000998',
    kin: createKin('spouse', 'นางพิกุล ลือชัย'),
    home: createHome('430109', '71', 'หมู่ 4 บ้านบ้านเดื่อ'),
    body: createBody(168, 71, 96, 'B+'),
    risks: ['alcohol', 'smoking'],
    diseases: [createDisease('E11.9', yearsToDays(10), 'HbA1c 9.8%'), createDisease('M10.9', yearsToDays(9))],
    allergies: [
      createDrugAllergy('Allopurinol', {
        severity: 'life_threatening',
        reaction: 'ผื่นลอกทั้งตัว ไข้สูง ตับอักเสบ (DRESS)',
        certainty: 'certain',
        since: yearsToDays(6),
      }),
    ],
    medication: [
      createDrug('Piperacillin/Tazobactam', { dose: '4.5 g', route: 'IV', frequency: 'q 6 h', since: 4.9 }),
      createDrug('Clindamycin', { dose: '900 mg', route: 'IV', frequency: 'q 8 h', since: 4.9 }),
      createDrug('Insulin regular', { dose: 'ตาม DTX', route: 'SC', frequency: 'ac + hs', since: 4.9 }),
      endEntry(
        createDrug('Metformin', {
          dose: '1,000 mg',
          route: 'PO',
          frequency: 'bid pc',
          since: yearsToDays(9),
        }),
        4.9,
        'surgeon',
      ),
      createDrug('Colchicine', { dose: '0.6 mg', route: 'PO', frequency: 'od', since: yearsToDays(6) }),
      createDrug('Morphine', { dose: '4 mg', route: 'IV', frequency: 'prn q 4 h', since: 4.5 }),
    ],
    registered: yearsToDays(10) + 15,
    visits: [yearsToDays(6), yearsToDays(3), 310, 105],
    stays: [
      createStay('SUR', '10', { disease: 'M72.6', admitted: 5 }),
      dischargeStay(
        createStay('MM', '07', { disease: 'L27.0', admitted: yearsToDays(6) }),
        yearsToDays(6) - 16,
      ),
    ],
    triage: createTriage([82, 46, 136, 26, 94, 39.6, 9], {
      complaint: 'ขาบวมแดงคล้ำ ปวดมาก ไข้สูง',
      fast_tracks: ['SEPSIS'],
      resources: ['LAB', 'IV_FLUID', 'CONSULT'],
    }),
    changes: [
      createChange(5, 'erNurse', {
        section: 'profile',
        field: 'mobile',
        from: '0810000999',
        to: '0810000998',
      }),
    ],
  }),

  createPersona('นาย คำปุ่น หาญกล้า', 'Khampun Hankla', {
    born: '1964-12-12',
    skin: 'tan',
    kin: createKin('spouse', 'นางเพ็ง หาญกล้า'),
    home: createHome('430801', '39', 'หมู่ 5 บ้านแก้งไก่'),
    body: createBody(163, 48.7, 72, 'O+'),
    risks: ['alcohol', 'smoking'],
    diseases: [
      createDisease('C22.1', 120, 'Klatskin type IIIA ใส่ PTBD รอประเมินผ่าตัด · มะเร็งท่อน้ำดีขั้วตับ เคยกินปลาดิบ'),
      createDisease('B66.0', yearsToDays(5)),
    ],
    allergies: [
      createDrugAllergy('สารทึบรังสีชนิดมีไอโอดีน', {
        severity: 'moderate',
        reaction: 'ลมพิษทั่วตัวหลังทำ CT ให้ยาป้องกันก่อนครั้งหน้า',
        certainty: 'certain',
        since: 115,
      }),
    ],
    medication: [
      createDrug('Ertapenem', { dose: '1 g', route: 'IV', frequency: 'od', since: 5.8 }),
      createDrug('Vitamin K1', { dose: '10 mg', route: 'IV', frequency: 'od × 3 วัน', since: 5.8 }),
      createDrug('Morphine syrup', { dose: '5 mg', route: 'PO', frequency: 'q 4 h', since: 90 }),
      createDrug('Senna', { dose: '2 เม็ด', route: 'PO', frequency: 'hs', since: 90 }),
    ],
    registered: 130,
    visits: [118, 92, 60, 31],
    stays: [
      createStay('SUR', '12', { disease: 'K83.0', admitted: 6 }),
      dischargeStay(createStay('SUR', '07', { disease: 'C22.1', admitted: 117 }), 101),
    ],
    triage: createTriage([104, 62, 118, 24, 95, 39.3, 7], {
      complaint: 'ไข้สูง หนาวสั่น ตัวเหลือง ปวดท้อง',
      resources: ['LAB', 'US', 'DRUG'],
    }),
    changes: [
      createChange(92, 'nurse', { section: 'clinical', field: 'weight', from: 58.3, to: 54 }),
      createChange(31, 'nurse', { section: 'clinical', field: 'weight', from: 54, to: 51.2 }),
      createChange(6, 'nurse', { section: 'clinical', field: 'weight', from: 51.2, to: 48.7 }),
    ],
  }),
]
