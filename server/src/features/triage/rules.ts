import { type Body, clockToleranceMs, type Gender, type triage, type VisitFacts } from 'contract'

type Answers = Body<typeof triage.complete>['answers']

/**
 * What is known when these answers are given. What the arrival says for sure stands: another answer is a correction of
 * it, with a reason.
 */
export function settleAnswers(told: VisitFacts, answers: Answers) {
  const keepsPregnancy =
    told.pregnancy === 'yes' || told.pregnancy === 'no' || answers.pregnancy === 'not_asked'
  const { pregnancy, pregnancy_weeks } = keepsPregnancy ? told : answers
  return {
    complaint: answers.complaint ?? told.complaint,
    infection_signs: answers.infection_signs.length > 0 ? answers.infection_signs : told.infection_signs,
    is_accident: told.is_accident ?? answers.is_accident,
    onset_at: answers.onset_at ?? told.onset_at,
    pregnancy,
    pregnancy_weeks,
  }
}

/** Problems of answers that nobody can have given. */
export function validateAnswers(
  answers: Answers,
  { told, gender, now }: { told: VisitFacts; gender: Gender; now: string },
): { field: string; message: string }[] {
  const { onset_at, pregnancy, pregnancy_weeks } = answers
  const mayBe = pregnancy === 'yes' || pregnancy === 'unknown'
  return [
    ...(onset_at !== null && Date.parse(onset_at) > Date.parse(now) + clockToleranceMs
      ? [{ field: 'onset_at', message: 'date-in-future' }]
      : []),
    ...(gender === 'male' && mayBe && pregnancy !== told.pregnancy
      ? [{ field: 'pregnancy', message: 'pregnant-man' }]
      : []),
    ...(pregnancy !== 'yes' && pregnancy_weeks !== null
      ? [{ field: 'pregnancy_weeks', message: 'not-pregnant' }]
      : []),
  ]
}
