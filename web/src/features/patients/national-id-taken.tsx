import { Alert, Button, Stack } from '@mantine/core'
import { IconId } from '@tabler/icons-react'
import { type CallError, errorCodes, NationalIdTaken } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatPatientPath } from '../../paths.ts'
import { formatPatientName } from '../../ui/person-name.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'

/** Names the patient who has the refused national ID, with a link to correct it; the draft keeps what was typed. */
export function NationalIdTakenAlert({ error }: { error: CallError | null }) {
  const { t } = useTranslation('patients')
  const localName = useLocalizedName()
  const taken =
    error?.code === errorCodes['national-id-taken'] ? NationalIdTaken.safeParse(error.detail).data : undefined
  if (!taken) return null
  const { holder, outside_wards, may_correct } = taken
  const patientId = holder?._id ?? outside_wards?.patient_id
  const hn = holder?.hn ?? outside_wards?.hn
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconId aria-hidden />}
      title={
        holder
          ? t('national-id-taken.by', { person: formatPatientName(holder), hn })
          : t('national-id-taken.outside', { hn, ward: outside_wards && localName(outside_wards.ward) })
      }
    >
      <Stack gap="xs" align="flex-start">
        {t(
          may_correct
            ? holder
              ? 'national-id-taken.correct'
              : 'national-id-taken.correct-outside'
            : 'national-id-taken.ask',
        )}
        {patientId && (
          <Button component={Link} to={formatPatientPath(patientId)} size="md" variant="default">
            {t('national-id-taken.open')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
