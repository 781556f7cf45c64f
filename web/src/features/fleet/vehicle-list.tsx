import { Button, Group } from '@mantine/core'
import { IconClipboardCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { fleet, type Vehicle, vehicleClasses, vehicleDocuments, vehicleStatuses } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask, useSend } from '../../api/client.ts'
import { formatEquipmentCheckPath } from '../../paths.ts'
import { useMayOpen } from '../../session/signed-in.tsx'
import { formatDate, formatTime } from '../../ui/date/dates.ts'
import { useToday } from '../../ui/date/use-today.ts'
import { EmptyValue } from '../../ui/empty-value.tsx'
import { FilterSelect } from '../../ui/list/filter/filter-bar.tsx'
import type { ChangeView } from '../../ui/list/use-list-view.ts'
import { formatStaffName } from '../../ui/person-name.ts'
import { PersonPhoto } from '../../ui/picture/person-photo.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { ExpiryNotice } from './expiry-notice.tsx'
import classes from './fleet.module.css'
import { toListRequest, type VehicleListView } from './list-query.ts'
import { ProfileList } from './profile-list.tsx'
import { InactiveMark, ProfileActions } from './profile-parts.tsx'
import { outdatedByVehicleOrTeam, useVehiclePhoto } from './queries.ts'
import { statusIcons } from './status-icons.ts'
import { VehicleForm } from './vehicle-form.tsx'

const photoSize = 44

type VehicleListProps = { view: VehicleListView; onChange: ChangeView<VehicleListView> }

export function VehicleList({ view, onChange }: VehicleListProps) {
  const { t, i18n } = useTranslation('fleet')
  const mayCheck = useMayOpen()('forms-detail/equipment/:id')
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
          cell: ({ class: unit, special_kind, brand, model }) => (
            <div className={classes.two}>
              <span>
                {t(`unit.${unit}`)}
                {special_kind && ` · ${t(`special.${special_kind}`)}`}
              </span>
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
      areForAll={mayCheck}
      actions={(vehicle, onEdit) => (
        <Group gap="xs" wrap="nowrap">
          {mayCheck && vehicle.is_active && <CheckLink vehicle={vehicle} />}
          {onEdit && <VehicleActions vehicle={vehicle} onEdit={onEdit} />}
        </Group>
      )}
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

/** Whether the vehicle can go, why not, and which of its documents run out. */
function VehicleState({ vehicle }: { vehicle: Vehicle }) {
  const { t, i18n } = useTranslation('fleet')
  const today = useToday()
  const { status, out_reason, out_until, check } = vehicle
  const Icon = statusIcons[status]
  return (
    <div className={classes.two}>
      <span className={classes.status}>
        <Icon size={16} aria-hidden />
        {t(`status.${status}`)}
      </span>
      <VehicleCheck check={check} />
      {out_reason !== null && <span className={classes.quiet}>{out_reason}</span>}
      {out_until !== null && (
        <span className={classes.quiet}>
          {t(out_until < today ? 'out-longer' : 'out-until', { date: formatDate(out_until, i18n.language) })}
        </span>
      )}
      {vehicleDocuments.map((document) => (
        <ExpiryNotice key={document} name={t(`document.${document}`)} date={vehicle[document]} />
      ))}
    </div>
  )
}

function CheckLink({ vehicle: { _id, call_sign } }: { vehicle: Vehicle }) {
  const { t } = useTranslation('fleet')
  return (
    <Button
      component={Link}
      to={formatEquipmentCheckPath(_id)}
      variant="default"
      size="sm"
      leftSection={<IconClipboardCheck size={16} aria-hidden />}
      aria-label={t('check.of', { name: call_sign })}
    >
      {t('check.one')}
    </Button>
  )
}

/** The newest check of its equipment. */
function VehicleCheck({ check }: Pick<Vehicle, 'check'>) {
  const { t, i18n } = useTranslation('fleet')
  if (!check) return <span className={classes.quiet}>{t('check.never')}</span>
  const time = formatTime(check.checked_at, i18n.language, 'dd MMM yyyy HH:mm')
  return (
    <span className={classes.quiet}>
      {t('check.last', { time, person: formatStaffName(check.by) })}
      {check.faults > 0 && ` · ${t('check.faults', { count: check.faults })}`}
      {check.is_waiting && ` · ${t('check.waits')}`}
    </span>
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
