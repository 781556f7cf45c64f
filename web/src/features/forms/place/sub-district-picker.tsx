import { Button, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { reference } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../api/client.ts'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'
import { useRecordStore } from '../use-record.ts'
import { useKeptPlaces } from './kept-places.ts'

type Coded = { code: string; name_en: string; name_th: string }

/** Writes a sub-district with its district and province, chosen from the list of addresses, as an answer in words. */
export function SubDistrictPicker({ path }: { path: string }) {
  const { t } = useTranslation(['forms', 'patients'])
  const [isOpen, setOpen] = useState(false)
  const { isLost, kept } = useKeptPlaces()
  // Empty lists would say that no place fits. The answer can be typed.
  if (isLost && !kept) return null
  return (
    <div>
      <Button variant="default" size="md" mt="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('place.choose-address')}
      </Button>
      {isOpen && <Choices path={path} onDone={() => setOpen(false)} />}
    </div>
  )
}

function Choices({ path, onDone }: { path: string; onDone: () => void }) {
  const { t } = useTranslation(['forms', 'patients'])
  const store = useRecordStore()
  const localName = useLocalizedName()
  const [province, setProvince] = useState<string | null>(null)
  const [district, setDistrict] = useState<string | null>(null)
  const { isLost, kept } = useKeptPlaces()
  const lasting = { staleTime: Number.POSITIVE_INFINITY }
  const askedProvinces = useQuery({ ...ask(reference.provinces, {}, true), ...lasting, enabled: !isLost })
  const askedDistricts = useQuery({
    ...ask(reference.districts, { province: province ?? '' }, true),
    ...lasting,
    enabled: !isLost && province !== null,
  })
  const askedSubDistricts = useQuery({
    ...ask(reference.subDistricts, { district: district ?? '' }, true),
    ...lasting,
    enabled: !isLost && district !== null,
  })
  const provinces = askedProvinces.data?.province ?? kept?.provinces
  const districts =
    askedDistricts.data?.district ?? kept?.districts.filter((one) => one.province === province)
  const subDistricts =
    askedSubDistricts.data?.sub_district ?? kept?.subDistricts.filter((one) => one.district === district)
  const list = (choices: readonly Coded[] | undefined) =>
    (choices ?? []).map((one) => ({ value: one.code, label: localName(one) }))
  const find = (choices: readonly Coded[] | undefined, code: string | null) =>
    choices?.find((one) => one.code === code)
  const choose = (code: string | null) => {
    const [place, around, whole] = [
      find(subDistricts, code),
      find(districts, district),
      find(provinces, province),
    ]
    if (!place || !around || !whole) return
    // It is told by radio and stands on the crew's card: in the language in which the places are signposted.
    store.say(path, [place, around, whole].map(({ name_th }) => name_th).join(' '))
    onDone()
  }
  const shared = { searchable: true, size: 'md', nothingFoundMessage: t('none-fits') } as const
  return (
    <Stack gap="sm" mt="sm">
      <Select
        {...shared}
        label={t('patients:field.province')}
        data={list(provinces)}
        value={province}
        onChange={(code) => {
          setProvince(code)
          setDistrict(null)
        }}
      />
      <Select
        {...shared}
        label={t('patients:field.district')}
        disabled={province === null}
        data={list(districts)}
        value={district}
        onChange={setDistrict}
      />
      <Select
        {...shared}
        label={t('patients:field.sub_district')}
        disabled={district === null}
        data={list(subDistricts)}
        value={null}
        onChange={choose}
      />
    </Stack>
  )
}
