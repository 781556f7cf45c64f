import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconAlertCircle, IconHistory, IconUsers } from '@tabler/icons-react'
import { type CallError, errorCodes, type User, type UserChange, UserChangedMeanwhile } from 'contract'
import { type SyntheticEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../session/draft.ts'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { FormBar } from '../../ui/form/form-bar.tsx'
import { PhotoField } from '../../ui/form/photo-field.tsx'
import {
  focusFirstProblem,
  ProblemText,
  showFieldProblems,
  useSchemaForm,
} from '../../ui/form/schema-form.tsx'
import { staffName } from '../../ui/person-name.ts'
import classes from './fields.module.css'
import { AccountSwitches, PersonFields, StaffTypeField } from './fields.tsx'
import { UserTime } from './list/cells.tsx'
import { cacheUser, useGivableTypes, useUpdateUser, useUserPhoto } from './queries.ts'
import { UserChangeList } from './user-change-list.tsx'
import {
  type AccountField,
  type AccountValues,
  createUpdateSchema,
  listChangedAccountFields,
  toAccountValues,
} from './values.ts'
import { useUserFieldLabel, useUserValueText } from './words.ts'

/** The version of the account on which the user started to type. */
type UserEditBase = { version: number; values: AccountValues }

/** What others saved since then, and the fields that both changed to different values. */
type UserEditConflict = { changes: readonly UserChange[]; clashes: readonly AccountField[] }

const toEditBase = (user: User): UserEditBase => ({ version: user.version, values: toAccountValues(user) })

export function EditUserForm({ user, onDone }: { user: User; onDone: () => void }) {
  const { t } = useTranslation(['users', 'ui'])
  const label = useUserFieldLabel()
  const [base, setBase] = useState(() => toEditBase(user))
  const [meanwhile, setMeanwhile] = useState<UserEditConflict>()
  const [photo, setPhoto] = useState<File | ''>()
  const schema = useMemo(() => createUpdateSchema(base.values), [base])
  const form = useSchemaForm<AccountValues>({ schema, initialValues: base.values })
  const draft = useDraft(`user:${user._id}`, {
    values: { base, typed: form.values },
    setValues: (kept) => {
      const restored = kept as { base: UserEditBase; typed: AccountValues }
      setBase(restored.base)
      form.setValues(restored.typed)
    },
  })
  const keptPhoto = useUserPhoto(user)
  const update = useUpdateUser()
  const types = useGivableTypes()

  const changed = listChangedAccountFields(base.values, form.values)
  const names = [...changed, ...(photo === undefined ? [] : ['photo'])].map(label)
  const isDirty = names.length > 0
  const isOtherToThePanel = changed.includes('staff_type') || changed.includes('is_form_user')

  function close() {
    draft.clear()
    onDone()
  }

  async function cancel() {
    const mayClose =
      !isDirty ||
      (await confirm({
        question: t('edit.discard-question'),
        about: names.join(', '),
        consequence: t('edit.discard-consequence'),
        action: t('edit.discard'),
      }))
    if (mayClose) close()
  }

  /** Rebases the form on the newest version: their values where the user changed nothing, otherwise the user's own. */
  function takeOver(theirs: User, changes: readonly UserChange[]) {
    const mine = form.getValues()
    const newest = toEditBase(theirs)
    const ownChanges = listChangedAccountFields(base.values, mine)
    const theirFields = listChangedAccountFields(base.values, newest.values)
    form.setValues({
      ...newest.values,
      ...Object.fromEntries(ownChanges.map((field) => [field, mine[field]])),
    })
    form.clearErrors()
    setBase(newest)
    const apart = listChangedAccountFields(newest.values, mine)
    setMeanwhile({
      changes,
      clashes: ownChanges.filter((field) => theirFields.includes(field) && apart.includes(field)),
    })
  }

  function fail(error: CallError) {
    if (error.code === errorCodes['changed-meanwhile']) {
      const { user: theirs, changes } = UserChangedMeanwhile.parse(error.detail)
      cacheUser(theirs)
      takeOver(theirs, changes)
    } else showFieldProblems(form, error.fields)
  }

  function submit(event?: SyntheticEvent<HTMLFormElement>) {
    form.onSubmit(
      (values) => {
        if (!isDirty || update.isPending) return
        update.mutate(
          {
            ...Object.fromEntries(changed.map((field) => [field, values[field]])),
            ...(photo === undefined ? {} : { photo }),
            _id: user._id,
            version: base.version,
          },
          { onError: fail, onSuccess: close },
        )
      },
      (errors) => focusFirstProblem(form, errors),
    )(event)
  }
  useHotkeys([['mod+S', () => submit()]], [])

  const photoProblem = update.error?.fields.find(({ field }) => field === 'photo')
  const isConflict = update.error?.code === errorCodes['changed-meanwhile']
  return (
    <form noValidate onSubmit={submit} className={classes.form} inert={update.isPending}>
      {draft.isRestored && draft.savedAt && isDirty && (
        <Alert icon={<IconHistory aria-hidden />} role="status">
          {t('edit.restored')} <UserTime at={draft.savedAt.toISOString()} />
        </Alert>
      )}
      {meanwhile && (
        <UserMergeNotice
          meanwhile={meanwhile}
          theirs={base.values}
          mine={form.values}
          onTake={(field) => {
            form.setFieldValue(field, base.values[field])
            form.clearFieldError(field)
          }}
        />
      )}
      <Paper withBorder component="section" aria-label={t('edit.title')} className={classes.part}>
        <PhotoField
          label={t('field.photo')}
          kind="user"
          name={staffName(user)}
          keptSrc={keptPhoto}
          value={photo}
          onChange={(chosen) => {
            setPhoto(chosen)
            update.reset()
          }}
          error={photoProblem && <ProblemText message={photoProblem.message} />}
        />
        <div className={classes.section}>
          <div className={classes.grid}>
            <PersonFields form={form} />
            <div className={`${classes.wide} ${classes.grid}`}>
              <StaffTypeField form={form} types={types} />
            </div>
            <AccountSwitches form={form} />
          </div>
        </div>
        {isOtherToThePanel && (
          <Alert color="yellow" icon={<IconAlertCircle aria-hidden />} role="status">
            {t('edit.signs-out')}
          </Alert>
        )}
      </Paper>
      <FormBar failure={update.error && !isConflict ? describeFailure(update.error) : undefined}>
        <Text component="span" className={classes.said} role="status">
          {isDirty ? t('edit.changes', { count: names.length, fields: names.join(', ') }) : t('edit.none')}
        </Text>
        <div className={classes.acts}>
          <Button variant="default" size="md" onClick={() => void cancel()}>
            {t('ui:cancel')}
          </Button>
          <Button type="submit" size="md" loading={update.isPending} disabled={!isDirty}>
            {t('edit.save')}
          </Button>
        </div>
      </FormBar>
    </form>
  )
}

type UserMergeNoticeProps = {
  meanwhile: UserEditConflict
  theirs: AccountValues
  mine: AccountValues
  onTake: (field: AccountField) => void
}

/**
 * Shows who saved what meanwhile. Where both changed a field, the user's value stays unless they take the other one.
 */
function UserMergeNotice({ meanwhile, theirs, mine, onTake }: UserMergeNoticeProps) {
  const { t } = useTranslation('users')
  const label = useUserFieldLabel()
  const valueText = useUserValueText()
  const clashes = meanwhile.clashes.filter((field) => mine[field] !== theirs[field])
  return (
    <Alert color="yellow" icon={<IconUsers aria-hidden />} title={t('edit.meanwhile')} role="alert">
      <Stack gap="xs">
        <UserChangeList changes={meanwhile.changes} />
        {clashes.map((field) => (
          <Group key={field} gap="sm">
            <Text>
              {t('edit.clash', {
                field: label(field),
                theirs: valueText(field, theirs[field]) ?? '—',
                mine: valueText(field, mine[field]) ?? '—',
              })}
            </Text>
            <Button variant="default" size="sm" onClick={() => onTake(field)}>
              {t('edit.take-theirs', { field: label(field) })}
            </Button>
          </Group>
        ))}
        <Text>{t('edit.save-on-new')}</Text>
      </Stack>
    </Alert>
  )
}
