import { Alert, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconHistory, IconPencil, IconUsers } from '@tabler/icons-react'
import { type Account, AccountChangedMeanwhile, AccountUpdate, personFields, thaiCallingCode } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PersonPhoneField } from '../../clinical/person-phone-field.tsx'
import { useStaffTypeName } from '../../clinical/staff/use-staff-type-name.ts'
import { hasDrafts, useDraft } from '../../session/draft.ts'
import { useUser } from '../../session/signed-in.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { useFormatTime } from '../../ui/date/use-format-time.ts'
import { Fact, Facts } from '../../ui/fact.tsx'
import { FailureAlert, omitFieldFailure } from '../../ui/feedback/failure-alert.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { createUpdateSchema } from '../../ui/form/create-schema.ts'
import { formatInternationalPhone } from '../../ui/form/phone-number.ts'
import { PhotoField, useChosenPhoto } from '../../ui/form/photo-field.tsx'
import { SchemaForm } from '../../ui/form/schema-form.tsx'
import { type FormVersion, pickFields, useVersionedForm } from '../../ui/form/use-versioned-form.ts'
import { PersonHeader } from '../../ui/person-header.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { cacheAccount, useAccount, useOwnPhoto, useUpdateAccount } from './queries.ts'

const draftKey = 'profile'

/** One's own account data; some fields can be edited, the others only by an admin. */
export function OwnData() {
  const found = useAccount()
  const { _id } = useUser()
  const [isEditing, setEditing] = useState(() => hasDrafts(_id, draftKey))
  if (found.isLoadingError) return <QueryFailure query={found} />
  if (!found.data) return <Skeleton height="14rem" />
  return isEditing ? (
    <OwnForm own={found.data.account} onDone={() => setEditing(false)} />
  ) : (
    <OwnFacts own={found.data.account} onEdit={() => setEditing(true)} />
  )
}

function OwnFacts({ own, onEdit }: { own: Account; onEdit: () => void }) {
  const { t, i18n } = useTranslation('account')
  const localName = useLocalizedName()
  const photo = useOwnPhoto(own)
  const nameStaffType = useStaffTypeName()
  const formatInstant = useFormatTime()
  return (
    <>
      <PersonHeader src={photo} person={own}>
        <Text>{nameStaffType(own.staff_type)}</Text>
      </PersonHeader>
      <Facts isRoomy>
        <Fact label={t('field.email')}>{own.email}</Fact>
        <Fact label={t('field.phone')}>{formatInternationalPhone(own.country_code, own.phone)}</Fact>
        <Fact label={t('field.hospital')}>{localName(own.hospital)}</Fact>
        <Fact label={t('field.registered')}>{formatTime(own.created_at, i18n.language, 'dd MMM yyyy')}</Fact>
        <Fact label={t('field.last-login')}>{own.last_login_at && formatInstant(own.last_login_at)}</Fact>
        <Fact label={t('field.password-changed')}>
          {own.password_changed_at && formatInstant(own.password_changed_at)}
        </Fact>
      </Facts>
      <Text size="sm" c="dimmed" mt="md">
        {t('admins-alone')}
      </Text>
      <Button
        variant="default"
        size="md"
        mt="md"
        leftSection={<IconPencil size={18} aria-hidden />}
        onClick={onEdit}
      >
        {t('edit')}
      </Button>
    </>
  )
}

type OwnValues = { first_name: string; last_name: string; country_code: string; phone: string }
const ownFields = {
  first_name: personFields.first_name,
  last_name: personFields.last_name,
  country_code: personFields.country_code,
  phone: personFields.phone,
}

const toVersion = ({
  version,
  first_name,
  last_name,
  country_code,
  phone,
}: Account): FormVersion<OwnValues> => ({
  version,
  values: { first_name, last_name, country_code: country_code ?? thaiCallingCode, phone: phone ?? '' },
})

function readMeanwhile(detail: unknown) {
  const { account, changes } = AccountChangedMeanwhile.parse(detail)
  cacheAccount(account)
  return { newest: toVersion(account), changes }
}

function OwnForm({ own, onDone }: { own: Account; onDone: () => void }) {
  const { t, i18n } = useTranslation(['account', 'ui'])
  const { form, kept, stored, changed, conflict, fail } = useVersionedForm({
    opened: toVersion(own),
    schema: (values) => createUpdateSchema(ownFields, values),
    readMeanwhile,
  })
  const draft = useDraft(draftKey, kept)
  const keptPhoto = useOwnPhoto(own)
  const update = useUpdateAccount()
  const photo = useChosenPhoto(update)
  const isDirty = changed.length > 0 || photo.isChosen
  const people = [...new Set(conflict?.changes.map(({ by }) => formatStaffName(by)))].join(', ')

  function close() {
    draft.clear()
    onDone()
  }

  const text = (field: 'first_name' | 'last_name', autoComplete: string) => ({
    ...form.getInputProps(field),
    label: t(`account:field.${field}`),
    size: 'md',
    withAsterisk: true,
    autoComplete,
  })
  return (
    <SchemaForm
      form={form}
      onSubmit={(values) => {
        if (!isDirty || update.isPending) return
        const sent = { ...pickFields(changed, values), version: stored.version, ...photo.sent }
        update.mutate(AccountUpdate.parse(sent), { onError: fail, onSuccess: close })
      }}
    >
      <Stack gap="md">
        {draft.isRestored && draft.savedAt && isDirty && (
          <Alert icon={<IconHistory aria-hidden />} role="status">
            {t('restored', {
              time: formatTime(draft.savedAt.toISOString(), i18n.language, 'dd MMM yyyy HH:mm'),
            })}
          </Alert>
        )}
        {conflict && (
          <Alert icon={<IconUsers aria-hidden />} role="alert">
            {t('changed-meanwhile', { people })}
          </Alert>
        )}
        <PhotoField label={t('field.photo')} kind="user" keptSrc={keptPhoto} {...photo.fieldProps} />
        <TextInput {...text('first_name', 'given-name')} />
        <TextInput {...text('last_name', 'family-name')} />
        <PersonPhoneField form={form} label={t('account:field.phone')} isOwn />
        <FailureAlert error={conflict ? null : omitFieldFailure(update.error)} />
        <Group>
          <Button type="submit" size="md" loading={update.isPending} disabled={!isDirty}>
            {t('save')}
          </Button>
          <Button variant="default" size="md" onClick={close}>
            {t('ui:cancel')}
          </Button>
        </Group>
      </Stack>
    </SchemaForm>
  )
}
