import { describe, expect, test } from 'vitest'
import english from '../../../locales/en/calculations.json' with { type: 'json' }
import thai from '../../../locales/th/calculations.json' with { type: 'json' }
import { drugClassNames, findDrugClasses, relateByClass } from './drug-classes.ts'
import { drugCodes, drugList } from './drug-list.ts'

test.each([
  ['Amoxicillin 500 mg', ['PENICILLIN']],
  ['amoxycilin', ['PENICILLIN']],
  ['Augmentin', ['PENICILLIN']],
  ['แพ้ยาเพนนิซิลิน ผื่นขึ้น', ['PENICILLIN']],
  ['อะม็อกซี่ซิลลิน', ['PENICILLIN']],
  ['คลอกซาซิลลิน', ['PENICILLIN']],
  ['แพ้Cloxacillin', ['PENICILLIN']],
  ['Cef-3 2 g', ['CEPHALOSPORIN']],
  ['Cef3', ['CEPHALOSPORIN']],
  ['PCN', ['PENICILLIN']],
  ['Cephalexin', ['CEPHALOSPORIN']],
  ['Cefazolin 1 g', ['CEPHALOSPORIN']],
  ['เซฟไตรอะโซน', ['CEPHALOSPORIN']],
  ['Sulperazon', ['CEPHALOSPORIN']],
  ['Meropenem', ['CARBAPENEM']],
  ['Beta-lactams', ['PENICILLIN', 'CEPHALOSPORIN', 'CARBAPENEM']],
  ['เบต้าแลคแทม', ['PENICILLIN', 'CEPHALOSPORIN', 'CARBAPENEM']],
  ['Sulfa', ['SULFONAMIDE']],
  ['sulpha drugs', ['SULFONAMIDE']],
  ['Co-trimoxazole', ['SULFONAMIDE']],
  ['ซัลฟา', ['SULFONAMIDE']],
  ['แบคทริม', ['SULFONAMIDE']],
  ['NSAIDs', ['NSAID']],
  ['ASA gr V', ['NSAID']],
  ['Ibuprofen', ['NSAID']],
  ['Dynastat 40 mg', ['NSAID']],
  ['พอนสแตน', ['NSAID']],
  ['codeine', ['OPIATE']],
  ['มอร์ฟีน', ['OPIATE']],
  ['Pethidine', ['SYNTHETIC_OPIOID']],
  ['ทรามาดอล', ['SYNTHETIC_OPIOID']],
  ['opioids', ['OPIATE', 'SYNTHETIC_OPIOID']],
  ['Omnipaque 350', ['CONTRAST']],
  ['iodinated contrast', ['CONTRAST']],
  ['สารทึบรังสี', ['CONTRAST']],
  // Words that only look like one of a class.
  ['Magnesium sulfate', []],
  ['Ferrous sulphate', []],
  ['Furosemide', []],
  ['Paracetamol', []],
  ['NSS 1000 mL at Lt cephalic vein', []],
  ['Nasal spray', []],
  ['Povidone-iodine', []],
  ['Lidocaine', []],
  ['', []],
])('“%s” names %j', (text, classes) => {
  expect(findDrugClasses(text)).toEqual(classes)
})

test('only these of the drugs of an ambulance have a class', () => {
  const classes = drugCodes.flatMap((code) =>
    [drugList[code].name_en, drugList[code].name_th].flatMap((name) =>
      findDrugClasses(name).map((found) => `${code} ${found}`),
    ),
  )
  expect([...new Set(classes)]).toEqual(['MORPHINE OPIATE', 'FENTANYL SYNTHETIC_OPIOID', 'ASPIRIN NSAID'])
})

describe('a drug and an allergy', () => {
  test.each([
    ['Cloxacillin', 'penicillin', 'PENICILLIN', 'PENICILLIN'],
    ['Ceftriaxone', 'beta-lactam', 'CEPHALOSPORIN', 'CEPHALOSPORIN'],
    ['Ceftriaxone', 'เพนิซิลลิน', 'CEPHALOSPORIN', 'PENICILLIN'],
    ['Amoxicillin', 'cefalexin', 'PENICILLIN', 'CEPHALOSPORIN'],
    ['Meropenem', 'beta-lactam', 'CARBAPENEM', 'CARBAPENEM'],
    ['Bactrim', 'sulfa', 'SULFONAMIDE', 'SULFONAMIDE'],
    ['Aspirin', 'ibuprofen', 'NSAID', 'NSAID'],
    ['Morphine', 'codeine', 'OPIATE', 'OPIATE'],
    ['Fentanyl', 'morphine', 'SYNTHETIC_OPIOID', 'OPIATE'],
    ['Ultravist', 'contrast media', 'CONTRAST', 'CONTRAST'],
  ])('%s and %s are related as %s and %s', (drug, allergy, drugClass, allergyClass) => {
    expect(relateByClass(drug, allergy)).toEqual({ drugClass, allergyClass })
  })

  test.each([
    ['Ceftriaxone', 'sulfa'],
    ['Meropenem', 'penicillin'],
    ['Meropenem', 'ceftriaxone'],
    ['Furosemide', 'sulfa'],
    ['Paracetamol', 'aspirin'],
    ['Amiodarone', 'contrast'],
    ['Morphine', 'penicillin'],
    ['Ceftriaxone', 'no known allergy'],
  ])('%s and %s have nothing to do with each other', (drug, allergy) => {
    expect(relateByClass(drug, allergy)).toBeUndefined()
  })
})

test('every class of drugs has a name in both languages', () => {
  for (const texts of [english, thai]) expect(Object.keys(texts['drug-class'])).toEqual(drugClassNames)
})
