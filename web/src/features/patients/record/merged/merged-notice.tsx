import { Button, Group, Text } from '@mantine/core'
import { IconArrowMerge } from '@tabler/icons-react'
import type { MergedRecord, Patient } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatPatientPath } from '../../../../paths.ts'
import { formatTime } from '../../../../ui/date/dates.ts'
import { formatPatientName, formatStaffName } from '../../../../ui/person-name.ts'
import { RecordNotice } from '../record-notice.tsx'
import classes from './merged.module.css'
import { SeparateButton } from './separate-dialog.tsx'

type MergedNoticeProps = { patient: Patient; into: MergedRecord }

/** Says on every screen of a record that was merged which one is used instead. */
export function MergedNotice({ patient, into }: MergedNoticeProps) {
  const { t, i18n } = useTranslation('patient-record')
  const used = patient.merged_into_hn
  return (
    <div className={classes.strip}>
      <RecordNotice
        kind="caution"
        Icon={IconArrowMerge}
        title={t('merged.notice', {
          hn: into.hn,
          person: formatPatientName(into),
          date: formatTime(into.at, i18n.language, 'dd MMM yyyy HH:mm'),
          who: formatStaffName(into.by),
        })}
      >
        {used !== into.hn && <Text>{t('merged.notice-chain', { hn: into.hn, used })}</Text>}
        <Text>{t('merged.notice-text')}</Text>
        <Text className={classes.reason}>{t('merged.because', { reason: into.reason })}</Text>
        <Group gap="xs" mt="xs" className={classes.acts}>
          <Button component={Link} to={formatPatientPath(into._id)} size="md">
            {t('merged.open', { hn: into.hn })}
          </Button>
          <SeparateButton merged={patient} into={into} takenNationalId={into.taken_national_id} />
        </Group>
      </RecordNotice>
    </div>
  )
}
