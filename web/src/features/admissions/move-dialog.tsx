import { Button, Fieldset, Group, SimpleGrid, Stack, Textarea } from '@mantine/core'
import { admissions, type Input, moveReasons, type Stay } from 'contract'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { focusFirstProblem, useSchemaForm } from '../../ui/form/schema-form.tsx'
import { SinceFields, useSince } from '../../ui/form/since-fields.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import { PlaceFields } from './place-fields.tsx'
import { outdatedByStay } from './queries.ts'
import { ReceiverSelect } from './receiver-select.tsx'
import { StayFailure } from './stay-failure.tsx'
import { showStayFailure, stayFailures } from './use-stay-act.ts'

type MoveDialogProps = { stay: Stay; opened: boolean; onClose: () => void }

/** Gives an admitted patient a bed, another bed, or another ward with a hand-over to it. */
export function MoveDialog({ stay, opened, onClose }: MoveDialogProps) {
  const { t } = useTranslation('admissions')
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      isWide
      title={t('move-title', { person: formatPatientName(stay.patient) })}
    >
      {opened && <MoveForm stay={stay} onClose={onClose} />}
    </Dialog>
  )
}

const handOverParts = ['situation', 'background', 'assessment', 'recommendation'] as const

function MoveForm({ stay, onClose }: Omit<MoveDialogProps, 'opened'>) {
  const { t } = useTranslation(['admissions', 'ui'])
  const since = useSince()
  const form = useSchemaForm({
    schema: admissions.move.body,
    initialValues: {
      patient_id: stay.patient._id,
      stay_id: stay._id,
      version: stay.version,
      ward_id: stay.place?.ward._id ?? '',
      bed_id: null as string | null,
      reason: (stay.place?.kind === 'waiting' ? 'BED_ASSIGNED' : '') as (typeof moveReasons)[number] | '',
      note: '',
      hand_over: null as Record<(typeof handOverParts)[number], string> | null,
      receiver_id: null as string | null,
    },
  })
  const send = useSend(admissions.move, {
    inline: stayFailures,
    outdates: outdatedByStay,
    onSuccess: onClose,
  })
  const { ward_id, bed_id, hand_over, receiver_id } = form.values
  const isTransfer = ward_id !== '' && ward_id !== stay.place?.ward._id
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => {
          const at = since.read()
          if (!at) return
          const handOver = isTransfer ? {} : { hand_over: null, receiver_id: null }
          send.mutate(
            { ...(values as Input<typeof admissions.move>), ...handOver, ...at },
            { onError: showStayFailure(form) },
          )
        },
        (errors) => focusFirstProblem(form, errors),
      )}
    >
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <PlaceFields
            wardId={ward_id}
            bedId={bed_id}
            onChange={(place) =>
              form.setValues({
                ...place,
                hand_over:
                  place.ward_id === stay.place?.ward._id
                    ? null
                    : (hand_over ?? { situation: '', background: '', assessment: '', recommendation: '' }),
              })
            }
            errors={{ ward: form.errors['ward_id'], bed: form.errors['bed_id'] }}
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
              <ReceiverSelect
                value={receiver_id}
                error={form.errors['receiver_id']}
                onChange={(id) => form.setFieldValue('receiver_id', id)}
              />
            </Stack>
          </Fieldset>
        )}
        <SinceFields {...since.fields} label={t('since')} />
        <StayFailure error={send.error} />
        <Group justify="flex-end">
          <Button variant="default" size="md" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button type="submit" size="md" loading={send.isPending}>
            {t('move')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
