import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { DegreesField } from '../../ui/form/degrees-field.tsx'
import classes from './fleet.module.css'

export type BaseValues = { base_name: string; lat: number | string; lang: number | string }

type Based = { base_name: string | null; lat: number | null; lang: number | null }

export const toBaseValues = (profile: Based | undefined): BaseValues => ({
  base_name: profile?.base_name ?? '',
  lat: profile?.lat ?? '',
  lang: profile?.lang ?? '',
})

/** Where a vehicle or a team waits. */
export function BaseFields<Values extends BaseValues>({ form }: { form: UseFormReturnType<Values> }) {
  const { t } = useTranslation('fleet')
  return (
    <>
      <TextInput
        {...form.getInputProps('base_name')}
        label={t('field.base_name')}
        size="md"
        maxLength={100}
        autoComplete="off"
      />
      <div className={classes.fields}>
        <DegreesField {...form.getInputProps('lat')} label={t('field.lat')} />
        <DegreesField {...form.getInputProps('lang')} label={t('field.lang')} />
      </div>
    </>
  )
}
