import { Autocomplete, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { genders, type IdentityField, identityByField, identityFields, identityKinds } from 'contract'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { today } from '../../../../ui/date/use-today.ts'
import { ChoiceChips } from '../../../../ui/form/choice-chips.tsx'
import classes from '../fields.module.css'
import { parseAge } from '../rules.ts'
import type { InformationValues } from '../values.ts'
import { BirthFields } from './birth-fields.tsx'
import { NationalIdField } from './national-id-field.tsx'
import { findTitleGender, listTitles } from './titles.ts'

const nationalIdLength = 13

export function InformationFields({ form }: { form: UseFormReturnType<InformationValues> }) {
  const { t } = useTranslation('patients')
  const { gender, date_of_birth, identity_kind } = form.values
  const titles = listTitles(gender, parseAge(date_of_birth, today()))

  const putAside = useRef<Partial<Record<IdentityField, string>>>({})
  /** Clears what is hidden, so that it cannot block the form; it returns when its kind is chosen again. */
  function chooseKind(kind: InformationValues['identity_kind']) {
    const values = form.getValues()
    for (const field of identityFields) if (values[field]) putAside.current[field] = values[field]
    const shown = identityFields.map(
      (field) => [field, identityByField[field] === kind ? (putAside.current[field] ?? '') : ''] as const,
    )
    form.setValues({ identity_kind: kind, ...Object.fromEntries(shown) })
    for (const field of identityFields) form.clearFieldError(field)
  }

  const title = form.getInputProps('title')
  const nationalId = form.getInputProps('national_id')
  const text = (field: keyof InformationValues) => ({
    ...form.getInputProps(field),
    label: t(`field.${field}`),
    size: 'md',
    autoComplete: 'off',
  })
  return (
    <div className={classes.section}>
      <div className={classes.grid}>
        <TextInput {...text('hn')} required className={classes.third} spellCheck={false} />
        <Autocomplete
          {...text('title')}
          required
          className={classes.third}
          data={titles}
          filter={({ options, search }) => {
            const found = options.filter((option) => 'label' in option && option.label.startsWith(search))
            return titles.includes(search) || found.length === 0 ? options : found
          }}
          onChange={(typed) => {
            title.onChange(typed)
            const told = findTitleGender(typed)
            if (told && !form.getValues().gender) form.setFieldValue('gender', told)
          }}
        />
        <ChoiceChips
          {...form.getInputProps('gender')}
          label={t('field.gender')}
          required
          className={classes.chips}
          choices={genders.map((value) => ({ value, label: t(`gender.${value}`) }))}
        />
        <TextInput {...text('name')} required className={classes.half} />
        <TextInput {...text('surname')} required className={classes.half} />
        <TextInput {...text('name_en')} className={classes.half} />
        <TextInput {...text('surname_en')} className={classes.half} />
        <BirthFields form={form} />
        <ChoiceChips
          {...form.getInputProps('identity_kind')}
          onChange={chooseKind}
          label={t('field.identity_kind')}
          className={classes.wide}
          choices={identityKinds.map((value) => ({ value, label: t(`identity-kind.${value}`) }))}
        />
        {identity_kind === 'national_id' && (
          <NationalIdField
            {...text('national_id')}
            required
            className={classes.half}
            onChange={(digits) => {
              nationalId.onChange(digits)
              if (digits.length === nationalIdLength) form.validateField('national_id')
            }}
          />
        )}
        {identity_kind === 'passport' && (
          <TextInput {...text('passport_no')} required className={classes.half} spellCheck={false} />
        )}
        {identity_kind === 'migrant' && (
          <>
            <TextInput {...text('migrant_kind')} className={classes.half} />
            <TextInput {...text('migrant_no')} required className={classes.half} spellCheck={false} />
          </>
        )}
        {identity_kind === 'unknown' && (
          <TextInput
            {...text('appearance')}
            required
            className={classes.wide}
            description={t('appearance-hint')}
          />
        )}
      </div>
    </div>
  )
}
