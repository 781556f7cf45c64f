import { Badge, Button, NativeSelect, Skeleton, Tabs, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  buildPermissionMatrix,
  diffPermissionMatrices,
  isGranted,
  listMissingPermissions,
  type PermissionCell,
  type PermissionChange,
  type PermissionMatrix,
  PermissionsChangedMeanwhile,
  PermissionsDraft,
  permissionMatrix,
  permissions,
  type Result,
  type StaffTypeCode,
  setPermissionCell,
  signIn,
} from 'contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, queryClient, useSend } from '../../api/client.ts'
import { SaveHistory } from '../../clinical/save-history.tsx'
import { useDraft } from '../../session/draft.ts'
import { useMay } from '../../session/signed-in.tsx'
import { TabRow } from '../../ui/bar/tab-row.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { Caution } from '../../ui/feedback/caution.tsx'
import { confirmDiscard } from '../../ui/feedback/confirm.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { ReasonBar } from '../../ui/form/reason-bar.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { type FormVersion, useVersionedForm } from '../../ui/form/use-versioned-form.ts'
import { choice, paging, type QueryValue, queryCodec } from '../../ui/list/query-codec.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SectionTitle } from '../../ui/section.tsx'
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
        <TabRow current={view.tab} className={classes.tabs}>
          <Tabs.List>
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
        </TabRow>
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

/** A cell of the table with an id, by which it is found in another version. */
type CellValue = PermissionCell & { _id: string }
type PermissionValues = { cells: CellValue[]; reason: string }

const toCellValues = (matrix: PermissionMatrix): CellValue[] =>
  staffTypeCodes.flatMap((staff_type) =>
    permissions.map((permission) => ({
      _id: `${staff_type} ${permission}`,
      staff_type,
      permission,
      is_granted: isGranted(matrix, staff_type, permission),
    })),
  )

const toVersion = ({
  changed,
  version,
}: Pick<MatrixReply, 'changed' | 'version'>): FormVersion<PermissionValues> => ({
  version,
  values: { cells: toCellValues(buildPermissionMatrix(changed)), reason: '' },
})

function readMeanwhile(detail: unknown) {
  const { changes, ...newest } = PermissionsChangedMeanwhile.parse(detail)
  void queryClient.invalidateQueries({ queryKey: [permissionMatrix.get.path] })
  return { newest: toVersion(newest), changes }
}

function EditPermissions({ held, onDone }: { held: MatrixReply; onDone: () => void }) {
  const { t, i18n } = useTranslation('permissions')
  const words = usePermissionTexts()
  const { form, kept, stored, conflict, fail } = useVersionedForm({
    opened: toVersion(held),
    schema: () => PermissionsDraft,
    mergedByEntry: ['cells'],
    readMeanwhile,
  })
  const draft = useDraft('permission-matrix', kept)
  const send = useSend(permissionMatrix.update, {
    inline: ['changed-meanwhile', 'invalid'],
    outdates: [permissionMatrix.get, signIn.whoAmI],
    onSuccess: () => close(),
  })
  const { cells, reason } = form.values
  const matrix = buildPermissionMatrix(cells)
  const made = diffPermissionMatrices(buildPermissionMatrix(stored.values.cells), matrix)
  // Two users' changes together can leave a permission without the one that it needs.
  const lacking = listMissingPermissions(matrix)
  const setMatrix = (wanted: PermissionMatrix) => form.setFieldValue('cells', toCellValues(wanted))

  function close() {
    draft.clear()
    onDone()
  }

  async function cancel() {
    const mayClose =
      (made.length === 0 && !reason) ||
      (await confirmDiscard({
        about: t('changes', { count: made.length }),
        consequence: t('discard-consequence'),
      }))
    if (mayClose) close()
  }

  const submit = (values: PermissionValues) => {
    if (made.length === 0) return
    send.mutate({ version: stored.version, cells: made, reason: values.reason }, { onError: fail })
  }

  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      {draft.isRestored && draft.savedAt && made.length > 0 && (
        <Caution role="status">
          {t('draft-restored', { time: formatTime(draft.savedAt, i18n.language, 'dd MMM yyyy HH:mm') })}
        </Caution>
      )}
      {conflict && (
        <Caution role="alert">
          <strong>{t('meanwhile')}</strong>
          <p>{t('meanwhile-explained')}</p>
          <PermissionChanges history={conflict.changes} />
        </Caution>
      )}
      <StaffTypeColumns>
        {(types) => (
          <PermissionTable
            matrix={matrix}
            types={types}
            onChange={(cell) => setMatrix(setPermissionCell(matrix, cell))}
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
        refusal={
          lacking.length > 0 && (
            <>
              <ProblemText message="permission-lacks" />:{' '}
              {lacking
                .map((one) => `${words.staffType(one.staff_type)}: ${words.name(one.permission)}`)
                .join(', ')}
            </>
          )
        }
        reason={reason}
        problem={form.errors['reason']}
        onReason={(value) => form.setFieldValue('reason', value)}
        isSaving={send.isPending}
        onCancel={() => void cancel()}
      >
        <Button
          variant="default"
          size="md"
          disabled={diffPermissionMatrices(matrix, standardMatrix).length === 0}
          onClick={() => setMatrix(standardMatrix)}
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

function PermissionChanges({ history }: { history: readonly PermissionChange[] }) {
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
      <SectionTitle>{t('history')}</SectionTitle>
      {history.length === 0 ? (
        <Text c="dimmed">{t('no-history')}</Text>
      ) : (
        <PermissionChanges history={history} />
      )}
    </section>
  )
}
