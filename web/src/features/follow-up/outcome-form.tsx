import { Button, Group, Stack } from '@mantine/core'
import {
  type FollowUp,
  FollowUpChangedMeanwhile,
  type HospitalOutcome,
  missionFollowUp,
  OutcomeDraft,
  stayOutcomes,
} from 'contract'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { FailureAlert } from '../../ui/feedback/failure-alert.tsx'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { createSchema, listIssues } from '../../ui/form/create-schema.ts'
import { focusFirstProblem } from '../../ui/form/schema-form.tsx'
import { UnitNumberField } from '../../ui/form/unit-number-field.tsx'
import { type FormVersion, useVersionedForm } from '../../ui/form/use-versioned-form.ts'
import { ActFoot } from './act-foot.tsx'
import { Suggestion } from './follow-up-state.tsx'
import { outdatedByFollowUp, useSheetTexts } from './queries.ts'

type Values = {
  was_admitted: 'yes' | 'no' | ''
  days: number | string
  outcome: NonNullable<HospitalOutcome['outcome']> | ''
  reason: string
}

const toAdmitted = (was: boolean | null | undefined) => (was == null ? '' : was ? 'yes' : 'no')

/** Days belong to somebody who was admitted. */
const toDraft = ({ was_admitted, days, ...given }: Values) => ({
  ...given,
  was_admitted: was_admitted === '' ? undefined : was_admitted === 'yes',
  days: was_admitted === 'yes' ? days : '',
})

const outcomeSchema = createSchema<Values>((values) => listIssues(OutcomeDraft, toDraft(values)))

const toVersion = ({ sheet, outcome }: FollowUp): FormVersion<Values> => ({
  version: sheet?.version ?? 1,
  values: {
    was_admitted: toAdmitted(outcome?.was_admitted),
    days: outcome?.days ?? '',
    outcome: outcome?.outcome ?? '',
    reason: '',
  },
})

function readMeanwhile(detail: unknown) {
  const { row } = FollowUpChangedMeanwhile.parse(detail)
  return { newest: toVersion(row), changes: [row] }
}

/**
 * How the patient of a mission fared. What the records say is offered with its source; a person takes it, or states
 * something else.
 */
export function OutcomeForm({ row, onDone }: { row: FollowUp; onDone: () => void }) {
  const { t } = useTranslation(['follow-up', 'forms'])
  const { fieldName, optionName } = useSheetTexts()
  const { form, stored, conflict, fail } = useVersionedForm({
    opened: toVersion(row),
    schema: () => outcomeSchema,
    readMeanwhile,
  })
  const send = useSend(missionFollowUp.recordOutcome, {
    inline: true,
    outdates: outdatedByFollowUp,
    onSuccess: onDone,
  })
  const { values } = form
  const suggestion = row.outcome?.suggestion
  const takeSuggestion = () => {
    if (!suggestion) return
    form.setValues({
      was_admitted: toAdmitted(suggestion.was_admitted),
      days: suggestion.days ?? '',
      outcome: suggestion.outcome ?? values.outcome,
    })
  }
  const submit = (given: Values) =>
    send.mutate(
      { ...OutcomeDraft.parse(toDraft(given)), _id: row.sheet?._id ?? '', version: stored.version },
      { onError: fail },
    )
  return (
    <form noValidate onSubmit={form.onSubmit(submit, (errors) => focusFirstProblem(form, errors))}>
      <Stack gap="md">
        {conflict && <FailureAlert error={send.error}>{t('meanwhile')}</FailureAlert>}
        {row.outcome && <Suggestion outcome={row.outcome} />}
        {suggestion && (
          <Group>
            <Button variant="default" size="md" onClick={takeSuggestion}>
              {t('suggested.take')}
            </Button>
          </Group>
        )}
        <ChoiceChips
          {...form.getInputProps('was_admitted')}
          label={fieldName('outcome', 'was_admitted')}
          required
          choices={(['yes', 'no'] as const).map((value) => ({ value, label: t(`forms:${value}`) }))}
        />
        {values.was_admitted === 'yes' && (
          <UnitNumberField
            {...form.getInputProps('days')}
            unit=""
            label={fieldName('outcome', 'admitted_days')}
            size="md"
            allowDecimal={false}
          />
        )}
        <ChoiceChips
          {...form.getInputProps('outcome')}
          label={fieldName('outcome', 'hospital_outcome')}
          required
          choices={stayOutcomes.map((value) => ({ value, label: optionName('hospital-outcome', value) }))}
        />
        <ActFoot
          reason={stored.values.outcome !== '' ? form.getInputProps('reason') : undefined}
          error={conflict ? null : send.error}
          isPending={send.isPending}
          onCancel={onDone}
        />
      </Stack>
    </form>
  )
}
