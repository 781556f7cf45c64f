import { Button, Select } from '@mantine/core'
import { hospitalNameFields, listFields } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormSettings } from '../../../clinical/ambulance/use-form-settings.ts'
import { useRecordStore } from '../use-record.ts'

/** Writes the name of a hospital of the list, and its code where the form asks for it; nothing without a list. */
export function HospitalPicker({ path }: { path: string }) {
  const { t } = useTranslation('forms')
  const store = useRecordStore()
  const hospitals = useFormSettings()?.hospitals ?? []
  const [isOpen, setOpen] = useState(false)
  if (hospitals.length === 0) return null
  const choose = (code: string | null) => {
    const chosen = hospitals.find((one) => one.code === code)
    if (!chosen) return
    store.say(path, chosen.name)
    const codeField = hospitalNameFields[path]
    if (codeField && listFields(store.form).some(([name]) => name === codeField))
      store.say(codeField, chosen.code)
    setOpen(false)
  }
  return (
    <div>
      <Button variant="default" size="md" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('hospitals.choose')}
      </Button>
      {isOpen && (
        <Select
          mt="sm"
          size="md"
          searchable
          label={t('hospitals.one')}
          nothingFoundMessage={t('none-fits')}
          data={hospitals.map(({ code, name }) => ({ value: code, label: `${name} · ${code}` }))}
          value={null}
          onChange={choose}
        />
      )}
    </div>
  )
}
