/** How a drug gets into the body. */
export const drugRoutes = [
  'IV',
  'IO',
  'IM',
  'SC',
  'PO',
  'SL',
  'IN',
  'NEB',
  'PR',
  'ETT',
  'TOPICAL',
  'INHALED',
] as const
export type DrugRoute = (typeof drugRoutes)[number]

/** What a dose is written in; those with a time are rates of an infusion. `J` is of a shock. */
export const doseUnits = [
  'mg',
  'mcg',
  'mL',
  'mEq',
  'U',
  'tablet',
  'mcg/min',
  'mcg/kg/min',
  'mg/h',
  'J',
] as const
export type DoseUnit = (typeof doseUnits)[number]

/**
 * The least and the most of one dose; with `perKg` of each kilogram of the patient. What an optional part leaves out,
 * the list does not say.
 */
export type DoseRule = {
  unit: DoseUnit
  low: number
  high: number
  perKg?: true
  /** Bounds of a dose by weight. */
  min?: number
  max?: number
  /** It is raised until it works: there is no largest dose. */
  isTitrated?: true
  /** The rule is for this weight, both ends included; of two rules with a common end the first counts. */
  weightKg?: readonly [from: number, to: number]
  /** Two doses are at least this far apart. */
  everyMinutes?: number
  /** How many doses, and how much of all together. */
  mostDoses?: number
  mostTotal?: number
}

/** What a crew reads beside the row, and the same as rules: the first whose weight fits counts. */
export type Dosage = { text_en: string; text_th: string; rules: readonly DoseRule[] }

/** What a drug is given for. */
export const drugIndications = [
  'ARREST',
  'ARREST_FIRST',
  'ARREST_NEXT',
  'VT_PULSE',
  'ANAPHYLAXIS',
  'INFUSION',
  'BRADYCARDIA',
  'ORGANOPHOSPHATE',
  'SVT_FIRST',
  'SVT_NEXT',
  'HYPOGLYCAEMIA',
  'SEIZURE',
  'SEIZURE_RECTAL',
  'SEDATION',
  'PAIN',
  'INDUCTION',
  'OPIOID',
  'CORONARY',
  'CORONARY_PCI',
  'LUNG_OEDEMA',
  'BRONCHOSPASM',
  'CROUP',
  'ALLERGY',
  'INFLAMMATION',
  'BLEEDING',
  'ACIDOSIS',
  'POTASSIUM',
  'ECLAMPSIA',
  'TORSADES',
  'AFTER_BIRTH',
  'SHOCK',
  'PRESSURE',
  'NAUSEA',
  'DEFIBRILLATION',
  'SYNC_SVT',
  'SYNC_AF',
  'SYNC_VT',
] as const
export type DrugIndication = (typeof drugIndications)[number]

/** Without `child` the list has no dose for children. */
export type DrugUse = {
  for: DrugIndication
  routes: readonly DrugRoute[]
  adult?: Dosage
  child?: Dosage
}

/** What somebody looks at, or makes sure of, before the dose. */
export const drugChecks = [
  'BLOOD_PRESSURE',
  'SYSTOLIC_OVER_90',
  'TARGET_PRESSURE',
  'RESPIRATION',
  'SEDATION',
  'REFLEXES',
  'ASTHMA',
  'ALLERGY',
  'BLEEDING',
  'RIGHT_VENTRICLE',
  'PDE5',
  'DIGOXIN',
  'RECHECK_GLUCOSE',
  'WITHIN_THREE_HOURS',
  'BY_DOCTOR',
  'PUMP',
] as const
export type DrugCheck = (typeof drugChecks)[number]

/**
 * `strength` is that of the ampoule or tablet; null where several are in use. `allergens` are the beginnings of words,
 * in lower case, by which a record names an allergy to the drug or to its kind. A `controlled` drug is counted by two
 * people.
 */
export type Drug = {
  name_en: string
  name_th: string
  strength: string | null
  uses: readonly DrugUse[]
  allergens: readonly string[]
  checks?: readonly DrugCheck[]
  controlled?: true
}

const say = (text_en: string, text_th: string, ...rules: DoseRule[]): Dosage => ({ text_en, text_th, rules })

/**
 * The drugs of an ambulance with their usual doses, shown beside the row as a reference. Adrenaline and shocks are of
 * the EMS protocol of Health Region 2 (2565); arrhythmias of the AHA (2020), newborns and children of ILCOR, seizures
 * of the AES (2016), the rest of Thai practice guidelines. Default of the panel: the medical director of a hospital
 * approves the list before it is used.
 *
 * Names and dosages are data and no texts of screens: the director approves each dosage with its text in both
 * languages, and the digest of the approved list contains them.
 */
