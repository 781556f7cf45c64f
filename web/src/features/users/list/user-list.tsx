import { Button, Tabs } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUpload, IconUserPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Result, userSearchFields, userSortFields, users } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask, useSend } from '../../../api/client.ts'
import { newUserPath } from '../../../paths.ts'
import { useUser as useOwnUser } from '../../../session/signed-in.tsx'
import { TabRow } from '../../../ui/bar/tab-row.tsx'
import { ChoiceChips } from '../../../ui/form/choice-chips.tsx'
import { ColumnChooser, useHiddenColumns } from '../../../ui/list/column-chooser.tsx'
import { ExportButton, saveCsv } from '../../../ui/list/export-button.tsx'
import { FilterBar } from '../../../ui/list/filter/filter-bar.tsx'
import { FilterButton } from '../../../ui/list/filter/filters.tsx'
import { SearchBox, SearchFieldSelect } from '../../../ui/list/filter/search-box.tsx'
import { SortChoice } from '../../../ui/list/filter/sort-choice.tsx'
import { isListNarrowed, ListScreen } from '../../../ui/list/list-screen.tsx'
import { toOptionalList } from '../../../ui/list/query-codec.ts'
import { useReturnToRow } from '../../../ui/list/steady/use-return-to-row.ts'
import type { ChangeView } from '../../../ui/list/use-list-view.ts'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { ActDialog, type AskedAct } from '../act-dialog.tsx'
import { LinksDialog, type PasswordLinkSlip } from '../links-dialog.tsx'
import classes from '../users.module.css'
import {
  type OptionalUserColumn,
  optionalUserColumns,
  useHiddenAtFirst,
  useUserColumnLabel,
} from './columns.ts'
import { UserFilterFields, UserFilterSentence } from './filter-fields.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { blockedListStatuses, toUserListRequest, type UserListName, type UserListView } from './list-query.ts'
import { getUserKey, UserRows } from './user-rows.tsx'

type ListCounts = Result<typeof users.list>['counts']

const sortable = userSortFields.filter((field) => field !== 'registered')

