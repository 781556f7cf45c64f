import { Alert, Anchor, Button, Stack, TextInput, Title } from '@mantine/core'
import { IconAlertCircle, IconFingerprint } from '@tabler/icons-react'
import {
  CallError,
  errorCodes,
  type OpenedSession,
  type SecondStepAnswer,
  type SecondStepKind,
  SecondStep as SecondStepSchema,
  signInSteps,
} from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { requestPasskey } from '../../session/passkey.ts'
import { listDeviceCookies } from '../../session/session.ts'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'

type SecondStepProps = {
  /** The reply to the password, which asks for a second factor. */
  asked: CallError
  onOpened: (opened: OpenedSession) => void
  onAgain: () => void
}

/** The second step of a sign-in, after the right password. */
export function SecondStep({ asked, onOpened, onAgain }: SecondStepProps) {
  const { t } = useTranslation('second-factor')
  const step = SecondStepSchema.parse(asked.detail)
  const [chosen, setChosen] = useState<SecondStepKind | undefined>(step.steps[0])
  const [code, setCode] = useState('')
  const [isNone, setNone] = useState(false)
  const send = useSend(signInSteps.secondStep, { inline: true, onSuccess: onOpened })
  const { challenge, passkey } = step
  const isOver = send.error?.code === errorCodes['second-step-ended']

  const choose = (kind: SecondStepKind) => {
    setChosen(kind)
    setCode('')
    setNone(false)
    send.reset()
  }
  const give = (answer: SecondStepAnswer) =>
    send.mutate({ challenge, answer, device_cookies: listDeviceCookies() })
  const answerByPasskey = async () => {
    if (!passkey) return
    setNone(false)
    const response = await requestPasskey(passkey)
    if (response) give({ kind: 'passkey', response })
    else setNone(true)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen && chosen !== 'passkey') give({ kind: chosen, code })
  }

  return (
    <form noValidate onSubmit={submit} aria-labelledby="second-step">
      <Stack gap="md">
        <Title order={3} id="second-step">
          {t('step.title')}
        </Title>
        {chosen === 'passkey' && (
          <Button
            size="md"
            data-autofocus
            autoFocus
            leftSection={<IconFingerprint size={20} aria-hidden />}
            loading={send.isPending}
            onClick={() => void answerByPasskey()}
          >
            {t('step.passkey')}
          </Button>
        )}
        {(chosen === 'totp' || chosen === 'recovery-code') && (
          <>
            <TextInput
              key={chosen}
              autoFocus
              label={t(`step.${chosen}`)}
              size="md"
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              autoComplete={chosen === 'totp' ? 'one-time-code' : 'off'}
              inputMode={chosen === 'totp' ? 'numeric' : 'text'}
              autoCapitalize="characters"
              spellCheck={false}
            />
            <Button type="submit" size="md" fullWidth loading={send.isPending} disabled={code.trim() === ''}>
              {t('step.go-on')}
            </Button>
          </>
        )}
        <div role="alert">
          {(send.isError || isNone) && (
            <Alert color="red" icon={<IconAlertCircle aria-hidden />}>
              {send.error ? describeFailure(send.error) : t('passkey-none')}
            </Alert>
          )}
        </div>
        {step.steps
          .filter((kind) => kind !== chosen && !isOver)
          .map((kind) => (
            <Anchor key={kind} component="button" type="button" onClick={() => choose(kind)}>
              {t(
                kind === 'passkey'
                  ? 'step.passkey'
                  : kind === 'totp'
                    ? 'step.use-totp'
                    : 'step.use-recovery-code',
              )}
            </Anchor>
          ))}
        <Anchor component="button" type="button" onClick={onAgain}>
          {t('step.again')}
        </Anchor>
      </Stack>
    </form>
  )
}
