import { Stack, Text } from '@mantine/core'
import { type CallError, errorCodes, type User, type UserChange, UserChangedMeanwhile } from 'contract'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { NewPasswordFields } from '../../ui/form/new-password-fields.tsx'
import { SchemaForm, showFieldProblems, useSchemaForm } from '../../ui/form/schema-form.tsx'
import type { PasswordLinkSlip } from './links-dialog.tsx'
import { cacheUser, invalidateUserLists, useResetPassword } from './queries.ts'
import { UserChangedAlert } from './user-changed-alert.tsx'
import { createResetSchema, emptyReset, type ResetValues } from './values.ts'

type ResetDialogProps = {
  /** The user whose password to reset; undefined closes the dialog. */
  user: User | undefined
  onClose: () => void
  onLink: (made: PasswordLinkSlip) => void
}

/** Resets the password of a user who has forgotten it or whose password somebody else may know. */
export function ResetDialog({ user, onClose, onLink }: ResetDialogProps) {
  const { t } = useTranslation('users')
  return (
    <Dialog opened={user !== undefined} onClose={onClose} title={t('reset.question')}>
      {user && <ResetForm asked={user} onClose={onClose} onLink={onLink} />}
    </Dialog>
  )
}

type ResetConflict = { user: User; changes: readonly UserChange[] }

function ResetForm({ asked, onClose, onLink }: Omit<ResetDialogProps, 'user'> & { asked: User }) {
  const { t } = useTranslation('users')
  const [meanwhile, setMeanwhile] = useState<ResetConflict>()
  const user = meanwhile?.user ?? asked
  const isPossible = user.status === 'approved'
  const schema = useMemo(() => createResetSchema(user.email), [user.email])
  const form = useSchemaForm<ResetValues>({ schema, initialValues: emptyReset })
  const reset = useResetPassword()

  const onError = (error: CallError) => {
    showFieldProblems(form, error.fields)
    if (error.code !== errorCodes['changed-meanwhile']) return invalidateUserLists()
    const found = UserChangedMeanwhile.parse(error.detail)
    cacheUser(found.user)
    setMeanwhile(found)
  }
  const send = ({ way, ...given }: ResetValues) =>
    reset.mutate(
      { _id: user._id, version: user.version, ...(way === 'password' ? given : {}) },
      {
        onError,
        onSuccess: ({ link }) => {
          onClose()
          if (link) onLink({ ...user, link })
        },
      },
    )
  const { way } = form.values
  const isChanged = reset.error?.code === errorCodes['changed-meanwhile']
  return (
    <SchemaForm form={form} onSubmit={send}>
      <Stack gap="md">
        <div>
          <Text fw={600}>
            <StaffName of={user} />
          </Text>
          <Text c="dimmed">{user.email}</Text>
        </div>
        <Text>{t('reset.consequence')}</Text>
        <ChoiceChips
          {...form.getInputProps('way')}
          label={t('way.label')}
          choices={(['link', 'password'] as const).map((value) => ({ value, label: t(`way.${value}`) }))}
        />
        <Text c="dimmed">{t(`way.${way}-hint`)}</Text>
        {way === 'password' && <NewPasswordFields form={form} />}
        {meanwhile && <UserChangedAlert changes={meanwhile.changes} isPossible={isPossible} />}
        <FormEnd
          action={t('reset.action')}
          isPending={reset.isPending}
          isDisabled={!isPossible}
          error={isChanged ? null : reset.error}
          onCancel={onClose}
          startsAtCancel
          isDangerous
        />
      </Stack>
    </SchemaForm>
  )
}
