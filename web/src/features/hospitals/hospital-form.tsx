import { Alert, Text, TextInput } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import {
  type Hospital,
  type HospitalChange,
  HospitalChangedMeanwhile,
  HospitalDraft,
  type HospitalField,
  hospitals,
  photoProblems,
} from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { useHospitalLogoUrl } from '../../clinical/hospital/hospital-logo.tsx'
import { useDraft } from '../../session/draft.ts'
import { formatTime } from '../../ui/date/dates.ts'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { DegreesField } from '../../ui/form/degrees-field.tsx'
import { PhotoField } from '../../ui/form/photo-field.tsx'
import { SchemaForm } from '../../ui/form/schema-form.tsx'
import { type FormVersion, pickFields, useVersionedForm } from '../../ui/form/use-versioned-form.ts'
import { HospitalChangeList } from './hospital-change-list.tsx'
import classes from './hospitals.module.css'
import { outdatedByHospitalChange } from './queries.ts'

type HospitalValues = Record<Exclude<HospitalField, 'lat' | 'lang'>, string> & {
  lat: number | string
  lang: number | string
  /** The stored logo. A new one is chosen beside the form's values. */
  logo_id: string | null
}

const toVersion = ({ version, lat, lang, ...hospital }: Hospital): FormVersion<HospitalValues> => ({
  version,
  values: {
    code: hospital.code,
    name_en: hospital.name_en,
    name_th: hospital.name_th,
    address_en: hospital.address_en ?? '',
    address_th: hospital.address_th ?? '',
    phone: hospital.phone ?? '',
    email: hospital.email ?? '',
    line_account: hospital.line_account ?? '',
    help_phone: hospital.help_phone ?? '',
    map_tile_url: hospital.map_tile_url ?? '',
    map_tile_credit: hospital.map_tile_credit ?? '',
    lat: lat ?? '',
    lang: lang ?? '',
    logo_id: hospital.logo_id,
  },
})

function readMeanwhile(detail: unknown) {
  const { hospital, changes } = HospitalChangedMeanwhile.parse(detail)
  return { newest: toVersion(hospital), changes }
}

const inseparable = [
  ['lat', 'lang'],
  ['map_tile_url', 'map_tile_credit'],
]

const maxLengths = {
  code: 9,
  name_en: 200,
  name_th: 200,
  address_en: 300,
  address_th: 300,
  map_tile_url: 300,
  map_tile_credit: 200,
} as const

/** Edits the hospital's data in place. */
export function HospitalForm({ hospital, onDone }: { hospital: Hospital; onDone: () => void }) {
  const { t, i18n } = useTranslation('hospitals')
  const { form, kept, stored, changed, conflict, fail } = useVersionedForm({
    opened: toVersion(hospital),
    schema: () => HospitalDraft,
    inseparable,
    readMeanwhile,
  })
  const draft = useDraft(`hospital:${hospital._id}`, kept)
  const [logo, setLogo] = useState<File | ''>()
  const keptLogo = useHospitalLogoUrl({ ...hospital, logo_id: stored.values.logo_id }, 'small')
  const send = useSend(hospitals.update, {
    inline: ['changed-meanwhile', 'invalid', 'code-taken', ...photoProblems],
    outdates: outdatedByHospitalChange,
    onSuccess: () => close(),
  })
  const close = () => {
    draft.clear()
    onDone()
  }

  const submit = (values: HospitalValues) => {
    const sent = { ...pickFields(changed, values), version: stored.version }
    send.mutate({ ...sent, ...(logo !== undefined && { logo }) }, { onError: fail })
  }

  const text = (
    field: keyof typeof maxLengths | 'phone' | 'email' | 'line_account' | 'help_phone',
    description?: string,
  ) => (
    <TextInput
      {...form.getInputProps(field)}
      label={t(`field.${field}`)}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      size="md"
      required={field === 'code' || field === 'name_en' || field === 'name_th'}
      maxLength={field in maxLengths ? maxLengths[field as keyof typeof maxLengths] : 254}
      autoComplete="off"
    />
  )
  return (
    <SchemaForm form={form} onSubmit={submit}>
      {draft.isRestored && draft.savedAt && (
        <Text role="status" c="dimmed" mb="sm">
          {t('draft-restored', { time: formatTime(draft.savedAt, i18n.language, 'dd MMM yyyy HH:mm') })}
        </Text>
      )}
      {conflict && <HospitalChangedAlert changes={conflict.changes} />}
      <div className={classes.fields}>
        {text('name_th')}
        {text('name_en')}
        {text('code')}
        {text('phone')}
        {text('address_th')}
        {text('address_en')}
        {text('email')}
        <div className={classes.fields}>
          <DegreesField {...form.getInputProps('lat')} label={t('field.lat')} />
          <DegreesField {...form.getInputProps('lang')} label={t('field.lang')} />
        </div>
        <div className={classes.wide}>
          <PhotoField
            kind="logo"
            label={t('logo')}
            keptSrc={keptLogo}
            value={logo}
            onChange={setLogo}
            error={form.errors['logo']}
          />
        </div>
        <div className={`${classes.wide} ${classes.legend}`}>{t('on-login')}</div>
        {text('line_account')}
        {text('help_phone')}
        <div className={`${classes.wide} ${classes.legend}`}>{t('for-maps')}</div>
        {text('map_tile_url', t('map-tile-url-hint'))}
        {text('map_tile_credit', t('map-tile-credit-hint'))}
      </div>
      <FormEnd action={t('save')} isPending={send.isPending} onCancel={close} mt="md" />
    </SchemaForm>
  )
}

/** Shows what others saved while the user typed. */
export function HospitalChangedAlert({ changes }: { changes: readonly HospitalChange[] }) {
  const { t } = useTranslation('hospitals')
  return (
    <Alert role="alert" color="yellow" icon={<IconUsers aria-hidden />} title={t('meanwhile')} mb="md">
      <p className={classes.lead}>{t('meanwhile-explained')}</p>
      <HospitalChangeList changes={changes} none="" />
    </Alert>
  )
}
