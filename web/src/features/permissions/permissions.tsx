import { Badge, Button, NativeSelect, Skeleton, Tabs, Text, Title } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  buildPermissionMatrix,
  type CallError,
  diffPermissionMatrices,
  errorCodes,
  type PermissionCell,
  type PermissionMatrix,
  permissionMatrix,
  type Result,
  type StaffTypeCode,
  setPermissionCell,
  signIn,
} from 'contract'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, call, queryClient, useSend } from '../../api/client.ts'
import { useDraft } from '../../session/draft.ts'
import { useMay } from '../../session/signed-in.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { Caution } from '../../ui/feedback/caution.tsx'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { ReasonBar } from '../../ui/form/reason-bar.tsx'
import { choice, paging, type QueryValue, queryCodec } from '../../ui/list/query-codec.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SaveHistory } from '../../ui/save-history.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { BreakGlassList } from './break-glass-list.tsx'
import { PermissionTable } from './permission-table.tsx'
import classes from './permissions.module.css'
import { staffTypeCodes, usePermissionTexts } from './words.ts'

type MatrixReply = Result<typeof permissionMatrix.get>

const matrixQuery = ask(permissionMatrix.get, {}, true)
const standardMatrix = buildPermissionMatrix([])

export const permissionsQuery = queryCodec({ tab: choice('tab', ['table', 'opened'] as const), ...paging })
type PermissionsView = QueryValue<typeof permissionsQuery>

type PermissionsProps = { view: PermissionsView; onChange: (changed: Partial<PermissionsView>) => void }

