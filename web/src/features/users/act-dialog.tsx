import { Group, Stack, Text, Textarea } from '@mantine/core'
import {
  type CallError,
  computeNextStatus,
  errorCodes,
  type UserChange,
  UserChangedMeanwhile,
  type UserRow,
} from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { isDangerous, type UserActName } from './acts.ts'
import { StatusBadge } from './list/cells.tsx'
import { cacheUser, invalidateUserLists, useDecideUser, useDeleteUser } from './queries.ts'
import { UserChangedAlert } from './user-changed-alert.tsx'

/** An action on an account that awaits confirmation. */
export type AskedAct = { user: UserRow; act: UserActName }

type ActDialogProps = {
  asked: AskedAct | undefined
  onClose: () => void
  onDone?: (act: UserActName) => void
}

/** Asks before any action on an account; the safe choice has the focus. */
export function ActDialog({ asked, onClose, onDone }: ActDialogProps) {
  const { t } = useTranslation('users')
  return (
    <Dialog opened={asked !== undefined} onClose={onClose} title={asked && t(`act.${asked.act}.question`)}>
      {asked && (
        <UserActForm
          asked={asked}
          onClose={onClose}
          onDone={() => {
            onClose()
            onDone?.(asked.act)
          }}
        />
      )}
    </Dialog>
  )
}

type ChangedUser = { user: UserRow; changes: readonly UserChange[] }
type UserActFormProps = { asked: AskedAct; onClose: () => void; onDone: () => void }

const reasonLength = 500

function UserActForm({ asked, onClose, onDone }: UserActFormProps) {
  const { t } = useTranslation('users')
  const { act } = asked
  const [reason, setReason] = useState('')
  const [meanwhile, setMeanwhile] = useState<ChangedUser>()
  const decide = useDecideUser()
  const remove = useDeleteUser()
  const send = act === 'delete' ? remove : decide
  const user = meanwhile?.user ?? asked.user
  const isPossible = computeNextStatus(act, user.status) !== undefined

  const onError = (error: CallError) => {
    if (error.code !== errorCodes['changed-meanwhile']) return invalidateUserLists()
    const found = UserChangedMeanwhile.parse(error.detail)
    cacheUser(found.user)
    setMeanwhile(found)
  }
  const go = () => {
    const body = { _id: user._id, version: user.version, reason }
    if (act === 'delete') remove.mutate(body, { onError, onSuccess: onDone })
    else decide.mutate({ ...body, act }, { onError, onSuccess: onDone })
  }
  const isChanged = send.error?.code === errorCodes['changed-meanwhile']
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
    >
      <Stack gap="md">
        <div>
          <Group gap="xs">
            <Text fw={600}>
              <StaffName of={user} />
            </Text>
            <StatusBadge status={user.status} />
          </Group>
          <Text c="dimmed">{user.email}</Text>
        </div>
        <Text>{t(`act.${act}.consequence`)}</Text>
        <Textarea
          label={t('act.reason')}
          description={t('act.reason-hint')}
          size="md"
          autosize
          minRows={2}
          maxLength={reasonLength}
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
        {meanwhile && <UserChangedAlert changes={meanwhile.changes} isPossible={isPossible} />}
        <FormEnd
          action={t(`act.${act}.action`)}
          isPending={send.isPending}
          isDisabled={!isPossible}
          error={isChanged ? null : send.error}
          onCancel={onClose}
          startsAtCancel
          isDangerous={isDangerous(act)}
        />
      </Stack>
    </form>
  )
}
