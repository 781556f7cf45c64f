import { Button, Select } from '@mantine/core'
import { hospitalNameFields, type ListedHospital, listFields } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormSettings } from '../../../clinical/ambulance/use-form-settings.ts'
import classes from '../forms.module.css'
import { useAnswer, useRecordStore } from '../use-record.ts'

/** Writes the name of a hospital of the list, and its code where the form asks for it; nothing without a list. */
export function HospitalPicker({ path }: { path: string }) {
  const { t } = useTranslation('forms')
  const store = useRecordStore()
  const hospitals = useFormSettings()?.hospitals ?? []
  const [isOpen, setOpen] = useState(false)
  if (hospitals.length === 0) return null
  const asked = hospitalNameFields[path]
  const codeField = listFields(store.form).find(([name]) => name === asked)?.[0]
  const choose = (code: string | null) => {
    const chosen = hospitals.find((one) => one.code === code)
    if (!chosen) return
    store.say(path, chosen.name)
    if (codeField) store.say(codeField, chosen.code)
    setOpen(false)
  }
  return (
    <div>
      <Button variant="default" size="md" mt="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('hospitals.choose')}
      </Button>
      {codeField && <OtherCode hospitals={hospitals} nameField={path} codeField={codeField} />}
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

type OtherCodeProps = { hospitals: readonly ListedHospital[]; nameField: string; codeField: string }

/** Says that the code is that of a listed hospital with another name, as after the name was typed over. */
function OtherCode({ hospitals, nameField, codeField }: OtherCodeProps) {
  const { t } = useTranslation('forms')
  const name = useAnswer(nameField)
  const code = useAnswer(codeField)
  const coded = hospitals.find((one) => one.code === code)
  if (!coded || coded.name === name) return null
  return <p className={classes.doubt}>{t('hospitals.other-code', coded)}</p>
}
