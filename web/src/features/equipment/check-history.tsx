import { Button, Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type EquipmentCheck, equipment } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, call, useSend } from '../../api/client.ts'
import { outdatedByCheck } from '../../clinical/ambulance/outdated-by-check.ts'
import { useItemName } from '../../clinical/ambulance/use-item-name.ts'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { useUser } from '../../session/signed-in.tsx'
import { Time } from '../../ui/date/time.tsx'
import { useFormatTime } from '../../ui/date/use-format-time.ts'
import { FailureAlert } from '../../ui/feedback/failure-alert.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import { Section } from '../../ui/section.tsx'
import { CheckResultBadge, ItemStatusBadge } from './check-badges.tsx'
import { CheckPrint } from './check-print.tsx'
import { CheckSignatures } from './check-signatures.tsx'
import classes from './equipment.module.css'
import { FaultPhoto } from './open-faults.tsx'

const shownAtFirst = 5
const mostShown = 100

/**
 * The checks of a vehicle, the newest first: who, what it came to, which faults it found and closed, and who verified
 * it.
 */
export function CheckHistory({ vehicleId }: { vehicleId: string }) {
  const { t } = useTranslation('equipment')
  const [shown, setShown] = useState(shownAtFirst)
  const history = useQuery({
    ...ask(equipment.history, { _id: vehicleId, number_of_rec: shown }, true),
    placeholderData: keepPreviousData,
  })
  return (
    <Section title={t('history.title')}>
      {history.isLoadingError ? (
        <QueryFailure query={history} />
      ) : !history.data ? (
        <Skeleton height="6rem" />
      ) : history.data.rows.length === 0 ? (
        <p className={classes.hint}>{t('history.none')}</p>
      ) : (
        <ol className={classes.faults}>
          {history.data.rows.map((check) => (
            <OneCheck key={check._id} check={check} />
          ))}
        </ol>
      )}
      {history.data && history.data.total > shown && shown < mostShown && (
        <Button variant="default" size="md" onClick={() => setShown(Math.min(shown * 4, mostShown))}>
          {t('history.more')}
        </Button>
      )}
    </Section>
  )
}

function OneCheck({ check }: { check: EquipmentCheck }) {
  const { t } = useTranslation('equipment')
  const itemName = useItemName()
  const user = useUser()
  const verify = useSend(equipment.confirm, { inline: true, outdates: outdatedByCheck })
  const formatInstant = useFormatTime()
  const {
    _id,
    checked_at,
    received_at,
    by,
    result,
    kind,
    shift,
    items,
    is_signed,
    second,
    is_waiting,
    note,
    faults,
    closed,
  } = check
  return (
    <li>
      <span className={classes.inline}>
        <CheckResultBadge result={result} />
        <strong>
          <Time at={checked_at} />
        </strong>
        <CheckPrint
          id={_id}
          name={t('printout.print-of', { time: formatInstant(checked_at) })}
          read={async () => ({ vehicle: check.vehicle, ...(await call(equipment.counts, { _id })) })}
        />
        {(is_signed || second?.is_signed) && <CheckSignatures check={check} />}
      </span>
      <span className={classes.quiet}>
        <StaffName of={by} /> · {t(is_signed ? 'signed' : 'unsigned')} · {t(`kind.${kind}`)} ·{' '}
        {t(`shift.${shift}`)} · {t('history.items', { count: items })}
        {received_at && ` · ${t('history.sent', { time: formatInstant(received_at) })}`}
        {second &&
          ` · ${t('history.second', { person: formatStaffName(second.by), time: formatInstant(second.at) })}`}
        {second?.is_signed && ` · ${t('signed')}`}
        {is_waiting && ` · ${t('waits')}`}
        {note && ` · ${note}`}
      </span>
      {!second && !is_waiting && by._id !== user._id && (
        <span className={classes.inline}>
          <Button
            variant="default"
            size="md"
            loading={verify.isPending}
            aria-label={t('history.verify-of', { time: formatInstant(checked_at) })}
            onClick={() => verify.mutate({ _id, counts: [] })}
          >
            {t('history.verify')}
          </Button>
        </span>
      )}
      <FailureAlert error={verify.error} />
      {faults.length > 0 && (
        <ul className={classes.plain}>
          {faults.map((fault) => (
            <li key={fault.item} className={classes.inline}>
              {itemName(fault.item)} <ItemStatusBadge status={fault.status} />
              <span className={classes.quiet}>
                {t('history.found', { found: fault.found, needed: fault.needed })}
                {fault.note && ` · ${fault.note}`}
              </span>
              {fault.has_photo && <FaultPhoto checkId={_id} item={fault.item} />}
            </li>
          ))}
        </ul>
      )}
      {closed.map(({ item, since }) => (
        <span key={item} className={classes.quiet}>
          {t('history.closed', { item: itemName(item), time: formatInstant(since) })}
        </span>
      ))}
    </li>
  )
}
