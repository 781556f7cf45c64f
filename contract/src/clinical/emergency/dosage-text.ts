import { type Dosage, type DoseRule, type DrugCode, type DrugIndication, drugList } from './drug-list.ts'

type Note = { readonly en: string; readonly th: string }
type Who = 'adult' | 'child'

/**
 * What a dosage of the list says beside the numbers of its rules. It stands apart from the list: a text that is written
 * from changed rules keeps it, and the mark of the list stays.
 */
const notes: {
  readonly [Code in DrugCode]?: {
    readonly [Indication in DrugIndication]?: { readonly [One in Who]?: Note }
  }
} = {
  ADRENALINE: {
    ARREST: { adult: { en: 'then flush', th: 'แล้ว flush' } },
    ANAPHYLAXIS: { adult: { en: 'pregnant 0.3 mg', th: 'ตั้งครรภ์ 0.3 mg' } },
  },
  AMIODARONE: { VT_PULSE: { adult: { en: 'over 10 min', th: 'ใน 10 นาที' } } },
  ATROPINE: {
    ORGANOPHOSPHATE: {
      adult: { en: 'doubled until the lungs are dry', th: 'เพิ่มเป็นสองเท่าจนปอดแห้ง' },
    },
  },
  ADENOSINE: {
    SVT_FIRST: {
      adult: { en: 'fast, then flush', th: 'ฉีดเร็ว แล้ว flush' },
      child: { en: 'fast', th: 'ฉีดเร็ว' },
    },
    SVT_NEXT: { adult: { en: 'fast, once more', th: 'ฉีดเร็ว ซ้ำได้อีกครั้ง' }, child: { en: 'fast', th: 'ฉีดเร็ว' } },
  },
  GLUCOSE_50: {
    HYPOGLYCAEMIA: {
      adult: { en: 'DTX under 70, DTX again after 15 min', th: 'DTX ต่ำกว่า 70 ตรวจ DTX ซ้ำใน 15 นาที' },
    },
  },
  GLUCOSE_10: {
    HYPOGLYCAEMIA: {
      child: { en: 'DTX under 70, DTX again after 15 min', th: 'DTX ต่ำกว่า 70 ตรวจ DTX ซ้ำใน 15 นาที' },
    },
  },
  DIAZEPAM: { SEIZURE: { adult: { en: 'slowly', th: 'ฉีดช้า' }, child: { en: 'slowly', th: 'ฉีดช้า' } } },
  ASPIRIN: { CORONARY: { adult: { en: 'chewed', th: 'เคี้ยว' } } },
  CHLORPHENIRAMINE: {
    ALLERGY: { adult: { en: 'slowly', th: 'ฉีดช้า' }, child: { en: 'slowly', th: 'ฉีดช้า' } },
  },
  TRANEXAMIC_ACID: {
    BLEEDING: {
      adult: { en: 'over 10 min, within 3 h of the injury', th: 'ใน 10 นาที ภายใน 3 ชั่วโมงหลังบาดเจ็บ' },
      child: { en: 'within 3 h of the injury', th: 'ภายใน 3 ชั่วโมงหลังบาดเจ็บ' },
    },
  },
  CALCIUM_GLUCONATE: { POTASSIUM: { adult: { en: 'over 5–10 min', th: 'ใน 5–10 นาที' } } },
  MAGNESIUM_SULFATE: { ECLAMPSIA: { adult: { en: 'over 15–20 min', th: 'ใน 15–20 นาที' } } },
}

/** Texts that name the ampoule: with another strength they are written from their rules. */
export const namesAmpoule = ({ text_en }: Pick<Dosage, 'text_en'>): boolean => text_en.includes('by ampoule')

const unitsInThai: Readonly<Record<string, string>> = { tablet: 'เม็ด' }

function writeAmount({ unit, low, high, perKg }: DoseRule, unitName: string): string {
  const amount = low === high ? String(low) : `${low}–${high}`
  return `${amount} ${perKg ? `${unit}/kg` : unitName}`
}

function writeWeight(
  { weightKg }: DoseRule,
  [between, over]: readonly [between: string, over: string],
): string[] {
  if (!weightKg) return []
  const [least, most] = weightKg
  return [Number.isFinite(most) ? `${between}${least}–${most} kg` : `${over} ${least} kg`]
}

function writeEnglish(rule: DoseRule): string {
  const { unit, min, max, everyMinutes, mostDoses, mostTotal } = rule
  return [
    writeAmount(rule, unit),
    ...writeWeight(rule, ['', 'over']),
    ...(min === undefined ? [] : [`at least ${min} ${unit}`]),
    ...(max === undefined ? [] : [`at most ${max} ${unit}`]),
    ...(everyMinutes === undefined ? [] : [`at least ${everyMinutes} min apart`]),
    ...(mostDoses === undefined ? [] : [`at most ${mostDoses} doses`]),
    ...(mostTotal === undefined ? [] : [`at most ${mostTotal} ${unit} in all`]),
  ].join(', ')
}

function writeThai(rule: DoseRule): string {
  const { min, max, everyMinutes, mostDoses, mostTotal } = rule
  const unit = unitsInThai[rule.unit] ?? rule.unit
  return [
    writeAmount(rule, unit),
    ...writeWeight(rule, ['ถ้าหนัก ', 'ถ้าหนักกว่า']),
    ...(min === undefined ? [] : [`อย่างน้อย ${min} ${unit}`]),
    ...(max === undefined ? [] : [`ไม่เกิน ${max} ${unit}`]),
    ...(everyMinutes === undefined ? [] : [`ห่างกันอย่างน้อย ${everyMinutes} นาที`]),
    ...(mostDoses === undefined ? [] : [`ไม่เกิน ${mostDoses} ครั้ง`]),
    ...(mostTotal === undefined ? [] : [`รวมไม่เกิน ${mostTotal} ${unit}`]),
  ].join(' ')
}

/** A dosage with its texts, which say what its rules say. */
export function writeDosage(
  [code, indication, who]: readonly [DrugCode, DrugIndication, Who],
  rules: readonly DoseRule[],
): Dosage {
  const note = notes[code]?.[indication]?.[who]
  return {
    text_en: [...rules.map(writeEnglish), ...(note ? [note.en] : [])].join('; '),
    text_th: [...rules.map(writeThai), ...(note ? [note.th] : [])].join('; '),
    rules,
  }
}

/** Where a note stands, for the test that the list has the dosage. */
export const listNotes = (): [DrugCode, DrugIndication, Who][] =>
  (Object.keys(drugList) as DrugCode[]).flatMap((code) =>
    Object.entries(notes[code] ?? {}).flatMap(([indication, byWho]) =>
      Object.keys(byWho).map((who): [DrugCode, DrugIndication, Who] => [
        code,
        indication as DrugIndication,
        who as Who,
      ]),
    ),
  )
