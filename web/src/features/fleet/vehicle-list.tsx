import { Button, Switch } from '@mantine/core'
import {
  IconAmbulance,
  IconCircleCheck,
  IconClipboardCheck,
  IconPlus,
  IconTool,
  type TablerIcon,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  fleet,
  type Vehicle,
  type VehicleStatus,
  vehicleClasses,
  vehiclePapers,
  vehicleStatuses,
} from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { useMay } from '../../session/signed-in.tsx'
import { formatDate } from '../../ui/date/dates.ts'
import { useToday } from '../../ui/date/use-today.ts'
import { EmptyValue } from '../../ui/empty-value.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FilterBar, FilterSelect } from '../../ui/list/filter-bar.tsx'
import { FilterButton, FilterSentence } from '../../ui/list/filters.tsx'
import { isListNarrowed, ListScreen } from '../../ui/list/list-screen.tsx'
import { RecordRows } from '../../ui/list/record-rows.tsx'
import { SearchBox } from '../../ui/list/search-box.tsx'
import type { ChangeView } from '../../ui/list/use-list-view.ts'
import { PersonPhoto } from '../../ui/person-photo.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { ExpiryNotice } from './expiry-notice.tsx'
import classes from './fleet.module.css'
import { toListRequest, type VehicleListView } from './list-query.ts'
import { InactiveMark, ProfileActions } from './profile-parts.tsx'
import { outdatedByVehicleOrTeam, useVehiclePhoto } from './queries.ts'
import { VehicleForm } from './vehicle-form.tsx'

const photoSize = 44

type VehicleListProps = { view: VehicleListView; onChange: ChangeView<VehicleListView> }