export function UserList({ view, onChange }: { view: UserListView; onChange: ChangeView<UserListView> }) {
  const { t, i18n } = useTranslation('users')
  const columnLabel = useUserColumnLabel()
  const isPhone = useIsPhone()
  const { _id: ownId } = useOwnUser()
  const [asked, setAsked] = useState<AskedAct>()
  const [isImporting, importing] = useDisclosure(false)
  const [made, setMade] = useState<readonly PasswordLinkSlip[]>([])
  const [hidden, setHidden] = useHiddenColumns<OptionalUserColumn>('user-list', useHiddenAtFirst())
  const send = useSend(users.exportList, { onSuccess: saveCsv })

  const body = { ...toUserListRequest(view), page: view.page, number_of_rec: view.size }
  const list = useQuery({ ...ask(users.list, body, true), placeholderData: keepPreviousData })
  const place = useReturnToRow('user-list', list.data !== undefined && !list.isPlaceholderData)
  const counts = list.data?.counts
  const { status, ...otherFilters } = view.filters
  const isStatusShown = view.list === 'blocked'

  const add = (
    <Button component={Link} to={newUserPath} size="md" leftSection={<IconUserPlus size={18} aria-hidden />}>
      {t('add.title')}
    </Button>
  )
  const actions = (
    <>
      <Button
        variant="default"
        size="md"
        leftSection={<IconUpload size={18} aria-hidden />}
        onClick={importing.open}
      >
        {t('import.open')}
      </Button>
      <ExportButton
        isPending={send.isPending}
        onExport={(language) => send.mutate({ ...toUserListRequest(view), language })}
      >
        {t('export')}
      </ExportButton>
      {add}
    </>
  )
  const searchFields = userSearchFields.map((value) => ({ value, label: t(`search-field.${value}`) }))
  const tools = (
    <>
      <Tabs
        value={view.list}
        onChange={(chosen) =>
          onChange({
            list: chosen === 'blocked' ? 'blocked' : 'approved',
            filters: otherFilters,
            sort: view.sort?.field === 'status' ? undefined : view.sort,
          })
        }
        mb="md"
      >
        <TabRow current={view.list}>
          <Tabs.List>
            {(['approved', 'blocked'] as const).map((one) => (
              <Tabs.Tab key={one} value={one}>
                {t(`page.${one}`)}
                {counts && ` (${countListed(one, counts).toLocaleString(i18n.language)})`}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </TabRow>
      </Tabs>
      <FilterBar>
        <SearchBox
          label={t('search')}
          hint={t(`search-hint.${view.field}`)}
          view={view}
          fields={searchFields}
          onChange={onChange}
          onLeaveDown={place.focusFirstRow}
        />
        <FilterButton
          label={t('filters')}
          filters={otherFilters}
          show={t('show-users')}
          onPhone={
            <>
              <SearchFieldSelect field={view.field} fields={searchFields} onChange={onChange} />
              <SortChoice
                sort={view.sort}
                fields={sortable
                  .filter((value) => value !== 'status' || isStatusShown)
                  .map((value) => ({ value, label: columnLabel(value) }))}
                own={t(view.text === '' ? 'newest-first' : 'best-match')}
                onSort={(sort) => onChange({ sort })}
              />
            </>
          }
        >
          <UserFilterFields filters={view.filters} onChange={(filters) => onChange({ filters })} />
        </FilterButton>
        {!isPhone && (
          <ColumnChooser
            columns={optionalUserColumns
              .filter((key) => key !== 'status' || isStatusShown)
              .map((key) => ({ key, label: columnLabel(key) }))}
            hidden={hidden}
            onChange={setHidden}
          />
        )}
      </FilterBar>
      {isStatusShown && (
        <ChoiceChips
          multiple
          label={t('field.status')}
          className={classes.statuses}
          value={status ?? []}
          choices={blockedListStatuses.map((value) => ({
            value,
            label: counts ? `${t(`status.${value}`)} ${counts[value]}` : t(`status.${value}`),
          }))}
          onChange={(chosen) => onChange({ filters: { ...otherFilters, status: toOptionalList(chosen) } })}
        />
      )}
      <UserFilterSentence filters={view.filters} onChange={(filters) => onChange({ filters })} />
    </>
  )
  return (
    <>
      <ListScreen
        fillsWindow
        title={t('title')}
        count={counts && sumCounts(counts).toLocaleString(i18n.language)}
        actions={actions}
        tools={tools}
        list={list}
        view={view}
        onChange={onChange}
        texts={{
          none: isListNarrowed(view) ? t('none-found') : t(`none.${view.list}`),
          found: (total) => t('found', { total }),
          outdated: (time) => t('out-of-date', { time }),
          showAll: t('show-all'),
        }}
        next={view.list === 'approved' && add}
        around={place.around}
        scroller={place.scroller}
        className={classes.list}
      >
        <UserRows
          list={view.list}
          rows={list.data?.rows}
          ownId={ownId}
          hidden={hidden}
          sort={view.sort}
          onSort={(sort) => onChange({ sort })}
          onOpen={(user) => place.leaveRow(getUserKey(user))}
          onAsk={setAsked}
          isStale={list.isPlaceholderData}
          scrollerRef={place.scroller}
        />
      </ListScreen>
      <ActDialog asked={asked} onClose={() => setAsked(undefined)} />
      <ImportDialog
        opened={isImporting}
        onClose={importing.close}
        onImported={(imported) => {
          importing.close()
          setMade(imported)
        }}
      />
      <LinksDialog made={made} onClose={() => setMade([])} />
    </>
  )
}

function countListed(list: UserListName, counts: ListCounts): number {
  return list === 'approved' ? counts.approved : sumCounts(counts) - counts.approved
}

function sumCounts({ approved, pending, declined, blocked }: ListCounts): number {
  return approved + pending + declined + blocked
}
