import {
  type Answer,
  type Answers,
  type Form,
  isSameValue,
  listFields,
  listPlannedEquipment,
  type PlanFact,
  planFacts,
  referralRisks,
  type TransportPlan,
  type TransportPlans,
} from 'contract'
import { texts } from '../../../core/texts.ts'

/** Who goes along at least, in the words of the hospital's own language. */
function describeCrew({ crew, besides }: TransportPlan): string {
  const { fleet, referrals } = texts.th
  const places = crew.map((place) =>
    place
      .slice(0, 2)
      .map((level) => fleet.crew.short[level])
      .join(` ${referrals.or} `),
  )
  return [...places, ...besides.map((what) => referrals.besides[what])].join(' + ')
}

/** Whether a form says what a risk asks for. */
export const hasPlanned = (form: Form): boolean =>
  listFields(form).some(([, { filled }]) => planFacts.some((fact) => fact === filled))

/** The fields with crew and equipment that differ from what the risk asks for. */
export function listPlanned(
  form: Form,
  answers: Answers,
  plans: TransportPlans,
): { path: string; answer: Answer | null }[] {
  const risk = referralRisks.find((one) => one === answers['risk'])
  const plan = risk && plans[risk]
  const planned: Record<PlanFact, Answer | null> = {
    planned_crew: plan ? describeCrew(plan) : null,
    planned_equipment: plan ? listPlannedEquipment(plan) : null,
  }
  return listFields(form).flatMap(([path, { filled }]) => {
    const fact = planFacts.find((one) => one === filled)
    if (!fact || isSameValue(answers[path] ?? null, planned[fact])) return []
    return [{ path, answer: planned[fact] }]
  })
}
