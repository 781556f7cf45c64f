import { Fieldset, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { admissions, type Input, moveReasons } from 'contract'
import { useTranslation } from 'react-i18next'
import { StaffSelect } from '../../../clinical/staff/staff-select.tsx'
import { ChoiceChips } from '../../../ui/form/choice-chips.tsx'
import { SinceFields, useSince } from '../../../ui/form/date/since-fields.tsx'
import { useSchemaForm } from '../../../ui/form/schema-form.tsx'
import { PlaceFields } from './place-fields.tsx'
import { StayForm } from './stay-form.tsx'
import { type StayInPlace, useStayAct } from './use-stay-act.ts'
import { useStayDraft } from './use-stay-draft.ts'

const handOverParts = ['situation', 'background', 'assessment', 'recommendation'] as const
const emptyHandOver = { situation: '', background: '', assessment: '', recommendation: '' }

type MoveFormProps = {
  stay: StayInPlace
  /** Where the user wants the patient, as far as that is known. */
  to?: { ward_id: string; bed_id: string } | undefined
  onClose: () => void
}

/** Gives an admitted patient a bed, another bed, or another ward with a hand-over to it. */
export function MoveForm({ stay, to, onClose }: MoveFormProps) {
  const { t } = useTranslation('admissions')
  const since = useSince()
  const ownWard = stay.place?.ward._id
  const isOnLeave = stay.place?.kind === 'leave'
  const form = useSchemaForm({
    schema: admissions.move.body,
    initialValues: {
      patient_id: stay.patient._id,
      stay_id: stay._id,
      version: stay.version,
      ward_id: to?.ward_id ?? ownWard ?? '',
      bed_id: to?.bed_id ?? null,
      reason: (stay.place?.kind === 'waiting' ? 'BED_ASSIGNED' : '') as (typeof moveReasons)[number] | '',
      note: '',
      hand_over: to && to.ward_id !== ownWard ? emptyHandOver : null,
      receiver_id: null as string | null,
    },
  })
  // Whoever asks for another bed gets a form of their own, and not the bed that was chosen before.
  const draft = useStayDraft(`move:${stay._id}:${to?.bed_id ?? ''}`, form, since)
  const send = useStayAct(admissions.move, () => {
    draft.clear()
    onClose()
  })
  const { ward_id, bed_id, hand_over, receiver_id } = form.values
  const isTransfer = ward_id !== '' && ward_id !== ownWard
  return (
    <StayForm
      form={form}
      send={send}
      action={t('move')}
      draft={draft}
      isTouched={since.isTouched}
      toBody={(values) => {
        const at = since.read()
        const handOver = isTransfer ? {} : { hand_over: null, receiver_id: null }
        return at && { ...(values as Input<typeof admissions.move>), ...handOver, ...at }
      }}
      onClose={onClose}
    >
      {isOnLeave && <Text size="sm">{t('move-on-leave')}</Text>}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <PlaceFields
          wardId={ward_id}
          bedId={bed_id}
          onChange={(place) =>
            form.setValues({
              ...place,
              hand_over: place.ward_id === ownWard ? null : (hand_over ?? emptyHandOver),
            })
          }
          errors={{ ward: form.errors['ward_id'], bed: form.errors['bed_id'] }}
          isolation={stay.isolation}
          isOnLeave={isOnLeave}
        />
      </SimpleGrid>
      <ChoiceChips
        {...form.getInputProps('reason')}
        label={t('move-reason')}
        required
        choices={moveReasons.map((value) => ({ value, label: t(`move-reasons.${value}`) }))}
      />
      {isTransfer && (
        <Fieldset legend={t('hand-over')}>
          <Stack gap="sm">
            {handOverParts.map((part) => (
              <Textarea
                key={part}
                {...form.getInputProps(`hand_over.${part}`)}
                label={t(part)}
                size="md"
                required={part === 'situation'}
                autosize
                minRows={1}
                maxLength={2000}
              />
            ))}
            <StaffSelect
              search={admissions.receivers}
              label={t('receiver')}
              placeholder={t('receiver-hint')}
              nothingFoundMessage={t('receiver-not-found')}
              clearable
              data-path="receiver_id"
              value={receiver_id}
              error={form.errors['receiver_id']}
              onChange={(id) => form.setFieldValue('receiver_id', id)}
            />
          </Stack>
        </Fieldset>
      )}
      <SinceFields {...since.fields} label={t('since')} error={form.errors['at']} />
    </StayForm>
  )
}
