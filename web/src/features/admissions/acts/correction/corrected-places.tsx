import { Button, Fieldset, Group, NativeSelect, SegmentedControl, SimpleGrid, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { randomId } from '@mantine/hooks'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { placeKinds, type StayHistory } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useWards } from '../../../../clinical/use-wards.ts'
import { DangerButton } from '../../../../ui/danger-button.tsx'
import { useToday } from '../../../../ui/date/use-today.ts'
import { DateTimeField } from '../../../../ui/form/date/date-time-field.tsx'
import { useLocalizedName } from '../../../../ui/use-localized-name.ts'
import { useWardBeds } from '../../queries.ts'
import { type CorrectionValues, type PlaceRow, type TypedInstant, untypedInstant } from './correction.ts'
import { CorrectionPreview } from './correction-preview.tsx'

type CorrectedPlacesProps<Values> = {
  form: UseFormReturnType<Values>
  /** Where these values are in the form: empty, or "with." for the second stay. */
  path: '' | 'with.'
  values: CorrectionValues
  /** The stay as it was noted. */
  before: StayHistory
}

/** The places of one stay to correct, and what was noted beside what it becomes. */
export function CorrectedPlaces<Values extends Record<string, unknown>>({
  form: given,
  path,
  values: { places, discharged },
  before,
}: CorrectedPlacesProps<Values>) {
  const { t } = useTranslation('admissions')
  const today = useToday()
  const form = given as unknown as UseFormReturnType<Record<string, unknown>>
  const setRow = (index: number, changed: Partial<PlaceRow>) => {
    form.setFieldValue(`${path}places.${index}`, (row: unknown) => ({ ...(row as PlaceRow), ...changed }))
    for (const field of ['ward_id', 'bed_id'] as const)
      if (field in changed) form.clearFieldError(`${path}places.${index}.${field}`)
  }
  const setInstant = (field: string, part: Partial<TypedInstant>) => {
    form.setFieldValue(`${path}${field}`, (at: unknown) => ({ ...(at as TypedInstant), ...part }))
    form.clearFieldError(`${path}${field.replace(/(discharged|due_back)$/, '$1_at')}`)
  }
  const insertPlace = (index: number, { ward_id }: PlaceRow) =>
    form.insertListItem(
      `${path}places`,
      {
        key: randomId(),
        kind: 'bed',
        ward_id,
        bed_id: null,
        from: { stored: null, date: today, time: '' },
        due_back: untypedInstant,
      } satisfies PlaceRow,
      index + 1,
    )
  return (
    <>
      {places.map((row, index) => {
        const name = t(index === 0 ? 'correct-first' : 'correct-then', { number: index + 1 })
        const rowPath = `${path}places.${index}`
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
                path={rowPath}
                errors={{ ward: form.errors[`${rowPath}.ward_id`], bed: form.errors[`${rowPath}.bed_id`] }}
                onChange={(place) => setRow(index, place)}
              />
              <TypedInstantField
                value={row.from}
                error={form.errors[`${rowPath}.from`]}
                path={`${rowPath}.from`}
                maxDate={today}
                onChange={(part) => setInstant(`places.${index}.from`, part)}
              />
              {row.kind === 'leave' && (
                <Fieldset legend={t('due-date')} px={{ base: 'xs', xs: 'md' }}>
                  <TypedInstantField
                    value={row.due_back}
                    error={form.errors[`${rowPath}.due_back_at`]}
                    path={`${rowPath}.due_back_at`}
                    onChange={(part) => setInstant(`places.${index}.due_back`, part)}
                  />
                </Fieldset>
              )}
              <Group gap="xs">
                <Button
                  variant="subtle"
                  size="md"
                  leftSection={<IconPlus size={18} aria-hidden />}
                  onClick={() => insertPlace(index, row)}
                >
                  {t('correct-add')}
                </Button>
                {places.length > 1 && (
                  <DangerButton
                    aria-label={t('correct-remove', { place: name })}
                    leftSection={<IconTrash size={18} aria-hidden />}
                    onClick={() => form.removeListItem(`${path}places`, index)}
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
            error={form.errors[`${path}discharged_at`]}
            path={`${path}discharged_at`}
            maxDate={today}
            onChange={(part) => setInstant('discharged', part)}
          />
        </Fieldset>
      )}
      <CorrectionPreview before={before} after={{ places, discharged }} />
    </>
  )
}

type TypedInstantFieldProps = {
  value: TypedInstant
  error: ReactNode
  path: string
  maxDate?: string
  /** A button sets both parts one after the other, so what was set last may not be drawn yet. */
  onChange: (part: Partial<TypedInstant>) => void
}

function TypedInstantField({ value, error, path, maxDate, onChange }: TypedInstantFieldProps) {
  const fieldProps = { error, 'data-path': path }
  return (
    <DateTimeField
      date={{ ...fieldProps, value: value.date, onChange: (date) => onChange({ date }) }}
      time={{ value: value.time, onChange: (time) => onChange({ time }) }}
      {...(maxDate !== undefined && { maxDate })}
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
