import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertCircle, IconFingerprint } from '@tabler/icons-react'
import { type FactorKind, type ReAuthentication, type Result, secondFactor } from 'contract'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { createPasskey } from '../../session/passkey.ts'
import { ReAuthenticationForm } from '../../session/re-authentication-form.tsx'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import { QrPicture } from '../../ui/picture/qr-picture.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './second-factor.module.css'

type AddFactorProps = {
  /** The user has just re-authenticated: true where a second factor has to be added. */
  isReAuthenticated: boolean
  onDone: () => void
}

type AddedTotp = Result<typeof secondFactor.addTotp>

/** Adds a factor: from the re-authentication to the recovery codes, which come with the first one. */
export function AddFactor({ kind, ...props }: AddFactorProps & { kind: FactorKind }) {
  return kind === 'totp' ? <AddTotp {...props} /> : <AddPasskey {...props} />
}

/** Begins at once if no re-authentication is needed. */
function useBeginWhenReAuthenticated(
  isReAuthenticated: boolean,
  begin: (body: { re_authentication?: ReAuthentication }) => void,
) {
  useEffect(() => {
    if (isReAuthenticated) begin({})
  }, [isReAuthenticated, begin])
}

function AddTotp({ isReAuthenticated, onDone }: AddFactorProps) {
  const { t } = useTranslation('second-factor')
  const begin = useSend(secondFactor.beginTotp, { inline: true })
  const [added, setAdded] = useState<AddedTotp>()
  const [code, setCode] = useState('')
  const [name, setName] = useState<string>(t('kind.totp'))
  const add = useSend(secondFactor.addTotp, {
    inline: true,
    outdates: [secondFactor.list],
    onSuccess: (reply) => (reply.recovery_codes ? setAdded(reply) : onDone()),
  })
  useBeginWhenReAuthenticated(isReAuthenticated, begin.mutate)
  if (added?.recovery_codes) return <RecoveryCodes codes={added.recovery_codes} onKept={onDone} />
  const begun = begin.data
  if (!begun)
    return (
      <BeginForm
        isReAuthenticated={isReAuthenticated}
        error={begin.error}
        isPending={begin.isPending}
        onBegin={begin.mutate}
      />
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate({ challenge: begun.challenge, code, name })
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Text>{t('totp.scan')}</Text>
        <QrPicture svg={begun.qr_svg} label={t('totp.qr')} />
        <Text>
          {t('totp.secret')} <code className={classes.secret}>{begun.secret.match(/.{4}/g)?.join(' ')}</code>
        </Text>
        <FactorNameField value={name} onChange={setName} />
        <TextInput
          label={t('totp.code')}
          size="md"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <FactorProblem error={add.error} />
        <Button
          type="submit"
          size="md"
          loading={add.isPending}
          disabled={code.trim() === '' || name.trim() === ''}
        >
          {t('totp.add')}
        </Button>
      </Stack>
    </form>
  )
}

function AddPasskey({ isReAuthenticated, onDone }: AddFactorProps) {
  const { t } = useTranslation('second-factor')
  const begin = useSend(secondFactor.beginPasskey, { inline: true })
  const [added, setAdded] = useState<AddedTotp>()
  const [isNone, setNone] = useState(false)
  const [name, setName] = useState<string>(t('kind.passkey'))
  const add = useSend(secondFactor.addPasskey, {
    inline: true,
    outdates: [secondFactor.list],
    onSuccess: (reply) => (reply.recovery_codes ? setAdded(reply) : onDone()),
  })
  useBeginWhenReAuthenticated(isReAuthenticated, begin.mutate)
  if (added?.recovery_codes) return <RecoveryCodes codes={added.recovery_codes} onKept={onDone} />
  const options = begin.data?.options
  if (!options)
    return (
      <BeginForm
        isReAuthenticated={isReAuthenticated}
        error={begin.error}
        isPending={begin.isPending}
        onBegin={begin.mutate}
      />
    )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setNone(false)
    const response = await createPasskey(options)
    if (response) add.mutate({ challenge: options.challenge, name, response })
    else setNone(true)
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Text>{t('passkey.text')}</Text>
        <FactorNameField value={name} onChange={setName} />
        <FactorProblem error={add.error} text={isNone ? t('passkey-none') : undefined} />
        <Button
          type="submit"
          size="md"
          leftSection={<IconFingerprint size={20} aria-hidden />}
          loading={add.isPending}
          disabled={name.trim() === ''}
        >
          {t('passkey.make')}
        </Button>
      </Stack>
    </form>
  )
}

type BeginProps = {
  isReAuthenticated: boolean
  isPending: boolean
  error: Parameters<typeof FactorProblem>[0]['error']
  onBegin: (body: { re_authentication?: ReAuthentication }) => void
}

function BeginForm({ isReAuthenticated, isPending, error, onBegin }: BeginProps) {
  if (isReAuthenticated) return <FactorProblem error={error} />
  return (
    <ReAuthenticationForm
      isPending={isPending}
      error={error}
      onReAuthenticate={(re_authentication) => onBegin({ re_authentication })}
    />
  )
}

export function FactorNameField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const { t } = useTranslation('second-factor')
  return (
    <TextInput
      label={t('name')}
      description={t('name-hint')}
      size="md"
      maxLength={60}
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export function FactorProblem({
  error,
  text = error ? describeFailure(error) : undefined,
}: {
  error: Parameters<typeof describeFailure>[0] | null
  text?: string | undefined
}) {
  return (
    <div role="alert">
      {text && (
        <Alert color="red" icon={<IconAlertCircle aria-hidden />}>
          {text}
        </Alert>
      )}
    </div>
  )
}
