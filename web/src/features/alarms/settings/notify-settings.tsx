import { Alert, Button, Group, Skeleton, Text } from '@mantine/core'
import { IconAlertTriangle, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { alarms, computeAgeBand, getAgeBandBasis, type NotifyChange, type Patient } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../api/client.ts'
import { SaveHistory } from '../../../clinical/save-history.tsx'
import { useVitalName } from '../../../clinical/use-vital-name.ts'
import { useMay } from '../../../session/signed-in.tsx'
import { useAgeText } from '../../../ui/date/use-age-text.ts'
import { useToday } from '../../../ui/date/use-today.ts'
import { QueryFailure } from '../../../ui/feedback/query-failure.tsx'
import { SectionTitle } from '../../../ui/section.tsx'
import classes from '../notify.module.css'
import { NotifyEditor } from './notify-editor.tsx'
import { NotifyTable } from './notify-table.tsx'
import { useNotifyTexts } from './notify-words.ts'

/** The alarm settings of each vital sign of one patient, who changed them, and their history. */
export function NotifySettings({ patient }: { patient: Patient }) {
  const { _id: patientId } = patient
  const { t } = useTranslation('alarms')
  const mayConfigure = useMay('alarm:configure')
  const [isEditing, setEditing] = useState(false)
  const found = useQuery(ask(alarms.settings, { patient_id: patientId }, true))
  if (found.isLoadingError) return <QueryFailure query={found} />
  if (!found.data) return <Skeleton height="24rem" />
  return (
    <>
      <section className={classes.section}>
        <Group justify="space-between">
          <SectionTitle>{t('notify.settings')}</SectionTitle>
          {mayConfigure && !isEditing && (
            <Button
              variant="default"
              size="md"
              leftSection={<IconPencil size={18} aria-hidden />}
              onClick={() => setEditing(true)}
            >
              {t('notify.change')}
            </Button>
          )}
        </Group>
        <Text c="dimmed">{t('notify.explained')}</Text>
        <UncertainAge patient={patient} />
        {!mayConfigure && <Text c="dimmed">{t('notify.read-only')}</Text>}
        {isEditing ? (
          <NotifyEditor patientId={patientId} held={found.data} onDone={() => setEditing(false)} />
        ) : (
          <NotifyTable settings={found.data.settings} />
        )}
      </section>
      <NotifyHistory changes={found.data.changes} />
    </>
  )
}

/** Says by which age the limits were chosen if nobody knows the age. */
function UncertainAge({ patient }: { patient: Patient }) {
  const { t } = useTranslation(['alarms', 'thresholds'])
  const ageText = useAgeText()
  const today = useToday()
  const basis = getAgeBandBasis(patient, today)
  if (basis === 'known') return null
  const band = t(`thresholds:band.${computeAgeBand(patient.date_of_birth, today)}`)
  return (
    <Alert icon={<IconAlertTriangle aria-hidden />} color="yellow" role="note">
      {basis === 'unknown'
        ? t('notify.age-unknown')
        : t('notify.age-estimated', { band, age: ageText(patient) })}
    </Alert>
  )
}

function NotifyHistory({ changes }: { changes: readonly NotifyChange[] }) {
  const { t } = useTranslation('alarms')
  const vitalName = useVitalName('alarm')
  const texts = useNotifyTexts()
  return (
    <section className={classes.section}>
      <SectionTitle>{t('notify.history')}</SectionTitle>
      {changes.length === 0 ? (
        <Text c="dimmed">{t('notify.no-history')}</Text>
      ) : (
        <SaveHistory saves={changes} byNobody={t('detail.by-panel')}>
          {({ vital, mode, limits, until, reason }) => (
            <>
              <span>
                <strong>{vitalName(vital)}</strong>: {texts.row(vital, { mode, limits, until })}
              </span>
              {reason && <span>{reason}</span>}
            </>
          )}
        </SaveHistory>
      )}
    </section>
  )
}
