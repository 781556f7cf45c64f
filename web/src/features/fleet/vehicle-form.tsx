import { NativeSelect, Select, Stack, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  fleet,
  photoProblems,
  reference,
  specialKinds,
  type Vehicle,
  VehicleChangedMeanwhile,
  type VehicleClass,
  VehicleDraft,
  vehicleClasses,
  vehicleDocuments,
} from 'contract'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { useFleetChoices } from '../../clinical/ambulance/use-fleet-choices.ts'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { DateField } from '../../ui/form/date/date-field.tsx'
import { PhotoField, useChosenPhoto } from '../../ui/form/photo-field.tsx'
import { SchemaForm } from '../../ui/form/schema-form.tsx'
import { UnitNumberField } from '../../ui/form/unit-number-field.tsx'
import { type FormVersion, useVersionedForm } from '../../ui/form/use-versioned-form.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { BaseFields, type BaseValues, toBaseValues } from './base-fields.tsx'
import { ExpiryNotice } from './expiry-notice.tsx'
import classes from './fleet.module.css'
import { ProfileChangedAlert } from './profile-parts.tsx'
import { outdatedByVehicleOrTeam, useVehiclePhoto } from './queries.ts'

type TextField =
  | 'plate'
  | 'province'
  | 'call_sign'
  | 'brand'
  | 'model'
  | 'vin'
  | 'certificate_number'
  | (typeof vehicleDocuments)[number]
  | 'default_team_id'
  | 'device_id'
  | 'odometer_reason'
  | 'out_reason'
  | 'out_until'

type VehicleValues = Record<TextField, string> &
  BaseValues & {
    class: VehicleClass | ''
    special_kind: (typeof specialKinds)[number] | ''
    year: number | string
    odometer: number | string
    stretchers: number | string
    has_negative_pressure: boolean
    has_ventilator: boolean
    has_incubator: boolean
    is_out: boolean
  }
type VehicleField = keyof VehicleValues

const toVersion = (vehicle: Vehicle | undefined): FormVersion<VehicleValues> => ({
  version: vehicle?.version ?? 0,
  values: {
    plate: vehicle?.plate ?? '',
    province: vehicle?.province.code ?? '',
    call_sign: vehicle?.call_sign ?? '',
    class: vehicle?.class ?? '',
    special_kind: vehicle?.special_kind ?? '',
    brand: vehicle?.brand ?? '',
    model: vehicle?.model ?? '',
    year: vehicle?.year ?? '',
    vin: vehicle?.vin ?? '',
    certificate_number: vehicle?.certificate_number ?? '',
    certificate_expires_on: vehicle?.certificate_expires_on ?? '',
    act_expires_on: vehicle?.act_expires_on ?? '',
    tax_expires_on: vehicle?.tax_expires_on ?? '',
    insurance_expires_on: vehicle?.insurance_expires_on ?? '',
    odometer: vehicle?.odometer ?? '',
    odometer_reason: '',
    stretchers: vehicle?.stretchers ?? 1,
    has_negative_pressure: vehicle?.has_negative_pressure ?? false,
    has_ventilator: vehicle?.has_ventilator ?? false,
    has_incubator: vehicle?.has_incubator ?? false,
    ...toBaseValues(vehicle),
    default_team_id: vehicle?.default_team?._id ?? '',
    device_id: vehicle?.device?._id ?? '',
    is_out: vehicle ? vehicle.out_reason !== null : false,
    out_reason: vehicle?.out_reason ?? '',
    out_until: vehicle?.out_until ?? '',
  },
})

function readMeanwhile(detail: unknown) {
  const { vehicle } = VehicleChangedMeanwhile.parse(detail)
  return { newest: toVersion(vehicle), changes: [vehicle] }
}

const inseparable = [
  ['lat', 'lang'],
  ['plate', 'province'],
  ['class', 'special_kind'],
  ['is_out', 'out_reason', 'out_until'],
  ['odometer', 'odometer_reason'],
]

const noPhoto = { _id: '', photo_id: null }

