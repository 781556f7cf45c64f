import { Checkbox, Fieldset, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { devices } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../api/client.ts'

type WornDevicesFieldProps = { patientId: string; kept: string[]; onChange: (kept: string[]) => void }

/** Which of the worn devices the patient keeps; all others are taken back. Nothing if none is worn. */
export function WornDevicesField({ patientId, kept, onChange }: WornDevicesFieldProps) {
  const { t } = useTranslation('admissions')
  const worn = useQuery(ask(devices.list, { patient_id: patientId, is_worn: true }, true))
  if (!worn.data || worn.data.rows.length === 0) return null
  const keep = (id: string, keeps: boolean) =>
    onChange(keeps ? [...kept, id] : kept.filter((one) => one !== id))
  return (
    <Fieldset legend={t('devices')}>
      <Stack gap="sm">
        <Text size="sm">{t('devices-text')}</Text>
        {worn.data.rows.map(({ _id, name }) => (
          <Checkbox
            key={_id}
            label={t('keeps', { device: name })}
            checked={kept.includes(_id)}
            onChange={({ currentTarget }) => keep(_id, currentTarget.checked)}
          />
        ))}
      </Stack>
    </Fieldset>
  )
}
