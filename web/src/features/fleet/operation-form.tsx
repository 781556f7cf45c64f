import { Stack, Textarea, TextInput } from '@mantine/core'
import {
  fleet,
  type Operation,
  OperationChangedMeanwhile,
  OperationDraft,
  operationForms,
  operationTargets,
  standardTargets,
  type UnitLevel,
  unitLevels,
} from 'contract'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { SchemaForm } from '../../ui/form/schema-form.tsx'
import { UnitNumberField } from '../../ui/form/unit-number-field.tsx'
import { type FormVersion, useVersionedForm } from '../../ui/form/use-versioned-form.ts'
import classes from './fleet.module.css'
import { ProfileChangedAlert } from './profile-parts.tsx'
import { outdatedByOperation } from './queries.ts'

type NumberField = 'price' | 'km_rate' | 'activation_minutes' | 'red_minutes' | 'yellow_minutes'
type OperationValues = Record<NumberField, number | string> & {
  code: string
  name: string
  unit_level: UnitLevel | ''
  fee_code: string
  protocols: string
  forms: Operation['forms']
}

const toVersion = (operation: Operation | undefined): FormVersion<OperationValues> => ({
  version: operation?.version ?? 0,
  values: {
    code: operation?.code ?? '',
    name: operation?.name ?? '',
    unit_level: operation?.unit_level ?? '',
    fee_code: operation?.fee_code ?? '',
    price: operation?.price ?? '',
    km_rate: operation?.km_rate ?? '',
    activation_minutes: operation?.activation_minutes ?? '',
    red_minutes: operation?.red_minutes ?? '',
    yellow_minutes: operation?.yellow_minutes ?? '',
    protocols: operation?.protocols ?? '',
    forms: operation?.forms ?? [],
  },
})

function readMeanwhile(detail: unknown) {
  const { operation } = OperationChangedMeanwhile.parse(detail)
  return { newest: toVersion(operation), changes: [operation] }
}

/** Edits an operation; without an operation adds one. */
export function OperationForm({
  operation,
  onDone,
}: {
  operation: Operation | undefined
  onDone: () => void
}) {
  const { t } = useTranslation('fleet')
  const { form, stored, conflict, fail } = useVersionedForm({
    opened: toVersion(operation),
    schema: () => OperationDraft,
    readMeanwhile,
  })
  const send = useSend(fleet.saveOperation, {
    inline: ['changed-meanwhile', 'invalid', 'code-taken'],
    outdates: outdatedByOperation,
    onSuccess: onDone,
  })
  const label = (field: string) => t(`field.${field as keyof OperationValues}`)

  const submit = (values: OperationValues) =>
    send.mutate(
      {
        ...OperationDraft.parse(values),
        ...(operation && { _id: operation._id, version: stored.version }),
      },
      { onError: fail },
    )
  const text = (field: 'code' | 'name' | 'fee_code', maxLength: number, required = false) => (
    <TextInput
      {...form.getInputProps(field)}
      label={label(field)}
      size="md"
      maxLength={maxLength}
      required={required}
      autoComplete="off"
    />
  )
  const newer = conflict?.changes[0]
  return (
    <SchemaForm form={form} onSubmit={submit}>
      <Stack gap="md">
        {newer && conflict && <ProfileChangedAlert stamp={newer} {...conflict} label={label} />}
        <div className={classes.fields}>
          {text('code', 20, true)}
          {text('name', 100, true)}
        </div>
        <ChoiceChips
          {...form.getInputProps('unit_level')}
          label={label('unit_level')}
          required
          choices={unitLevels.map((value) => ({ value, label: t(`unit.${value}`) }))}
        />
        <div className={classes.fields}>
          {text('fee_code', 30)}
          <UnitNumberField
            {...form.getInputProps('price')}
            unit={t('baht')}
            label={label('price')}
            size="md"
          />
          <UnitNumberField
            {...form.getInputProps('km_rate')}
            unit={t('baht-per-km')}
            label={label('km_rate')}
            size="md"
          />
        </div>
        <fieldset className={classes.part}>
          <legend>{t('operation.targets')}</legend>
          <div className={`${classes.fields} ${classes.targets}`}>
            {operationTargets.map((target) => (
              <UnitNumberField
                key={target}
                {...form.getInputProps(target)}
                unit={t('minutes')}
                label={label(target)}
                description={t('operation.standard-is', { count: standardTargets[target] })}
                placeholder={String(standardTargets[target])}
                size="md"
                allowDecimal={false}
              />
            ))}
          </div>
        </fieldset>
        <ChoiceChips
          {...form.getInputProps('forms')}
          multiple
          label={label('forms')}
          choices={operationForms.map((value) => ({ value, label: t(`form.${value}`) }))}
        />
        <Textarea
          {...form.getInputProps('protocols')}
          label={label('protocols')}
          size="md"
          autosize
          minRows={3}
          maxLength={5000}
        />
        <FormEnd action={t('save')} isPending={send.isPending} onCancel={onDone} />
      </Stack>
    </SchemaForm>
  )
}
