import { type AnswerField, defineProse, type Section } from '../form.ts'

const satisfaction = { kind: 'choice', options: 'satisfaction' } as const satisfies AnswerField

/** How satisfied they were with the service, as they say. */
export const satisfactionFields = {
  satisfaction_patient: satisfaction,
  satisfaction_relative: satisfaction,
  satisfaction_receiver: satisfaction,
  satisfaction_comment: defineProse(1000),
} satisfies Section['fields']
