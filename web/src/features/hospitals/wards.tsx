import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus } from '@tabler/icons-react'
import { hospitals, type WardRecord } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { HospitalSection } from './hospital-section.tsx'
import classes from './hospitals.module.css'
import { outdatedByWardChange } from './queries.ts'
import { WardForm } from './ward-form.tsx'

/** The wards in their order with their beds; closed wards separately. */
export function Wards({ wards, mayManage }: { wards: readonly WardRecord[]; mayManage: boolean }) {
  const { t } = useTranslation('hospitals')
  const [edited, setEdited] = useState<WardRecord | 'new'>()
  const order = useSend(hospitals.orderWards, { outdates: outdatedByWardChange })
  const open = wards.filter(({ closed_at }) => closed_at === null)
  const closed = wards.filter(({ closed_at }) => closed_at !== null)
  const move = (from: number, to: number) => {
    const ids = open.map(({ _id }) => _id)
    order.mutate({ ward_ids: ids.toSpliced(from, 1).toSpliced(to, 0, ids[from] ?? '') })
  }
  const add = mayManage && (
    <Button
      variant="default"
      size="md"
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => setEdited('new')}
    >
      {t('add-ward')}
    </Button>
  )
  return (
    <HospitalSection title={t('wards')} act={open.length > 0 && add}>
      {open.length === 0 ? (
        <EmptyState reason={t('no-ward')}>{add}</EmptyState>
      ) : (
        <ul className={classes.wards} aria-label={t('wards')}>
          {open.map((ward, place) => (
            <li key={ward._id}>
              <WardItem ward={ward} />
              {mayManage && (
                <div className={classes.acts}>
                  <MoveButton
                    ward={ward}
                    way="up"
                    isOff={place === 0 || order.isPending}
                    onMove={() => move(place, place - 1)}
                  />
                  <MoveButton
                    ward={ward}
                    way="down"
                    isOff={place === open.length - 1 || order.isPending}
                    onMove={() => move(place, place + 1)}
                  />
                  <EditButton ward={ward} onEdit={() => setEdited(ward)} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {closed.length > 0 && (
        <details className={classes.closed}>
          <summary>{t('closed-wards', { count: closed.length })}</summary>
          <ul className={classes.wards} aria-label={t('closed-wards', { count: closed.length })}>
            {closed.map((ward) => (
              <li key={ward._id}>
                <WardItem ward={ward} />
                {mayManage && <EditButton ward={ward} onEdit={() => setEdited(ward)} />}
              </li>
            ))}
          </ul>
        </details>
      )}
      <Dialog
        isWide
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={t(edited === 'new' ? 'add-ward' : 'edit-ward')}
      >
        {edited && (
          <WardForm ward={edited === 'new' ? undefined : edited} onDone={() => setEdited(undefined)} />
        )}
      </Dialog>
    </HospitalSection>
  )
}

function WardItem({ ward }: { ward: WardRecord }) {
  const { t } = useTranslation('hospitals')
  const localName = useLocalizedName()
  const { code, beds, patients } = ward
  const openBeds = beds.filter(({ closed_at }) => closed_at === null).length
  return (
    <div className={classes.ward}>
      <span>
        <strong>{localName(ward)}</strong> <span className={classes.small}>{code}</span>
      </span>
      <span className={classes.small}>
        {t('beds', { count: openBeds })} · {t('patients', { count: patients })}
      </span>
      {beds.length > 0 && (
        <ul className={classes.beds} aria-label={t('beds-of', { ward: localName(ward) })}>
          {beds.map(({ _id, label, is_occupied, closed_at }) => {
            const state = closed_at !== null ? t('closed') : is_occupied ? t('occupied') : undefined
            return (
              <li
                key={_id}
                className={classes.bed}
                data-occupied={is_occupied || undefined}
                data-closed={closed_at !== null || undefined}
                title={state}
                aria-label={state && `${label}, ${state}`}
              >
                {label}
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

type MoveProps = { ward: WardRecord; way: 'up' | 'down'; isOff: boolean; onMove: () => void }

function MoveButton({ ward, way, isOff, onMove }: MoveProps) {
  const { t } = useTranslation('hospitals')
  const localName = useLocalizedName()
  const Icon = way === 'up' ? IconArrowUp : IconArrowDown
  const label = t(way)
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size={44}
        disabled={isOff}
        aria-label={`${label}: ${localName(ward)}`}
        onClick={onMove}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

function EditButton({ ward, onEdit }: { ward: WardRecord; onEdit: () => void }) {
  const { t } = useTranslation('hospitals')
  const localName = useLocalizedName()
  return (
    <Tooltip label={t('edit')}>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={`${t('edit')}: ${localName(ward)}`}
        onClick={onEdit}
      >
        <IconPencil size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
