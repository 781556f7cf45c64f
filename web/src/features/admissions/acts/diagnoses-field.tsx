import { ActionIcon, Button, Fieldset, Group, NativeSelect, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { diagnosisRoles } from 'contract'
import { useTranslation } from 'react-i18next'
import { Icd10Field } from './icd-10-field.tsx'

export type DiagnosisRow = { code: string; role: (typeof diagnosisRoles)[number] }

/** The final diagnoses of a discharge: the principal one first, each further one with its role. */
export function DiagnosesField<Values extends { discharge_diagnoses: DiagnosisRow[] }>({
  form: given,
}: {
  form: UseFormReturnType<Values>
}) {
  const { t } = useTranslation('admissions')
  const form = given as unknown as UseFormReturnType<{ discharge_diagnoses: DiagnosisRow[] }>
  const rows = form.values.discharge_diagnoses
  const blank: DiagnosisRow = { code: '', role: rows.length === 0 ? 1 : 2 }
  return (
    <Fieldset legend={t('final-diagnoses')}>
      <Stack gap="sm">
        {rows.map(({ role }, index) => (
          // A row has no identity of its own, and rows never change places.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Group key={index} gap="sm" align="flex-start" wrap="nowrap">
            <Icd10Field
              {...form.getInputProps(`discharge_diagnoses.${index}.code`)}
              label={t('icd-10')}
              required
              flex={2}
            />
            <NativeSelect
              label={t('diagnosis-role')}
              size="md"
              flex={1}
              data-path={`discharge_diagnoses.${index}.role`}
              error={form.errors[`discharge_diagnoses.${index}.role`]}
              value={String(role)}
              data={diagnosisRoles.map((code) => ({
                value: String(code),
                label: t(`diagnosis-roles.${code}`),
              }))}
              onChange={({ currentTarget }) =>
                form.setFieldValue(
                  `discharge_diagnoses.${index}.role`,
                  diagnosisRoles.find((code) => String(code) === currentTarget.value) ?? 1,
                )
              }
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              mt={26}
              aria-label={t('remove-diagnosis', { number: index + 1 })}
              onClick={() => form.removeListItem('discharge_diagnoses', index)}
            >
              <IconTrash size={20} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="subtle"
          size="md"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => form.insertListItem('discharge_diagnoses', blank)}
        >
          {t('add-diagnosis')}
        </Button>
      </Stack>
    </Fieldset>
  )
}
