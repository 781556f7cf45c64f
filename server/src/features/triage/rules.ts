import {
  type Body,
  clockToleranceMs,
  type Gender,
  type TriageDecision,
  type TriageSuggestion,
  type triage,
  type VisitFacts,
} from 'contract'

type Answers = Body<typeof triage.complete>['answers']

const isSure = (pregnancy: VisitFacts['pregnancy']) => pregnancy === 'yes' || pregnancy === 'no'

/** What is known when these answers are given. What the arrival says for sure stands (`validateAnswers`). */
export function settleAnswers(told: VisitFacts, answers: Answers) {
  const keepsPregnancy = isSure(told.pregnancy) || answers.pregnancy === 'not_asked'
  const { pregnancy, pregnancy_weeks } = keepsPregnancy ? told : answers
  return {
    complaint: answers.complaint ?? told.complaint,
    symptom_groups: answers.symptom_groups ?? told.symptom_groups,
    infection_signs: answers.infection_signs.length > 0 ? answers.infection_signs : told.infection_signs,
    is_accident: told.is_accident ?? answers.is_accident,
    onset_at: answers.onset_at ?? told.onset_at,
    pregnancy,
    pregnancy_weeks,
  }
}

/**
 * Problems of answers: those that nobody can have given, and those of which the arrival says the opposite for sure.
 * The arrival was changed meanwhile: only what it leaves open is asked, and the rest is corrected with a reason.
 */
export function validateAnswers(
  answers: Answers,
  { told, gender, now }: { told: VisitFacts; gender: Gender; now: string },
): { field: string; message: string }[] {
  const { is_accident, onset_at, pregnancy, pregnancy_weeks } = answers
  const mayBe = pregnancy === 'yes' || pregnancy === 'unknown'
  return [
    ...(is_accident !== null && told.is_accident !== null && is_accident !== told.is_accident
      ? [{ field: 'is_accident', message: 'changed-meanwhile' }]
      : []),
    ...(isSure(pregnancy) && isSure(told.pregnancy) && pregnancy !== told.pregnancy
      ? [{ field: 'pregnancy', message: 'changed-meanwhile' }]
      : []),
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

/** The level that somebody confirmed beside the suggested one; why it is another one, if it is. */
export function toConfirmed(
  { level, override, override_words }: Pick<TriageDecision, 'level' | 'override' | 'override_words'>,
  suggestion: TriageSuggestion | null,
) {
  const differs = suggestion?.level !== level
  return {
    level,
    suggested: suggestion?.level ?? null,
    rule: suggestion?.rule ?? null,
    findings: suggestion?.findings ?? [],
    override: differs ? override : null,
    override_words: differs ? override_words : null,
  }
}
