import { Button, Switch } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { CallError } from 'contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../session/signed-in.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FilterBar } from '../../ui/list/filter/filter-bar.tsx'
import { FilterButton, FilterSentence } from '../../ui/list/filter/filters.tsx'
import { SearchBox } from '../../ui/list/filter/search-box.tsx'
import { isListNarrowed, ListScreen } from '../../ui/list/list-screen.tsx'
import type { ListPage, PageSize } from '../../ui/list/pager.tsx'
import { RecordRows } from '../../ui/list/record-rows.tsx'
import type { Column } from '../../ui/list/record-table.tsx'

type ProfileFilters = { with_inactive?: boolean | undefined }
type View<Filters> = { text: string; filters: Filters; page: number; size: PageSize }

type ProfileListProps<Row, Filters extends ProfileFilters> = {
  kind: 'vehicle' | 'team' | 'operation'
  list: UseQueryResult<ListPage & { rows: readonly Row[] }, CallError>
  view: View<Filters>
  onChange: (changed: Partial<View<Filters>>, options?: { isTyping?: boolean }) => void
  columns: readonly Column<Row>[]
  /** Filters that this kind has, and those that are active in words. */
  filters?: { fields: ReactNode; words: Record<string, string | undefined> }
  /** What can be done with a profile; `onEdit` is undefined for whoever may not change profiles. */
  actions: (row: Row, onEdit: ((row: Row) => void) | undefined) => ReactNode
  /** Whether they are offered to whoever may not change profiles, too. */
  areForAll?: boolean
  /** The form of a profile, or of a new one. */
  form: (row: Row | undefined, onDone: () => void) => ReactNode
}

/** The list of one kind of profile, with the form that adds and changes them. */
export function ProfileList<Row extends { _id: string }, Filters extends ProfileFilters>(
  props: ProfileListProps<Row, Filters>,
) {
  const { kind, list, view, onChange, columns, filters, actions, areForAll = false, form } = props
  const { t } = useTranslation(['fleet', 'ui'])
  const mayManage = useMay('fleet:manage')
  const [edited, setEdited] = useState<Row | 'new'>()
  const close = () => setEdited(undefined)
  const { with_inactive, ...chosen } = view.filters
  const add = mayManage && (
    <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited('new')}>
      {t(`${kind}.add`)}
    </Button>
  )
  const actionColumn: Column<Row> = {
    key: 'actions',
    label: t('actions'),
    cell: (row) => actions(row, mayManage ? setEdited : undefined),
    isBare: true,
    isActions: true,
  }
  return (
    <>
      <ListScreen
        title={t(`${kind}.title`)}
        actions={add}
        tools={
          <>
            <FilterBar>
              <SearchBox
                label={t(`${kind}.search`)}
                hint={t(`${kind}.search-hint`)}
                view={{ text: view.text }}
                onChange={onChange}
              />
              {filters && (
                <FilterButton label={t('ui:filters')} filters={chosen} show={t('ui:show-list')}>
                  {filters.fields}
                </FilterButton>
              )}
              <Switch
                label={t('with-inactive')}
                checked={with_inactive === true}
                onChange={({ currentTarget: { checked } }) =>
                  onChange({ filters: { ...view.filters, with_inactive: checked || undefined } })
                }
              />
            </FilterBar>
            <FilterSentence<ProfileFilters>
              label={t('ui:filters')}
              lead={t(`${kind}.sentence`)}
              clearAll={t('ui:clear-filters')}
              filters={view.filters}
              words={{ ...filters?.words, with_inactive: with_inactive ? t('sentence-inactive') : undefined }}
              onChange={(left) => onChange({ filters: left as Filters })}
            />
          </>
        }
        list={list}
        view={view}
        onChange={(changed) => onChange(changed as Partial<View<Filters>>)}
        texts={{
          none: t(isListNarrowed(view) ? `${kind}.none-fits` : `${kind}.none`),
          showAll: t('show-all'),
        }}
        next={add}
      >
        <RecordRows
          label={t(`${kind}.title`)}
          rows={list.data?.rows}
          rowKey={({ _id }) => _id}
          isStale={list.isPlaceholderData}
          columns={mayManage || areForAll ? [...columns, actionColumn] : columns}
        />
      </ListScreen>
      <Dialog
        isWide
        opened={edited !== undefined}
        onClose={close}
        title={t(edited === 'new' ? `${kind}.add` : `${kind}.edit`)}
      >
        {edited && form(edited === 'new' ? undefined : edited, close)}
      </Dialog>
    </>
  )
}
