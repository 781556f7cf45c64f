import { Button, Tabs, VisuallyHidden } from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { IconUpload, IconUserPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Result, userSearchFields, userSortFields, users } from 'contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask, useSend } from '../../../api/client.ts'
import { newUserPath } from '../../../paths.ts'
import { useUser as useOwnUser } from '../../../session/signed-in.tsx'
import type { ChangeView } from '../../../session/use-list-view.ts'
import { describeFailure } from '../../../ui/feedback/call-toasts.ts'
import { ChoiceChips } from '../../../ui/form/choice-chips.tsx'
import { ColumnChooser } from '../../../ui/list/column-chooser.tsx'
import { ExportButton, saveCsv } from '../../../ui/list/export-button.tsx'
import { FilterButton } from '../../../ui/list/filters.tsx'
import screen from '../../../ui/list/list-screen.module.css'
import { toOptionalList } from '../../../ui/list/query-values.ts'
import { RecordList } from '../../../ui/list/record-list.tsx'
import { SearchBox } from '../../../ui/list/search-box.tsx'
import { SortChoice } from '../../../ui/list/sort-choice.tsx'
import { StaleNotice } from '../../../ui/list/stale-notice.tsx'
import { useReturnToRow } from '../../../ui/list/use-return-to-row.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { ActDialog, type AskedAct } from '../act-dialog.tsx'
import { LinksDialog, type PasswordLinkSlip } from '../links-dialog.tsx'
import classes from '../users.module.css'
import { type OptionalUserColumn, optionalUserColumns, useUserColumnLabel } from './columns.ts'
import { UserFilterFields, UserFilterSentence } from './filter-fields.tsx'
import { ImportDialog } from './import-dialog.tsx'
import {
  blockedListStatuses,
  toUserListRequest,
  type UserListName,
  type UserListView,
  type UserSearchField,
} from './list-query.ts'
import { UserCards } from './user-cards.tsx'
import { UserTable } from './user-table.tsx'

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
  const [hidden, setHidden] = useLocalStorage<OptionalUserColumn[]>({
    key: 'user-list:hidden-columns',
    defaultValue: [],
    getInitialValueInEffect: false,
  })

  const body = { ...toUserListRequest(view), page: view.page, number_of_rec: view.size }
  const list = useQuery({ ...ask(users.list, body, true), placeholderData: keepPreviousData })
  const rows = list.data?.rows
  const send = useSend(users.exportList, { onSuccess: saveCsv })
  const around = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const leaveAt = useReturnToRow({
    list: 'user-list',
    isReady: rows !== undefined && !list.isPlaceholderData,
    around,
    scroller,
  })

  const { total = 0, total_is_at_least: isAtLeast = false, counts } = list.data ?? {}
  const totalText = `${total.toLocaleString(i18n.language)}${isAtLeast ? '+' : ''}`
  const { status, ...others } = view.filters
  const filterCount = Object.values(others).filter((value) => value !== undefined).length
  const isNarrowed = view.text !== '' || status !== undefined || filterCount > 0
  const shared = {
    rows,
    ownId,
    list: view.list,
    onOpen: (user: { _id: string }) => leaveAt(user._id),
    onAsk: setAsked,
    isStale: list.isPlaceholderData,
  }

  return (
    <div className={screen.screen}>
      <PageHeader title={t('title')} count={counts && sumCounts(counts).toLocaleString(i18n.language)}>
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
        <Button
          component={Link}
          to={newUserPath}
          size="md"
          leftSection={<IconUserPlus size={18} aria-hidden />}
        >
          {t('add.title')}
        </Button>
      </PageHeader>

      <Tabs
        value={view.list}
        onChange={(chosen) =>
          onChange({
            list: chosen === 'blocked' ? 'blocked' : 'approved',
            filters: { ...view.filters, status: undefined },
            sort: view.sort?.field === 'status' ? undefined : view.sort,
          })
        }
        mb="md"
      >
        <Tabs.List>
          {(['approved', 'blocked'] as const).map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`page.${one}`)}
              {counts && ` (${countListed(one, counts).toLocaleString(i18n.language)})`}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>

      <div className={screen.tools}>
        <SearchBox<UserSearchField>
          label={t('search')}
          hint={t(`search-hint.${view.field}`)}
          text={view.text}
          field={view.field}
          fields={userSearchFields.map((value) => ({ value, label: t(`search-field.${value}`) }))}
          onText={(text) => onChange({ text }, { isTyping: true })}
          onField={(field) => onChange({ field })}
          onLeaveDown={() => around.current?.querySelector<HTMLElement>('a[data-row]')?.focus()}
        />
        <FilterButton label={t('filters')} count={filterCount} show={t('show-users')}>
          <UserFilterFields filters={view.filters} onChange={(filters) => onChange({ filters })} />
        </FilterButton>
        {isPhone ? (
          <SortChoice
            sort={view.sort}
            fields={sortable
              .filter((value) => value !== 'status' || view.list === 'blocked')
              .map((value) => ({ value, label: columnLabel(value) }))}
            own={t(view.text === '' ? 'newest-first' : 'best-match')}
            onSort={(sort) => onChange({ sort })}
          />
        ) : (
          <div className={screen.columns}>
            <ColumnChooser
              columns={optionalUserColumns
                .filter((key) => key !== 'status' || view.list === 'blocked')
                .map((key) => ({ key, label: columnLabel(key) }))}
              hidden={hidden}
              onChange={setHidden}
            />
          </div>
        )}
      </div>
      {view.list === 'blocked' && (
        <ChoiceChips
          multiple
          label={t('field.status')}
          className={classes.statuses}
          value={status ?? []}
          choices={blockedListStatuses.map((value) => ({
            value,
            label: counts ? `${t(`status.${value}`)} ${counts[value]}` : t(`status.${value}`),
          }))}
          onChange={(chosen) => onChange({ filters: { ...view.filters, status: toOptionalList(chosen) } })}
        />
      )}
      <UserFilterSentence filters={view.filters} onChange={(filters) => onChange({ filters })} />

      <VisuallyHidden role="status">
        {isNarrowed && list.data && !list.isPlaceholderData && t('found', { total: totalText })}
      </VisuallyHidden>
      <StaleNotice list={list} text={(time) => t('out-of-date', { time })} />

      <RecordList
        list={list}
        failureText={describeFailure}
        shown={rows?.length}
        page={view.page}
        size={view.size}
        empty={isNarrowed ? t('none-found') : t(`none.${view.list}`)}
        whole={
          isNarrowed ? { label: t('show-all'), show: () => onChange({ text: '', filters: {} }) } : undefined
        }
        around={around}
        scroller={scroller}
        className={classes.list}
        onChange={onChange}
      >
        {isPhone ? (
          <UserCards {...shared} />
        ) : (
          <UserTable
            {...shared}
            hidden={hidden}
            sort={view.sort}
            onSort={(sort) => onChange({ sort })}
            scrollerRef={scroller}
          />
        )}
      </RecordList>
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
    </div>
  )
}

function countListed(list: UserListName, counts: ListCounts): number {
  return list === 'approved' ? counts.approved : sumCounts(counts) - counts.approved
}

function sumCounts({ approved, pending, declined, blocked }: ListCounts): number {
  return approved + pending + declined + blocked
}
