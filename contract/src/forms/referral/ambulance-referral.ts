import type { Form } from '../form.ts'
import { judgeRows } from '../operation/refine-fields.ts'
import { ambulanceReferral8 } from './ambulance-referral-8.ts'

/** The ninth version says that a drug that was given stands among the allergies, and has photos of investigations. */
export const ambulanceReferral: Form = {
  ...ambulanceReferral8,
  version: 9,
  sections: ambulanceReferral8.sections.map((section) => {
    const { treatments, investigations } = section.fields
    if (!treatments || investigations?.kind !== 'rows') return section
    const checks = [{ rule: 'allergy-check', named: { drug_name: 'drug' } }] as const
    return {
      ...section,
      fields: {
        ...section.fields,
        investigations: { ...investigations, hasPhotos: true },
        treatments: judgeRows(treatments, checks),
      },
    }
  }),
}
