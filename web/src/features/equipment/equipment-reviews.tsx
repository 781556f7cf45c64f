import { Alert, Button } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type EquipmentReview, equipment } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { outdatedByCheck } from '../../clinical/ambulance/outdated-by-check.ts'
import { useItemName } from '../../clinical/ambulance/use-item-name.ts'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { useMay } from '../../session/signed-in.tsx'
import { Time } from '../../ui/date/time.tsx'
import { DecisionDialog } from '../../ui/feedback/decision-dialog.tsx'
import { Pager, type PageSize, pageSizes } from '../../ui/list/pager.tsx'
import { ItemStatusBadge } from './check-badges.tsx'
import classes from './equipment.module.css'
import { FaultPhoto } from './open-faults.tsx'

/** Checks that were made after a revocation or at a time in doubt: who manages the fleet accepts or rejects them. */
export function EquipmentReviews() {
  const { t } = useTranslation('equipment')
  const mayManage = useMay('fleet:manage')
  const [view, setView] = useState<{ page: number; size: PageSize }>({ page: 1, size: pageSizes[0] })
  const { data } = useQuery({
    ...ask(equipment.reviews, { page: view.page, number_of_rec: view.size }, true),
    enabled: mayManage,
    placeholderData: keepPreviousData,
  })
  const [decided, setDecided] = useState<{ review: EquipmentReview; isAccepted: boolean }>()
  if (!data || data.total === 0) return null
  // Whoever decided about the last one of a page is shown the page before.
  const last = Math.ceil(data.total / view.size)
  if (view.page > last) setView({ ...view, page: last })
  return (
    <Alert
      color="yellow"
      icon={<IconHourglass aria-hidden />}
      title={t('reviews.title', { count: data.total })}
      className={classes.alert}
    >
      <ul className={classes.faults}>
        {data.rows.map((review) => (
          <li key={review._id}>
            <ReviewedCheck review={review} />
            <span className={classes.inline}>
              {review.found && (
                <Button size="md" onClick={() => setDecided({ review, isAccepted: true })}>
                  {t('reviews.accept')}
                </Button>
              )}
              <Button size="md" variant="default" onClick={() => setDecided({ review, isAccepted: false })}>
                {t('reviews.reject')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {data.total > pageSizes[0] && (
        <Pager
          view={view}
          found={data}
          onChange={(changed) => setView((before) => ({ ...before, ...changed }))}
        />
      )}
      {decided && <DecideCheckDialog {...decided} onClose={() => setDecided(undefined)} />}
    </Alert>
  )
}

function ReviewedCheck({ review }: { review: EquipmentReview }) {
  const { t } = useTranslation('equipment')
  const itemName = useItemName()
  const { vehicle, because, checked_at, by, received_at, delivered_by, found } = review
  return (
    <>
      <span>
        <strong>{vehicle.call_sign}</strong> · <Time at={checked_at} /> · <StaffName of={by} />
      </span>
      <span>{t(`reviews.because.${because}`)}</span>
      <span className={classes.quiet}>
        {found ? `${t(`kind.${found.kind}`)} · ${t(`shift.${found.shift}`)}` : t('reviews.unreadable')}
        {found && ` · ${t(found.is_signed ? 'signed' : 'unsigned')}`}
        {typeof found?.odometer === 'number' && ` · ${t('field.odometer')} ${found.odometer}`}
        {found?.note && ` · ${found.note}`} · {t('reviews.brought')} <Time at={received_at} /> ·{' '}
        <StaffName of={delivered_by} />
      </span>
      {found && (
        <ul className={classes.plain}>
          {found.faults.map(({ item, status, needed, found: count, note, has_photo }) => (
            <li key={item} className={classes.inline}>
              {itemName(item)} <ItemStatusBadge status={status} />
              <span className={classes.quiet}>
                {t('history.found', { found: count, needed })}
                {note && ` · ${note}`}
              </span>
              {has_photo && <FaultPhoto checkId={review._id} item={item} endpoint={equipment.reviewPhoto} />}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type DecideCheckDialogProps = { review: EquipmentReview; isAccepted: boolean; onClose: () => void }

function DecideCheckDialog({ review, isAccepted, onClose }: DecideCheckDialogProps) {
  const { t } = useTranslation('equipment')
  const send = useSend(equipment.decide, {
    inline: true,
    outdates: [equipment.reviews, ...outdatedByCheck],
    onSuccess: onClose,
  })
  return (
    <DecisionDialog
      title={t(isAccepted ? 'reviews.accept-title' : 'reviews.reject-title')}
      action={t(isAccepted ? 'reviews.accept' : 'reviews.reject')}
      reason={{ label: t('reviews.why'), field: 'note', isRequired: !isAccepted }}
      send={send}
      onDecide={(note) => send.mutate({ _id: review._id, is_accepted: isAccepted, note })}
      onClose={onClose}
    >
      {isAccepted && <p>{t('reviews.accept-hint')}</p>}
    </DecisionDialog>
  )
}
