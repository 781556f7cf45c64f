import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { IconAlertCircle, IconFingerprint, IconLock } from '@tabler/icons-react'
import { type ReAuthentication, signInSteps } from 'contract'
import { type ComponentProps, type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient, useSend } from '../../api/client.ts'
import { callsLostAt } from '../../api/connection.ts'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { LanguageSwitch } from '../../session/language-switch.tsx'
import { screenLock } from '../../session/lock.ts'
import { useOwnPasskey } from '../../session/own-passkey.ts'
import { signOut } from '../../session/sign-out.ts'
import { useUser } from '../../session/signed-in.tsx'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import { PasswordField } from '../../ui/form/password-field.tsx'
import type { LockOverlay } from './lock-overlay.tsx'
import classes from './lock-screen.module.css'

/** The screen below stays as it is, and appears again when the same person unlocks it. */
export function LockScreen({ Alarms, Offline }: ComponentProps<typeof LockOverlay>) {
  const { t } = useTranslation('second-factor')
  const user = useUser()
  const dialog = useModal()
  const isLost = callsLostAt.use() !== undefined
  const passkey = useOwnPasskey('unlock')
  const [password, setPassword] = useState('')
  const [isNone, setNone] = useState(false)
  const unlock = useSend(signInSteps.unlock, {
    inline: true,
    onSuccess: () => {
      screenLock.clear()
      // While locked, calls were refused and events were not received: refetch everything.
      void queryClient.invalidateQueries()
    },
  })
  const send = (re_authentication: ReAuthentication) => {
    setNone(false)
    unlock.mutate({ re_authentication })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '') send({ kind: 'password', password })
  }
  const show = async () => {
    const re_authentication = await passkey.show().catch(() => undefined)
    if (re_authentication) send(re_authentication)
    else setNone(true)
  }
  return (
    <dialog ref={dialog} className={classes.screen} aria-labelledby="locked">
      <div className={classes.column}>
        <div className={classes.language}>
          <LanguageSwitch />
        </div>
        <div>
          <Title order={1} size="h3" id="locked" className={classes.title}>
            <IconLock size={22} aria-hidden /> {t('lock.title')}
          </Title>
          <Text fw={600}>
            <StaffName of={user} />
          </Text>
          <Text c="dimmed">{t('lock.text')}</Text>
        </div>
        {isLost ? (
          // Neither a password nor another account can be checked.
          <Suspense fallback={null}>
            {Offline ? (
              <Offline onOpen={() => screenLock.lift()} otherwise={<Text>{t('lock.lost')}</Text>} />
            ) : (
              <Text>{t('lock.lost')}</Text>
            )}
          </Suspense>
        ) : (
          <form noValidate onSubmit={submit}>
            <Stack gap="md">
              <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
              <PasswordField
                label={t('lock.password')}
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
              <div role="alert">
                {(unlock.isError || isNone) && (
                  <Alert color="red" icon={<IconAlertCircle aria-hidden />}>
                    {unlock.error ? describeFailure(unlock.error) : t('passkey-none')}
                  </Alert>
                )}
              </div>
              <Button type="submit" size="md" loading={unlock.isPending} disabled={password === ''}>
                {t('lock.unlock')}
              </Button>
              {passkey.canShow && (
                <Button
                  size="md"
                  variant="default"
                  leftSection={<IconFingerprint size={20} aria-hidden />}
                  onClick={() => void show()}
                >
                  {t('lock.passkey')}
                </Button>
              )}
              <Button variant="subtle" color="gray" size="md" onClick={signOut}>
                {t('lock.other')}
              </Button>
            </Stack>
          </form>
        )}
        {Alarms && (
          <Suspense fallback={null}>
            <Alarms />
          </Suspense>
        )}
      </div>
    </dialog>
  )
}

/** Modal while mounted: browsers let a user close any dialog with Esc, so this one opens again. */
function useModal() {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const open = () => {
      if (dialog.open) return
      dialog.showModal()
      // A browser would focus the language switch, which comes first.
      dialog.querySelector<HTMLInputElement>('input[type="password"]')?.focus()
    }
    const stay = (event: Event) => event.preventDefault()
    open()
    dialog.addEventListener('cancel', stay)
    dialog.addEventListener('close', open)
    return () => {
      dialog.removeEventListener('cancel', stay)
      dialog.removeEventListener('close', open)
      dialog.close()
    }
  }, [])
  return ref
}