/** Who may do what in this hospital, and the records opened by break-glass. */
export function Permissions({ view, onChange }: PermissionsProps) {
  const { t } = useTranslation('permissions')
  const mayEdit = useMay('permission:manage')
  const [isEditing, setEditing] = useState(false)
  const unseen = useQuery(ask(permissionMatrix.unseenGlass, {}, true)).data?.unseen ?? 0
  return (
    <>
      <PageHeader title={t('title')}>
        {mayEdit && !isEditing && view.tab === 'table' && (
          <Button
            variant="default"
            size="md"
            leftSection={<IconPencil size={18} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            {t('edit')}
          </Button>
        )}
      </PageHeader>
      <Tabs
        value={view.tab}
        onChange={(value) => onChange({ tab: value === 'opened' ? 'opened' : 'table' })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="table" className={classes.tab}>
            {t('tab.table')}
          </Tabs.Tab>
          <Tabs.Tab
            className={classes.tab}
            value="opened"
            rightSection={unseen > 0 && <Badge>{t('unseen', { count: unseen })}</Badge>}
          >
            {t('tab.opened')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="table">
          <LoadedPermissions isEditing={isEditing && mayEdit} onDone={() => setEditing(false)} />
        </Tabs.Panel>
        <Tabs.Panel value="opened">
          <BreakGlassList view={view} onChange={onChange} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function LoadedPermissions({ isEditing, onDone }: { isEditing: boolean; onDone: () => void }) {
  const { t } = useTranslation('permissions')
  const { data: held, isLoadingError, error, isFetching, refetch } = useQuery(matrixQuery)
  if (isLoadingError) return <QueryFailure query={{ error, isFetching, refetch }} />
  if (!held) return <Skeleton height="32rem" />
  return (
    <>
      <Text c="dimmed" mb="md">
        {t('explained')}
      </Text>
      {isEditing ? (
        <EditPermissions held={held} onDone={onDone} />
      ) : (
        <StaffTypeColumns>
          {(types) => (
            <PermissionTable
              matrix={buildPermissionMatrix(held.changed)}
              types={types}
              onChange={undefined}
            />
          )}
        </StaffTypeColumns>
      )}
      <PermissionHistory history={held.history} />
    </>
  )
}

/** All staff types side by side, or one at a time on a narrow screen. */
function StaffTypeColumns({ children }: { children: (types: readonly StaffTypeCode[]) => ReactNode }) {
  const { t } = useTranslation('permissions')
  const words = usePermissionTexts()
  const isPhone = useIsPhone()
  const [chosen, setChosen] = useState<StaffTypeCode>('doctor')
  if (!isPhone) return children(staffTypeCodes)
  return (
    <>
      <NativeSelect
        size="md"
        mb="sm"
        label={t('staff-type')}
        value={chosen}
        data={staffTypeCodes.map((value) => ({ value, label: words.staffType(value) }))}
        onChange={({ currentTarget: { value } }) =>
          setChosen(staffTypeCodes.find((one) => one === value) ?? 'doctor')
        }
      />
      {children([chosen])}
    </>
  )
}

type PermissionEdit = { cells: PermissionCell[]; reason: string }

function EditPermissions({ held, onDone }: { held: MatrixReply; onDone: () => void }) {
  const { t, i18n } = useTranslation('permissions')
  const [{ cells, reason }, setTyped] = useState<PermissionEdit>({ cells: [], reason: '' })
  const [newerThan, setNewerThan] = useState<number>()
  const [isTried, setTried] = useState(false)
  const draft = useDraft<PermissionEdit>('permissions', {
    values: { cells, reason },
    setValues: (kept) => setTyped(kept as PermissionEdit),
  })
  const send = useSend(permissionMatrix.update, {
    inline: ['changed-meanwhile', 'invalid'],
    outdates: [permissionMatrix.get, signIn.whoAmI],
  })
  const before = buildPermissionMatrix(held.changed)
  const matrix = buildPermissionMatrix([...held.changed, ...cells])
  const made = diffPermissionMatrices(before, matrix)
  const keep = (wanted: PermissionMatrix) =>
    setTyped((typed) => ({ ...typed, cells: diffPermissionMatrices(before, wanted) }))

  /** Rebases the user's choices on what others saved; none of them is lost. */
  async function rebaseEdit() {
    setNewerThan(held.version)
    queryClient.setQueryData(matrixQuery.queryKey, await call(permissionMatrix.get, {}))
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (made.length === 0 || !reason.trim()) return
    setNewerThan(undefined)
    send.mutate(
      { version: held.version, cells: made, reason },
      {
        onSuccess: () => {
          draft.clear()
          onDone()
        },
        onError: (error: CallError) => {
          if (error.code === errorCodes['changed-meanwhile']) void rebaseEdit()
        },
      },
    )
  }

  async function cancel() {
    const mayClose =
      (made.length === 0 && !reason) ||
      (await confirm({
        question: t('discard-question'),
        about: t('changes', { count: made.length }),
        consequence: t('discard-consequence'),
        action: t('discard'),
      }))
    if (!mayClose) return
    draft.clear()
    onDone()
  }

  const refused = send.error?.fields.find(({ field }) => field === 'reason')?.message
  const problem = refused ?? (isTried && !reason.trim() ? 'reason-required' : undefined)
  return (
    <form noValidate onSubmit={submit}>
      {draft.isRestored && draft.savedAt && made.length > 0 && (
        <Caution role="status">
          {t('draft-restored', { time: formatTime(draft.savedAt, i18n.language, 'dd MMM yyyy hh:mm a') })}
        </Caution>
      )}
      {newerThan !== undefined && held.version > newerThan && (
        <Caution role="alert">
          <strong>{t('meanwhile')}</strong>
          <p>{t('meanwhile-explained')}</p>
          <PermissionChanges history={held.history.slice(0, held.version - newerThan)} />
        </Caution>
      )}
      <StaffTypeColumns>
        {(types) => (
          <PermissionTable
            matrix={matrix}
            types={types}
            onChange={(cell) => keep(setPermissionCell(matrix, cell))}
          />
        )}
      </StaffTypeColumns>
      <ReasonBar
        texts={{
          changes: t('changes', { count: made.length }),
          noChange: t('no-change'),
          reason: t('reason'),
          save: t('save'),
        }}
        count={made.length}
        changes={
          <ChangedCells changes={made.map(({ is_granted, ...cell }) => ({ ...cell, to: is_granted }))} />
        }
        reason={reason}
        problem={problem}
        onReason={(value) => setTyped((typed) => ({ ...typed, reason: value }))}
        isSaving={send.isPending}
        onCancel={() => void cancel()}
      >
        <Button
          variant="default"
          size="md"
          disabled={diffPermissionMatrices(matrix, standardMatrix).length === 0}
          onClick={() => keep(standardMatrix)}
        >
          {t('to-standard')}
        </Button>
      </ReasonBar>
    </form>
  )
}

type CellChange = { staff_type: StaffTypeCode; permission: PermissionCell['permission']; to: boolean }

function ChangedCells({ changes }: { changes: readonly CellChange[] }) {
  const { t } = useTranslation('permissions')
  const words = usePermissionTexts()
  return (
    <ul className={classes.changes}>
      {changes.map(({ staff_type, permission, to }) => (
        <li key={`${staff_type} ${permission}`}>
          {words.staffType(staff_type)}: {words.name(permission)} →{' '}
          <strong>{t(to ? 'granted' : 'not-granted')}</strong>
        </li>
      ))}
    </ul>
  )
}

function PermissionChanges({ history }: { history: MatrixReply['history'] }) {
  return (
    <SaveHistory saves={history}>
      {({ reason, changes }) => (
        <>
          <span>{reason}</span>
          <ChangedCells changes={changes} />
        </>
      )}
    </SaveHistory>
  )
}

function PermissionHistory({ history }: { history: MatrixReply['history'] }) {
  const { t } = useTranslation('permissions')
  return (
    <section className={classes.section}>
      <Title order={2} size="h4">
        {t('history')}
      </Title>
      {history.length === 0 ? (
        <Text c="dimmed">{t('no-history')}</Text>
      ) : (
        <PermissionChanges history={history} />
      )}
    </section>
  )
}
