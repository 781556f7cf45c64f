import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconDeviceMobile, IconFingerprint, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Factor, type FactorKind, secondFactor } from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { supportsPasskeys } from '../../session/passkey.ts'
import { ReAuthenticationForm } from '../../session/re-authentication-form.tsx'
import { DangerButton } from '../../ui/danger-button.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { AddFactor, FactorNameField, FactorProblem } from './add-factor.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './second-factor.module.css'

type OpenDialog =
  | { what: 'add'; kind: FactorKind }
  | { what: 'rename' | 'remove'; factor: Factor }
  | { what: 'codes' }

type FactorsProps = {
  /** Called after a user who must add a second factor has added one. */
  onRequiredAdded?: () => void
}

/** The user's second factors, with ways to add and remove them. */
export function Factors({ onRequiredAdded }: FactorsProps) {
  const { t } = useTranslation('second-factor')
  const { data, error, isFetching, refetch } = useQuery(ask(secondFactor.list, {}, true))
  const [open, setOpen] = useState<OpenDialog>()
  const close = () => setOpen(undefined)
  if (!data && error) return <QueryFailure query={{ error, isFetching, refetch }} />
  if (!data) return <Skeleton height="8rem" />
  const { factors, recovery_codes_left, can_add } = data
  const canPasskey = can_add.includes('passkey') && supportsPasskeys()
  const isRequired = onRequiredAdded !== undefined
  return (
    <Stack gap="md" className={classes.column}>
      {factors.length === 0 && !isRequired && <Text>{t('none')}</Text>}
      {factors.length > 0 && (
        <ul className={classes.factors} aria-label={t('methods')}>
          {factors.map((factor) => (
            <FactorItem
              key={factor._id}
              factor={factor}
              isFixed={isRequired}
              onOpen={(what) => setOpen({ what, factor })}
            />
          ))}
        </ul>
      )}
      <Group>
        {canPasskey && (
          <Button
            size="md"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setOpen({ what: 'add', kind: 'passkey' })}
          >
            {t('add-passkey')}
          </Button>
        )}
        {can_add.includes('totp') && (
          <Button
            size="md"
            variant={canPasskey ? 'default' : 'filled'}
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setOpen({ what: 'add', kind: 'totp' })}
          >
            {t('add-totp')}
          </Button>
        )}
      </Group>
      {!canPasskey && <Text c="dimmed">{t('no-passkeys')}</Text>}
      {!can_add.includes('totp') && <Text c="dimmed">{t('no-totp')}</Text>}
      {factors.length > 0 && !isRequired && (
        <Group>
          <Text>
            {t('codes.title')}: {t('codes.left', { count: recovery_codes_left })}
          </Text>
          <Button size="md" variant="default" onClick={() => setOpen({ what: 'codes' })}>
            {t('codes.new')}
          </Button>
        </Group>
      )}
      <Dialog title={getDialogTitle(open, t)} opened={open !== undefined} onClose={close}>
        {open?.what === 'add' && (
          <AddFactor
            kind={open.kind}
            isReAuthenticated={isRequired}
            onDone={() => {
              close()
              onRequiredAdded?.()
            }}
          />
        )}
        {open?.what === 'rename' && <Rename factor={open.factor} onDone={close} />}
        {open?.what === 'remove' && <Remove factor={open.factor} onDone={close} />}
        {open?.what === 'codes' && <NewCodes onDone={close} />}
      </Dialog>
    </Stack>
  )
}

function getDialogTitle(
  open: OpenDialog | undefined,
  t: ReturnType<typeof useTranslation<'second-factor'>>['t'],
): string {
  if (!open) return ''
  if (open.what === 'add') return t(open.kind === 'totp' ? 'add-totp' : 'add-passkey')
  if (open.what === 'codes') return t('codes.new')
  const { name } = open.factor
  return t(open.what === 'rename' ? 'rename-of' : 'remove-of', { name })
}

type ItemProps = { factor: Factor; isFixed: boolean; onOpen: (what: 'rename' | 'remove') => void }

function FactorItem({ factor, isFixed, onOpen }: ItemProps) {
  const { t, i18n } = useTranslation('second-factor')
  const { name, kind, created_at, last_used_at } = factor
  const day = (at: string) => formatTime(new Date(at), i18n.language, 'dd MMM yyyy')
  const Icon = kind === 'totp' ? IconDeviceMobile : IconFingerprint
  return (
    <li className={classes.factor}>
      <Icon size={24} aria-hidden />
      <div className={classes.what}>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {t(`kind.${kind}`)} · {t('added', { date: day(created_at) })} ·{' '}
          {last_used_at ? t('used', { date: day(last_used_at) }) : t('never-used')}
        </Text>
      </div>
      {!isFixed && (
        <Group gap="xs">
          <Button
            size="sm"
            variant="default"
            aria-label={t('rename-of', { name })}
            onClick={() => onOpen('rename')}
          >
            {t('rename')}
          </Button>
          <DangerButton size="sm" aria-label={t('remove-of', { name })} onClick={() => onOpen('remove')}>
            {t('remove')}
          </DangerButton>
        </Group>
      )}
    </li>
  )
}

function Rename({ factor, onDone }: { factor: Factor; onDone: () => void }) {
  const { t } = useTranslation('second-factor')
  const [name, setName] = useState(factor.name)
  const rename = useSend(secondFactor.rename, {
    inline: true,
    outdates: [secondFactor.list],
    onSuccess: onDone,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rename.mutate({ _id: factor._id, name })
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <FactorNameField value={name} onChange={setName} />
        <FactorProblem error={rename.error} />
        <Button type="submit" size="md" loading={rename.isPending} disabled={name.trim() === ''}>
          {t('save')}
        </Button>
      </Stack>
    </form>
  )
}

function Remove({ factor, onDone }: { factor: Factor; onDone: () => void }) {
  const { t } = useTranslation('second-factor')
  const remove = useSend(secondFactor.remove, {
    inline: true,
    outdates: [secondFactor.list],
    onSuccess: onDone,
  })
  return (
    <Stack gap="md">
      <Text>{t('removal', { name: factor.name })}</Text>
      <ReAuthenticationForm
        isPending={remove.isPending}
        error={remove.error}
        onReAuthenticate={(re_authentication) => remove.mutate({ _id: factor._id, re_authentication })}
      />
    </Stack>
  )
}

function NewCodes({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('second-factor')
  const make = useSend(secondFactor.newRecoveryCodes, { inline: true, outdates: [secondFactor.list] })
  if (make.data) return <RecoveryCodes codes={make.data.recovery_codes} onKept={onDone} />
  return (
    <Stack gap="md">
      <Text>{t('codes.new-text')}</Text>
      <ReAuthenticationForm
        isPending={make.isPending}
        error={make.error}
        onReAuthenticate={(re_authentication) => make.mutate({ re_authentication })}
      />
    </Stack>
  )
}
