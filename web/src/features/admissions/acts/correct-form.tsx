import {
  Button,
  Fieldset,
  Group,
  NativeSelect,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
} from '@mantine/core'
import { randomId } from '@mantine/hooks'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { admissions, type correctionReasons, type Input, placeKinds, type StayHistory } from 'contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWards } from '../../../clinical/use-wards.ts'
import { DangerButton } from '../../../ui/danger-button.tsx'
import { useToday } from '../../../ui/date/use-today.ts'
import { createSchema, listIssues } from '../../../ui/form/create-schema.ts'
import { DateTimeField } from '../../../ui/form/date-time-field.tsx'
import { useSchemaForm } from '../../../ui/form/schema-form.tsx'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'
import { useWardBeds } from '../queries.ts'
import {
  type CorrectionValues,
  type PlaceRow,
  type TypedInstant,
  toCorrectionBody,
  toCorrectionValues,
} from './correction.ts'
import { CorrectionPreview } from './correction-preview.tsx'
import { ReasonFields } from './reason-fields.tsx'
import { StayForm } from './stay-form.tsx'
import { useStayAct } from './use-stay-act.ts'

type FormValues = CorrectionValues & {
  patient_id: string
  stay_id: string
  version: number
  reason: (typeof correctionReasons)[number] | ''
  note: string
}

const toBody = ({ places, discharged, ...values }: FormValues) =>
  ({ ...values, ...toCorrectionBody({ places, discharged }) }) as Input<typeof admissions.correct>

const correctionSchema = createSchema<FormValues>((values) =>
  listIssues(admissions.correct.body, toBody(values)),
)

/** Corrects where a patient was and when, and shows what was noted beside what it becomes. */
export function CorrectForm({ stay, onClose }: { stay: StayHistory; onClose: () => void }) {
  const { t } = useTranslation('admissions')
  const today = useToday()
  // What was noted when the form was filled in: the stay may change meanwhile.
  const [before, setBefore] = useState(stay)
  const form = useSchemaForm<FormValues>({
    schema: correctionSchema,
    initialValues: {
      ...toCorrectionValues(stay),
      patient_id: stay.patient._id,
      stay_id: stay._id,
      version: stay.version,
      reason: '',
      note: '',
    },
  })
  const send = useStayAct(admissions.correct, onClose)
  const { places, discharged } = form.values
  const setRow = (index: number, changed: Partial<PlaceRow>) => {
    form.setFieldValue(`places.${index}`, (row: PlaceRow) => ({ ...row, ...changed }))
    for (const field of ['ward_id', 'bed_id'] as const)
      if (field in changed) form.clearFieldError(`places.${index}.${field}`)
  }
  const addAfter = (index: number, { ward_id }: PlaceRow) =>
    form.insertListItem(
      'places',
      {
        key: randomId(),
        kind: 'bed',
        ward_id,
        bed_id: null,
        from: { stored: null, date: today, time: '' },
        due_back_at: null,
      } satisfies PlaceRow,
      index + 1,
    )
  return (
    <StayForm
      form={form}
      send={send}
      action={t('correct')}
      toBody={toBody}
      // A correction replaces all places, so it must not be made of older ones.
      onNewer={(newer) => {
        setBefore(newer)
        form.setValues(toCorrectionValues(newer))
      }}
      onClose={onClose}
    >
      <Text size="sm">{t('correct-text')}</Text>
      {places.map((row, index) => {
        const name = t(index === 0 ? 'correct-first' : 'correct-then', { number: index + 1 })
        return (
          <Fieldset key={row.key} legend={name} px={{ base: 'xs', xs: 'md' }}>
            <Stack gap="sm">
              <SegmentedControl
                aria-label={t('correct-kind')}
                value={row.kind}
                data={placeKinds.map((value) => ({ value, label: t(`csv.place-kind.${value}`) }))}
                onChange={(typed) =>
                  setRow(index, { kind: placeKinds.find((kind) => kind === typed) ?? 'bed' })
                }
              />
              <PastPlaceFields
                row={row}
                stay={before}
                path={`places.${index}`}
                errors={{
                  ward: form.errors[`places.${index}.ward_id`],
                  bed: form.errors[`places.${index}.bed_id`],
                }}
                onChange={(place) => setRow(index, place)}
              />
              <TypedInstantField
                value={row.from}
                error={form.errors[`places.${index}.from`]}
                path={`places.${index}.from`}
                maxDate={today}
                onChange={(part) => {
                  form.setFieldValue(`places.${index}.from`, (from: TypedInstant) => ({ ...from, ...part }))
                  form.clearFieldError(`places.${index}.from`)
                }}
              />
              <Group gap="xs">
                <Button
                  variant="subtle"
                  size="md"
                  leftSection={<IconPlus size={18} aria-hidden />}
                  onClick={() => addAfter(index, row)}
                >
                  {t('correct-add')}
                </Button>
                {places.length > 1 && (
                  <DangerButton
                    aria-label={t('correct-remove', { place: name })}
                    leftSection={<IconTrash size={18} aria-hidden />}
                    onClick={() => form.removeListItem('places', index)}
                  >
                    {t('correct-remove-short')}
                  </DangerButton>
                )}
              </Group>
            </Stack>
          </Fieldset>
        )
      })}
      {discharged && (
        <Fieldset legend={t('discharged')} px={{ base: 'xs', xs: 'md' }}>
          <TypedInstantField
            value={discharged}
            error={form.errors['discharged_at']}
            path="discharged_at"
            maxDate={today}
            onChange={(part) => {
              form.setFieldValue('discharged', (at) => at && { ...at, ...part })
              form.clearFieldError('discharged_at')
            }}
          />
        </Fieldset>
      )}
      <CorrectionPreview before={before} after={{ places, discharged }} />
      <ReasonFields form={form} />
    </StayForm>
  )
}

