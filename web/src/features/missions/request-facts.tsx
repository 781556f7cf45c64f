import { Anchor, Badge } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { listAskedIsolation, listNeededSheets, type Mission } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useOptionText } from '../../clinical/ambulance/own-options.tsx'
import { SaveHistory } from '../../clinical/save-history.tsx'
import { formatFormRecordPath } from '../../paths.ts'
import { useMay } from '../../session/signed-in.tsx'
import { formatPhone } from '../../ui/form/phone-number.ts'
import classes from './missions.module.css'

/** What the request and the referral say that a crew must know before it arrives, and the way to all that it says. */
export function RequestFacts({ mission }: { mission: Mission }) {
  const { t } = useTranslation(['missions', 'ambulance-request', 'form-options'])
  const option = t as (key: string) => string
  const writeOption = useOptionText()
  const mayOpen = useMay('form:use')
  const { _id, call_back, equipment, pump_count, is_over_120_kg, has_advance_directive } = mission
  // Below the card's steps it stands among the sheets that the mission needs.
  const isListed =
    mission.vehicle !== null && listNeededSheets(mission).some(({ form }) => form === 'REQUEST')
  const warnings = [
    ...listAskedIsolation(mission).map(
      (one) => `${t('ambulance-request:field.isolation')}: ${option(`form-options:isolation.${one}`)}`,
    ),
    ...(is_over_120_kg ? [t('ambulance-request:field.is_over_120_kg')] : []),
    ...(has_advance_directive ? [t('ambulance-request:field.has_advance_directive')] : []),
  ]
  const brought = equipment
    .filter((one) => one !== 'NONE')
    .map((one) => {
      const name = writeOption('transport-equipment', one)
      return one === 'PUMP' && pump_count ? `${name} × ${pump_count}` : name
    })
  return (
    <>
      {warnings.length > 0 && (
        <div className={classes.badges}>
          {warnings.map((warning) => (
            <Badge key={warning} variant="default" leftSection={<IconAlertTriangle size={14} aria-hidden />}>
              {warning}
            </Badge>
          ))}
        </div>
      )}
      {brought.length > 0 && (
        <p>
          {t('ambulance-request:field.equipment')}: {brought.join(', ')}
        </p>
      )}
      {call_back.phone && (
        <p>
          {t('ambulance-request:field.reporter_phone')}:{' '}
          <Anchor href={`tel:${call_back.phone}`} underline="always" className={classes.phone}>
            {formatPhone(call_back.phone)}
          </Anchor>
          {call_back.name && ` · ${call_back.name}`}
        </p>
      )}
      {mayOpen && !isListed && (
        <p>
          <Anchor
            component={Link}
            to={formatFormRecordPath('ambulance-request', _id)}
            className={classes.link}
          >
            {t('ambulance-request:title')}
          </Anchor>
        </p>
      )}
    </>
  )
}

/** What was corrected of the request since it was signed: its own words, as those of the pick-up, stay as they were. */
export function RequestCorrections({ mission: { corrections } }: { mission: Mission }) {
  const { t } = useTranslation('missions')
  if (corrections.length === 0) return null
  return (
    <section className={classes.corrections}>
      <strong>
        <IconAlertTriangle size={16} aria-hidden /> {t('request-corrected')}
      </strong>
      <SaveHistory saves={corrections}>
        {({ what, why }) => <p>{what === null ? t('correction-hidden') : `${what} (${why})`}</p>}
      </SaveHistory>
    </section>
  )
}
