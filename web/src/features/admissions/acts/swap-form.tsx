import { NativeSelect, Skeleton, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { admissions, beds, type Input, type MappedBed, swapReasons } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../api/client.ts'
import { QueryFailure } from '../../../ui/feedback/query-failure.tsx'
import { ChoiceChips } from '../../../ui/form/choice-chips.tsx'
import { SinceFields, useSince } from '../../../ui/form/date/since-fields.tsx'
import { useSchemaForm } from '../../../ui/form/schema-form.tsx'
import { formatPatientName } from '../../../ui/person-name.ts'
import classes from '../admissions.module.css'
import { StayForm } from './stay-form.tsx'
import { type StayInPlace, useStayAct } from './use-stay-act.ts'

type SwapFormProps = {
  stay: StayInPlace
  /** The stay with whose patient to swap; the user chooses if there is none. */
  withStayId?: string | undefined
  onClose: () => void
}

/** Lets two patients of a ward change beds. */
export function SwapForm({ stay, withStayId, onClose }: SwapFormProps) {
  const { t } = useTranslation('admissions')
  const since = useSince()
  const map = useQuery(ask(beds.map, { ward: stay.place?.ward._id ?? '' }, true))
  const form = useSchemaForm({
    schema: admissions.swap.body,
    initialValues: {
      patient_id: stay.patient._id,
      stay_id: stay._id,
      version: stay.version,
      with_stay_id: withStayId ?? '',
      with_version: 1,
      reason: '' as (typeof swapReasons)[number] | '',
      note: '',
    },
  })
  const send = useStayAct(admissions.swap, onClose)
  if (map.isLoadingError) return <QueryFailure query={map} />
  if (!map.data) return <Skeleton height="12rem" />
  const taken = map.data.wards.flatMap(({ beds: all }) => all).filter(isInBed)
  const own = taken.find(({ occupant }) => occupant.stay_id === stay._id)
  const others = taken.filter((bed) => bed !== own)
  if (others.length === 0) return <Text>{t('swap.nobody')}</Text>
  const other = others.find(({ occupant }) => occupant.stay_id === form.values.with_stay_id)
  const formatOccupant = ({ occupant: { patient } }: TakenBed) =>
    `${formatPatientName(patient)} · HN ${patient.hn}`
  return (
    <StayForm
      form={form}
      send={send}
      action={t('swap.action')}
      // The newest versions: whoever sends again after somebody else's change has seen it.
      toBody={(values) => {
        const at = since.read()
        const version = own?.occupant.version ?? values.version
        return (
          at && {
            ...(values as Input<typeof admissions.swap>),
            version,
            with_version: other?.occupant.version ?? 1,
            ...at,
          }
        )
      }}
      onClose={onClose}
    >
      <NativeSelect
        {...form.getInputProps('with_stay_id')}
        label={t('swap.with')}
        size="md"
        required
        data={[
          { value: '', label: t('choose') },
          ...others.map((bed) => ({
            value: bed.occupant.stay_id,
            label: `${t('bed', { bed: bed.label })} · ${formatOccupant(bed)}`,
          })),
        ]}
      />
      {own && other && (
        <ul className={classes.swapped} aria-label={t('swap.becomes')}>
          {[
            { from: own, to: other },
            { from: other, to: own },
          ].map(({ from, to }) => (
            <li key={from._id}>
              {formatOccupant(from)}
              <br />
              <b>{t('swap.from-to', { from: from.label, to: to.label })}</b>
              {from.occupant.isolation?.includes('AIRBORNE') && (
                <Text role="status" fw={600}>
                  {!to.features?.includes('negative_pressure') && `${t('no-negative-pressure')} `}
                  {t('swap.terminal', { bed: from.label })}
                </Text>
              )}
            </li>
          ))}
        </ul>
      )}
      <ChoiceChips
        {...form.getInputProps('reason')}
        label={t('move-reason')}
        required
        choices={swapReasons.map((value) => ({ value, label: t(`move-reasons.${value}`) }))}
      />
      <SinceFields {...since.fields} label={t('since')} error={form.errors['at']} />
      <Textarea
        {...form.getInputProps('note')}
        label={t('note')}
        size="md"
        autosize
        minRows={1}
        maxLength={500}
      />
    </StayForm>
  )
}

type TakenBed = MappedBed & { occupant: NonNullable<MappedBed['occupant']> }

const isInBed = (bed: MappedBed): bed is TakenBed => bed.occupant?.kind === 'bed'
