import { Button, Menu, Switch } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { fleet, type Operation, operationTargets, standardTargets, unitLevels } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { useMay } from '../../session/signed-in.tsx'
import { EmptyValue } from '../../ui/empty-value.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FilterBar, FilterSelect } from '../../ui/list/filter-bar.tsx'
import { FilterButton, FilterSentence } from '../../ui/list/filters.tsx'
import { isListNarrowed, ListScreen } from '../../ui/list/list-screen.tsx'
import { RecordRows } from '../../ui/list/record-rows.tsx'
import { RowMenu } from '../../ui/list/row-menu.tsx'
import { SearchBox } from '../../ui/list/search-box.tsx'
import type { ChangeView } from '../../ui/list/use-list-view.ts'
import classes from './fleet.module.css'
import { type OperationListView, toListRequest } from './list-query.ts'
import { OperationChanges } from './operation-changes.tsx'
import { OperationForm } from './operation-form.tsx'
import { InactiveMark, ProfileActions } from './profile-parts.tsx'
import { outdatedByOperation } from './queries.ts'

type OperationListProps = { view: OperationListView; onChange: ChangeView<OperationListView> }

export function OperationList({ view, onChange }: OperationListProps) {
  const { t } = useTranslation(['fleet', 'ui'])
  const mayManage = useMay('fleet:manage')
  const [edited, setEdited] = useState<Operation | 'new'>()
  const [traced, setTraced] = useState<Operation>()
  const list = useQuery({
    ...ask(fleet.operations, toListRequest(view), true),
    placeholderData: keepPreviousData,
  })
  const { unit_level, with_inactive } = view.filters
  const set = (changed: OperationListView['filters']) =>
    onChange({ filters: { ...view.filters, ...changed } })
  const add = mayManage && (
    <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited('new')}>
      {t('operation.add')}
    </Button>
  )
  return (
    <>
      <ListScreen
        title={t('operation.title')}
        actions={add}
        tools={
          <>
            <FilterBar>
              <SearchBox
                label={t('operation.search')}
                hint={t('operation.search-hint')}
                view={{ text: view.text }}
                onChange={onChange}
              />
              <FilterButton label={t('ui:filters')} filters={{ unit_level }} show={t('ui:show-list')}>
                <FilterSelect
                  label={t('field.unit_level')}
                  any={t('any-level')}
                  options={unitLevels.map((value) => ({ value, label: t(`unit.${value}`) }))}
                  value={unit_level}
                  onChange={(value) => set({ unit_level: value })}
                />
              </FilterButton>
              <Switch
                label={t('with-inactive')}
                checked={with_inactive === true}
                onChange={({ currentTarget: { checked } }) => set({ with_inactive: checked || undefined })}
              />
            </FilterBar>
            <FilterSentence
              label={t('ui:filters')}
              lead={t('operation.sentence')}
              clearAll={t('ui:clear-filters')}
              filters={view.filters}
              words={{
                unit_level: unit_level && t(`unit.${unit_level}`),
                with_inactive: with_inactive && t('sentence-inactive'),
              }}
              onChange={(filters) => onChange({ filters })}
            />
          </>
        }
        list={list}
        view={view}
        onChange={onChange}
        texts={{
          none: t(isListNarrowed(view) ? 'operation.none-fits' : 'operation.none'),
          showAll: t('show-all'),
        }}
        next={add}
      >
        <RecordRows
          label={t('operation.title')}
          rows={list.data?.rows}
          rowKey={({ _id }) => _id}
          isStale={list.isPlaceholderData}
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
              cell: ({ unit_level: level }) => t(`unit.${level}`),
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
                forms.length === 0 ? <EmptyValue /> : forms.map((form) => t(`form.${form}`)).join(', '),
            },
            {
              key: 'actions',
              label: t('actions'),
              cell: (operation) => (
                <OperationActions
                  operation={operation}
                  onEdit={mayManage ? setEdited : undefined}
                  onTrace={setTraced}
                />
              ),
              isBare: true,
              isActions: true,
            },
          ]}
        />
      </ListScreen>
      <Dialog
        isWide
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={t(edited === 'new' ? 'operation.add' : 'operation.edit')}
      >
        {edited && (
          <OperationForm
            operation={edited === 'new' ? undefined : edited}
            onDone={() => setEdited(undefined)}
          />
        )}
      </Dialog>
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
  const { t, i18n } = useTranslation('fleet')
  const baht = (amount: number) =>
    amount.toLocaleString(i18n.language, { style: 'currency', currency: 'THB' })
  return (
    <div className={classes.two}>
      <span className={classes.figure}>{price === null ? <EmptyValue /> : baht(price)}</span>
      {km_rate !== null && (
        <span className={classes.figure}>{t('operation.per-km', { amount: baht(km_rate) })}</span>
      )}
      <span className={classes.quiet}>{fee_code}</span>
    </div>
  )
}

/** The target times, and which of them are the standard ones. */
function Targets({ operation }: { operation: Operation }) {
  const { t } = useTranslation('fleet')
  return (
    <ul className={classes.members}>
      {operationTargets.map((target) => {
        const own = operation[target]
        return (
          <li key={target}>
            {t('operation.target', { name: t(`target.${target}`), count: own ?? standardTargets[target] })}
            {own === null && <span className={classes.quiet}> {t('operation.standard')}</span>}
          </li>
        )
      })}
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
