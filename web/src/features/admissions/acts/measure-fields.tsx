import { Checkbox, SimpleGrid } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type AdmissionMeasure, admissionMeasures, type FieldProblem, quantities } from 'contract'
import { useTranslation } from 'react-i18next'
import { useVitalName } from '../../../clinical/use-vital-name.ts'
import { UnitNumberField } from '../../../ui/form/unit-number-field.tsx'

/** What was measured at the admission, as the form holds it. */
export type MeasureValues = Record<AdmissionMeasure, number | null> & { confirmed: AdmissionMeasure[] }

type MeasureFieldsProps<Values extends MeasureValues> = {
  form: UseFormReturnType<Values>
  /** What was refused: an unusual value is asked about, and taken once it is confirmed. */
  problems: readonly FieldProblem[]
}

/** Weight and height, which become a reading of the patient. */
export function MeasureFields<Values extends MeasureValues>({
  form: given,
  problems,
}: MeasureFieldsProps<Values>) {
  const { t } = useTranslation('ui')
  const vitalName = useVitalName()
  const form = given as unknown as UseFormReturnType<MeasureValues>
  const { confirmed } = form.values
  const confirm = (name: AdmissionMeasure, isRight: boolean) => {
    const others = confirmed.filter((one) => one !== name)
    form.setFieldValue('confirmed', isRight ? [...others, name] : others)
  }
  const isDoubted = (name: AdmissionMeasure) =>
    problems.some(({ field, message }) => field === name && message === 'implausible')
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      {admissionMeasures.map((name) => (
        <div key={name}>
          <UnitNumberField
            {...form.getInputProps(name)}
            label={vitalName(name)}
            unit={quantities[name].unit}
            decimalScale={quantities[name].decimals}
            size="md"
            onChange={(typed) => {
              form.setFieldValue(name, typed === '' ? null : Number(typed))
              // Another value in the same field is not confirmed.
              confirm(name, false)
            }}
          />
          {isDoubted(name) && (
            <Checkbox
              mt="xs"
              label={t('doubt.confirm')}
              checked={confirmed.includes(name)}
              onChange={({ currentTarget }) => confirm(name, currentTarget.checked)}
            />
          )}
        </div>
      ))}
    </SimpleGrid>
  )
}
