import { Button, Menu } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import {
  type Answers,
  applySettings,
  blankPrintouts,
  type FormName,
  findForm,
  releasedFormSettings,
} from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormSettings } from '../../../clinical/ambulance/use-form-settings.ts'
import { usePrint } from '../../../ui/print/use-print.ts'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { WithHospitalWords } from '../settings/hospital-drugs.tsx'
import { useFormTexts } from '../use-form-texts.ts'
import { loadFormPrintout } from './load-printout.ts'

/** Prints the sheets of a form with nothing in them, for a day on which nobody can type. */
export function BlankPrint({ form: formName }: { form: FormName }) {
  const { t } = useTranslation('forms')
  const { formatOption } = useFormTexts(formName)
  const [known, setKnown] = useState<Answers>({})
  const { printed, isReading, print } = usePrint(formName, loadFormPrintout)
  const settings = useFormSettings() ?? releasedFormSettings
  const released = findForm(formName)
  const levels = blankPrintouts[formName]
  if (useIsPhone()) return null
  const button = (
    <Button
      variant="default"
      size="md"
      leftSection={<IconPrinter size={18} aria-hidden />}
      loading={isReading}
      {...(!levels && { onClick: print })}
    >
      {t('print-blank')}
    </Button>
  )
  return (
    <>
      {levels ? (
        <Menu>
          <Menu.Target>{button}</Menu.Target>
          <Menu.Dropdown>
            {levels.map((level) => (
              <Menu.Item
                key={level}
                onClick={() => {
                  setKnown({ unit_level: level })
                  print()
                }}
              >
                {formatOption('unit-level', level)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : (
        button
      )}
      {printed && released && (
        <WithHospitalWords>
          <printed.FormPrintout
            thai={printed.thai}
            formName={formName}
            form={applySettings(released, settings)}
            known={known}
          />
        </WithHospitalWords>
      )}
    </>
  )
}
