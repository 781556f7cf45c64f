import { toName, toWords } from './drug-names.ts'

const betaLactam = [
  'beta lactam',
  'betalactam',
  'b lactam ',
  'β lactam',
  'เบต้าแลคแทม',
  'เบต้าแลกแทม',
  'เบต้าแลคแตม',
]
const opioids = ['opioid', 'opiate', 'โอปิออยด์', 'โอพิออยด์', 'โอปิเอต']

/**
 * Drugs of which one speaks against the others when somebody is allergic to it, by the names that records and forms
 * use: of the class, its drugs and their trade names in Thailand. After the practice parameter on drug allergy of
 * AAAAI and ACAAI (2022), EAACI on NSAIDs (2013) and the ACR on contrast media. Furosemide and thiazides are left
 * out: no cross-reaction with sulfonamide antibiotics is shown (Strom, 2003). Default of the panel, as the list of
 * drugs is: the medical director approves it before it is used.
 */
const drugClasses = {
  PENICILLIN: [
    ...betaLactam,
    'penicil',
    'benzylpenicil',
    'penadur',
    'pen v ',
    'pen g ',
    'pcn ',
    'amoxi',
    'augmentin',
    'amoksiklav',
    'curam ',
    'ibiamox',
    'ampicil',
    'unasyn',
    'sultamicil',
    'cloxacil',
    'dicloxacil',
    'flucloxacil',
    'piperacil',
    'pip tazo',
    'tazocin',
    'เพนิซิล',
    'เพนิซีล',
    'อะมอกซี',
    'อะมอกซิ',
    'อมอกซี',
    'อมอกซิ',
    'แอมพิซิล',
    'แอมปิซิล',
    'ออกเมนติน',
    'คลอกซาซิล',
    'ไพเพอราซิล',
    'พิเพอราซิล',
  ],
  CEPHALOSPORIN: [
    ...betaLactam,
    'cephalosporin',
    'ceftri',
    'ceftaz',
    'ceftarol',
    'ceftib',
    'cefotax',
    'cefoper',
    'cefoxit',
    'cefurox',
    'cefix',
    'cefdin',
    'cefdit',
    'cefpod',
    'cefpir',
    'cefepim',
    'cefaclor',
    'cefadrox',
    'cephazol',
    'cephalex',
    'cef ',
    'cef3',
    'cefspan',
    'rocephin',
    'oframax',
    'fortum',
    'claforan',
    'zinnat',
    'zinacef',
    'keflex',
    'ibilex',
    'maxipime',
    'sulperazon',
    'meiact',
    'omnicef',
    'เซฟ',
    'เซโฟ',
    'เคเฟล็กซ์',
    'เคฟเล็กซ์',
    'โรเซฟิน',
  ],
  CARBAPENEM: [
    ...betaLactam,
    'carbapenem',
    'meropenem',
    'imipenem',
    'ertapenem',
    'doripenem',
    'meronem',
    'tienam',
    'invanz',
    'พีเนม',
    'พิเนม',
  ],
  SULFONAMIDE: [
    'sulfa ',
    'sulfas ',
    'sulfonamide',
    'sulfamethox',
    'sulfadiazin',
    'sulfadox',
    'sulfasalazin',
    'cotrimoxazol',
    'co trimoxazol',
    'tmp smx',
    'smx tmp',
    'bactrim',
    'septrin',
    'salazopyrin',
    'fansidar',
    'ซัลฟา',
    'สัลฟา',
    'ซัลโฟนาไมด์',
    'โคไตรม็อก',
    'โคไตรมอก',
    'โคไทรม็อก',
    'แบคทริม',
    'แบ็คทริม',
    'เซ็ปตริน',
  ],
  NSAID: [
    'nsaid',
    'non steroidal',
    'nonsteroidal',
    'aspirin',
    'asa ',
    'acetylsalicyl',
    'aspent',
    'ibuprofen',
    'brufen',
    'nurofen',
    'gofen',
    'diclofenac',
    'voltaren',
    'naproxen',
    'mefenamic',
    'ponstan',
    'piroxicam',
    'meloxicam',
    'mobic',
    'ketorolac',
    'toradol',
    'ketoprofen',
    'indomethacin',
    'indometacin',
    'celecoxib',
    'celebrex',
    'etoricoxib',
    'arcoxia',
    'parecoxib',
    'dynastat',
    'เอ็นเสด',
    'เอ็นเซด',
    'แอสไพริน',
    'แอสไพลิน',
    'ไอบูโพรเฟน',
    'ไอบูโปรเฟน',
    'ไดโคลฟีแน',
    'ไดโคลฟิแน',
    'โวลทาเรน',
    'โวลตาเรน',
    'นาพรอกเซน',
    'เมเฟนามิก',
    'พอนสแตน',
    'คีโตโรแล',
    'เซเลค็อกซิบ',
    'อาร์ค็อกเซีย',
  ],
  OPIATE: [
    ...opioids,
    'morphine',
    'mst ',
    'kapanol',
    'codeine',
    'codipront',
    'oxycodone',
    'hydrocodone',
    'nalbuphine',
    'buprenorphine',
    'มอร์ฟีน',
    'มอร์ฟิน',
    'โคเดอีน',
    'โคดีอีน',
  ],
  SYNTHETIC_OPIOID: [
    ...opioids,
    'fentanyl',
    'durogesic',
    'pethidine',
    'meperidine',
    'remifentanil',
    'tramadol',
    'tramal',
    'ultracet',
    'methadone',
    'เฟนทานิล',
    'เฟนตานิล',
    'เพธิดีน',
    'เพทิดีน',
    'ทรามาดอล',
    'เมทาโดน',
  ],
  CONTRAST: [
    'contrast',
    'iohexol',
    'omnipaque',
    'iopamidol',
    'iopamiro',
    'iopromide',
    'ultravist',
    'iodixanol',
    'visipaque',
    'ioversol',
    'optiray',
    'iobitridol',
    'xenetix',
    'สารทึบรังสี',
    'สารทึบแสง',
    'คอนทราสต์',
  ],
} as const satisfies Record<string, readonly string[]>

