import {
  createBody,
  createChange,
  createDisease,
  createDrug,
  createDrugAllergy,
  createFoodAllergy,
  createHome,
  createKin,
  createPassport,
  createPersona,
  createStay,
  createTriage,
  dischargeStay,
  endEntry,
  type Persona,
  yearsToDays,
} from './persona.ts'

/** Patients who were discharged, or seen as out-patients only. */
export const homePatients: Persona[] = [
  createPersona('นาย สมศักดิ์ บุญมา', 'Somsak Boonma', {
    born: '1988-11-05',
    skin: 'medium',
    kin: createKin('spouse', 'นางกนกวรรณ บุญมา'),
    home: createHome('430116', '55/9', 'หมู่ 2 บ้านนาไก่', { soi: 'ซอยหนองกอมเกาะ 5' }),
    body: createBody(173, 92.4, 108, 'A+'),
    risks: ['alcohol', 'no_exercise'],
    diseases: [
      createDisease('M10.9', yearsToDays(3), 'กรดยูริก 9.4 mg/dL HLA-B*58:01 ลบ'),
      createDisease('E66.9', yearsToDays(5)),
    ],
    allergies: 'none known',
    medication: [
      createDrug('Allopurinol', { dose: '200 mg', route: 'PO', frequency: 'od pc', since: yearsToDays(2) }),
      createDrug('Colchicine', { dose: '0.6 mg', route: 'PO', frequency: 'od', since: yearsToDays(2) }),
    ],
    registered: yearsToDays(3) + 88,
    visits: [yearsToDays(3), yearsToDays(2), 280, 95],
    changes: [
      createChange(280, 'nurse', { section: 'clinical', field: 'waist_circumference', from: 112, to: 108 }),
    ],
  }),

  createPersona(
    'นาย พงศ์พิพัฒน์ธนานนท์ ศรีสุวรรณประเสริฐวัฒนากุล ณ ริมโขง',
    'Phongphiphatthananon Srisuwanprasertwattanakul Na Rimkhong',
    {
      born: '1971-07-28',
      skin: 'light',
      kin: createKin('spouse', 'นางพรรณนิภาวรรณพร ศรีสุวรรณประเสริฐวัฒนากุล ณ ริมโขง'),
      home: createHome('430101', '1199/99', 'หมู่บ้านริมโขงวิวแกรนด์การ์เด้นโฮม', {
        soi: 'ซอยเทศบาลนฤมิต 14/2',
        road: 'ถนนแก้ววรวุฒิ',
      }),
      body: createBody(176, 81, 95, 'AB+'),
      risks: ['no_exercise'],
      diseases: [createDisease('E78.5', yearsToDays(4))],
      allergies: 'none known',
      medication: [
        createDrug('Rosuvastatin', { dose: '10 mg', route: 'PO', frequency: 'hs', since: yearsToDays(2) }),
      ],
      registered: yearsToDays(4) + 19,
      visits: [yearsToDays(3), yearsToDays(1), 170],
    },
  ),

  createPersona('นาง แสงหล้า ลุงคำ', 'Saengla Lungkham', {
    born: '1976-01-01',
    nationality: 'STL',
    skin: 'medium',
    kin: createKin('child', 'น.ส.คำเอ้ย ลุงคำ'),
    home: createHome('500101', '8', null, { soi: 'ซอยช้างม่อย 2', road: 'ถนนช้างม่อย' }),
    body: createBody(150, 51, 75, 'B+'),
    diseases: [createDisease('E05.9', yearsToDays(2), 'รอกลืนแร่ ห้ามให้ยาต้านไทรอยด์ซ้ำ')],
    allergies: [
      createDrugAllergy('Propylthiouracil', {
        severity: 'severe',
        reaction: 'เม็ดเลือดขาวต่ำมาก ไข้สูง (agranulocytosis)',
        certainty: 'certain',
        since: yearsToDays(1),
      }),
    ],
    medication: [
      createDrug('Propranolol', { dose: '10 mg', route: 'PO', frequency: 'tid', since: yearsToDays(2) }),
    ],
    registered: yearsToDays(2) + 60,
    visits: [yearsToDays(1), 150, 58],
  }),

  createPersona('Ms. ยูกิ ทานากะ', 'Yuki Tanaka', {
    born: '1995-12-20',
    ...createPassport('TR0043095', 'JPN'),
    skin: 'fair',
    mobile: '+819000000195',
    kin: createKin('mother', 'Keiko Tanaka', '+819000000196'),
    home: createHome('430701', '8/2', 'หมู่ 1 บ้านพานพร้าว', { road: 'ถนนริมโขง' }),
    body: createBody(158, 50.3, 64, 'A+'),
    allergies: [
      createFoodAllergy('โซบะ (buckwheat)', {
        severity: 'severe',
        reaction: 'ลมพิษ หายใจมีเสียงวี้ด',
        certainty: 'certain',
        since: yearsToDays(20),
      }),
    ],
    medication: [],
    registered: 25,
    stays: [dischargeStay(createStay('OBS', '05', { disease: 'A09', admitted: 24.9 }), 23.8)],
  }),

  createPersona('Mr. Thein_Zaw Oo', 'Thein_Zaw Oo', {
    born: '1990-10-14',
    nationality: 'MMR',
    skin: 'tan',
    kin: createKin('employer', 'ฟาร์มกล้วยริมโขง (คุณสมปอง)', '042000178'),
    home: createHome('430109', 'บ้านพักคนงาน', 'หมู่ 7 บ้านเดื่อใต้'),
    body: createBody(168, 59, 75, 'B+'),
    risks: ['smoking'],
    allergies: 'none known',
    medication: [
      createDrug('Artesunate + Pyronaridine', {
        dose: '3 เม็ด',
        route: 'PO',
        frequency: 'od × 3 วัน',
        since: 62,
      }),
    ],
    registered: 63,
    visits: [56, 34],
    stays: [dischargeStay(createStay('MM', '07', { disease: 'B54', admitted: 62.8 }), 60)],
  }),

  createPersona('สามเณร ปกป้อง สารบุญ', 'Pokpong Sarabun', {
    born: { days: yearsToDays(13) + 200 },
    skin: 'medium',
    mobile: null,
    kin: createKin('father', 'นายสมคิด สารบุญ'),
    home: createHome('430104', 'วัดโนนสว่างริมน้ำ', 'หมู่ 4 บ้านโนนตาล'),
    body: createBody(152, 40.5, 64, 'O+'),
    allergies: 'none known',
    medication: [],
    registered: yearsToDays(5) + 31,
    visits: [yearsToDays(3), 11],
    stays: [dischargeStay(createStay('PED', '02', { disease: 'A90', admitted: 9.6 }), 5.4)],
  }),

  createPersona('ด.ญ. ปานวาด เวียงสมุทร', 'Panwad Wiangsamut', {
    born: { days: yearsToDays(11) + 300 },
    skin: 'light',
    kin: createKin('mother', 'นางปราณี เวียงสมุทร'),
    home: createHome('430201', '412', 'หมู่ 2 บ้านท่าบ่อ'),
    body: createBody(132, 27.1, 60, 'O+'),
    diseases: [
      createDisease('D56.1', yearsToDays(9), 'Hb ก่อนรับเลือด 7.4 g/dL ferritin 2,310 · รับเลือดทุก 4 สัปดาห์'),
      createDisease('D64.9', yearsToDays(9)),
    ],
    allergies: [
      createDrugAllergy('เลือดและส่วนประกอบของเลือด', {
        severity: 'moderate',
        reaction: 'ลมพิษ ไข้หนาวสั่น ให้เลือดชนิดกรองเม็ดเลือดขาว',
        certainty: 'certain',
        since: yearsToDays(3),
      }),
    ],
    medication: [
      createDrug('Deferasirox', { dose: '600 mg', route: 'PO', frequency: 'od ac', since: yearsToDays(4) }),
      createDrug('Folic acid', { dose: '5 mg', route: 'PO', frequency: 'od', since: yearsToDays(9) }),
    ],
    registered: yearsToDays(11) + 250,
    visits: [yearsToDays(8), yearsToDays(4), yearsToDays(1), 84, 56, 28],
    stays: [
      dischargeStay(createStay('PED', '05', { disease: 'D56.1', admitted: 28 }), 27.3),
      dischargeStay(createStay('PED', '06', { disease: 'D56.1', admitted: 56 }), 55.3),
    ],
    changes: [createChange(28, 'nurse', { section: 'clinical', field: 'weight', from: 26.3, to: 27.1 })],
  }),

  createPersona('นาย ชาญชัย มหาวงศ์', 'Chanchai Mahawong', {
    born: '2004-03-22',
    skin: 'tan',
    kin: createKin('mother', 'นางอำไพ มหาวงศ์'),
    home: createHome('430106', '240', 'หมู่ 9 บ้านวัดธาตุ'),
    body: createBody(171, 66.7, 78, 'O+'),
    risks: ['no_helmet', 'alcohol', 'smoking'],
    allergies: 'none known',
    medication: [
      createDrug('Paracetamol', { dose: '500 mg', route: 'PO', frequency: 'prn q 6 h', since: 12 }),
    ],
    registered: 20.5,
    visits: [5],
    stays: [dischargeStay(createStay('SUR', '01', { disease: 'S36.0', admitted: 20.4 }), 12.2)],
    triage: createTriage([104, 66, 110, 20, 97, 36.4, 8], {
      high_risk: ['GESTALT'],
      resources: ['LAB', 'US', 'IV_FLUID'],
      override: { level: 'RED', reason: 'LOOKS_WORSE' },
      fast_tracks: ['TRAUMA'],
    }),
    today: { minutesAgo: 14, complaint: 'ปวดท้องรุนแรง หน้ามืด หมดสติชั่ววูบ', mode: 'STRETCHER', source: 4 },
  }),

  createPersona('นาง มณีรัตน์ ฝ่ายทะจักร', 'Maneerat Faithajak', {
    born: '1972-06-18',
    skin: 'light',
    kin: createKin('spouse', 'นายสันติ ฝ่ายทะจักร'),
    home: createHome('430101', '305', null, { road: 'ถนนหายโศก' }),
    body: createBody(156, 54.8, 76, 'A-'),
    diseases: [
      createDisease(
        'C50.9',
        260,
        'ER+ HER2− ผ่าตัดแล้ว AC ครบ 4 รอบ กำลังให้ nab-paclitaxel · มะเร็งเต้านมขวา ระยะ IIB',
      ),
    ],
    allergies: [
      createDrugAllergy('Paclitaxel (Cremophor EL)', {
        severity: 'severe',
        reaction: 'หน้าแดง แน่นหน้าอก ความดันตกใน 5 นาทีแรก',
        certainty: 'certain',
        since: 120,
      }),
    ],
    medication: [
      createDrug('nab-Paclitaxel', { dose: '155 mg', route: 'IV', frequency: 'สัปดาห์ละครั้ง', since: 70 }),
      createDrug('Ondansetron', { dose: '8 mg', route: 'PO', frequency: 'prn bid', since: 200 }),
    ],
    registered: yearsToDays(1) + 20,
    visits: [260, 190, 120, 70, 28, 7],
    stays: [
      dischargeStay(createStay('FM', '03', { disease: 'Z51.1', admitted: 120 }), 118.5),
      dischargeStay(createStay('SUR', '03', { disease: 'C50.9', admitted: 240 }), 234),
    ],
  }),

  createPersona('นาง วิไลวรรณ สุวรรณไตรย์', 'Wilaiwan Suwannatrai', {
    born: '1958-05-11',
    skin: 'medium',
    kin: createKin('child', 'นายพีระ สุวรรณไตรย์'),
    home: createHome('410104', '145', 'หมู่ 3 บ้านหนองบัว'),
    body: createBody(157, 59, 83, 'O+'),
    diseases: [
      createDisease('I48.9', yearsToDays(12), 'INR เป้าหมาย 2.5–3.5'),
      createDisease('valve-disease', yearsToDays(12), 'เปลี่ยนลิ้นหัวใจไมตรัลชนิดโลหะ'),
    ],
    allergies: [],
    medication: [
      createDrug('Warfarin', {
        dose: '3 mg',
        route: 'PO',
        frequency: 'hs (จันทร์–ศุกร์) 4 mg (เสาร์–อาทิตย์)',
        since: yearsToDays(12),
      }),
      createDrug('Digoxin', { dose: '0.125 mg', route: 'PO', frequency: 'od', since: yearsToDays(8) }),
      endEntry(
        createDrug('Amiodarone', { dose: '200 mg', route: 'PO', frequency: 'od', since: yearsToDays(6) }),
        yearsToDays(4),
        'doctor',
      ),
    ],
    registered: yearsToDays(12) + 7,
    visits: [yearsToDays(9), yearsToDays(6), yearsToDays(4), yearsToDays(1), 168, 112, 56, 3],
    stays: [
      dischargeStay(
        createStay('FM', '07', { disease: 'I50.0', admitted: yearsToDays(4) + 9 }),
        yearsToDays(4),
      ),
    ],
    triage: createTriage([146, 84, 98, 20, 94, 36.8, 1], {
      resources: ['XRAY', 'EKG', 'DRUG'],
      later: { minutesAgo: 12, values: { spo2: 93, oxygen: true, pulse: 88 } },
    }),
    today: { minutesAgo: 48, complaint: 'หอบเหนื่อย นอนราบไม่ได้ 1 วัน', mode: 'WHEELCHAIR', source: 1 },
  }),

  createPersona('นาง ศศิธร ภักดีราช', 'Sasithorn Phakdirat', {
    born: '1990-02-26',
    skin: 'light',
    kin: createKin('spouse', 'นายกรกฎ ภักดีราช'),
    home: createHome('430103', '19/44', 'หมู่บ้านพิมานริมโขง', { road: 'ถนนมิตรภาพ' }),
    body: createBody(161, 78, null, 'B+'),
    diseases: [createDisease('O24.4', 45, 'G1P0 GA 30 สัปดาห์ คุมอาหารแล้ว FBS 102')],
    allergies: 'none known',
    medication: [
      createDrug('Insulin NPH', { dose: '8 units', route: 'SC', frequency: 'hs', since: 14 }),
      createDrug('Ferrous fumarate', { dose: '200 mg', route: 'PO', frequency: 'od', since: 120 }),
    ],
    registered: 150,
    visits: [120, 90, 60, 45, 14],
    triage: createTriage([122, 78, 82, 16, 99, 36.6, 1], { pregnancy_weeks: 30, resources: [] }),
    today: { minutesAgo: 75, complaint: 'มาล้างแผลตามนัด', mode: 'WALK', source: 2 },
  }),

  createPersona('นาย อดิศร คุ้มครอง', 'Adisorn Khumkhrong', {
    born: '1986-09-14',
    skin: 'tan',
    kin: createKin('friend', 'นายเมธี ศรีนวล'),
    home: createHome('480101', '77/1', null, { road: 'ถนนสุนทรวิจิตร' }),
    body: createBody(174, 66, 79, 'O+'),
    risks: ['unsafe_sex'],
    diseases: [createDisease('B24', yearsToDays(6), 'ไวรัสไม่พบในเลือด CD4 640')],
    allergies: [
      createDrugAllergy('Nevirapine', {
        severity: 'severe',
        reaction: 'ผื่น ตับอักเสบ',
        certainty: 'certain',
        since: yearsToDays(6),
      }),
    ],
    medication: [
      createDrug('Tenofovir/Lamivudine/Dolutegravir', {
        dose: '1 เม็ด',
        route: 'PO',
        frequency: 'od',
        since: yearsToDays(4),
      }),
    ],
    registered: yearsToDays(6) + 11,
    visits: [yearsToDays(4), yearsToDays(2), 180, 2],
    today: { minutesAgo: 6, complaint: 'ปวดศีรษะ ตาพร่ามัว', mode: 'WALK', source: 1 },
    notify: 'disabled',
    changes: [
      createChange(180, 'registrar', { section: 'address', field: 'house_no', from: '12', to: '77/1' }),
    ],
  }),

  createPersona('น.ส. เบญจมาศ ทิพย์โสต', 'Benjamat Thipsot', {
    born: '2001-04-30',
    skin: 'light',
    kin: createKin('sibling', 'นายบดินทร์ ทิพย์โสต'),
    home: createHome('400101', '123/45', null, { soi: 'ซอยอดุลยาราม 2', road: 'ถนนมิตรภาพ' }),
    body: createBody(160, 53, 68, 'O+'),
    diseases: [createDisease('G40.9', yearsToDays(9), 'ชักครั้งสุดท้าย 14 เดือนก่อน')],
    allergies: [
      createDrugAllergy('Carbamazepine', {
        severity: 'life_threatening',
        reaction: 'Stevens-Johnson syndrome (HLA-B*15:02 บวก) ห้าม phenytoin ด้วย',
        certainty: 'certain',
        since: yearsToDays(9),
      }),
    ],
    medication: [
      createDrug('Levetiracetam', { dose: '500 mg', route: 'PO', frequency: 'bid', since: yearsToDays(8) }),
      createDrug('Folic acid', { dose: '5 mg', route: 'PO', frequency: 'od', since: yearsToDays(3) }),
    ],
    registered: yearsToDays(9) + 40,
    visits: [yearsToDays(8), yearsToDays(5), yearsToDays(2), 425, 90],
    stays: [
      dischargeStay(
        createStay('PED', '08', { disease: 'G40.9', admitted: yearsToDays(9) + 2 }),
        yearsToDays(9) - 12,
      ),
    ],
  }),

  createPersona('นาย ไพโรจน์ สมบูรณ์ดี', 'Pairoj Somboondee', {
    born: '1979-12-31',
    skin: 'tan',
    kin: createKin('sibling', 'นางไพลิน สมบูรณ์ดี'),
    home: createHome('430117', '12', 'หมู่ 1 บ้านปะโค'),
    body: createBody(167, 88, 106, 'B+'),
    risks: ['smoking', 'drug_use'],
    diseases: [
      createDisease('F20.9', yearsToDays(15), 'อาการคงที่ ฉีดยาทุก 4 สัปดาห์'),
      createDisease('F15.2', yearsToDays(10), 'หยุดได้ 2 ปี'),
    ],
    allergies: [
      createDrugAllergy('Haloperidol', {
        severity: 'moderate',
        reaction: 'คอบิด ลิ้นแข็ง (acute dystonia) ดีขึ้นหลังฉีด benztropine',
        certainty: 'certain',
        since: yearsToDays(7),
      }),
    ],
    medication: [
      createDrug('Paliperidone palmitate', {
        dose: '100 mg',
        route: 'IM',
        frequency: 'ทุก 4 สัปดาห์',
        since: yearsToDays(5),
      }),
    ],
    registered: yearsToDays(13) + 40,
    visits: [yearsToDays(10), yearsToDays(7), yearsToDays(5), 112, 84, 56, 26],
    triage: createTriage([158, 92, 96, 18, 98, 36.9, 7], { resources: ['PROCEDURE', 'LAB'] }),
    today: { minutesAgo: 21, complaint: 'ปวดท้อง ปัสสาวะไม่ออก', mode: 'WALK', source: 1 },
  }),

  createPersona('ด.ช. ภูริณัฐ เหล่าคำ', 'Phurinat Laokham', {
    born: { days: yearsToDays(3) + 75 },
    skin: 'light',
    kin: createKin('father', 'นายวรวุฒิ เหล่าคำ'),
    home: createHome('430119', '46', 'หมู่ 3 บ้านสีกาย'),
    body: createBody(95, 14.1, 49, 'A+'),
    diseases: [createDisease('g6pd', yearsToDays(3), 'ห้ามยากลุ่มซัลฟา แอสไพริน ถั่วปากอ้า ลูกเหม็น')],
    allergies: [],
    medication: [],
    registered: yearsToDays(3) + 74,
    visits: [yearsToDays(3), yearsToDays(2), 365, 4],
    triage: createTriage([null, null, 118, 26, 98, 38.2, 2], {
      infection_signs: ['FEVER_COUGH'],
      resources: ['DRUG'],
    }),
    today: { minutesAgo: 37, complaint: 'ไข้ ไอ น้ำมูก 2 วัน', mode: 'CARRIED', source: 1 },
  }),

  createPersona('นาย อุดม กุลชาติ', 'Udom Kulachat', {
    born: '1947-03-15',
    skin: 'light',
    kin: createKin('spouse', 'นางมาลี กุลชาติ'),
    home: createHome('420301', '20', null, { road: 'ถนนชายโขง' }),
    body: createBody(164, 58, 82, 'AB+'),
    risks: ['no_exercise'],
    diseases: [
      createDisease('G20', yearsToDays(5), 'ล้มบ่อย ใช้ไม้เท้าสี่ขา'),
      createDisease('N40', yearsToDays(8)),
    ],
    allergies: [
      createDrugAllergy('Metoclopramide', {
        severity: 'moderate',
        reaction: 'ตัวแข็งเกร็งมากขึ้น',
        certainty: 'certain',
        since: yearsToDays(4),
      }),
    ],
    medication: [
      createDrug('Levodopa/Benserazide', {
        dose: '100/25 mg',
        route: 'PO',
        frequency: 'qid ac',
        since: yearsToDays(5),
      }),
      createDrug('Tamsulosin', { dose: '0.4 mg', route: 'PO', frequency: 'hs', since: yearsToDays(5) }),
    ],
    registered: yearsToDays(8) + 222,
    visits: [yearsToDays(5), yearsToDays(2), 300, 121, 31],
    stays: [dischargeStay(createStay('SUR', '04', { disease: 'S72.0', admitted: 140 }), 121)],
    triage: createTriage([148, 88, 92, 18, 96, 36.8, 7], {
      high_risk: ['CHEST_PAIN'],
      fast_tracks: ['STEMI'],
      resources: ['EKG', 'LAB', 'DRUG'],
    }),
    today: { minutesAgo: 26, complaint: 'เจ็บแน่นหน้าอกร้าวไปแขนซ้าย 1 ชั่วโมง', mode: 'WHEELCHAIR', source: 1 },
  }),

  createPersona('นาง เพ็ญศรี วรรณโคตร', 'Pensri Wannakhot', {
    born: '1963-08-01',
    skin: 'tan',
    kin: createKin('spouse', 'นายทวี วรรณโคตร'),
    home: createHome('390101', '101', 'หมู่ 8 บ้านโนนงาม'),
    body: createBody(150, 61, 87, 'O+'),
    risks: ['salty_diet', 'sweet_diet', 'no_exercise'],
    diseases: [
      createDisease('E11.9', yearsToDays(7), 'HbA1c 7.4%'),
      createDisease('I10', yearsToDays(7)),
      createDisease('E78.5', yearsToDays(7)),
    ],
    allergies: 'none known',
    medication: [
      createDrug('Metformin', { dose: '850 mg', route: 'PO', frequency: 'bid pc', since: yearsToDays(7) }),
      createDrug('Glipizide', { dose: '5 mg', route: 'PO', frequency: 'od ac เช้า', since: yearsToDays(2) }),
      createDrug('Losartan', { dose: '50 mg', route: 'PO', frequency: 'od', since: yearsToDays(7) }),
      createDrug('Simvastatin', { dose: '20 mg', route: 'PO', frequency: 'hs', since: yearsToDays(7) }),
    ],
    registered: yearsToDays(7) + 3,
    visits: [yearsToDays(5), yearsToDays(3), yearsToDays(1), 180, 90, 1.3],
    changes: [
      createChange(180, 'nurse', { section: 'clinical', field: 'weight', from: 64.5, to: 62.8 }),
      createChange(90, 'nurse', { section: 'clinical', field: 'weight', from: 62.8, to: 61 }),
    ],
  }),

  createPersona('น.ส. สิริยากร เกตุแก้ว', 'Siriyakorn Ketkaew', {
    born: '1993-01-23',
    skin: 'fair',
    kin: createKin('friend', 'น.ส.ปัทมา ใจซื่อ'),
    home: createHome('100402', '88/1702', 'สีลมริเวอร์คอนโด', { soi: 'ซอยสีลม 19', road: 'ถนนสีลม' }),
    body: createBody(166, 52, 66, 'AB-'),
    diseases: [createDisease('allergy', yearsToDays(10))],
    allergies: [
      createFoodAllergy('ปูและกุ้ง', {
        severity: 'moderate',
        reaction: 'ปากบวม ลมพิษ',
        certainty: 'certain',
        since: yearsToDays(10),
      }),
    ],
    medication: [
      createDrug('Bilastine', { dose: '20 mg', route: 'PO', frequency: 'od prn', since: yearsToDays(2) }),
    ],
    registered: 1.1,
  }),

  createPersona('นาย กำพล วิเศษศรี', null, {
    born: '1985-05-05',
    skin: null,
    registered: 0.03,
  }),
]
