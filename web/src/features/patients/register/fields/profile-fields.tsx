import { Select, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { reference, relationships } from 'contract'
import { useTranslation } from 'react-i18next'
import { useCountries } from '../../../../clinical/use-countries.ts'
import { JoinedPhoneField } from '../../../../ui/form/phone-field.tsx'
import classes from '../fields.module.css'
import { useReference } from '../queries.ts'
import type { ProfileValues } from '../values.ts'
import { CodedSelect } from './coded-select.tsx'

export function ProfileFields({ form }: { form: UseFormReturnType<ProfileValues> }) {
  const { t } = useTranslation('patients')
  const countries = useCountries()
  const nations = useReference(reference.nations, {})
  const skinColors = useReference(reference.skinColors, {})
  const relationship = form.getInputProps('relationship')
  const field = (name: keyof ProfileValues) => ({
    ...form.getInputProps(name),
    label: t(`field.${name}`),
  })
  return (
    <div className={classes.section}>
      <div className={classes.grid}>
        <div className={classes.half}>
          <JoinedPhoneField {...field('mobile')} countries={countries} />
        </div>
        <CodedSelect
          {...field('nationality')}
          className={classes.half}
          query={nations}
          choices={nations.data?.nation}
        />
        <CodedSelect
          {...field('skin_color')}
          className={classes.half}
          query={skinColors}
          choices={skinColors.data?.skin_color}
        />
        <Text component="h3" className={classes.heading}>
          {t('emergency-contact')}
        </Text>
        <TextInput {...field('contact_name')} size="md" autoComplete="off" className={classes.half} />
        <Select
          {...field('relationship')}
          size="md"
          clearable
          className={classes.half}
          value={relationship.value || null}
          onChange={(chosen) => relationship.onChange(chosen ?? '')}
          data={relationships.map((value) => ({ value, label: t(`relationship.${value}`) }))}
        />
        <div className={classes.half}>
          <JoinedPhoneField {...field('contact_number')} countries={countries} />
        </div>
      </div>
    </div>
  )
}
