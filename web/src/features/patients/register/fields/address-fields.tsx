import { Button, NumberInput, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconMapPin } from '@tabler/icons-react'
import { reference } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../../../api/client.ts'
import { HospitalMap } from '../../../../clinical/hospital/hospital-map.tsx'
import classes from '../fields.module.css'
import { askReference, useReference } from '../queries.ts'
import type { AddressValues } from '../values.ts'
import { CodedSelect } from './coded-select.tsx'
import { listSubDistricts, type SubDistrictPath } from './sub-districts.ts'

const mapHeight = 360
const completeZipcode = /^\d{5}$/

export function AddressFields({ form }: { form: UseFormReturnType<AddressValues> }) {
  const { t } = useTranslation(['patient-form', 'patients'])
  const { province, district, sub_district, zipcode, lat, lang } = form.values
  const [isMapOpen, setMapOpen] = useState(false)
  const provinces = useReference(reference.provinces, {})
  const districts = useReference(reference.districts, { province }, province !== '')
  const subDistricts = useReference(reference.subDistricts, { district }, district !== '')
  const isZipcode = completeZipcode.test(zipcode)
  const ofZipcode = useReference(reference.subDistricts, { zipcode }, isZipcode)
  const allDistricts = useReference(reference.districts, {}, isZipcode && sub_district === '')

  const places = listSubDistricts(ofZipcode.data?.sub_district, allDistricts.data?.district, {
    province,
    district,
  })
  const narrowed = sub_district === '' && isZipcode && places.length > 0 ? places : undefined
  const chosen = subDistricts.data?.sub_district.find(({ code }) => code === sub_district)
  const isUnknown = isZipcode && ofZipcode.data?.sub_district.length === 0
  const isElsewhere =
    sub_district === '' && !isUnknown && allDistricts.data && ofZipcode.data && places.length === 0
  // A zipcode filled in by a sub-district is cleared with it; a zipcode typed first stays.
  const zipcodeAfter = sub_district === '' && !isUnknown ? {} : { zipcode: '' }

  const filterNarrowed = <Choice extends { code: string }>(
    choices: readonly Choice[] | undefined,
    toCode: (place: SubDistrictPath) => string,
  ) => (narrowed ? choices?.filter(({ code }) => narrowed.some((place) => toCode(place) === code)) : choices)

  const fill = (fields: Partial<AddressValues>) => {
    for (const [field, value] of Object.entries(fields))
      form.setFieldValue(field as 'province', value as string)
  }

  async function typeZipcode(typed: string) {
    const digits = typed.replace(/\D/g, '').slice(0, 5)
    form.setFieldValue('zipcode', digits)
    if (!completeZipcode.test(digits)) return
    const [found, all] = await Promise.all([
      queryClient.fetchQuery(askReference(reference.subDistricts, { zipcode: digits })),
      queryClient.fetchQuery(askReference(reference.districts, {})),
    ]).catch(() => [])
    const now = form.getValues()
    if (now.zipcode !== digits || now.sub_district !== '') return
    const within = listSubDistricts(found?.sub_district, all?.district, now)
    fill({
      ...pickCommonPlace(within, 'province'),
      ...pickCommonPlace(within, 'district'),
      ...pickCommonPlace(within, 'sub_district'),
    })
  }

  function hint() {
    if (isUnknown) return t('zipcode-unknown')
    if (isElsewhere) return t('zipcode-elsewhere')
    if (chosen && isZipcode && chosen.zipcode !== zipcode)
      return t('zipcode-usually', { zipcode: chosen.zipcode })
    return narrowed && t('zipcode-narrows', { zipcode })
  }

  const text = (field: keyof AddressValues) => ({
    ...form.getInputProps(field),
    label: t(`patients:field.${field}`),
    size: 'md',
    autoComplete: 'off',
  })
  const coded = (field: 'province' | 'district' | 'sub_district') => ({
    ...form.getInputProps(field),
    label: t(`patients:field.${field}`),
    className: classes.third ?? '',
  })
  return (
    <div className={classes.section}>
      <div className={classes.grid}>
        <TextInput {...text('house_no')} className={classes.short} />
        <TextInput {...text('village')} className={classes.short} />
        <TextInput {...text('soi')} className={classes.third} />
        <TextInput {...text('road')} className={classes.half} />
        <TextInput
          {...text('zipcode')}
          className={classes.half}
          inputMode="numeric"
          onChange={({ currentTarget }) => void typeZipcode(currentTarget.value)}
          description={hint()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <CodedSelect
          {...coded('province')}
          query={provinces}
          choices={filterNarrowed(provinces.data?.province, (place) => place.province)}
          onChange={(code) => {
            if (code === province) return
            fill({ province: code, district: '', sub_district: '', ...zipcodeAfter })
          }}
        />
        <CodedSelect
          {...coded('district')}
          query={districts}
          disabled={!province}
          choices={filterNarrowed(districts.data?.district, (place) => place.district)}
          onChange={(code) => {
            if (code === district) return
            fill({ district: code, sub_district: '', ...zipcodeAfter })
          }}
        />
        <CodedSelect
          {...coded('sub_district')}
          query={subDistricts}
          disabled={!district}
          choices={filterNarrowed(subDistricts.data?.sub_district, (place) => place.sub_district)}
          onChange={(code) => {
            const found = subDistricts.data?.sub_district.find((place) => place.code === code)
            fill({ sub_district: code, ...(found && { zipcode: found.zipcode }) })
          }}
        />
        <NumberInput {...text('lat')} className={classes.short} hideControls decimalScale={6} />
        <NumberInput {...text('lang')} className={classes.short} hideControls decimalScale={6} />
        <Button
          variant="default"
          size="md"
          leftSection={<IconMapPin size={18} aria-hidden />}
          className={classes.besideFields}
          aria-expanded={isMapOpen}
          onClick={() => setMapOpen(!isMapOpen)}
        >
          {t(isMapOpen ? 'close-map' : 'open-map')}
        </Button>
        {isMapOpen && (
          <HospitalMap
            label={t('home-on-map')}
            height={mapHeight}
            province={province}
            value={typeof lat === 'number' && typeof lang === 'number' ? { lat, lng: lang } : null}
            onPick={({ lat, lng }) => {
              form.setFieldValue('lat', lat)
              form.setFieldValue('lang', lng)
            }}
          />
        )}
      </div>
    </div>
  )
}

/** The value of a field if all remaining areas share it. */
function pickCommonPlace(
  places: readonly SubDistrictPath[],
  field: keyof SubDistrictPath,
): Partial<SubDistrictPath> {
  const [first, ...rest] = places
  return first && rest.every((place) => place[field] === first[field]) ? { [field]: first[field] } : {}
}
