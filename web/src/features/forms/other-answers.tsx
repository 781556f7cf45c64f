import { Alert, Button, Group } from '@mantine/core'
import { type Answer, type AnswerField, isReason, type OtherAnswer } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatStaffName } from '../../ui/person-name.ts'
import { useAnswerText } from './use-answer-text.ts'
import { useFieldTexts } from './use-form-texts.ts'
import { useAnswer, useRecord, useRecordStore } from './use-record.ts'

type OtherAnswersProps = { path: string; field: AnswerField }

/**
 * Answers that others gave to the same field on what was there before: a person picks one, once it is known which of
 * them stands in the record.
 */
export function OtherAnswers(props: OtherAnswersProps) {
  const waiting = useRecord((one) => one.getRecord().other_answers)
  const isOnItsWay = useRecord((one) => one.isOnItsWay(props.path))
  const others = waiting.filter(({ path }) => path === props.path)
  return isOnItsWay || others.length === 0 ? null : <AnswerChoice {...props} others={others} />
}

function AnswerChoice({ path, field, others }: OtherAnswersProps & { others: readonly OtherAnswer[] }) {
  const { t } = useTranslation('forms')
  const store = useRecordStore()
  const present = useAnswer(path)
  const formatAnswer = useAnswerText(store.getRecord().form)
  const { formatReason } = useFieldTexts(path)
  const ids = others.map(({ op_id }) => op_id)
  const pick = (answer: Answer | null) => store.say(path, answer, ids)
  const describe = (answer: unknown) =>
    answer === null
      ? t('no-answer')
      : isReason(answer)
        ? formatReason(answer.reason)
        : formatAnswer(field, answer)
  return (
    <Alert color="yellow" title={t('two-answers')} mt="xs">
      <Group gap="xs">
        <Button variant="default" size="md" onClick={() => pick(present)}>
          {t('keep', { answer: describe(present) })}
        </Button>
        {others.map(({ op_id, answer, by }) => (
          <Button key={op_id} variant="default" size="md" onClick={() => pick(answer as Answer | null)}>
            {t('take', { answer: describe(answer), who: formatStaffName(by) })}
          </Button>
        ))}
      </Group>
    </Alert>
  )
}