export type DrugClass = keyof typeof drugClasses
export const drugClassNames = Object.keys(drugClasses) as DrugClass[]

/**
 * Classes of which one may react as the other does, though most patients tolerate it. A carbapenem is none: it may be
 * given to whoever is allergic to a penicillin or a cephalosporin.
 */
const mayCross: readonly (readonly [DrugClass, DrugClass])[] = [
  ['PENICILLIN', 'CEPHALOSPORIN'],
  ['OPIATE', 'SYNTHETIC_OPIOID'],
]

const lookedFor = drugClassNames.map((name) => [name, drugClasses[name].map(toName)] as const)

/** The classes that a text names, by their own name or by one of their drugs. */
export function findDrugClasses(text: string): DrugClass[] {
  const words = toWords(text)
  return lookedFor.flatMap(([name, names]) => (names.some((one) => words.includes(one)) ? [name] : []))
}

/** What an allergy has to do with a drug: the same class, or two of which one may react as the other. */
export type ClassRelation = { drugClass: DrugClass; allergyClass: DrugClass }

/** The closest relation of an allergy to a drug, each by its text; undefined if there is none. */
export function relateByClass(drug: string, allergy: string): ClassRelation | undefined {
  const [ofDrug, ofAllergy] = [findDrugClasses(drug), findDrugClasses(allergy)]
  const pairs = ofDrug.flatMap((drugClass) => ofAllergy.map((allergyClass) => ({ drugClass, allergyClass })))
  return (
    pairs.find(({ drugClass, allergyClass }) => drugClass === allergyClass) ??
    pairs.find(({ drugClass, allergyClass }) =>
      mayCross.some((pair) => pair.includes(drugClass) && pair.includes(allergyClass)),
    )
  )
}
