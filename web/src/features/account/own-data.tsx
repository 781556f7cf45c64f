import { Alert, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconHistory, IconPencil, IconUsers } from '@tabler/icons-react'
import {
  type Account,
  AccountChangedMeanwhile,
  AccountUpdate,
  type CallError,
  errorCodes,
  personFields,
  staffTypes,
} from 'contract'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasDrafts, useDraft } from '../../session/draft.ts'
import { useUser } from '../../session/signed-in.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { Fact, Facts } from '../../ui/fact.tsx'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { FailureAlert } from '../../ui/feedback/failure-alert.tsx'
import { createSchema, listIssues } from '../../ui/form/create-schema.ts'
import { formatInternationalPhone, thaiCountryCode } from '../../ui/form/phone-number.ts'
import { PhotoField } from '../../ui/form/photo-field.tsx'
import {
  focusFirstProblem,
  ProblemText,
  showFieldProblems,
  useSchemaForm,
} from '../../ui/form/schema-form.tsx'
import { SplitPhoneFields } from '../../ui/form/split-phone-fields.tsx'
import { PersonHeader } from '../../ui/person-header.tsx'
import { staffName } from '../../ui/person-name.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { cacheAccount, useAccount, useOwnPhoto, useUpdateAccount } from './queries.ts'

const draftKey = 'profile'

/** One's own account data; some fields can be edited, the others only by an admin. */
export function OwnData() {
  const { data, error, isLoadingError, isFetching, refetch } = useAccount()
  const { _id } = useUser()
  const [isEditing, setEditing] = useState(() => hasDrafts(_id, draftKey))
  if (isLoadingError)
    return (
      <ErrorState message={describeFailure(error)} isRetrying={isFetching} onRetry={() => void refetch()} />
    )
  if (!data) return <Skeleton height="14rem" />
  return isEditing ? (
    <OwnForm own={data.account} onDone={() => setEditing(false)} />
  ) : (
    <OwnFacts own={data.account} onEdit={() => setEditing(true)} />
  )
}

function OwnFacts({ own, onEdit }: { own: Account; onEdit: () => void }) {
  const { t, i18n } = useTranslation('account')
  const localName = useLocalizedName()
  const photo = useOwnPhoto(own)
  const type = staffTypes[own.staff_type]
  const time = (moment: string | null) => moment && formatTime(moment, i18n.language, 'dd MMM yyyy hh:mm a')
  return (
    <>
      <PersonHeader src={photo} name={staffName(own)}>
        <Text>{i18n.language === 'th' ? type.th : type.en}</Text>
      </PersonHeader>
      <Facts isRoomy>
        <Fact label={t('field.email')}>{own.email}</Fact>
        <Fact label={t('field.phone')}>{formatInternationalPhone(own.country_code, own.phone)}</Fact>
        <Fact label={t('field.hospital')}>{localName(own.hospital)}</Fact>
        <Fact label={t('field.registered')}>{formatTime(own.created_at, i18n.language, 'dd MMM yyyy')}</Fact>
        <Fact label={t('field.last-login')}>{time(own.last_login_at)}</Fact>
        <Fact label={t('field.password-changed')}>{time(own.password_changed_at)}</Fact>
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
type OwnEditBase = { version: number; values: OwnValues }

const ownFieldNames = ['first_name', 'last_name', 'country_code', 'phone'] as const

const toOwnBase = ({ version, first_name, last_name, country_code, phone }: Account): OwnEditBase => ({
  version,
  values: { first_name, last_name, country_code: country_code ?? thaiCountryCode, phone: phone ?? '' },
})

function pickChanged(before: OwnValues, after: OwnValues): Partial<OwnValues> {
  const changed = ownFieldNames.filter((field) => before[field] !== after[field].trim())
  return Object.fromEntries(changed.map((field) => [field, after[field]]))
}

/** Unchanged values are not refused: an older account may lack a phone. */
function createOwnSchema(before: OwnValues) {
  return createSchema<OwnValues>((values) =>
    Object.entries(pickChanged(before, values)).flatMap(([field, typed]) =>
      listIssues(personFields[field as keyof OwnValues], typed, [field]),
    ),
  )
}

function OwnForm({ own, onDone }: { own: Account; onDone: () => void }) {
  const { t, i18n } = useTranslation(['account', 'ui'])
  const [base, setBase] = useState(() => toOwnBase(own))
  const [others, setOthers] = useState<string>()
  const [photo, setPhoto] = useState<File | ''>()
  const schema = useMemo(() => createOwnSchema(base.values), [base])
  const form = useSchemaForm<OwnValues>({ schema, initialValues: base.values })
  const draft = useDraft(draftKey, {
    values: { base, typed: form.values },
    setValues: (kept) => {
      const restored = kept as { base: OwnEditBase; typed: OwnValues }
      setBase(restored.base)
      form.setValues(restored.typed)
    },
  })
  const keptPhoto = useOwnPhoto(own)
  const update = useUpdateAccount()
  const changed = pickChanged(base.values, form.values)
  const isDirty = Object.keys(changed).length > 0 || photo !== undefined
  const photoProblem = update.error?.fields.find(({ field }) => field === 'photo')

  function close() {
    draft.clear()
    onDone()
  }

  /** Rebases the form on the newest version: their values where the user changed nothing, otherwise the user's own. */
  function fail(error: CallError) {
    if (error.code !== errorCodes['changed-meanwhile']) return showFieldProblems(form, error.fields)
    const { account: newest, changes } = AccountChangedMeanwhile.parse(error.detail)
    cacheAccount(newest)
    const next = toOwnBase(newest)
    form.setValues({ ...next.values, ...changed })
    setBase(next)
    setOthers([...new Set(changes.map(({ by }) => staffName(by)))].join(', '))
  }

  const text = (field: keyof OwnValues, autoComplete: string) => ({
    ...form.getInputProps(field),
    label: t(`account:field.${field}`),
    size: 'md',
    withAsterisk: true,
    autoComplete,
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        () => {
          if (!isDirty || update.isPending) return
          const sent = { ...changed, version: base.version, ...(photo === undefined ? {} : { photo }) }
          update.mutate(AccountUpdate.parse(sent), { onError: fail, onSuccess: close })
        },
        (errors) => focusFirstProblem(form, errors),
      )}
    >
      <Stack gap="md">
        {draft.isRestored && draft.savedAt && isDirty && (
          <Alert icon={<IconHistory aria-hidden />} role="status">
            {t('restored', {
              time: formatTime(draft.savedAt.toISOString(), i18n.language, 'dd MMM yyyy hh:mm a'),
            })}
          </Alert>
        )}
        {others !== undefined && (
          <Alert icon={<IconUsers aria-hidden />} role="alert">
            {t('changed-meanwhile', { people: others })}
          </Alert>
        )}
        <PhotoField
          label={t('field.photo')}
          kind="user"
          name={staffName(own)}
          keptSrc={keptPhoto}
          value={photo}
          onChange={(chosen) => {
            setPhoto(chosen)
            update.reset()
          }}
          error={photoProblem && <ProblemText message={photoProblem.message} />}
        />
        <TextInput {...text('first_name', 'given-name')} />
        <TextInput {...text('last_name', 'family-name')} />
        <SplitPhoneFields form={form} text={text} />
        {update.error && update.error.fields.length === 0 && others === undefined && (
          <FailureAlert error={update.error} />
        )}
        <Group>
          <Button type="submit" size="md" loading={update.isPending} disabled={!isDirty}>
            {t('save')}
          </Button>
          <Button variant="default" size="md" onClick={close}>
            {t('ui:cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
