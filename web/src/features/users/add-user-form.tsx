import { Alert, Button, Text } from '@mantine/core'
import { IconHistory, IconUserPlus } from '@tabler/icons-react'
import { type CallError, NewUser } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../session/draft.ts'
import { DangerButton } from '../../ui/danger-button.tsx'
import { Time } from '../../ui/date/time.tsx'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { FormBar, useSaveKey } from '../../ui/form/form-bar.tsx'
import { NewPasswordFields } from '../../ui/form/new-password-fields.tsx'
import { PhotoField } from '../../ui/form/photo-field.tsx'
import { ProblemText, SchemaForm, showFieldProblems, useSchemaForm } from '../../ui/form/schema-form.tsx'
import { Section } from '../../ui/section.tsx'
import classes from './fields.module.css'
import { AccountSwitches, PersonFields, StaffTypeField } from './fields.tsx'
import { LinksDialog, type PasswordLinkSlip } from './links-dialog.tsx'
import { useAddUser, useGivableTypes } from './queries.ts'
import { emptyUser, type NewUserValues, newUserSchema } from './values.ts'

/** Adds an account. Typed values, except a password, are stored in this browser until they are sent. */
export function AddUserForm({ onAdded }: { onAdded: (userId: string) => void }) {
  const { t } = useTranslation('users')
  const form = useSchemaForm<NewUserValues>({ schema: newUserSchema, initialValues: emptyUser })
  const draft = useDraft('add-user', {
    values: { ...form.values, password: '', confirm_password: '' },
    setValues: form.setValues,
  })
  const [restoredAt, setRestoredAt] = useState(draft.isRestored ? draft.savedAt : undefined)
  const [photo, setPhoto] = useState<File>()
  const [made, setMade] = useState<PasswordLinkSlip>()
  const add = useAddUser()
  const types = useGivableTypes()

  function send({ way, password, confirm_password, ...values }: NewUserValues) {
    if (add.isPending) return
    const given = way === 'password' ? { password, confirm_password } : {}
    add.mutate(NewUser.parse({ ...values, ...given, photo }), {
      onError: ({ fields }: CallError) => showFieldProblems(form, fields),
      onSuccess: ({ user, link }) => {
        draft.clear()
        if (link) setMade({ ...user, link })
        else onAdded(user._id)
      },
    })
  }

  const element = useSaveKey()

  async function discard() {
    const { first_name, last_name, email } = form.getValues()
    const isSure = await confirm({
      question: t('add.discard-question'),
      about: [first_name, last_name, email].filter(Boolean).join(' '),
      consequence: t('add.discard-consequence'),
      action: t('add.discard'),
    })
    if (!isSure) return
    form.setValues(emptyUser)
    form.clearErrors()
    setPhoto(undefined)
    setRestoredAt(undefined)
    add.reset()
    draft.clear()
  }

  const photoProblem = add.error?.fields.find(({ field }) => field === 'photo')
  const { way } = form.values
  return (
    <SchemaForm ref={element} form={form} onSubmit={send} className={classes.form} inert={add.isPending}>
      {restoredAt && (
        <Alert icon={<IconHistory aria-hidden />} role="status">
          {t('add.restored')} <Time at={restoredAt.toISOString()} />
        </Alert>
      )}
      <Section title={t('section.person')}>
        <div className={classes.part}>
          <PhotoField
            label={t('field.photo')}
            kind="user"
            value={photo}
            onChange={(chosen) => {
              setPhoto(chosen || undefined)
              add.reset()
            }}
            error={photoProblem && <ProblemText message={photoProblem.message} />}
          />
          <div className={classes.section}>
            <div className={classes.grid}>
              <PersonFields form={form} />
            </div>
          </div>
        </div>
      </Section>
      <Section title={t('section.access')}>
        <div className={classes.part}>
          <div className={classes.section}>
            <div className={classes.grid}>
              <div className={`${classes.wide} ${classes.grid}`}>
                <StaffTypeField form={form} types={types} />
              </div>
              <AccountSwitches form={form} />
            </div>
          </div>
        </div>
      </Section>
      <Section title={t('section.first-password')}>
        <div className={classes.part}>
          <ChoiceChips
            {...form.getInputProps('way')}
            label={t('way.label')}
            choices={(['link', 'password'] as const).map((value) => ({ value, label: t(`way.${value}`) }))}
          />
          <Text c="dimmed">{t(`way.${way}-hint`)}</Text>
          {way === 'password' && (
            <div className={classes.section}>
              <div className={classes.grid}>
                <NewPasswordFields form={form} />
              </div>
            </div>
          )}
        </div>
      </Section>
      <FormBar failure={add.error ? describeFailure(add.error) : undefined}>
        <Text size="xs" component="span" className={classes.said}>
          {draft.savedAt ? t('add.kept') : t('add.will-be-kept')}
          {photo && ` ${t('add.photo-not-kept')}`}
        </Text>
        <div className={classes.acts}>
          {draft.savedAt && <DangerButton onClick={() => void discard()}>{t('add.discard')}</DangerButton>}
          <Button
            type="submit"
            size="md"
            loading={add.isPending}
            leftSection={<IconUserPlus size={18} aria-hidden />}
          >
            {t('add.action')}
          </Button>
        </div>
      </FormBar>
      <LinksDialog made={made ? [made] : []} onClose={() => made && onAdded(made._id)} />
    </SchemaForm>
  )
}
