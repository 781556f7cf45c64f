import { ActionIcon, Button, Stack, Switch, Text, TextInput, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconLock, IconLockOpen, IconPlus, IconTrash } from '@tabler/icons-react'
import { hospitals, WardChangedMeanwhile, WardDraft, type WardRecord } from 'contract'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { SchemaForm } from '../../ui/form/schema-form.tsx'
import { type FormVersion, useVersionedForm } from '../../ui/form/use-versioned-form.ts'
import { HospitalChangedAlert } from './hospital-form.tsx'
import classes from './hospitals.module.css'
import { outdatedByWardChange } from './queries.ts'

type BedRow = { key: string; _id?: string; label: string; is_closed: boolean; is_occupied: boolean }
type WardValues = {
  code: string
  name_en: string
  name_th: string
  is_closed: boolean
  beds: BedRow[]
  /** How many are on the ward: it can be closed without any. */
  patients: number
}

const toVersion = (ward: WardRecord | undefined): FormVersion<WardValues> => ({
  version: ward?.version ?? 0,
  values: {
    code: ward?.code ?? '',
    name_en: ward?.name_en ?? '',
    name_th: ward?.name_th ?? '',
    is_closed: ward ? ward.closed_at !== null : false,
    beds:
      ward?.beds.map(({ _id, label, closed_at, is_occupied }) => ({
        key: _id,
        _id,
        label,
        is_closed: closed_at !== null,
        is_occupied,
      })) ?? [],
    patients: ward?.patients ?? 0,
  },
})

function readMeanwhile(detail: unknown) {
  const { ward, changes } = WardChangedMeanwhile.parse(detail)
  return { newest: toVersion(ward), changes }
}

const numberedLabel = /^(\D*)(\d+)$/

/** The most likely next label: one more than the highest number. */
function suggestBedLabel(beds: readonly BedRow[]): string {
  const numbers = beds.flatMap(({ label }) => {
    const [, letters = '', digits] = numberedLabel.exec(label) ?? []
    return digits === undefined ? [] : [{ letters, digits, number: Number(digits) }]
  })
  const [highest] = numbers.toSorted((one, other) => other.number - one.number)
  if (!highest) return beds.length === 0 ? '01' : ''
  return `${highest.letters}${String(highest.number + 1).padStart(highest.digits.length, '0')}`
}

/** Edits a ward with its beds; without a ward adds one. */
export function WardForm({ ward, onDone }: { ward: WardRecord | undefined; onDone: () => void }) {
  const { t } = useTranslation('hospitals')
  const { form, stored, conflict, fail } = useVersionedForm({
    opened: toVersion(ward),
    schema: () => WardDraft,
    mergedByEntry: ['beds'],
    readMeanwhile,
  })
  const send = useSend(hospitals.saveWard, {
    inline: ['changed-meanwhile', 'invalid', 'code-taken'],
    outdates: outdatedByWardChange,
    onSuccess: onDone,
  })

  const submit = (values: WardValues) =>
    send.mutate({ ...values, ...(ward && { _id: ward._id, version: stored.version }) }, { onError: fail })

  const { beds } = form.values
  const hasPatients = stored.values.patients > 0
  return (
    <SchemaForm form={form} onSubmit={submit}>
      <Stack gap="md">
        {conflict && <HospitalChangedAlert changes={conflict.changes} />}
        <div className={classes.fields}>
          <TextInput
            {...form.getInputProps('name_th')}
            data-autofocus
            label={t('ward-name-th')}
            size="md"
            required
            maxLength={100}
            autoComplete="off"
          />
          <TextInput
            {...form.getInputProps('name_en')}
            label={t('ward-name-en')}
            size="md"
            required
            maxLength={100}
            autoComplete="off"
          />
          <TextInput
            {...form.getInputProps('code')}
            label={t('ward-code')}
            description={t('ward-code-hint')}
            size="md"
            required
            maxLength={20}
            autoComplete="off"
          />
        </div>
        <div>
          <Text fw={600} mb={4}>
            {t('beds-title')}
          </Text>
          <ul className={classes.rows} aria-label={t('beds-title')}>
            {beds.map((bed, place) => (
              <li key={bed.key}>
                <TextInput
                  {...form.getInputProps(`beds.${place}.label`)}
                  className={classes.label}
                  aria-label={t('bed-number', { number: place + 1 })}
                  size="md"
                  maxLength={20}
                  autoComplete="off"
                  {...(bed.is_closed && { description: t('closed') })}
                />
                <BedActions
                  bed={bed}
                  isFirst={place === 0}
                  isLast={place === beds.length - 1}
                  onMove={(by) => form.reorderListItem('beds', { from: place, to: place + by })}
                  onClose={() => form.setFieldValue(`beds.${place}.is_closed`, !bed.is_closed)}
                  onRemove={() => form.removeListItem('beds', place)}
                />
              </li>
            ))}
          </ul>
          <Button
            mt="xs"
            variant="default"
            size="md"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() =>
              form.insertListItem('beds', {
                key: crypto.randomUUID(),
                label: suggestBedLabel(beds),
                is_closed: false,
                is_occupied: false,
              })
            }
          >
            {t('add-bed')}
          </Button>
        </div>
        {ward && (
          <Switch
            {...form.getInputProps('is_closed', { type: 'checkbox' })}
            size="md"
            label={t('close-ward')}
            description={t(hasPatients ? 'close-ward-occupied' : 'close-ward-hint')}
            disabled={hasPatients && !form.values.is_closed}
          />
        )}
        <FormEnd action={t('save')} isPending={send.isPending} onCancel={onDone} />
      </Stack>
    </SchemaForm>
  )
}

type BedActionsProps = {
  bed: BedRow
  isFirst: boolean
  isLast: boolean
  onMove: (by: -1 | 1) => void
  onClose: () => void
  onRemove: () => void
}

/** A bed that was never saved is removed; a saved one is closed, unless it is occupied. */
function BedActions({ bed, isFirst, isLast, onMove, onClose, onRemove }: BedActionsProps) {
  const { t } = useTranslation('hospitals')
  const act = (label: string, Icon: typeof IconArrowUp, onClick: () => void, isOff = false) => (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size={42}
        aria-label={`${label}: ${bed.label}`}
        disabled={isOff}
        onClick={onClick}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
  return (
    <>
      {act(t('up'), IconArrowUp, () => onMove(-1), isFirst)}
      {act(t('down'), IconArrowDown, () => onMove(1), isLast)}
      {bed._id === undefined
        ? act(t('remove-bed'), IconTrash, onRemove)
        : bed.is_closed
          ? act(t('open-bed'), IconLockOpen, onClose)
          : act(t(bed.is_occupied ? 'occupied' : 'close-bed'), IconLock, onClose, bed.is_occupied)}
    </>
  )
}
