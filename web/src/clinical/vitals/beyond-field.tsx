import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { beyondMeter } from 'contract'
import { useTranslation } from 'react-i18next'
import { useVitalName } from '../use-vital-name.ts'

/** What a meter shows: a number, or that the glucose is above or below its range. */
export function BeyondField(props: Omit<NativeSelectProps, 'data' | 'label'>) {
  const { t } = useTranslation('readings')
  return (
    <NativeSelect
      size="md"
      name="beyond"
      {...props}
      label={useVitalName('form')('beyond')}
      data={[
        { value: '', label: t('form.beyond-none') },
        ...beyondMeter.map((value) => ({ value, label: t(`form.beyond-${value}`) })),
      ]}
    />
  )
}