export function VehicleList({ view, onChange }: VehicleListProps) {
  const { t, i18n } = useTranslation(['fleet', 'ui'])
  const mayManage = useMay('fleet:manage')
  const [edited, setEdited] = useState<Vehicle | 'new'>()
  const list = useQuery({
    ...ask(fleet.vehicles, toListRequest(view), true),
    placeholderData: keepPreviousData,
  })
  const { with_inactive, ...chosen } = view.filters
  const set = (changed: VehicleListView['filters']) => onChange({ filters: { ...view.filters, ...changed } })
  const add = mayManage && (
    <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited('new')}>
      {t('vehicle.add')}
    </Button>
  )
  return (
    <>
      <ListScreen
        title={t('vehicle.title')}
        actions={add}
        tools={
          <>
            <FilterBar>
              <SearchBox
                label={t('vehicle.search')}
                hint={t('vehicle.search-hint')}
                view={{ text: view.text }}
                onChange={onChange}
              />
              <FilterButton label={t('ui:filters')} filters={chosen} show={t('ui:show-list')}>
                <FilterSelect
                  label={t('field.class')}
                  any={t('any-class')}
                  options={vehicleClasses.map((value) => ({ value, label: t(`unit.${value}`) }))}
                  value={view.filters.class}
                  onChange={(value) => set({ class: value })}
                />
                <FilterSelect
                  label={t('field.status')}
                  any={t('any-status')}
                  options={vehicleStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
                  value={view.filters.status}
                  onChange={(value) => set({ status: value })}
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
              lead={t('vehicle.sentence')}
              clearAll={t('ui:clear-filters')}
              filters={view.filters}
              words={{
                class: view.filters.class && t(`unit.${view.filters.class}`),
                status: view.filters.status && t(`status.${view.filters.status}`),
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
          none: t(isListNarrowed(view) ? 'vehicle.none-fits' : 'vehicle.none'),
          showAll: t('show-all'),
        }}
        next={add}
      >
        <RecordRows
          label={t('vehicle.title')}
          rows={list.data?.rows}
          rowKey={({ _id }) => _id}
          isStale={list.isPlaceholderData}
          columns={[
            {
              key: 'vehicle',
              label: t('vehicle.one'),
              cell: (vehicle) => <VehicleName vehicle={vehicle} />,
              isBare: true,
            },
            {
              key: 'class',
              label: t('field.class'),
              cell: ({ class: unit, brand, model }) => (
                <div className={classes.two}>
                  <span>{t(`unit.${unit}`)}</span>
                  <span className={classes.quiet}>{[brand, model].filter(Boolean).join(' ')}</span>
                </div>
              ),
            },
            {
              key: 'status',
              label: t('field.status'),
              cell: (vehicle) => <VehicleState vehicle={vehicle} />,
            },
            {
              key: 'odometer',
              label: t('field.odometer'),
              cell: ({ odometer }) =>
                odometer === null ? (
                  <EmptyValue />
                ) : (
                  <span className={classes.figure}>
                    {odometer.toLocaleString(i18n.language)} {t('km')}
                  </span>
                ),
            },
            {
              key: 'team',
              label: t('field.default_team_id'),
              cell: ({ default_team, base_name }) => (
                <div className={classes.two}>
                  <span>{default_team?.name ?? <EmptyValue />}</span>
                  <span className={classes.quiet}>{base_name}</span>
                </div>
              ),
            },
            ...(mayManage
              ? [
                  {
                    key: 'actions',
                    label: t('actions'),
                    cell: (vehicle: Vehicle) => <VehicleActions vehicle={vehicle} onEdit={setEdited} />,
                    isBare: true,
                    isActions: true,
                  },
                ]
              : []),
          ]}
        />
      </ListScreen>
      <Dialog
        isWide
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={t(edited === 'new' ? 'vehicle.add' : 'vehicle.edit')}
      >
        {edited && (
          <VehicleForm vehicle={edited === 'new' ? undefined : edited} onDone={() => setEdited(undefined)} />
        )}
      </Dialog>
    </>
  )
}

function VehicleName({ vehicle }: { vehicle: Vehicle }) {
  const localName = useLocalizedName()
  const photo = useVehiclePhoto(vehicle, 'small')
  return (
    <div className={classes.named}>
      <PersonPhoto kind="vehicle" src={photo} size={photoSize} />
      <div className={classes.two}>
        <span className={classes.name}>{vehicle.call_sign}</span>
        <span className={classes.quiet}>
          {vehicle.plate} {localName(vehicle.province)}
        </span>
        <InactiveMark isActive={vehicle.is_active} />
      </div>
    </div>
  )
}

const statusIcons: Record<VehicleStatus, TablerIcon> = {
  READY: IconCircleCheck,
  ON_MISSION: IconAmbulance,
  CHECK_DUE: IconClipboardCheck,
  OUT_OF_SERVICE: IconTool,
}

/** Whether the vehicle can go, why not, and which of its papers run out. */
function VehicleState({ vehicle }: { vehicle: Vehicle }) {
  const { t, i18n } = useTranslation('fleet')
  const today = useToday()
  const { status, out_reason, out_until } = vehicle
  const Icon = statusIcons[status]
  return (
    <div className={classes.two}>
      <span className={classes.status}>
        <Icon size={16} aria-hidden />
        {t(`status.${status}`)}
      </span>
      {out_reason !== null && <span className={classes.quiet}>{out_reason}</span>}
      {out_until !== null && (
        <span className={classes.quiet}>
          {t(out_until < today ? 'out-longer' : 'out-until', { date: formatDate(out_until, i18n.language) })}
        </span>
      )}
      {vehiclePapers.map((paper) => (
        <ExpiryNotice key={paper} paper={t(`paper.${paper}`)} date={vehicle[paper]} />
      ))}
    </div>
  )
}

type VehicleActionsProps = { vehicle: Vehicle; onEdit: (vehicle: Vehicle) => void }

function VehicleActions({ vehicle, onEdit }: VehicleActionsProps) {
  const { _id, version, call_sign, is_active } = vehicle
  const send = useSend(fleet.switchVehicle, { outdates: outdatedByVehicleOrTeam })
  return (
    <ProfileActions
      name={call_sign}
      isActive={is_active}
      isBusy={send.isPending}
      onEdit={() => onEdit(vehicle)}
      onSwitch={(isActive) => send.mutate({ _id, version, is_active: isActive })}
    />
  )
}