type TypedInstantFieldProps = {
  value: TypedInstant
  error: ReactNode
  path: string
  maxDate: string
  /** A button sets both parts one after the other, so what was set last may not be drawn yet. */
  onChange: (part: Partial<TypedInstant>) => void
}

function TypedInstantField({ value, error, path, maxDate, onChange }: TypedInstantFieldProps) {
  const marked = { error, 'data-path': path }
  return (
    <DateTimeField
      date={{ ...marked, value: value.date, onChange: (date) => onChange({ date }) }}
      time={{ value: value.time, onChange: (time) => onChange({ time }) }}
      maxDate={maxDate}
    />
  )
}

type PastPlaceFieldsProps = {
  row: PlaceRow
  stay: StayHistory
  path: string
  errors: { ward: ReactNode; bed: ReactNode }
  onChange: (place: Partial<PlaceRow>) => void
}

/** A ward and a bed of the past: any, whoever has it now, also one that was closed since. */
function PastPlaceFields({ row, stay, path, errors, onChange }: PastPlaceFieldsProps) {
  const { t } = useTranslation('admissions')
  const localName = useLocalizedName()
  const known = stay.places
  const wards = new Map(
    [...useWards(), ...known.map(({ ward }) => ward)].map((ward) => [ward._id, localName(ward)]),
  )
  const beds = new Map(
    [
      ...useWardBeds(row.ward_id),
      ...known.flatMap(({ ward, bed }) => (bed && ward._id === row.ward_id ? [bed] : [])),
    ].map((bed) => [bed._id, t('bed', { bed: bed.label })]),
  )
  const toOptions = (names: ReadonlyMap<string, string>) =>
    Array.from(names, ([value, label]) => ({ value, label }))
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <NativeSelect
        label={t('ward')}
        size="md"
        required
        data-path={`${path}.ward_id`}
        value={row.ward_id}
        error={errors.ward}
        data={toOptions(wards)}
        onChange={({ currentTarget }) => onChange({ ward_id: currentTarget.value, bed_id: null })}
      />
      {row.kind !== 'waiting' && (
        <NativeSelect
          label={t(row.kind === 'leave' ? 'held-bed' : 'bed-label')}
          size="md"
          required={row.kind === 'bed'}
          data-path={`${path}.bed_id`}
          value={row.bed_id ?? ''}
          error={errors.bed}
          data={[{ value: '', label: t(row.kind === 'leave' ? 'held-none' : 'choose') }, ...toOptions(beds)]}
          onChange={({ currentTarget }) => onChange({ bed_id: currentTarget.value || null })}
        />
      )}
    </SimpleGrid>
  )
}
