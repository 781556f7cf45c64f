import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconHistory, IconUsers } from '@tabler/icons-react'
import { errorCodes, type User, type UserChange, UserChangedMeanwhile } from 'contract'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../session/draft.ts'
import { Time } from '../../ui/date/time.tsx'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import { confirmDiscard } from '../../ui/feedback/confirm.tsx'
import { FormBar, useSaveKey } from '../../ui/form/form-bar.tsx'
import type { Clash } from '../../ui/form/merge-edits.ts'
import { PhotoField, useChosenPhoto } from '../../ui/form/photo-field.tsx'
import { SchemaForm } from '../../ui/form/schema-form.tsx'
import { type FormVersion, pickFields, useVersionedForm } from '../../ui/form/use-versioned-form.ts'
import { Section } from '../../ui/section.tsx'
import classes from './fields.module.css'
import { AccountSwitches, PersonFields, StaffTypeField } from './fields.tsx'
import { cacheUser, useGivableTypes, useUpdateUser, useUserPhoto } from './queries.ts'
import { UserChangeList } from './user-change-list.tsx'
import {
  type AccountField,
  type AccountValues,
  createAccountUpdateSchema,
  toAccountValues,
} from './values.ts'
import { useUserFieldLabel, useUserValueText } from './words.ts'

type UserConflict = { changes: readonly UserChange[]; clashes: readonly Clash[] }

const toVersion = (user: User): FormVersion<AccountValues> => ({
  version: user.version,
  values: toAccountValues(user),
})

function readMeanwhile(detail: unknown) {
  const { user, changes } = UserChangedMeanwhile.parse(detail)
  cacheUser(user)
  return { newest: toVersion(user), changes }
}

export function EditUserForm({ user, onDone }: { user: User; onDone: () => void }) {
  const { t } = useTranslation(['users', 'ui'])
  const label = useUserFieldLabel()
  const { form, kept, stored, changed, conflict, fail } = useVersionedForm({
    opened: toVersion(user),
    schema: createAccountUpdateSchema,
    readMeanwhile,
  })
  const draft = useDraft(`user:${user._id}`, kept)
  const keptPhoto = useUserPhoto(user)
  const update = useUpdateUser()
  const photo = useChosenPhoto(update)
  const types = useGivableTypes()

  const names = [...changed, ...(photo.isChosen ? ['photo'] : [])].map(label)
  const isDirty = names.length > 0
  const isOtherToThePanel = changed.includes('staff_type') || changed.includes('is_form_user')

  function close() {
    draft.clear()
    onDone()
  }

  async function cancel() {
    const mayClose =
      !isDirty ||
      (await confirmDiscard({ about: names.join(', '), consequence: t('edit.discard-consequence') }))
    if (mayClose) close()
  }

  function submit(values: AccountValues) {
    if (!isDirty || update.isPending) return
    const body = { ...pickFields(changed, values), ...photo.sent, _id: user._id, version: stored.version }
    update.mutate(body, { onError: fail, onSuccess: close })
  }
  const element = useSaveKey()

  const isConflict = update.error?.code === errorCodes['changed-meanwhile']
  return (
    <SchemaForm ref={element} form={form} onSubmit={submit} className={classes.form} inert={update.isPending}>
      {draft.isRestored && draft.savedAt && isDirty && (
        <Alert icon={<IconHistory aria-hidden />} role="status">
          {t('edit.restored')} <Time at={draft.savedAt.toISOString()} />
        </Alert>
      )}
      {conflict && (
        <UserMergeNotice
          conflict={conflict}
          theirs={stored.values}
          mine={form.values}
          onTake={(field) => {
            form.setFieldValue(field, stored.values[field])
            form.clearFieldError(field)
          }}
        />
      )}
      <Section title={t('edit.title')}>
        <div className={classes.part}>
          <PhotoField label={t('field.photo')} kind="user" keptSrc={keptPhoto} {...photo.fieldProps} />
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
        </div>
      </Section>
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
    </SchemaForm>
  )
}

type UserMergeNoticeProps = {
  conflict: UserConflict
  theirs: AccountValues
  mine: AccountValues
  onTake: (field: AccountField) => void
}

/**
 * Shows who saved what meanwhile. Where both changed a field, the user's value stays unless they take the other one.
 */
function UserMergeNotice({ conflict, theirs, mine, onTake }: UserMergeNoticeProps) {
  const { t } = useTranslation('users')
  const label = useUserFieldLabel()
  const valueText = useUserValueText()
  const clashes = conflict.clashes
    .flatMap(({ fields }) => fields as readonly AccountField[])
    .filter((field) => mine[field] !== theirs[field])
  return (
    <Alert color="yellow" icon={<IconUsers aria-hidden />} title={t('edit.meanwhile')} role="alert">
      <Stack gap="xs">
        <UserChangeList changes={conflict.changes} />
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