/** Edits a vehicle; without a vehicle adds one. */
export function VehicleForm({ vehicle, onDone }: { vehicle: Vehicle | undefined; onDone: () => void }) {
  const { t } = useTranslation('fleet')
  const localName = useLocalizedName()
  const { form, stored, conflict, fail } = useVersionedForm({
    opened: toVersion(vehicle),
    schema: () => VehicleDraft,
    inseparable,
    readMeanwhile,
  })
  const send = useSend(fleet.saveVehicle, {
    inline: ['changed-meanwhile', 'invalid', ...photoProblems],
    outdates: outdatedByVehicleOrTeam,
    onSuccess: onDone,
  })
  const photo = useChosenPhoto(send)
  const keptPhoto = useVehiclePhoto(vehicle ?? noPhoto, 'large')
  const provinces = useQuery(ask(reference.provinces, {}, true))
  const trackers = useQuery(ask(fleet.trackers, {}, true))
  const { teams } = useFleetChoices()
  const label = (field: string) => t(`field.${field as VehicleField}`)

  const submit = (values: VehicleValues) =>
    send.mutate(
      {
        ...VehicleDraft.parse(values),
        ...photo.sent,
        ...(vehicle && { _id: vehicle._id, version: stored.version }),
      },
      { onError: fail },
    )

  const text = (field: TextField, maxLength: number, required = false) => (
    <TextInput
      {...form.getInputProps(field)}
      label={label(field)}
      size="md"
      maxLength={maxLength}
      required={required}
      autoComplete="off"
    />
  )
  const choice = (field: 'province' | 'default_team_id' | 'device_id', data: readonly Option[]) => (
    <Select
      {...form.getInputProps(field)}
      // Of nothing chosen there is nothing to clear.
      value={form.values[field] || null}
      onChange={(value) => form.setFieldValue(field, value ?? '')}
      label={label(field)}
      size="md"
      searchable
      clearable={field !== 'province'}
      required={field === 'province'}
      nothingFoundMessage={t('nothing-found')}
      data={data}
    />
  )
  const has = (field: 'has_negative_pressure' | 'has_ventilator' | 'has_incubator') => (
    <Switch {...form.getInputProps(field, { type: 'checkbox' })} size="md" label={label(field)} />
  )
  const newer = conflict?.changes[0]
  // It only rises: a lower one corrects what was read wrong before.
  const isCorrected =
    stored.values.odometer !== '' && Number(form.values.odometer || -1) < Number(stored.values.odometer)
  return (
    <SchemaForm form={form} onSubmit={submit}>
      <Stack gap="md">
        {newer && conflict && <ProfileChangedAlert stamp={newer} {...conflict} label={label} />}
        <div className={classes.fields}>
          {text('call_sign', 50, true)}
          <ChoiceChips
            {...form.getInputProps('class')}
            label={label('class')}
            required
            choices={vehicleClasses.map((value) => ({
              value,
              label: value === 'SPECIAL' ? t('unit.SPECIAL') : value,
            }))}
          />
          {form.values.class === 'SPECIAL' && (
            <NativeSelect
              {...form.getInputProps('special_kind')}
              label={label('special_kind')}
              size="md"
              data={[
                { value: '', label: t('special.none') },
                ...specialKinds.map((value) => ({ value, label: t(`special.${value}`) })),
              ]}
            />
          )}
          {text('plate', 20, true)}
          {choice(
            'province',
            (provinces.data?.province ?? []).map((one) => ({ value: one.code, label: localName(one) })),
          )}
        </div>
        <PhotoField kind="vehicle" label={t('field.photo')} keptSrc={keptPhoto} {...photo.fieldProps} />
        <fieldset className={classes.part}>
          <legend>{t('section.service')}</legend>
          <Switch {...form.getInputProps('is_out', { type: 'checkbox' })} size="md" label={label('is_out')} />
          {form.values.is_out && (
            <div className={classes.fields}>
              {text('out_reason', 200, true)}
              <DateField {...form.getInputProps('out_until')} label={label('out_until')} size="md" />
            </div>
          )}
        </fieldset>
        <fieldset className={classes.part}>
          <legend>{t('section.documents')}</legend>
          {text('certificate_number', 50)}
          <div className={classes.fields}>
            {vehicleDocuments.map((document) => (
              <div key={document}>
                <DateField {...form.getInputProps(document)} label={label(document)} size="md" />
                <ExpiryNotice name={t(`document.${document}`)} date={stored.values[document] || null} />
              </div>
            ))}
          </div>
        </fieldset>
        <fieldset className={classes.part}>
          <legend>{t('section.vehicle')}</legend>
          <div className={classes.fields}>
            {text('brand', 50)}
            {text('model', 50)}
            <UnitNumberField
              {...form.getInputProps('year')}
              unit=""
              label={label('year')}
              size="md"
              allowDecimal={false}
              thousandSeparator=""
            />
            {text('vin', 30)}
            <UnitNumberField
              {...form.getInputProps('odometer')}
              unit={t('km')}
              label={label('odometer')}
              size="md"
              allowDecimal={false}
            />
            {isCorrected && text('odometer_reason', 200, true)}
            <UnitNumberField
              {...form.getInputProps('stretchers')}
              unit=""
              label={label('stretchers')}
              size="md"
              allowDecimal={false}
            />
          </div>
          {has('has_negative_pressure')}
          {has('has_ventilator')}
          {has('has_incubator')}
        </fieldset>
        <fieldset className={classes.part}>
          <legend>{t('section.base')}</legend>
          <BaseFields form={form} />
          <div className={classes.fields}>
            {choice('default_team_id', teams)}
            {choice(
              'device_id',
              (trackers.data?.devices ?? []).map(({ _id, name, mac }) => ({
                value: _id,
                label: `${name} · ${mac}`,
              })),
            )}
          </div>
        </fieldset>
        <FormEnd action={t('save')} isPending={send.isPending} onCancel={onDone} />
      </Stack>
    </SchemaForm>
  )
}

type Option = { value: string; label: string }
