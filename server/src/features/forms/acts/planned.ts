import {
  type Answer,
  type Answers,
  type Form,
  isSameValue,
  listFields,
  listPlannedEquipment,
  type PlanFact,
  planFacts,
  type ReferralRisk,
  referralRisks,
  standardTransportPlans,
} from 'contract'
import { texts } from '../../../core/texts.ts'

/** Who goes along at least, in the words of the hospital's own language. */
function describeCrew(risk: ReferralRisk): string {
  const { fleet, referrals } = texts.th
  const { crew, besides } = standardTransportPlans[risk]
  const places = crew.map((place) =>
    place
      .slice(0, 2)
      .map((level) => fleet.crew.short[level])
      .join(` ${referrals.or} `),
  )
  return [...places, ...besides.map((what) => referrals.besides[what])].join(' + ')
}

/** The fields that say what the risk of these answers asks for, as far as they say something else now. */
export function listPlanned(form: Form, answers: Answers): { path: string; answer: Answer | null }[] {
  const risk = referralRisks.find((one) => one === answers['risk'])
  const planned: Record<PlanFact, Answer | null> = {
    planned_crew: risk ? describeCrew(risk) : null,
    planned_equipment: risk ? listPlannedEquipment(risk) : null,
  }
  return listFields(form).flatMap(([path, { filled }]) => {
    const fact = planFacts.find((one) => one === filled)
    if (!fact || isSameValue(answers[path] ?? null, planned[fact])) return []
    return [{ path, answer: planned[fact] }]
  })
}
