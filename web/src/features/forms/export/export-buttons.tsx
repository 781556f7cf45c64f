import { Group } from '@mantine/core'
import {
  exportedRows,
  type FormName,
  findField,
  findForm,
  type formFileFormats,
  formRecords,
  type Input,
  type Language,
} from 'contract'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../../api/client.ts'
import { ExportButton } from '../../../ui/list/export-button.tsx'
import { saveFile } from '../../../ui/list/save-file.ts'

type FileFormat = (typeof formFileFormats)[number]

type ExportButtonsProps = Omit<Input<typeof formRecords.exportList>, 'format' | 'language'> & {
  form: FormName
}

/** The records of a form as files: with a row for each record, with a row for each of their rows, or FHIR. */
export function ExportButtons({ form, ...asked }: ExportButtonsProps) {
  const { t } = useTranslation('forms')
  const described = findForm(form)
  const hasRows = described && exportedRows.some((name) => findField(described, name) !== undefined)
  const send = useSend(formRecords.exportList)
  const isExporting = (format: FileFormat) => send.isPending && send.variables.format === format
  const save = (format: FileFormat, language: Language) =>
    send.mutate(
      { form, format, language, ...asked },
      { onSuccess: (file) => saveFile(file, format === 'fhir' ? 'data.json' : 'data.csv') },
    )
  return (
    // On a phone two signs alone would not say which file is which.
    <Group gap="xs" data-keeps-words>
      <ExportButton isPending={isExporting('csv')} onExport={(language) => save('csv', language)}>
        {t('export.csv')}
      </ExportButton>
      {hasRows && (
        <ExportButton isPending={isExporting('rows')} onExport={(language) => save('rows', language)}>
          {t('export.rows')}
        </ExportButton>
      )}
      {form === 'ambulance-referral' && (
        <ExportButton isPending={isExporting('acts')} onExport={(language) => save('acts', language)}>
          {t('export.acts')}
        </ExportButton>
      )}
      <ExportButton isPending={isExporting('fhir')} onExport={(language) => save('fhir', language)}>
        {t('export.fhir')}
      </ExportButton>
    </Group>
  )
}
