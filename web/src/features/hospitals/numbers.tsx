import { Button, Group, Radio, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import {
  formatNumber,
  type Hospital,
  HospitalChangedMeanwhile,
  type HospitalRecords,
  hospitals,
  type NumberedKind,
  NumberPattern,
  NumberSettings,
  type NumberYear,
  numberedKinds,
  numberYears,
} from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { Fact } from '../../ui/fact.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { SchemaForm } from '../../ui/form/schema-form.tsx'
import { type FormVersion, pickFields, useVersionedForm } from '../../ui/form/use-versioned-form.ts'
import { HospitalChangedAlert } from './hospital-form.tsx'
import { HospitalSection } from './hospital-section.tsx'
import classes from './hospitals.module.css'
import { outdatedByHospitalChange } from './queries.ts'

type NumbersProps = { hospital: Hospital; next: HospitalRecords['next_numbers']; mayManage: boolean }

/** How admissions and visits are numbered, with the number that would be given next. */
export function Numbers({ hospital, next, mayManage }: NumbersProps) {
  const { t } = useTranslation('hospitals')
  const [isEditing, setEditing] = useState(false)
  const { number_year } = hospital
  const pattern = (kind: NumberedKind) => hospital[patternFields[kind]]
  return (
    <HospitalSection
      title={t('numbers.title')}
      act={
        mayManage &&
        !isEditing && (
          <Button
            variant="default"
            size="md"
            leftSection={<IconPencil size={18} aria-hidden />}
            aria-label={`${t('edit')}: ${t('numbers.title')}`}
            onClick={() => setEditing(true)}
          >
            {t('edit')}
          </Button>
        )
      }
    >
      {isEditing ? (
        <NumbersForm hospital={hospital} next={next} onDone={() => setEditing(false)} />
      ) : (
        <dl className={classes.facts}>
          {numberedKinds.map((kind) => (
            <Fact key={kind} label={t(`numbers.${patternFields[kind]}`)}>
              {hospital[typedFields[kind]] ? (
                t('numbers.typed')
              ) : (
                <NextNumber kind={kind} pattern={pattern(kind)} years={number_year} next={next} />
              )}
            </Fact>
          ))}
          <Fact label={t('numbers.number_year')}>{t(`numbers.year.${number_year}`)}</Fact>
        </dl>
      )}
    </HospitalSection>
  )
}

const patternFields = { AN: 'an_pattern', VN: 'vn_pattern' } as const
const typedFields = { AN: 'types_an', VN: 'types_vn' } as const

type NextNumberProps = {
  kind: NumberedKind
  pattern: string
  years: NumberYear
  next: HospitalRecords['next_numbers']
}

function NextNumber({ kind, pattern, years, next }: NextNumberProps) {
  const { t } = useTranslation('hospitals')
  const counted = next.find((one) => one.kind === kind && one.number_year === years)
  if (!counted || !NumberPattern.safeParse(pattern).success) return null
  return <>{t('numbers.next', { number: formatNumber(pattern, counted) })}</>
}

type NumberValues = Pick<Hospital, 'an_pattern' | 'vn_pattern' | 'number_year' | 'types_an' | 'types_vn'>

const toVersion = ({
  version,
  an_pattern,
  vn_pattern,
  number_year,
  types_an,
  types_vn,
}: Hospital): FormVersion<NumberValues> => ({
  version,
  values: { an_pattern, vn_pattern, number_year, types_an, types_vn },
})

function readMeanwhile(detail: unknown) {
  const { hospital, changes } = HospitalChangedMeanwhile.parse(detail)
  return { newest: toVersion(hospital), changes }
}

type NumbersFormProps = Omit<NumbersProps, 'mayManage'> & { onDone: () => void }

function NumbersForm({ hospital, next, onDone }: NumbersFormProps) {
  const { t } = useTranslation('hospitals')
  const { form, stored, changed, conflict, fail } = useVersionedForm({
    opened: toVersion(hospital),
    schema: () => NumberSettings,
    readMeanwhile,
  })
  const send = useSend(hospitals.update, {
    inline: ['changed-meanwhile', 'invalid'],
    outdates: outdatedByHospitalChange,
    onSuccess: onDone,
  })
  const { number_year } = form.values
  const patternField = (kind: NumberedKind) => {
    const field = patternFields[kind]
    return (
      <TextInput
        key={field}
        {...form.getInputProps(field)}
        label={t(`numbers.${field}`)}
        description={
          <span aria-live="polite">
            <NextNumber kind={kind} pattern={form.values[field].trim()} years={number_year} next={next} />
          </span>
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        size="md"
        required
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
      />
    )
  }
  return (
    <SchemaForm
      form={form}
      onSubmit={(values) =>
        send.mutate({ ...pickFields(changed, values), version: stored.version }, { onError: fail })
      }
    >
      {conflict && <HospitalChangedAlert changes={conflict.changes} />}
      <Stack gap="md">
        <Text c="dimmed" maw="46rem">
          {t('numbers.hint')}
        </Text>
        {numberedKinds.map((kind) => (
          <Switch
            key={kind}
            {...form.getInputProps(typedFields[kind], { type: 'checkbox' })}
            size="md"
            label={t(`numbers.${typedFields[kind]}`)}
            description={t(`numbers.hint-${kind}`)}
          />
        ))}
        <div className={classes.fields}>
          {numberedKinds.map((kind) => !form.values[typedFields[kind]] && patternField(kind))}
        </div>
        <Radio.Group {...form.getInputProps('number_year')} label={t('numbers.number_year')} size="md">
          <Group mt="xs" gap="lg">
            {numberYears.map((years) => (
              <Radio key={years} value={years} size="md" label={t(`numbers.year.${years}`)} />
            ))}
          </Group>
        </Radio.Group>
      </Stack>
      <FormEnd action={t('save')} isPending={send.isPending} onCancel={onDone} mt="md" />
    </SchemaForm>
  )
}
