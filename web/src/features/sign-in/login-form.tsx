import { Alert, Anchor, Button, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core'
import { IconAlertCircle, IconEye, IconEyeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { errorCodes, type OpenedSession, SignInForm, signIn } from 'contract'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask, useSend } from '../../api/client.ts'
import { listDeviceCookies, session } from '../../session/session.ts'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import { SchemaForm, useSchemaForm } from '../../ui/form/schema-form.tsx'
import classes from './login-form.module.css'

const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }))

const errorDisplayMs = 5000
/** A ward's computer is used by people of one staff type, so the browser remembers the last one. */
const staffTypeKey = 'staff_type'

function openSession(opened: OpenedSession, staffTypeId: string) {
  localStorage.setItem(staffTypeKey, staffTypeId)
  session.open(opened)
}

export function LoginForm() {
  const { t, i18n } = useTranslation('sign-in')
  const staffTypes = useQuery(ask(signIn.staffTypes, {}, true))
  const send = useSend(signIn.signIn, {
    inline: true,
    onSuccess: (opened, { type }) => openSession(opened, type),
  })
  const asked = send.error?.code === errorCodes['second-step-needed'] ? send.error : undefined
  const isHalfway = asked !== undefined
  const form = useSchemaForm({
    schema: SignInForm,
    initialValues: { type: '', user_name: '', password: '' },
    draw: (problem) => <>* {problem}</>,
  })

  const types = staffTypes.data?.staff_type
  const lastType = types?.find(({ _id }) => _id === localStorage.getItem(staffTypeKey))
  const offeredType = (lastType ?? types?.[0])?._id
  const { setFieldValue } = form
  const isChosen = form.values.type !== ''
  useEffect(() => {
    if (offeredType && !isChosen) setFieldValue('type', offeredType)
  }, [offeredType, isChosen, setFieldValue])

  const { isError, reset } = send
  useEffect(() => {
    if (!isError || isHalfway) return
    const timer = setTimeout(reset, errorDisplayMs)
    return () => clearTimeout(timer)
  }, [isError, isHalfway, reset])

  if (asked)
    return (
      <Suspense>
        <SecondStep
          asked={asked}
          onOpened={(opened) => openSession(opened, form.values.type)}
          onAgain={reset}
        />
      </Suspense>
    )
  return (
    <SchemaForm
      form={form}
      onSubmit={(values) => send.mutate({ ...values, device_cookies: listDeviceCookies() })}
    >
      <Stack gap="md">
        <NativeSelect
          {...form.getInputProps('type')}
          label={t('login-as')}
          size="md"
          data={
            types?.map(({ _id, en_name, th_name }) => ({
              value: _id,
              label: i18n.language === 'th' ? th_name : en_name,
            })) ?? [{ value: '', label: t('first-staff-type') }]
          }
          {...(staffTypes.isError && {
            error: (
              <>
                {t('staff-types-failed')}{' '}
                <Anchor component="button" type="button" inherit onClick={() => staffTypes.refetch()}>
                  {t('try-again')}
                </Anchor>
              </>
            ),
          })}
        />
        <TextInput
          {...form.getInputProps('user_name')}
          label={t('email')}
          name="username"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
        />
        <PasswordInput
          {...form.getInputProps('password')}
          label={t('password')}
          name="password"
          autoComplete="current-password"
          size="md"
          visibilityToggleIcon={({ reveal }) =>
            reveal ? <IconEyeOff size={20} aria-hidden /> : <IconEye size={20} aria-hidden />
          }
          visibilityToggleButtonProps={{ 'aria-label': t('show-password'), tabIndex: 0 }}
        />
        <Anchor component={Link} to="/forgot-password" className={classes.forgot}>
          {t('forgot-password')}
        </Anchor>
        <Button type="submit" size="md" fullWidth loading={send.isPending}>
          {t('login')}
        </Button>
        <div className={classes.below}>
          {send.isError ? (
            <Alert color="red" icon={<IconAlertCircle aria-hidden />}>
              {describeFailure(send.error)}
            </Alert>
          ) : (
            <Anchor component={Link} to="/register" className={classes.register}>
              {t('register')}
            </Anchor>
          )}
        </div>
      </Stack>
    </SchemaForm>
  )
}
