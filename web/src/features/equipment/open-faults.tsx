import { Button } from '@mantine/core'
import { type EquipmentFault, equipment } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFaultPhotoUrl } from '../../api/photo.ts'
import { useItemName } from '../../clinical/ambulance/use-item-name.ts'
import { formatTime } from '../../ui/date/dates.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import { Section } from '../../ui/section.tsx'
import { ItemStatusBadge } from './check-badges.tsx'
import classes from './equipment.module.css'

/** The faults that earlier checks found and none has closed. */
export function OpenFaults({ faults }: { faults: readonly EquipmentFault[] }) {
  const { t, i18n } = useTranslation('equipment')
  const itemName = useItemName()
  return (
    <Section title={t('open-faults')}>
      {faults.length === 0 ? (
        <p className={classes.hint}>{t('no-open-faults')}</p>
      ) : (
        <ul className={classes.faults}>
          {faults.map(({ item, status, note, since, by, photo_of }) => (
            <li key={item}>
              <strong>{itemName(item)}</strong> <ItemStatusBadge status={status} />
              <span className={classes.quiet}>
                {t('since', {
                  time: formatTime(since, i18n.language, 'dd MMM yyyy HH:mm'),
                  person: formatStaffName(by),
                })}
                {note && ` · ${note}`}
              </span>
              {photo_of && <FaultPhoto checkId={photo_of} item={item} />}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

type FaultPhotoProps = {
  checkId: string
  item: string
  /** Where the photo of a check that waits for a person is. */
  endpoint?: typeof equipment.photo | typeof equipment.reviewPhoto
}

export function FaultPhoto({ checkId, item, endpoint = equipment.photo }: FaultPhotoProps) {
  const { t } = useTranslation('equipment')
  const itemName = useItemName()
  const [isOpen, setOpen] = useState(false)
  const label = t('show-photo', { item: itemName(item) })
  const picture = useFaultPhotoUrl(endpoint, { _id: checkId, item }, isOpen)
  return (
    <>
      <Button variant="default" size="sm" aria-label={label} onClick={() => setOpen(true)}>
        {t('field.photo')}
      </Button>
      <Dialog isWide title={label} opened={isOpen} onClose={() => setOpen(false)}>
        {picture && <img src={picture} alt={label} className={classes.picture} />}
      </Dialog>
    </>
  )
}