export const drugList = {
  ADRENALINE: {
    name_en: 'Adrenaline',
    name_th: 'อะดรีนาลีน',
    strength: '1 mg/mL',
    allergens: ['adrenaline', 'epinephrine', 'อะดรีนาลีน'],
    uses: [
      {
        for: 'ARREST',
        routes: ['IV', 'IO'],
        adult: say('1 mg every 3–5 min, then flush', '1 mg ทุก 3–5 นาที แล้ว flush', {
          unit: 'mg',
          low: 1,
          high: 1,
          everyMinutes: 3,
        }),
        child: say('0.01 mg/kg every 3–5 min, at most 1 mg', '0.01 mg/kg ทุก 3–5 นาที ไม่เกิน 1 mg', {
          unit: 'mg',
          low: 0.01,
          high: 0.01,
          perKg: true,
          max: 1,
          everyMinutes: 3,
        }),
      },
      {
        for: 'ANAPHYLAXIS',
        routes: ['IM'],
        adult: say(
          '0.3–0.5 mg (pregnant 0.3 mg), every 5–15 min, at most 3 doses',
          '0.3–0.5 mg (ตั้งครรภ์ 0.3 mg) ทุก 5–15 นาที ไม่เกิน 3 ครั้ง',
          { unit: 'mg', low: 0.3, high: 0.5, everyMinutes: 5, mostDoses: 3 },
        ),
        child: say(
          '0.01 mg/kg, at most 0.3 mg, every 5–15 min, at most 3 doses',
          '0.01 mg/kg ไม่เกิน 0.3 mg ทุก 5–15 นาที ไม่เกิน 3 ครั้ง',
          { unit: 'mg', low: 0.01, high: 0.01, perKg: true, max: 0.3, everyMinutes: 5, mostDoses: 3 },
        ),
      },
      {
        for: 'INFUSION',
        routes: ['IV', 'IO'],
        adult: say('2–10 mcg/min', '2–10 mcg/min', { unit: 'mcg/min', low: 2, high: 10 }),
      },
    ],
  },
  AMIODARONE: {
    name_en: 'Amiodarone',
    name_th: 'อะมิโอดาโรน',
    strength: '150 mg/3 mL',
    allergens: ['amiodarone', 'cordarone', 'iodine', 'อะมิโอดาโรน', 'ไอโอดีน'],
    checks: ['BLOOD_PRESSURE'],
    uses: [
      {
        for: 'ARREST_FIRST',
        routes: ['IV', 'IO'],
        adult: say('300 mg', '300 mg', { unit: 'mg', low: 300, high: 300 }),
        child: say('5 mg/kg', '5 mg/kg', { unit: 'mg', low: 5, high: 5, perKg: true }),
      },
      {
        for: 'ARREST_NEXT',
        routes: ['IV', 'IO'],
        adult: say('150 mg', '150 mg', { unit: 'mg', low: 150, high: 150 }),
      },
      {
        for: 'VT_PULSE',
        routes: ['IV', 'IO'],
        adult: say('150 mg over 10 min', '150 mg ใน 10 นาที', { unit: 'mg', low: 150, high: 150 }),
      },
    ],
  },
  LIDOCAINE: {
    name_en: 'Lidocaine',
    name_th: 'ลิโดเคน',
    strength: '2 %',
    allergens: [
      'lidocaine',
      'lignocaine',
      'xylocaine',
      'local anaesthetic',
      'local anesthetic',
      'ลิโดเคน',
      'ยาชา',
    ],
    uses: [
      {
        for: 'ARREST',
        routes: ['IV', 'IO'],
        adult: say('1–1.5 mg/kg', '1–1.5 mg/kg', { unit: 'mg', low: 1, high: 1.5, perKg: true }),
      },
    ],
  },
  ATROPINE: {
    name_en: 'Atropine',
    name_th: 'อะโทรปีน',
    strength: '0.6 mg/mL',
    allergens: ['atropine', 'อะโทรปีน', 'อะโทรพีน'],
    uses: [
      {
        for: 'BRADYCARDIA',
        routes: ['IV', 'IO'],
        adult: say(
          '1 mg (0.6 mg by ampoule) every 3–5 min, 3 mg in all',
          '1 mg (0.6 mg ตามหลอดยา) ทุก 3–5 นาที รวมไม่เกิน 3 mg',
          { unit: 'mg', low: 0.6, high: 1, everyMinutes: 3, mostTotal: 3 },
        ),
        child: say('0.02 mg/kg, at least 0.1 mg, at most 0.5 mg', '0.02 mg/kg อย่างน้อย 0.1 mg ไม่เกิน 0.5 mg', {
          unit: 'mg',
          low: 0.02,
          high: 0.02,
          perKg: true,
          min: 0.1,
          max: 0.5,
        }),
      },
      {
        for: 'ORGANOPHOSPHATE',
        routes: ['IV', 'IO'],
        adult: say(
          '1–3 mg, doubled every 5 min until the lungs are dry',
          '1–3 mg เพิ่มเป็นสองเท่าทุก 5 นาทีจนปอดแห้ง',
          { unit: 'mg', low: 1, high: 3, isTitrated: true, everyMinutes: 5 },
        ),
      },
    ],
  },
  ADENOSINE: {
    name_en: 'Adenosine',
    name_th: 'อะดีโนซีน',
    strength: '6 mg/2 mL',
    allergens: ['adenosine', 'อะดีโนซีน'],
    checks: ['ASTHMA'],
    uses: [
      {
        for: 'SVT_FIRST',
        routes: ['IV', 'IO'],
        adult: say('6 mg fast, then flush', '6 mg ฉีดเร็ว แล้ว flush', { unit: 'mg', low: 6, high: 6 }),
        child: say('0.1 mg/kg fast, at most 6 mg', '0.1 mg/kg ฉีดเร็ว ไม่เกิน 6 mg', {
          unit: 'mg',
          low: 0.1,
          high: 0.1,
          perKg: true,
          max: 6,
        }),
      },
      {
        for: 'SVT_NEXT',
        routes: ['IV', 'IO'],
        adult: say('12 mg fast, once more 12 mg', '12 mg ฉีดเร็ว ซ้ำได้อีก 12 mg', {
          unit: 'mg',
          low: 12,
          high: 12,
        }),
        child: say('0.2 mg/kg fast, at most 12 mg', '0.2 mg/kg ฉีดเร็ว ไม่เกิน 12 mg', {
          unit: 'mg',
          low: 0.2,
          high: 0.2,
          perKg: true,
          max: 12,
        }),
      },
    ],
  },
  GLUCOSE_50: {
    name_en: 'Glucose 50 %',
    name_th: 'กลูโคส 50%',
    strength: '50 mL',
    allergens: ['glucose', 'dextrose', 'กลูโคส'],
    checks: ['RECHECK_GLUCOSE'],
    uses: [
      {
        for: 'HYPOGLYCAEMIA',
        routes: ['IV', 'IO'],
        adult: say(
          'DTX under 70: 50 mL, DTX again after 15 min',
          'DTX ต่ำกว่า 70: 50 mL แล้วตรวจ DTX ซ้ำใน 15 นาที',
          {
            unit: 'mL',
            low: 50,
            high: 50,
          },
        ),
      },
    ],
  },
  GLUCOSE_10: {
    name_en: 'Glucose 10 %',
    name_th: 'กลูโคส 10%',
    strength: null,
    allergens: ['glucose', 'dextrose', 'กลูโคส'],
    checks: ['RECHECK_GLUCOSE'],
    uses: [
      {
        for: 'HYPOGLYCAEMIA',
        routes: ['IV', 'IO'],
        child: say(
          'DTX under 70: 2–5 mL/kg, DTX again after 15 min',
          'DTX ต่ำกว่า 70: 2–5 mL/kg แล้วตรวจ DTX ซ้ำใน 15 นาที',
          { unit: 'mL', low: 2, high: 5, perKg: true },
        ),
      },
    ],
  },
  DIAZEPAM: {
    name_en: 'Diazepam',
    name_th: 'ไดอะซีแพม',
    strength: '10 mg/2 mL',
    allergens: ['diazepam', 'valium', 'benzodiazepine', 'ไดอะซีแพม'],
    checks: ['RESPIRATION'],
    controlled: true,
    uses: [
      {
        for: 'SEIZURE',
        routes: ['IV', 'IO'],
        adult: say('5–10 mg slowly', '5–10 mg ฉีดช้า', { unit: 'mg', low: 5, high: 10 }),
        child: say('0.15–0.2 mg/kg slowly, at most 10 mg', '0.15–0.2 mg/kg ฉีดช้า ไม่เกิน 10 mg', {
          unit: 'mg',
          low: 0.15,
          high: 0.2,
          perKg: true,
          max: 10,
        }),
      },
      {
        for: 'SEIZURE_RECTAL',
        routes: ['PR'],
        child: say('0.2–0.5 mg/kg, at most 20 mg', '0.2–0.5 mg/kg ไม่เกิน 20 mg', {
          unit: 'mg',
          low: 0.2,
          high: 0.5,
          perKg: true,
          max: 20,
        }),
      },
    ],
  },
  MIDAZOLAM: {
    name_en: 'Midazolam',
    name_th: 'มิดาโซแลม',
    strength: null,
    allergens: ['midazolam', 'dormicum', 'benzodiazepine', 'มิดาโซแลม'],
    checks: ['RESPIRATION'],
    controlled: true,
    uses: [
      {
        for: 'SEIZURE',
        routes: ['IM'],
        adult: say(
          '10 mg over 40 kg, 5 mg from 13 to 40 kg',
          '10 mg ถ้าหนักกว่า 40 kg, 5 mg ถ้าหนัก 13–40 kg',
          ...buildDosesByWeight(),
        ),
        child: say(
          '10 mg over 40 kg, 5 mg from 13 to 40 kg',
          '10 mg ถ้าหนักกว่า 40 kg, 5 mg ถ้าหนัก 13–40 kg',
          ...buildDosesByWeight(),
        ),
      },
      {
        for: 'SEDATION',
        routes: ['IV', 'IO'],
        adult: say('1–2 mg', '1–2 mg', { unit: 'mg', low: 1, high: 2 }),
      },
    ],
  },
  MORPHINE: {
    name_en: 'Morphine',
    name_th: 'มอร์ฟีน',
    strength: '10 mg/mL',
    allergens: ['morphine', 'opioid', 'opiate', 'มอร์ฟีน'],
    checks: ['SYSTOLIC_OVER_90', 'RESPIRATION'],
    controlled: true,
    uses: [
      {
        for: 'PAIN',
        routes: ['IV', 'IO'],
        adult: say('2–4 mg every 5–15 min', '2–4 mg ทุก 5–15 นาที', {
          unit: 'mg',
          low: 2,
          high: 4,
          everyMinutes: 5,
        }),
        child: say('0.05–0.1 mg/kg', '0.05–0.1 mg/kg', { unit: 'mg', low: 0.05, high: 0.1, perKg: true }),
      },
    ],
  },
  FENTANYL: {
    name_en: 'Fentanyl',
    name_th: 'เฟนทานิล',
    strength: '100 mcg/2 mL',
    allergens: ['fentanyl', 'opioid', 'opiate', 'เฟนทานิล'],
    checks: ['RESPIRATION'],
    controlled: true,
    uses: [
      {
        for: 'PAIN',
        routes: ['IV', 'IO', 'IN'],
        adult: say('0.5–1 mcg/kg', '0.5–1 mcg/kg', { unit: 'mcg', low: 0.5, high: 1, perKg: true }),
      },
    ],
  },
  KETAMINE: {
    name_en: 'Ketamine',
    name_th: 'คีตามีน',
    strength: null,
    allergens: ['ketamine', 'ketalar', 'คีตามีน'],
    controlled: true,
    uses: [
      {
        for: 'PAIN',
        routes: ['IV', 'IO'],
        adult: say('0.1–0.3 mg/kg', '0.1–0.3 mg/kg', { unit: 'mg', low: 0.1, high: 0.3, perKg: true }),
      },
      {
        for: 'INDUCTION',
        routes: ['IV', 'IO'],
        adult: say('1–2 mg/kg', '1–2 mg/kg', { unit: 'mg', low: 1, high: 2, perKg: true }),
      },
    ],
  },
  ETOMIDATE: {
    name_en: 'Etomidate',
    name_th: 'อีโทมิเดต',
    strength: null,
    allergens: ['etomidate', 'อีโทมิเดต'],
    checks: ['BY_DOCTOR'],
    uses: [
      {
        for: 'INDUCTION',
        routes: ['IV', 'IO'],
        adult: say('0.3 mg/kg', '0.3 mg/kg', { unit: 'mg', low: 0.3, high: 0.3, perKg: true }),
      },
    ],
  },
  SUCCINYLCHOLINE: {
    name_en: 'Succinylcholine',
    name_th: 'ซักซินิลโคลีน',
    strength: null,
    allergens: ['succinylcholine', 'suxamethonium', 'ซักซินิลโคลีน'],
    checks: ['BY_DOCTOR'],
    uses: [
      {
        for: 'INDUCTION',
        routes: ['IV', 'IO'],
        adult: say('1–1.5 mg/kg', '1–1.5 mg/kg', { unit: 'mg', low: 1, high: 1.5, perKg: true }),
      },
    ],
  },
  ROCURONIUM: {
    name_en: 'Rocuronium',
    name_th: 'โรคูโรเนียม',
    strength: null,
    allergens: ['rocuronium', 'esmeron', 'โรคูโรเนียม'],
    checks: ['BY_DOCTOR'],
    uses: [
      {
        for: 'INDUCTION',
        routes: ['IV', 'IO'],
        adult: say('1–1.2 mg/kg', '1–1.2 mg/kg', { unit: 'mg', low: 1, high: 1.2, perKg: true }),
      },
    ],
  },
  NALOXONE: {
    name_en: 'Naloxone',
    name_th: 'นาลอกโซน',
    strength: '0.4 mg/mL',
    allergens: ['naloxone', 'narcan', 'นาลอกโซน'],
    uses: [
      {
        for: 'OPIOID',
        routes: ['IV', 'IO', 'IM', 'IN'],
        adult: say('0.4–2 mg every 2–3 min', '0.4–2 mg ทุก 2–3 นาที', {
          unit: 'mg',
          low: 0.4,
          high: 2,
          everyMinutes: 2,
        }),
        child: say('0.1 mg/kg, at most 2 mg, every 2–3 min', '0.1 mg/kg ไม่เกิน 2 mg ทุก 2–3 นาที', {
          unit: 'mg',
          low: 0.1,
          high: 0.1,
          perKg: true,
          max: 2,
          everyMinutes: 2,
        }),
      },
    ],
  },
  ASPIRIN: {
    name_en: 'Aspirin',
    name_th: 'แอสไพริน',
    strength: null,
    allergens: ['aspirin', 'asa', 'acetylsalicyl', 'nsaid', 'แอสไพริน'],
    checks: ['ALLERGY', 'BLEEDING'],
    uses: [
      {
        for: 'CORONARY',
        routes: ['PO'],
        adult: say('162–325 mg, chewed', '162–325 mg เคี้ยว', { unit: 'mg', low: 162, high: 325 }),
      },
    ],
  },
  ISDN: {
    name_en: 'ISDN',
    name_th: 'ไอเอสดีเอ็น (ISDN)',
    strength: '5 mg',
    allergens: ['isdn', 'isosorbide', 'isordil', 'nitrate', 'ไนเตรต'],
    checks: ['SYSTOLIC_OVER_90', 'RIGHT_VENTRICLE', 'PDE5'],
    uses: [
      {
        for: 'CORONARY',
        routes: ['SL'],
        adult: say('1 tablet every 5 min, at most 3', '1 เม็ด ทุก 5 นาที ไม่เกิน 3 เม็ด', {
          unit: 'tablet',
          low: 1,
          high: 1,
          everyMinutes: 5,
          mostDoses: 3,
        }),
      },
    ],
  },
  NITROGLYCERIN: {
    name_en: 'Nitroglycerin (NTG)',
    name_th: 'ไนโตรกลีเซอรีน (NTG)',
    strength: null,
    allergens: ['nitroglycerin', 'glyceryl trinitrate', 'ntg', 'nitrate', 'ไนโตรกลีเซอรีน', 'ไนเตรต'],
    checks: ['SYSTOLIC_OVER_90', 'RIGHT_VENTRICLE', 'PDE5'],
    uses: [
      {
        for: 'CORONARY',
        routes: ['SL'],
        adult: say('1 tablet every 5 min, at most 3', '1 เม็ด ทุก 5 นาที ไม่เกิน 3 เม็ด', {
          unit: 'tablet',
          low: 1,
          high: 1,
          everyMinutes: 5,
          mostDoses: 3,
        }),
      },
    ],
  },
  CLOPIDOGREL: {
    name_en: 'Clopidogrel',
    name_th: 'โคลพิโดเกรล',
    strength: null,
    allergens: ['clopidogrel', 'plavix', 'โคลพิโดเกรล'],
    checks: ['BY_DOCTOR', 'BLEEDING'],
    uses: [
      {
        for: 'CORONARY',
        routes: ['PO'],
        adult: say('300 mg', '300 mg', { unit: 'mg', low: 300, high: 300 }),
      },
      {
        for: 'CORONARY_PCI',
        routes: ['PO'],
        adult: say('600 mg', '600 mg', { unit: 'mg', low: 600, high: 600 }),
      },
    ],
  },
  FUROSEMIDE: {
    name_en: 'Furosemide',
    name_th: 'ฟูโรซีไมด์',
    strength: '20 mg/2 mL',
    allergens: ['furosemide', 'lasix', 'ฟูโรซีไมด์'],
    checks: ['BLOOD_PRESSURE'],
    uses: [
      {
        for: 'LUNG_OEDEMA',
        routes: ['IV', 'IO'],
        adult: say('20–40 mg', '20–40 mg', { unit: 'mg', low: 20, high: 40 }),
        child: say('1 mg/kg', '1 mg/kg', { unit: 'mg', low: 1, high: 1, perKg: true }),
      },
    ],
  },
  SALBUTAMOL: {
    name_en: 'Salbutamol',
    name_th: 'ซาลบูทามอล',
    strength: null,
    allergens: ['salbutamol', 'albuterol', 'ventolin', 'ซาลบูทามอล'],
    uses: [
      {
        for: 'BRONCHOSPASM',
        routes: ['NEB'],
        adult: say('2.5–5 mg every 20 min, at most 3 doses', '2.5–5 mg ทุก 20 นาที ไม่เกิน 3 ครั้ง', {
          unit: 'mg',
          low: 2.5,
          high: 5,
          everyMinutes: 20,
          mostDoses: 3,
        }),
        child: say(
          '0.15 mg/kg, at least 2.5 mg, every 20 min, at most 3 doses',
          '0.15 mg/kg อย่างน้อย 2.5 mg ทุก 20 นาที ไม่เกิน 3 ครั้ง',
          { unit: 'mg', low: 0.15, high: 0.15, perKg: true, min: 2.5, everyMinutes: 20, mostDoses: 3 },
        ),
      },
    ],
  },
  IPRATROPIUM: {
    name_en: 'Ipratropium (with fenoterol)',
    name_th: 'ไอปราโทรเปียม (ผสมฟีโนเทอรอล)',
    strength: null,
    allergens: ['ipratropium', 'fenoterol', 'berodual', 'atrovent', 'ไอปราโทรเปียม', 'ฟีโนเทอรอล'],
    uses: [
      {
        for: 'BRONCHOSPASM',
        routes: ['NEB'],
        adult: say('0.5 mg', '0.5 mg', { unit: 'mg', low: 0.5, high: 0.5 }),
        child: say('0.25 mg', '0.25 mg', { unit: 'mg', low: 0.25, high: 0.25 }),
      },
    ],
  },
  HYDROCORTISONE: {
    name_en: 'Hydrocortisone',
    name_th: 'ไฮโดรคอร์ติโซน',
    strength: null,
    allergens: ['hydrocortisone', 'steroid', 'corticosteroid', 'ไฮโดรคอร์ติโซน', 'สเตียรอยด์'],
    uses: [
      {
        for: 'INFLAMMATION',
        routes: ['IV', 'IO'],
        adult: say('100–200 mg', '100–200 mg', { unit: 'mg', low: 100, high: 200 }),
      },
    ],
  },
  DEXAMETHASONE: {
    name_en: 'Dexamethasone',
    name_th: 'เดกซาเมทาโซน',
    strength: null,
    allergens: ['dexamethasone', 'steroid', 'corticosteroid', 'เดกซาเมทาโซน', 'สเตียรอยด์'],
    uses: [
      {
        for: 'INFLAMMATION',
        routes: ['IV', 'IO'],
        adult: say('5–10 mg', '5–10 mg', { unit: 'mg', low: 5, high: 10 }),
      },
      {
        for: 'CROUP',
        routes: ['IV', 'IO', 'IM', 'PO'],
        child: say('0.6 mg/kg', '0.6 mg/kg', { unit: 'mg', low: 0.6, high: 0.6, perKg: true }),
      },
    ],
  },
  CHLORPHENIRAMINE: {
    name_en: 'Chlorpheniramine',
    name_th: 'คลอร์เฟนิรามีน',
    strength: '10 mg',
    allergens: ['chlorphen', 'cpm', 'antihistamine', 'คลอร์เฟนิรามีน'],
    checks: ['SEDATION'],
    uses: [
      {
        for: 'ALLERGY',
        routes: ['IV', 'IO'],
        adult: say('10 mg slowly', '10 mg ฉีดช้า', { unit: 'mg', low: 10, high: 10 }),
        child: say('0.25 mg/kg slowly', '0.25 mg/kg ฉีดช้า', {
          unit: 'mg',
          low: 0.25,
          high: 0.25,
          perKg: true,
        }),
      },
    ],
  },
  TRANEXAMIC_ACID: {
    name_en: 'Tranexamic acid (TXA)',
    name_th: 'กรดทรานเอกซามิก (TXA)',
    strength: null,
    allergens: ['tranexamic', 'transamin', 'txa', 'กรดทรานเอกซามิก'],
    checks: ['WITHIN_THREE_HOURS'],
    uses: [
      {
        for: 'BLEEDING',
        routes: ['IV', 'IO'],
        adult: say(
          '1000 mg over 10 min, within 3 h of the injury',
          '1000 mg ใน 10 นาที ภายใน 3 ชั่วโมงหลังบาดเจ็บ',
          { unit: 'mg', low: 1000, high: 1000 },
        ),
        child: say('15 mg/kg, within 3 h of the injury', '15 mg/kg ภายใน 3 ชั่วโมงหลังบาดเจ็บ', {
          unit: 'mg',
          low: 15,
          high: 15,
          perKg: true,
        }),
      },
    ],
  },
  SODIUM_BICARBONATE: {
    name_en: 'Sodium bicarbonate 7.5 %',
    name_th: 'โซเดียมไบคาร์บอเนต 7.5%',
    strength: '50 mL',
    allergens: ['sodium bicarbonate', 'bicarbonate', 'โซเดียมไบคาร์บอเนต'],
    uses: [
      {
        for: 'ACIDOSIS',
        routes: ['IV', 'IO'],
        adult: say('1 mEq/kg', '1 mEq/kg', { unit: 'mEq', low: 1, high: 1, perKg: true }),
      },
    ],
  },
  CALCIUM_GLUCONATE: {
    name_en: 'Calcium gluconate 10 %',
    name_th: 'แคลเซียมกลูโคเนต 10%',
    strength: null,
    allergens: ['calcium', 'แคลเซียม'],
    checks: ['DIGOXIN'],
    uses: [
      {
        for: 'POTASSIUM',
        routes: ['IV', 'IO'],
        adult: say('10–30 mL over 5–10 min', '10–30 mL ใน 5–10 นาที', { unit: 'mL', low: 10, high: 30 }),
        child: say('0.5–1 mL/kg', '0.5–1 mL/kg', { unit: 'mL', low: 0.5, high: 1, perKg: true }),
      },
    ],
  },
  MAGNESIUM_SULFATE: {
    name_en: 'Magnesium sulfate',
    name_th: 'แมกนีเซียมซัลเฟต',
    strength: null,
    allergens: ['magnesium', 'แมกนีเซียม'],
    checks: ['REFLEXES', 'RESPIRATION'],
    uses: [
      {
        for: 'ECLAMPSIA',
        routes: ['IV', 'IO'],
        adult: say('4000–6000 mg over 15–20 min', '4000–6000 mg ใน 15–20 นาที', {
          unit: 'mg',
          low: 4000,
          high: 6000,
        }),
      },
      {
        for: 'TORSADES',
        routes: ['IV', 'IO'],
        adult: say('2000 mg', '2000 mg', { unit: 'mg', low: 2000, high: 2000 }),
        child: say('25–50 mg/kg', '25–50 mg/kg', { unit: 'mg', low: 25, high: 50, perKg: true }),
      },
    ],
  },
  OXYTOCIN: {
    name_en: 'Oxytocin',
    name_th: 'ออกซิโทซิน',
    strength: '10 U',
    allergens: ['oxytocin', 'syntocinon', 'ออกซิโทซิน'],
    uses: [
      {
        for: 'AFTER_BIRTH',
        routes: ['IM'],
        adult: say('10 U', '10 U', { unit: 'U', low: 10, high: 10 }),
      },
    ],
  },
  NOREPINEPHRINE: {
    name_en: 'Norepinephrine',
    name_th: 'นอร์เอพิเนฟริน',
    strength: null,
    allergens: ['norepinephrine', 'noradrenaline', 'levophed', 'นอร์เอพิเนฟริน'],
    checks: ['PUMP'],
    uses: [
      {
        for: 'SHOCK',
        routes: ['IV', 'IO'],
        adult: say('0.05–0.5 mcg/kg/min', '0.05–0.5 mcg/kg/min', {
          unit: 'mcg/kg/min',
          low: 0.05,
          high: 0.5,
        }),
      },
    ],
  },
  DOPAMINE: {
    name_en: 'Dopamine',
    name_th: 'โดปามีน',
    strength: null,
    allergens: ['dopamine', 'โดปามีน'],
    checks: ['PUMP'],
    uses: [
      {
        for: 'SHOCK',
        routes: ['IV', 'IO'],
        adult: say('5–20 mcg/kg/min', '5–20 mcg/kg/min', { unit: 'mcg/kg/min', low: 5, high: 20 }),
      },
    ],
  },
  DOBUTAMINE: {
    name_en: 'Dobutamine',
    name_th: 'โดบูทามีน',
    strength: null,
    allergens: ['dobutamine', 'โดบูทามีน'],
    checks: ['PUMP'],
    uses: [
      {
        for: 'SHOCK',
        routes: ['IV', 'IO'],
        adult: say('2–20 mcg/kg/min', '2–20 mcg/kg/min', { unit: 'mcg/kg/min', low: 2, high: 20 }),
      },
    ],
  },
  NICARDIPINE: {
    name_en: 'Nicardipine',
    name_th: 'นิคาร์ดิปีน',
    strength: null,
    allergens: ['nicardipine', 'นิคาร์ดิปีน'],
    checks: ['TARGET_PRESSURE'],
    uses: [
      {
        for: 'PRESSURE',
        routes: ['IV', 'IO'],
        adult: say('5–15 mg/h', '5–15 mg/h', { unit: 'mg/h', low: 5, high: 15 }),
      },
    ],
  },
  METOCLOPRAMIDE: {
    name_en: 'Metoclopramide',
    name_th: 'เมโทโคลพราไมด์',
    strength: null,
    allergens: ['metoclopramide', 'plasil', 'เมโทโคลพราไมด์'],
    uses: [
      {
        for: 'NAUSEA',
        routes: ['IV', 'IO', 'IM'],
        adult: say('10 mg', '10 mg', { unit: 'mg', low: 10, high: 10 }),
      },
    ],
  },
  ONDANSETRON: {
    name_en: 'Ondansetron',
    name_th: 'ออนแดนซีตรอน',
    strength: null,
    allergens: ['ondansetron', 'ออนแดนซีตรอน'],
    uses: [
      {
        for: 'NAUSEA',
        routes: ['IV', 'IO', 'IM'],
        adult: say('4–8 mg', '4–8 mg', { unit: 'mg', low: 4, high: 8 }),
      },
    ],
  },
} as const satisfies Record<string, Drug>

