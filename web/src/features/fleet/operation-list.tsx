import { Menu } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { fleet, type Operation, operationTargets, standardTargets, unitLevels } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { EmptyValue } from '../../ui/empty-value.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FilterSelect } from '../../ui/list/filter/filter-bar.tsx'
import { RowMenu } from '../../ui/list/row-menu.tsx'
import type { ChangeView } from '../../ui/list/use-list-view.ts'
import { writeBaht } from '../../ui/write-number.ts'
import classes from './fleet.module.css'
import { type OperationListView, toListRequest } from './list-query.ts'
import { OperationChanges } from './operation-changes.tsx'
import { OperationForm } from './operation-form.tsx'
import { ProfileList } from './profile-list.tsx'
import { InactiveMark, ProfileActions } from './profile-parts.tsx'
import { outdatedByOperation } from './queries.ts'

type OperationListProps = { view: OperationListView; onChange: ChangeView<OperationListView> }

export function OperationList({ view, onChange }: OperationListProps) {
  const { t } = useTranslation('fleet')
  const [traced, setTraced] = useState<Operation>()
  const list = useQuery({
    ...ask(fleet.operations, toListRequest(view), true),
    placeholderData: keepPreviousData,
  })
  const { unit_level } = view.filters
  return (
    <>
      <ProfileList
        kind="operation"
        list={list}
        view={view}
        onChange={onChange}
        filters={{
          fields: (
            <FilterSelect
              label={t('field.unit_level')}
              any={t('any-level')}
              options={unitLevels.map((value) => ({ value, label: t(`unit.${value}`) }))}
              value={unit_level}
              onChange={(value) => onChange({ filters: { ...view.filters, unit_level: value } })}
            />
          ),
          words: { unit_level: unit_level && t(`unit.${unit_level}`) },
        }}
        columns={[
          {
            key: 'operation',
            label: t('operation.one'),
            isBare: true,
            cell: ({ code, name, is_active }) => (
              <div className={classes.two}>
                <span className={classes.name}>{name}</span>
                <span className={classes.quiet}>{code}</span>
                <InactiveMark isActive={is_active} />
              </div>
            ),
          },
          {
            key: 'level',
            label: t('field.unit_level'),
            cell: (operation) => t(`unit.${operation.unit_level}`),
          },
          { key: 'price', label: t('field.price'), cell: (operation) => <Fee operation={operation} /> },
          {
            key: 'targets',
            label: t('operation.targets'),
            cell: (operation) => <Targets operation={operation} />,
          },
          {
            key: 'forms',
            label: t('field.forms'),
            cell: ({ forms }) =>
              forms.length === 0 ? (
                <EmptyValue />
              ) : (
                <span className={classes.words}>{forms.map((form) => t(`form.${form}`)).join(', ')}</span>
              ),
          },
        ]}
        actions={(operation, onEdit) => (
          <OperationActions operation={operation} onEdit={onEdit} onTrace={setTraced} />
        )}
        areForAll
        form={(operation, close) => <OperationForm operation={operation} onDone={close} />}
      />
      <Dialog
        isWide
        opened={traced !== undefined}
        onClose={() => setTraced(undefined)}
        title={t('operation.changes', { name: traced?.name ?? '' })}
      >
        {traced && <OperationChanges operationId={traced._id} />}
      </Dialog>
    </>
  )
}

function Fee({ operation: { price, km_rate, fee_code } }: { operation: Operation }) {
  const { t } = useTranslation('fleet')
  return (
    <div className={classes.two}>
      <span className={classes.figure}>{price === null ? <EmptyValue /> : writeBaht(price)}</span>
      {km_rate !== null && (
        <span className={classes.figure}>{t('operation.per-km', { amount: writeBaht(km_rate) })}</span>
      )}
      <span className={classes.quiet}>{fee_code}</span>
    </div>
  )
}

/** The target times, and which of them are the standard ones. */
function Targets({ operation }: { operation: Operation }) {
  const { t } = useTranslation('fleet')
  const areAllStandard = operationTargets.every((target) => operation[target] === null)
  return (
    <ul className={classes.members}>
      {operationTargets.map((target) => {
        const own = operation[target]
        return (
          <li key={target}>
            <span className={classes.figure}>
              {t('operation.target', { name: t(`target.${target}`), count: own ?? standardTargets[target] })}
            </span>
            {own === null && !areAllStandard && (
              <span className={classes.standard}> {t('operation.standard')}</span>
            )}
          </li>
        )
      })}
      {areAllStandard && <li className={classes.standard}>{t('operation.all-standard')}</li>}
    </ul>
  )
}

type OperationActionsProps = {
  operation: Operation
  /** Undefined if the user may not change operations. */
  onEdit: ((operation: Operation) => void) | undefined
  onTrace: (operation: Operation) => void
}

function OperationActions({ operation, onEdit, onTrace }: OperationActionsProps) {
  const { t } = useTranslation('fleet')
  const { _id, version, name, is_active } = operation
  const send = useSend(fleet.switchOperation, { outdates: outdatedByOperation })
  const trace = <Menu.Item onClick={() => onTrace(operation)}>{t('operation.trace')}</Menu.Item>
  if (!onEdit) return <RowMenu label={t('more', { name })}>{trace}</RowMenu>
  return (
    <ProfileActions
      name={name}
      isActive={is_active}
      isBusy={send.isPending}
      onEdit={() => onEdit(operation)}
      onSwitch={(isActive) => send.mutate({ _id, version, is_active: isActive })}
    >
      {trace}
      <Menu.Divider />
    </ProfileActions>
  )
}
