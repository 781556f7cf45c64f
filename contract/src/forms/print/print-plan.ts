import type { UnitLevel } from '../../ambulance/codes.ts'
import type { Form, Section } from '../form.ts'
import type { FormName } from '../form-names.ts'
import type { SignerRole } from '../signatures.ts'

/** What is printed under one heading: sections of the form, or some fields of one. */
export type PrintoutPart = {
  /** The name of a heading of its own; otherwise the part is called as its first section. */
  readonly heading?: string
  readonly sections: readonly Section[]
}

/** One sheet of a form, with a title and a head of its own. */
export type PrintoutSheet = {
  readonly sheet: string
  readonly parts: readonly PrintoutPart[]
  /** Who signs it by hand, where nobody has on a screen. */
  readonly signers: readonly SignerRole[]
}

/** `takes`: sections, and fields as `section/field`, in the order in which they are printed. */
type PartPlan = { readonly heading?: string; readonly takes: readonly string[] }
type SheetPlan = {
  readonly sheet: string
  readonly parts: readonly PartPlan[]
  readonly signers: readonly SignerRole[]
}

const take = (...takes: string[]): PartPlan => ({ takes })

/**
 * The run sheet has the six parts of the official one, in its order. What it has no room for (the survey, single
 * illnesses, the satisfaction) stands on a continuation, and the fee on a sheet of its own.
 */
const operationSheets: readonly SheetPlan[] = [
  {
    sheet: 'main',
    parts: [
      take('unit'),
      take('times'),
      take('patient', 'history', 'vitals', 'trauma', 'illness', 'treatment', 'drugs', 'outcome'),
      take('decision'),
      take('appraisal'),
      take('result'),
    ],
    signers: ['CREW', 'RECEIVER', 'RELATIVE'],
  },
  {
    sheet: 'continuation',
    parts: [
      take('survey'),
      take('chest-pain'),
      take('stroke'),
      take('seizure'),
      take('poisoning'),
      take('arrest'),
      take('labour'),
      take('psychiatric'),
      take('sepsis'),
      take('satisfaction'),
    ],
    signers: [],
  },
  { sheet: 'fees', parts: [take('fees')], signers: [] },
]

/** A referral is read as SBAR. */
const referralSheets: readonly SheetPlan[] = [
  {
    sheet: 'main',
    parts: [
      take('head'),
      take('patient'),
      { heading: 'situation', takes: ['situation/complaint', 'situation/onset_at', 'why'] },
      { heading: 'background', takes: ['situation'] },
      { heading: 'assessment', takes: ['vitals', 'risk', 'assessment'] },
      {
        heading: 'recommendation',
        takes: ['assessment/recommendation', 'assessment/plan_en_route', 'assessment/limits_of_care'],
      },
      take('transport'),
      take('departure'),
      take('consent'),
    ],
    signers: ['DOCTOR', 'NURSE', 'RELATIVE', 'RECEIVER'],
  },
]

/** Sheets that a form names itself, or one, with its sections in their order. */
function derivePlan({ sections }: Form, signers: readonly SignerRole[]): SheetPlan[] {
  const names = [...new Set(sections.map(({ sheet = 'main' }) => sheet))]
  return names.map((sheet) => ({
    sheet,
    parts: sections.filter((section) => (section.sheet ?? 'main') === sheet).map(({ name }) => take(name)),
    signers,
  }))
}

const plans: Record<FormName, (form: Form) => readonly SheetPlan[]> = {
  'ambulance-request': (form) => derivePlan(form, []),
  'ambulance-referral': () => referralSheets,
  'operation-form': () => operationSheets,
  'transportation-treatment': (form) => derivePlan(form, ['CREW', 'RECEIVER']),
}

/**
 * The sheets of a form, with each of its fields once. A section that no plan names, such as one of a later version,
 * stands behind the one before it.
 */
export function arrangePrint(form: Form): PrintoutSheet[] {
  const plan = plans[form.name as FormName](form)
  const places = plan.flatMap(({ parts }) => parts.flatMap(({ takes }) => takes))
  const taken = new Map<string, Section[]>(places.map((place) => [place, []]))
  let place = places[0] ?? ''
  for (const section of form.sections) {
    if (taken.has(section.name)) place = section.name
    const findPlace = (field: string) => {
      const own = `${section.name}/${field}`
      return taken.has(own) ? own : place
    }
    for (const [name, field] of Object.entries(section.fields)) {
      const found = taken.get(findPlace(name))
      const last = found?.at(-1)
      if (last?.name === section.name)
        found?.splice(-1, 1, { ...last, fields: { ...last.fields, [name]: field } })
      else
        found?.push({
          ...section,
          // What a section comes to stands where the section does.
          ...(findPlace(name).includes('/') && { calculations: [] }),
          fields: { [name]: field },
        })
    }
  }
  return plan
    .map(({ sheet, parts, signers }) => ({
      sheet,
      signers,
      parts: parts
        .map(({ heading, takes }) => ({
          ...(heading && { heading }),
          sections: joinNeighbours(takes.flatMap((one) => taken.get(one) ?? [])),
        }))
        .filter(({ sections }) => sections.length > 0),
    }))
    .filter(({ parts }) => parts.length > 0)
}

/** Fields that were taken one by one from the same section stand in one again. */
function joinNeighbours(sections: readonly Section[]): Section[] {
  return sections.reduce<Section[]>((joined, section) => {
    const last = joined.at(-1)
    if (last?.name !== section.name) return [...joined, section]
    return [...joined.slice(0, -1), { ...last, fields: { ...last.fields, ...section.fields } }]
  }, [])
}

/** Units that have a blank run sheet of their own; the other forms have one for all. */
export const blankPrintouts: { readonly [Name in FormName]?: readonly UnitLevel[] } = {
  'operation-form': ['ALS', 'BLS', 'FR'],
}
