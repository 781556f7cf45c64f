import {
  IconAmbulance,
  IconCircleCheck,
  IconClipboardCheck,
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
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { formatDate } from '../../ui/date/dates.ts'
import { useToday } from '../../ui/date/use-today.ts'
import { EmptyValue } from '../../ui/empty-value.tsx'
import { FilterSelect } from '../../ui/list/filter-bar.tsx'
import type { ChangeView } from '../../ui/list/use-list-view.ts'
import { PersonPhoto } from '../../ui/person-photo.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { ExpiryNotice } from './expiry-notice.tsx'
import classes from './fleet.module.css'
import { toListRequest, type VehicleListView } from './list-query.ts'
import { ProfileList } from './profile-list.tsx'
import { InactiveMark, ProfileActions } from './profile-parts.tsx'
import { outdatedByVehicleOrTeam, useVehiclePhoto } from './queries.ts'
import { VehicleForm } from './vehicle-form.tsx'

const photoSize = 44

type VehicleListProps = { view: VehicleListView; onChange: ChangeView<VehicleListView> }

export function VehicleList({ view, onChange }: VehicleListProps) {
  const { t, i18n } = useTranslation('fleet')
  const list = useQuery({
    ...ask(fleet.vehicles, toListRequest(view), true),
    placeholderData: keepPreviousData,
  })
  const { class: unitClass, status: wanted } = view.filters
  const set = (changed: VehicleListView['filters']) => onChange({ filters: { ...view.filters, ...changed } })
  return (
    <ProfileList
      kind="vehicle"
      list={list}
      view={view}
      onChange={onChange}
      filters={{
        fields: (
          <>
            <FilterSelect
              label={t('field.class')}
              any={t('any-class')}
              options={vehicleClasses.map((value) => ({ value, label: t(`unit.${value}`) }))}
              value={unitClass}
              onChange={(value) => set({ class: value })}
            />
            <FilterSelect
              label={t('field.status')}
              any={t('any-status')}
              options={vehicleStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
              value={wanted}
              onChange={(value) => set({ status: value })}
            />
          </>
        ),
        words: { class: unitClass && t(`unit.${unitClass}`), status: wanted && t(`status.${wanted}`) },
      }}
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
      ]}
      actions={(vehicle, onEdit) => onEdit && <VehicleActions vehicle={vehicle} onEdit={onEdit} />}
      form={(vehicle, close) => <VehicleForm vehicle={vehicle} onDone={close} />}
    />
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