/** The dose depends on the weight, whoever it is. */
function buildDosesByWeight(): DoseRule[] {
  return [
    { unit: 'mg', low: 5, high: 5, weightKg: [13, 40] },
    { unit: 'mg', low: 10, high: 10, weightKg: [40, Number.POSITIVE_INFINITY] },
  ]
}

export type DrugCode = keyof typeof drugList
export const drugCodes = Object.keys(drugList) as [DrugCode, ...DrugCode[]]

/** The drugs by their codes, as the panel or as a hospital has them. */
export type DrugList = Readonly<Record<DrugCode, Drug>>

export const isListedDrug = (code: string): code is DrugCode => Object.hasOwn(drugList, code)

/** The energy of a shock. */
export const shockEnergies: readonly DrugUse[] = [
  {
    for: 'DEFIBRILLATION',
    routes: [],
    adult: say('120–200 J', '120–200 J', { unit: 'J', low: 120, high: 200 }),
    child: say('2 J/kg, then 4 J/kg', '2 J/kg แล้ว 4 J/kg', { unit: 'J', low: 2, high: 4, perKg: true }),
  },
  {
    for: 'SYNC_SVT',
    routes: [],
    adult: say('50–100 J', '50–100 J', { unit: 'J', low: 50, high: 100 }),
  },
  {
    for: 'SYNC_AF',
    routes: [],
    adult: say('120–200 J', '120–200 J', { unit: 'J', low: 120, high: 200 }),
  },
  { for: 'SYNC_VT', routes: [], adult: say('100 J', '100 J', { unit: 'J', low: 100, high: 100 }) },
]
